"""Series: numbered matches of one game under one seed. Match number i is the same in every process."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import ResultArrays, SeriesInput, match_memory, series_input
from dottable.core.matches.match import SALT_BYTES, Match
from dottable.core.options import Options
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.refusals import Refusal
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game, lookup_name


@dataclass(frozen=True)
class Results:
    """Results of the matches of a series, one row per match."""

    steps: Array
    """Number of moves of each match."""
    scores: Array
    """Points per match and seat."""
    returns: Array
    """Return (-1 to 1, zero-sum) per match and seat."""
    races: Array | None = None
    """Per match and seat: how often it acted first while several seats were active. Only in virtual time."""
    statistics: Array | None = None
    """One row per match, if statistics are recorded; columns as in `lab/statistics/statistics_columns.py`."""


def seed_from(text: str) -> bytes:
    """Return a seed of 32 bytes: those of 64 hexadecimal digits, or the SHA-256 hash of any other text."""
    if len(text) == 64:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    return hashlib.sha256(text.encode()).digest()


@dataclass(frozen=True)
class SeriesConfig:
    """Game, seats, options, seed and deck of a series."""

    game: Game
    seats: int
    options: Options
    seed: bytes
    deck: Deck | None = None
    """None means the deck that comes with the game."""

    def __post_init__(self) -> None:
        self.game.check_seats(self.seats, self.options)
        if self.deck is None:
            object.__setattr__(self, "deck", self.game.house_deck)

    def __reduce__(self) -> Any:
        """Pickle the configuration with the name of its game, since compiled code cannot be pickled."""
        deck = None if self.deck == self.game.house_deck else self.deck
        return unpickle_config, (lookup_name(self.game), self.seats, msgspec.json.encode(self.options), self.seed, deck)


def unpickle_config(game_name: str, seats: int, options: bytes, seed: bytes, deck: Deck | None) -> SeriesConfig:
    """Return the configuration that was pickled as these values."""
    game = find_game(game_name)
    return SeriesConfig(game, seats, msgspec.json.decode(options, type=game.state.Options), seed, deck)


class Series:
    """Numbered matches of one game. Match number i depends on the seed and on i alone."""

    def __init__(self, config: SeriesConfig) -> None:
        self.config = config

    @property
    def game(self) -> Game:
        return self.config.game

    @property
    def seats(self) -> int:
        return self.config.seats

    @property
    def options(self) -> Options:
        return self.config.options

    @property
    def seed(self) -> bytes:
        return self.config.seed

    @property
    def deck(self) -> Deck | None:
        return self.config.deck

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from number `first` on by random moves, in compiled code, and return their results."""
        steps = np.zeros(count, np.int32)
        scores = np.zeros((count, self.seats), np.int32)
        returns = np.zeros((count, self.seats), np.float32)
        results = ResultArrays(steps, scores, returns)
        self.game.kernels.play_many(self.kernel_input, first, match_memory(self.game), results)
        return Results(steps, scores, returns)

    @property
    def kernel_input(self) -> SeriesInput:
        """Seats, settings and key of the series as one argument for kernels."""
        return series_input(self.game, self.seats, self.options, self.deck, self.seed)

    def match(self, index: int) -> tuple[Match, Array]:
        """Return match number `index` before its first move, and a fast generator for its random moves."""
        g, q = chance.new_generator(), fast_rng.new_generator()
        root = rule_array(chance.key_from_seed(self.seed))
        chance.derive_keys(root, index, self.game.kernels.MATCH_KEY_STREAM, rule_array(g))
        block = g[chance.BLOCK :]
        fast_rng.set_seed(rule_array(q), int(block[chance.KEY_WORDS]), int(block[chance.KEY_WORDS + 1]))
        seed = chance.seed_from_key(block)
        salt = hashlib.sha256(b"salt" + seed).digest()[:SALT_BYTES]
        return Match(self.game, seats=self.seats, options=self.options, deck=self.deck, seed=seed, salt=salt), q

    def played_match(self, index: int, most_moves: int | None = None) -> Match:
        """Return match number `index` with its moves. It ends in the state in which `play` ends it.

        It stops early after `most_moves` (default `max_steps`) moves, or at a move that a broken game refuses.
        """
        match, q = self.match(index)
        most = self.game.max_steps if most_moves is None else most_moves
        while not match.is_over and len(match.moves) < most:
            if play_random_move(match, q):
                break
        return match


def play_random_move(match: Match, q: Array) -> Refusal | None:
    """Make a random legal move with the fast generator `q`. Return None, or the refusal if the game is broken."""
    seat, action = match.random_move(q)
    return match.apply(seat, action, match.deadline_ms if seat == CLOCK else None)
