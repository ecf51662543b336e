"""Prints logs of random matches with what the live server shows of them, as JSON: `... SLUG MATCHES MAX_MOVES`.

`web/tests/offline/logs.test.ts` plays the same logs in the page and compares positions, moves and drawn boards.
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
from dottable.core.matches.match_log import read_log, write_log
from dottable.core.options import GameOptions, options_varied_one_at_a_time
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import find_game
from dottable.table.events import Moved, MovedBy
from dottable.table.viewers.snapshots import ViewerState, build_position, move_info, shared_state, viewer_state


def cases(game: Game, matches: int, max_moves: int) -> Iterator[dict[str, Any]]:
    """Yield matches with different options and numbers of seats (the most first), each with its log and all steps."""
    option_sets = list(options_varied_one_at_a_time(game.state.Options))
    for n in range(matches):
        seats = game.seat_counts[-1 - n % len(game.seat_counts)]
        text = random_log(game, seats, option_sets[n % len(option_sets)], n, max_moves)
        yield {"log": text, "seats": seats, "steps": steps(text)}


def random_log(game: Game, seats: int, options: GameOptions, n: int, max_moves: int) -> str:
    """Return the log of a random match, given up after `max_moves` moves."""
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), n, 3)
    match = Match(game, seats=seats, options=options, seed=n.to_bytes(32, "little"), salt=bytes(16))
    while not match.is_over and len(match.moves) < max_moves:
        seat, action = match.random_move(q)
        at_ms = max(match.deadline_ms or 0, match.now_ms) if seat == CLOCK else None
        assert match.apply(seat, action, at_ms) is None
    return write_log(match, [f"Player {seat + 1}" for seat in range(seats)])


def steps(text: str) -> list[dict[str, Any]]:
    """Return the positions and the move that the server sends to each viewer, for the start and every move of a log."""
    log = read_log(text)
    seen = states(log.new_match())
    found: list[dict[str, Any]] = [{"positions": positions(log.game, seen, 0, 0), "moves": []}]
    for match, (seat, action, at_ms) in log.replay():
        by: MovedBy = "clock" if seat == CLOCK else "player"
        event = Moved(at=0, clock_ms=0, seat=seat, action=action, at_ms=at_ms, by=by)
        before, seen = seen, states(match)
        moves = [
            move_info(log.game, 0, event, old.view, new.view, viewer)
            for viewer, (old, new) in enumerate(zip(before, seen, strict=True), start=SPECTATOR)
        ]
        found.append({"positions": positions(log.game, seen, len(match.moves), at_ms), "moves": moves})
    return found


def states(match: Match) -> list[ViewerState]:
    """Return what the spectator and each seat may know."""
    shared = shared_state(match, tuple(match.to_act))
    return [viewer_state(match, viewer, shared) for viewer in range(SPECTATOR, match.seats)]


def positions(game: Game, seen: list[ViewerState], move_number: int, now_ms: int) -> list[Any]:
    return [build_position(game, one, move_number, now_ms) for one in seen]


if __name__ == "__main__":
    json.dump(msgspec.to_builtins(list(cases(find_game(sys.argv[1]), *map(int, sys.argv[2:])))), sys.stdout)
