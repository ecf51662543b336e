"""The whole conformance kit: checks every property of the contract with every option set of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dottable.core.conformance.compiled_checks import check_compiled
from dottable.core.conformance.execution_mode_checks import check_modes
from dottable.core.conformance.gpu_checks import check_gpu
from dottable.core.conformance.properties import Finding
from dottable.core.conformance.text_checks import check_notation, check_texts
from dottable.core.game import Game
from dottable.core.options import format_options, options_varied_one_at_a_time

Progress = Callable[[str], None]
"""A callback that receives a description of the next check, to be shown to the user."""

COMPILED_CHECK_MATCHES = 10_000
"""Default number of matches per option set for the compiled checks."""
TEXT_CHECK_MATCHES = 200
"""Largest default number of matches per option set for the text checks."""
MODE_CHECK_MATCHES = 200
"""Largest default number of matches for the checks in interpreted mode, with array bounds checks and on a GPU."""


def check_game(
    game: Game,
    *,
    matches: int = COMPILED_CHECK_MATCHES,
    text_matches: int | None = None,
    mode_matches: int | None = None,
    seed: bytes = bytes(32),
    progress: Progress = lambda _: None,
) -> Iterator[Finding]:
    """Yield every broken property that the kit finds. No finding means that the game keeps the contract.

    `matches` is the number of matches per option set. `text_matches` and `mode_matches` default to the same number, but
    at most 200.
    """
    in_text = min(matches, TEXT_CHECK_MATCHES) if text_matches is None else text_matches
    in_modes = min(matches, MODE_CHECK_MATCHES) if mode_matches is None else mode_matches
    progress("notation")
    yield from check_notation(game)
    for options in options_varied_one_at_a_time(game.state.Options):
        name = format_options(options) or "no options"
        progress(f"{matches} matches in compiled code ({name})")
        yield from check_compiled(game, options, matches, seed)
        progress(f"{in_text} matches with the texts of all viewers ({name})")
        yield from check_texts(game, options, in_text, seed)
    if in_modes:
        progress(f"{in_modes} matches interpreted and with bounds checked")
        yield from check_modes(game, in_modes, seed)
        progress(f"{in_modes} matches on a GPU")
        yield from check_gpu(game, in_modes, seed, progress)
