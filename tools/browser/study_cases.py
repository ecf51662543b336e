"""Prints a finished match with its review and with hints, as JSON: `... SLUG SETTINGS HINTS PARTS`.

SETTINGS are fields of `ReviewSettings` as JSON; PARTS is the number of judged decisions.
`web/tests/offline/study.test.ts` compares what the page makes of it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

os.environ.setdefault("DOTTABLE_RULES", "portable")

import msgspec

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.study.decision_review import is_race
from dottable.study.evaluation_settings import ReviewSettings
from dottable.study.hints import make_hint
from dottable.study.puzzles import bot_match, puzzles_of_review
from dottable.study.review import review_match

SEED = bytes(range(32))
PLAYERS = ("Ann", "Bö")


def case(game: Game, settings: dict[str, Any], hints: int, decisions: int) -> dict[str, Any]:
    """Return a match between bots, parts of its review, its puzzles and some hints."""
    match = bot_match(game, SEED)
    parts = review_match(match, msgspec.convert(settings, ReviewSettings), players=PLAYERS)
    reviews = list(islice(parts, 3 + decisions))
    return {
        "seats": match.seats,
        "seed": match.seed.hex(),
        "salt": match.salt.hex(),
        "moves": match.moves,
        "players": PLAYERS,
        "reviews": [reviews[0], reviews[1], reviews[-1]],
        "puzzles": [puzzles_of_review("match", reviews[-1], seat) for seat in range(match.seats)],
        "hints": list(hint_cases(match, hints)),
    }


def hint_cases(match: Match, count: int) -> Iterator[dict[str, Any]]:
    """Yield hints for positions that are spread over a match: number of moves, seat and hint."""
    again = match.before_first_move()
    step = max(1, len(match.moves) // count)
    for n, move in enumerate(match.moves):
        offered = again.offered_actions(move.seat) if move.seat != CLOCK and n % step == 0 else []
        if offered and not is_race(match.game, offered):
            seed = n.to_bytes(32, "big")
            yield {"move": n, "seat": move.seat, "hint": make_hint(SeatAccess(again, move.seat), seed, Budget())}
        again.apply(*move)


if __name__ == "__main__":
    found = case(find_game(sys.argv[1]), json.loads(sys.argv[2]), *map(int, sys.argv[3:]))
    json.dump(msgspec.to_builtins(found), sys.stdout)
