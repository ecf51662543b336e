"""Asks the bots of a live table for their moves: once per turn, in another thread or on another node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.bots.bot import Choice
from dottable.table.seats.planned_bot_moves import BotRequest

if TYPE_CHECKING:
    from dottable.server.live.live_table import LiveTable


class BotRequests:
    """Asks the bots of one table for their moves, and tracks the requests that are not answered yet."""

    __slots__ = ("_live", "in_flight")

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.in_flight: set[BotRequest] = set()

    def ask_all(self) -> None:
        """Ask every bot that must choose and has not been asked yet."""
        for request in self._live.table.bot_requests():
            if request not in self.in_flight:
                self.in_flight.add(request)
                self._live.host.start_task(self._ask_bot(request))

    async def _ask_bot(self, request: BotRequest) -> None:
        """Ask a bot for its choice, then schedule its move."""
        live = self._live
        try:
            choice = await self._choice_of_bot(request)
        finally:
            self.in_flight.discard(request)
        if live.can_act:
            live.table.plan_bot_move(request, choice, live.host.clock_ms())
            live.advance()

    async def _choice_of_bot(self, request: BotRequest) -> Choice:
        """Return the choice of a bot, computed on another node if one computes bots for this server."""
        live = self._live
        if live.link is not None:
            choice = await live.link.choice_from_bot_node(request)
            if choice is not None:
                return choice
        return await live.host.bot_runner.choose(live.table.seat_access(request.seat), request.level)
