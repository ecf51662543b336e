"""Hints at live tables: found by a short search, and recorded as a table event before they are returned."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from dottable.server.access.limits import Limits, address_limit_key
from dottable.server.protocol.messages import RefusedMessage
from dottable.server.routes.errors import ApiError
from dottable.study.hints import Hint
from dottable.table.commands import TakeHint
from dottable.table.decisions.command_results import Rejected
from dottable.table.decisions.hints import reason_against_hint
from dottable.table.events import HintLevel

if TYPE_CHECKING:
    from dottable.bots.seat_access import SeatAccess
    from dottable.server.live.bot_runner import BotRunner
    from dottable.server.live.live_table import LiveTable

MAX_REMEMBERED_HINTS = 1_000
RECORD_TIMEOUT_S = 10.0
TOO_MANY_HINTS = (429, "too_fast", "Too many hints at once. Wait until the earlier ones are done.")
QUEUE_FULL = (503, "busy", "The server is searching for too many hints. Try again in a moment.")


class HintRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Request body: `level` is `idea` for a sentence, `move` for the action itself."""

    level: HintLevel


class HintAnswer(Struct, frozen=True):
    """Response: a hint for the position after `move_number` moves."""

    move_number: int
    idea: str
    action: int | None
    """The recommended action; None if only the idea was asked for."""
    words: str | None
    """Description of the action; None if only the idea was asked for."""


class HintFinder:
    """Finds hints and caches them, so that a hint's move agrees with the idea given before."""

    def __init__(
        self, bot_runner: BotRunner, limits: Limits, on_refused: Callable[[str], None] = lambda _: None
    ) -> None:
        """`on_refused` is called with the name of the limit that refuses a hint."""
        self._bot_runner, self._limits, self._on_refused = bot_runner, limits, on_refused
        self._searches_by_address: Counter[str] = Counter()
        """Number of searches that run or wait, by address."""
        self._found: OrderedDict[tuple[str, int, int], asyncio.Future[Hint]] = OrderedDict()
        """Hints by table, number of moves and seat. Requests for a hint that is being found share its task."""

    async def give_hint(self, live: LiveTable, player: str, level: HintLevel, address: str) -> HintAnswer:
        """Return a hint for a player whose turn it is.

        Raise ApiError 409 if none may be taken now, 429 or 503 if too many searches run or wait.
        """
        refusal = reason_against_hint(live.table, player)
        if refusal is not None:
            raise refusal_error(refusal)
        seat, move_number = live.table.seating.seat_of(player), live.table.move_number
        assert seat is not None
        hint = await self._find_hint(live, seat, move_number, address_limit_key(address))
        await self._store_hint_event(live, player, TakeHint(level=level, move_number=move_number))
        if level == "idea":
            return HintAnswer(move_number, hint.idea, None, None)
        return HintAnswer(move_number, hint.idea, hint.action, hint.words)

    async def _find_hint(self, live: LiveTable, seat: int, move_number: int, address: str) -> Hint:
        key = (live.table.id, move_number, seat)
        if key not in self._found:
            self._check_queue(address)
            access = live.table.seat_access(seat)
            self._searches_by_address[address] += 1
            self._found[key] = asyncio.ensure_future(self._search_hint(access, address))
            if len(self._found) > MAX_REMEMBERED_HINTS:
                self._found.popitem(last=False)
        try:
            return await asyncio.shield(self._found[key])
        except Exception:
            self._found.pop(key, None)
            raise

    def _check_queue(self, address: str) -> None:
        """Raise ApiError 429 or 503 if too many searches run or wait."""
        if self._searches_by_address[address] >= self._limits.hints_per_address:
            self._on_refused("hints_per_address")
            raise ApiError(*TOO_MANY_HINTS)
        if self._searches_by_address.total() >= self._limits.hint_queue:
            self._on_refused("hint_queue")
            raise ApiError(*QUEUE_FULL)

    async def _search_hint(self, access: SeatAccess, address: str) -> Hint:
        try:
            return await self._bot_runner.find_hint(access)
        finally:
            self._searches_by_address[address] -= 1
            self._searches_by_address += Counter()  # drops addresses without searches

    async def _store_hint_event(self, live: LiveTable, player: str, command: TakeHint) -> None:
        """Store the event that a hint was taken. Raise ApiError if the table refuses it."""
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        live.submit_command(player, command, lambda message: None if answered.done() else answered.set_result(message))
        try:
            answer = await asyncio.wait_for(answered, RECORD_TIMEOUT_S)
        except TimeoutError:
            raise ApiError(503, "busy", "The table did not answer in time. Try again.") from None
        if isinstance(answer, RefusedMessage):
            raise ApiError(409, answer.code, answer.sentence)


def refusal_error(refusal: Rejected) -> ApiError:
    """Return the ApiError for a refusal of the table."""
    return ApiError(409, refusal.code, refusal.sentence)
