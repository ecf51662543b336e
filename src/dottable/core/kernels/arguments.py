"""Structures of arrays that kernels take as arguments.

The classes stand at module level, because Numba's disk cache pickles the types of arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dottable.core.options import Options, settings_array
from dottable.core.primitives import chance, fast_rng

if TYPE_CHECKING:
    from dottable.core.decks import Deck
    from dottable.core.game import Game


class SeriesInput(NamedTuple):
    """What every match of a series starts from."""

    blank: Any
    """One zeroed record."""
    root: Any
    """The key of the series, 8 words."""
    seats: int
    settings: Any
    """Options and deck as integers."""


class MatchMemory(NamedTuple):
    """Working memory for one match at a time."""

    states: Any
    """One record."""
    generator: Any
    """A ChaCha generator, used while a match is set up."""
    rng: Any
    """A fast generator, for random actions."""
    actions: Any
    """Space for a list of legal actions."""


class ResultArrays(NamedTuple):
    """Results of whole matches, one row per match."""

    steps: Any
    scores: Any
    returns: Any


class InferenceArrays(NamedTuple):
    """Arrays for a game's `infer_states`."""

    states: Any
    """First a determinization for the searching seat, then three records that are free to use."""
    pool: Any
    """Records to fill, followed by `SCRATCH_STATES` records that are free to use."""
    scratch: Any
    """Integers of shape `SCRATCH_SHAPE`. Row 0 holds the public history: its length, then its entries."""
    log_likelihoods: Any
    """One number to fill per record of the pool."""
    g: Any
    """A ChaCha generator."""
    buffer: Any
    """Space for a list of legal actions."""


def series_input(game: Game, seats: int, options: Options, deck: Deck | None, seed: bytes) -> SeriesInput:
    """Return the kernel argument for a series of matches with these settings."""
    blank, root = np.zeros(1, game.state.STATE), chance.key_from_seed(seed)
    return SeriesInput(blank, root, seats, settings_array(options, deck))


def match_memory(game: Game) -> MatchMemory:
    """Return working memory for matches of a game."""
    states, actions = np.zeros(1, game.state.STATE), np.zeros(game.state.ACTIONS.size, np.int32)
    return MatchMemory(states, chance.generator(), fast_rng.generator(), actions)
