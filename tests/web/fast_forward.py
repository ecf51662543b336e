"""Fast-forward of a match: greedy moves sent over HTTP with the players' tokens while browsers watch."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import httpx

from dottable.bots.bot import Budget, Choice
from dottable.bots.registry import find_bot
from dottable.bots.seat_access import SeatAccess
from dottable.core.primitives.seats import CLOCK
from dottable.table.seats.planned_bot_moves import is_deal_action, waits_for_ready
from tests.server.running_server import RunningServer

TIMEOUT_S = 240
DEAL_DELAY_S = 3
"""Time in seconds that browsers have to show the end of a round before the next deal."""


def fast_forward(
    served: RunningServer, table_id: str, tokens: dict[int, str], *, stop: Callable[[], bool] | None = None
) -> None:
    """Play for these seats until the match is over or `stop` returns True. Before a deal it may take a moment."""
    live = served.host.live[table_id]
    bot = find_bot("greedy", live.table.game)
    until = time.monotonic() + TIMEOUT_S
    while not live.table.is_over and not (stop is not None and stop()):
        assert time.monotonic() < until, "the match never ended"
        if live.table.match is None:  # the browsers have not revealed their contributions to the shuffle yet
            time.sleep(0.02)
            continue
        match = live.table.match.copy()
        mine = [seat for seat in match.to_act if seat != CLOCK and seat in tokens]
        if not mine:
            legal = match.legal(match.to_act[0]) if len(match.to_act) == 1 else []
            if waits_for_ready(live.table) and len(legal) == 1 and is_deal_action(match, legal[0]):
                served.post(f"/api/v1/tables/{table_id}/commands", {"kind": "ready"}, next(iter(tokens.values())))
            time.sleep(0.02)
            continue
        for seat in mine:
            n = len(match.moves)
            chosen = bot.choose(SeatAccess(match, seat), Budget(), n.to_bytes(32, "big"))
            action = chosen.action if isinstance(chosen, Choice) else chosen
            if stop is not None and is_deal_action(match, int(action)) and becomes_true(stop):
                return
            with contextlib.suppress(httpx.RemoteProtocolError):  # the server closed an idle connection, so try again
                served.post(
                    f"/api/v1/tables/{table_id}/commands", {"kind": "move", "action": int(action)}, tokens[seat]
                )


def becomes_true(condition: Callable[[], bool]) -> bool:
    """Return whether the condition becomes true within DEAL_DELAY_S."""
    until = time.monotonic() + DEAL_DELAY_S
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
