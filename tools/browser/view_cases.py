"""Prints positions of random matches with all that people see of them, as JSON: `... SLUG MATCHES STEPS`.

`web/tests/offline/views.test.ts` compares what the bundled functions make of the same positions.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

os.environ.setdefault("DOTTABLE_RULES", "portable")

import msgspec

from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import find_game

MAX_MOVES = 400
"""Moves after which a random match is given up."""
MAX_PREVIEWS = 2
"""Offered actions of a position whose previews are compared."""
MAX_ACTIONS = 6
"""Legal actions of a position whose texts are compared."""


def cases(game: Game, matches: int, steps: int) -> Iterator[dict[str, Any]]:
    """Yield the positions of matches with different options and numbers of seats, one dict per move.

    The first two and the last `steps` moves of a match are compared: what ends a round or a match happens there.
    """
    option_sets = list(options_varied_one_at_a_time(game.state.Options))
    q = fast_rng.new_generator()
    for n in range(matches):
        options, seats = option_sets[n % len(option_sets)], game.seat_counts[n % len(game.seat_counts)]
        fast_rng.set_seed(rule_array(q), n, 1)
        match = Match(game, seats=seats, options=options, seed=n.to_bytes(32, "little"), salt=bytes(16))
        found = []
        while not match.is_over and len(match.moves) < MAX_MOVES:
            found.append(step_case(match, *match.random_move(q)))
        yield from found[:2] + found[2:][-steps:]
        yield {"state": match.state_bytes.hex(), "views": views(match)}


def step_case(match: Match, seat: int, action: int) -> dict[str, Any]:
    """Make a move. Return the position before it, offered actions, previews, and the narration for every viewer."""
    game = match.game
    viewers = range(SPECTATOR, match.seats)
    before = [match.view(viewer) for viewer in viewers]
    found = {"state": match.state_bytes.hex(), "views": views(match), "seat": seat, "action": action}
    if seat != CLOCK:
        own = match.view(seat)
        found["offered"], found["now_ms"] = match.offered_actions(seat), match.now_ms
        found["previews"] = [[one, match.preview(seat, one)] for one in found["offered"][:MAX_PREVIEWS]]
        found["texts"] = [
            [one, game.view.write_action(one), game.view.describe_action(own, one)]
            for one in match.offered_actions(seat)[:MAX_ACTIONS]
        ]
    at_ms = max(match.deadline_ms or 0, match.now_ms) if seat == CLOCK else None
    assert match.apply(seat, action, at_ms) is None
    found["after"] = match.state_bytes.hex()
    found["narrations"] = [
        game.view.narrate(first, seat, action, match.view(viewer))
        if viewer == seat or game.view.is_public(action)
        else ()
        for viewer, first in zip(viewers, before, strict=True)
    ]
    return found


def views(match: Match) -> list[Any]:
    """Return the views of the spectator and of all seats."""
    return [match.view(viewer) for viewer in range(SPECTATOR, match.seats)]


if __name__ == "__main__":
    json.dump(msgspec.to_builtins(list(cases(find_game(sys.argv[1]), *map(int, sys.argv[2:])))), sys.stdout)
