"""Writes the golden playthroughs: `python -m tests.playthroughs.make [SLUG ...]`.

Run it only when a rule or a text was changed on purpose, and read the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from dottable.core.game import Game
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.options import Options, format_options, options_varied_one_at_a_time
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import find_game, installed_games
from dottable.core.views.narration import render_narration

FOLDER = Path(__file__).parent
MAX_BYTES = 50_000
SEED = bytes(range(32))
MAX_MOVES = 150


def playthroughs(game: Game) -> Iterator[tuple[str, str]]:
    """Yield file names and texts: one match per option set, with different numbers of seats."""
    for k, options in enumerate(options_varied_one_at_a_time(game.state.Options)):
        seats = game.seat_counts[k % len(game.seat_counts)]
        name = "default" if k == 0 else _changed(options, game)
        yield f"{name}.txt", "\n".join(_lines(game, options, seats, k)) + "\n"


def _changed(options: Options, game: Game) -> str:
    default = format_options(game.state.Options()).split()
    return next(word for word in format_options(options).split() if word not in default).replace("=", "-")


def _lines(game: Game, options: Options, seats: int, index: int) -> Iterator[str]:
    series = Series(SeriesConfig(game, seats=seats, options=options, seed=SEED))
    moves = series.played_match(index).moves
    match, _ = series.match(index)
    yield f"{game.title}, rules version {game.rules_version}, {seats} seats, {format_options(options)}"
    yield f"seed {match.seed.hex()}"
    for viewer in (SPECTATOR, *range(seats)):
        yield f"\nAt the start, for {'a spectator' if viewer == SPECTATOR else f'player {viewer + 1}'}:"
        yield game.view.draw_screen(match.view(viewer))
    yield ""
    for n, move in enumerate(moves[:MAX_MOVES], start=1):
        before = match.view(SPECTATOR)
        count = len(match.legal(move.seat))
        match.apply(*move)
        who = "clock" if move.seat == CLOCK else f"p{move.seat + 1}"
        told = render_narration(
            game, game.view.narrate(before, move.seat, move.action, match.view(SPECTATOR)), SPECTATOR
        )
        yield f"{n:3} {who} {game.view.write_action(move.action)} (of {count})  {told}  {match.state_hash[:8]}"
    yield f"\nAfter {len(match.moves)} of {len(moves)} moves:"
    yield game.view.draw_screen(match.view(SPECTATOR))
    for seat in range(seats):
        yield f"\nFor player {seat + 1}:"
        yield game.view.draw_screen(match.view(seat))
    for move in moves[MAX_MOVES:]:
        match.apply(*move)
    yield f"\nAt the end: scores {match.scores()}, returns {[round(r, 4) for r in match.returns()]}"
    yield f"state {match.state_hash}"


def main() -> None:
    for slug in sys.argv[1:] or installed_games():
        folder = FOLDER / slug
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for name, text in playthroughs(find_game(slug)):
            (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
