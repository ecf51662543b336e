"""The middle of a long match, played fast: sensible moves by HTTP with the players' own tokens, browsers look on."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable

import httpx

from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.bots.registry import find_bot
from dottable.core.seats import CLOCK
from tests.server.serving import Running

PATIENCE_S = 240


def hurry(served: Running, table_id: str, tokens: dict[int, str], *, stop: Callable[[], bool] = lambda: False) -> None:
    """Play for these seats until the match is over, or to be stopped; bots and clocks do their part themselves."""
    live = served.host.live[table_id]
    bot = find_bot("greedy", live.table.game)
    until = time.monotonic() + PATIENCE_S
    while not live.table.is_over and not stop():
        assert time.monotonic() < until, "the match never ended"
        match = live.table.match.copy()
        mine = [seat for seat in match.to_act if seat != CLOCK and seat in tokens]
        if not mine:
            time.sleep(0.02)
            continue
        for seat in mine:
            n = len(match.moves)
            chosen = bot.choose(Chair(match, seat), Budget(), n.to_bytes(32, "big"))
            action = chosen.action if isinstance(chosen, Choice) else chosen
            with contextlib.suppress(httpx.RemoteProtocolError):  # an idle line was closed just now: once more
                served.post(
                    f"/api/v1/tables/{table_id}/commands", {"kind": "move", "action": int(action)}, tokens[seat]
                )
