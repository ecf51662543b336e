"""Prints positions of matches with the choices of bots there, as JSON: `... SLUG POSITIONS`.

`web/tests/offline/bots.test.ts` compares the choices of the page's bots.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("DOTTABLE_RULES", "portable")

from dottable.bots.bot import Budget
from dottable.bots.levels import level_bot
from dottable.bots.seat_access import SeatAccess
from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game

MAX_MOVES = 300
"""Moves after which a match is given up."""


def cases(game: Game, positions: int) -> Iterator[dict[str, Any]]:
    """Yield positions with the choice of a bot. Levels, numbers of seats and matches take turns."""
    q = fast_rng.new_generator()
    found = 0
    for n in range(positions):
        fast_rng.set_seed(rule_array(q), n, 2)
        seats_of_match = game.seat_counts[n % len(game.seat_counts)]
        match = Match(game, seats=seats_of_match, seed=n.to_bytes(32, "little"), salt=bytes(16))
        until = 1 + 7 * n % 60
        while not match.is_over and len(match.moves) < MAX_MOVES:
            seats = [seat for seat in match.to_act if seat != CLOCK and len(match.offered_actions(seat)) > 1]
            if seats and len(match.moves) >= until:
                yield position_case(match, seats[n % len(seats)], LEVEL_NAMES[found % len(LEVEL_NAMES)], found)
                found += 1
                if found >= positions:
                    return
                until += 11
            play_on(match, seats, q, found)


def play_on(match: Match, seats: list[int], q: Any, n: int) -> None:
    """Make one move: of a newcomer where a seat has a choice, else a random one or the clock's."""
    if seats and n % 2:
        seed = len(match.moves).to_bytes(32, "big")
        choice = level_bot("newcomer", match.game).choose(SeatAccess(match, seats[0]), Budget(), seed)
        assert match.apply(seats[0], choice.action) is None
        return
    seat, action = match.random_move(q)
    assert match.apply(seat, action, max(match.deadline_ms or 0, match.now_ms) if seat == CLOCK else None) is None


def position_case(match: Match, seat: int, level: str, n: int) -> dict[str, Any]:
    """Return a position with all that a bot is asked, and its choice."""
    seed = n.to_bytes(32, "big")
    choice = level_bot(level, match.game).choose(SeatAccess(match, seat), Budget(), seed)
    return {
        "state": match.state_bytes.hex(),
        "seat": seat,
        "level": level,
        "now_ms": match.now_ms,
        "offered": match.offered_actions(seat),
        "moves": [move.action for move in match.moves],
        "seed": seed.hex(),
        "seats": match.seats,
        "action": int(choice.action),
        "after_ms": int(choice.after_ms),
    }


if __name__ == "__main__":
    json.dump(list(cases(find_game(sys.argv[1]), int(sys.argv[2]))), sys.stdout)
