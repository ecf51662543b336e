"""The options of a match at a table: those that its maker chose, and defaults that depend on who plays."""

from __future__ import annotations

from functools import lru_cache

from dottable.core.contract import PlayerDependentOptions
from dottable.core.game import Game
from dottable.core.matches.log import parse_options_text
from dottable.core.options import Options, read_options


@lru_cache
def cached_options(game: Game, text: str) -> Options:
    """Return options from their stored form. Tables with equal options share one object."""
    return read_options(game.state.Options, parse_options_text(text))


def options_for_players(options: Options, *, with_bots: bool) -> Options:
    """Return the options of a match. `with_bots` says whether a bot has a seat at the start."""
    return options.for_players(with_bots=with_bots) if isinstance(options, PlayerDependentOptions) else options
