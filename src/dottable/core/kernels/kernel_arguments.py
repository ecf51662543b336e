"""Structures of arrays that kernels take as arguments.

The classes stand at module level, because Numba's disk cache pickles the types of arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dottable.core.options import Options, settings_array
from dottable.core.primitives import chance, fast_rng

if TYPE_CHECKING:
    from dottable.core.deck_files import Deck
    from dottable.core.game import Game


class SeriesInput(NamedTuple):
    """What every match of a series (numbered matches under one seed) starts from."""

    blank: Any
    """An array of one zeroed state record."""
    root: Any
    """The ChaCha key from which the keys of all matches are derived: 8 words of 32 bits."""
    seats: int
    settings: Any
    """Options and deck as integers (`core.options.settings_array`)."""


class MatchMemory(NamedTuple):
    """Working memory of kernels that play one match at a time."""

    states: Any
    """An array of one state record."""
    generator: Any
    """A ChaCha generator, used while a match is set up."""
    rng: Any
    """A fast generator (`fast_rng`) for random actions."""
    actions: Any
    """Buffer for a list of legal actions."""


class ResultArrays(NamedTuple):
    """Results of whole matches, one row per match: number of steps, points per seat, return per seat."""

    steps: Any
    scores: Any
    returns: Any


class InferenceArrays(NamedTuple):
    """Arrays for the hook `infer_states` of a game's bot."""

    states: Any
    """Four state records: a determinization for the searching seat, then three that may be overwritten."""
    pool: Any
    """State records to fill, followed by `SCRATCH_STATES` records that may be overwritten."""
    scratch: Any
    """Integers of shape `SCRATCH_SHAPE`. Row 0 holds the public history: its length, then its entries."""
    log_likelihoods: Any
    """One log-likelihood to fill per state record of the pool."""
    g: Any
    """A ChaCha generator."""
    buffer: Any
    """Buffer for a list of legal actions."""


def series_input(game: Game, seats: int, options: Options, deck: Deck | None, seed: bytes) -> SeriesInput:
    """Return game, seats, options, deck and 32-byte seed of a series as one argument for kernels."""
    blank, root = np.zeros(1, game.state.STATE), chance.key_from_seed(seed)
    return SeriesInput(blank, root, seats, settings_array(options, deck))


def match_memory(game: Game) -> MatchMemory:
    """Return zeroed working memory for kernels that play matches of this game."""
    states, actions = np.zeros(1, game.state.STATE), np.zeros(game.state.ACTIONS.size, np.int32)
    return MatchMemory(states, chance.new_generator(), fast_rng.new_generator(), actions)
