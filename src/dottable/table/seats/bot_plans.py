"""Moves that bots have chosen but not made yet: a bot waits as long as a player of its tempo would."""

from __future__ import annotations

from typing import NamedTuple

from dottable.table.seats.clocks import SeatWait

THINKING_TIME_PERCENT = {"quick": 25, "natural": 100, "calm": 200}
"""Bots' thinking time outside races, in percent of their own choice, per pace setting."""


class BotRequest(NamedTuple):
    """A bot that has to choose. Ask it once per (seat, version) and pass the choice to `Table.plan_bot_move`."""

    seat: int
    level: str
    version: int


class BotPlan(NamedTuple):
    """An action that a bot will take at match time `due_ms`."""

    action: int
    due_ms: int
    is_race: bool


class BotPlans:
    """The plans of all bots at a table. They are not stored: after a restart bots choose again."""

    __slots__ = ("_discarded", "by_seat")

    def __init__(self) -> None:
        self.by_seat: dict[int, BotPlan] = {}
        self._discarded: dict[int, SeatWait] = {}
        """When each seat's last plan was discarded."""

    def current_request(self, seat: int, wait: SeatWait) -> SeatWait:
        """Return the time and version of the bot's current request: its wait, or its last discarded plan."""
        discarded = self._discarded.get(seat, wait)
        return discarded if discarded.version > wait.version else wait

    def discard(self, seat: int, now: SeatWait) -> None:
        """Discard a plan that is no longer possible; the bot is asked again."""
        self.by_seat.pop(seat, None)
        self._discarded[seat] = now

    def forget(self, seat: int) -> None:
        """Forget the plan of a seat that is no longer to act."""
        self.by_seat.pop(seat, None)
        self._discarded.pop(seat, None)
