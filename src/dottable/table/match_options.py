"""The game options of a match: those chosen when the table was opened, and defaults that depend on who plays."""

from __future__ import annotations

from functools import lru_cache

from dottable.core.contract import PlayerDependentOptions
from dottable.core.game import Game
from dottable.core.matches.match_log import parse_options_text
from dottable.core.options import Options, read_options


@lru_cache
def cached_options(game: Game, text: str) -> Options:
    """Return a game's options parsed from their stored text (`name=value` pairs).

    Equal texts share one cached object.
    """
    return read_options(game.state.Options, parse_options_text(text))


def options_for_players(options: Options, *, with_bots: bool) -> Options:
    """Return the options with which a match starts.

    In some games a default differs if a bot has a seat (`with_bots`).
    """
    return options.for_players(with_bots=with_bots) if isinstance(options, PlayerDependentOptions) else options
