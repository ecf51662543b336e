"""The whole kit: every property over every option set of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dottable.core.conformance.compiled import check_compiled
from dottable.core.conformance.modes import check_modes
from dottable.core.conformance.on_gpu import check_gpu
from dottable.core.conformance.people import check_notation, check_people
from dottable.core.conformance.properties import Finding
from dottable.core.game import Game
from dottable.core.options import spell_options, variants

Progress = Callable[[str], None]
"""Told what is checked next."""

COMPILED_MATCHES = 10_000
PEOPLE_MATCHES = 200
MODE_MATCHES = 200


def check_game(
    game: Game,
    *,
    matches: int = COMPILED_MATCHES,
    people_matches: int | None = None,
    mode_matches: int | None = None,
    seed: bytes = bytes(32),
    progress: Progress = lambda _: None,
) -> Iterator[Finding]:
    """All findings of the kit; an empty iterator means that the game keeps the contract.

    `matches` is per option set; the checks of what people read and those in other modes default
    to as many, but to no more than 200.
    """
    people = min(matches, PEOPLE_MATCHES) if people_matches is None else people_matches
    in_modes = min(matches, MODE_MATCHES) if mode_matches is None else mode_matches
    progress("notation")
    yield from check_notation(game)
    for options in variants(game.state.Options):
        name = spell_options(options) or "no options"
        progress(f"{matches} matches in compiled code ({name})")
        yield from check_compiled(game, options, matches, seed)
        progress(f"{people} matches through everyone's eyes ({name})")
        yield from check_people(game, options, people, seed)
    if in_modes:
        progress(f"{in_modes} matches interpreted and with bounds checked")
        yield from check_modes(game, in_modes, seed)
        progress(f"{in_modes} matches on a GPU")
        yield from check_gpu(game, in_modes, seed, progress)
