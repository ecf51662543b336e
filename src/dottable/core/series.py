"""Series: numbered matches of one game under one seed, the same whoever plays them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np

from dottable.core import chance, quick
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.match import SALT_BYTES, Match
from dottable.core.options import Options, settings
from dottable.core.record import Array, for_rules
from dottable.core.refusals import Refusal
from dottable.core.registry import find, name_of
from dottable.core.seats import CLOCK


@dataclass(frozen=True)
class Results:
    """Steps, scores and returns of every match, in the order of the series."""

    steps: Array
    scores: Array
    returns: Array
    races: Array | None = None
    """How often each seat was first when several were awaited; only known in virtual time."""
    notes: Array | None = None
    """What happened in every match, if somebody took notes; see `lab/notes.py`."""


def seed_from(text: str) -> bytes:
    """A 256-bit seed from any text or number; 64 hexadecimal digits are taken as they are."""
    if len(text) == 64:
        try:
            return bytes.fromhex(text)
        except ValueError:
            pass
    return hashlib.sha256(text.encode()).digest()


class Series:
    """Match number i of a series depends on the seed and on i alone."""

    def __init__(self, game: Game, *, seats: int, options: Options, seed: bytes, deck: Deck | None = None) -> None:
        game.check_seats(seats)
        self.game, self.seats, self.options, self.seed = game, seats, options, seed
        self.deck = deck if deck is not None else game.house_deck

    def __reduce__(self) -> Any:
        """It travels to other processes by names: compiled code does not."""
        deck = None if self.deck == self.game.house_deck else self.deck
        options = msgspec.json.encode(self.options)
        return rebuilt, (type(self), name_of(self.game), self.seats, options, self.seed, deck, self._more())

    def _more(self) -> dict[str, Any]:
        """What a series of another kind is made of besides."""
        return {}

    def play(self, first: int, count: int) -> Results:
        """Play `count` matches from number `first` on, in compiled code."""
        steps = np.zeros(count, np.int32)
        scores = np.zeros((count, self.seats), np.int32)
        returns = np.zeros((count, self.seats), np.float32)
        state = self.game.state
        self.game.kernels.play_many(
            *(for_rules(np.zeros(1, state.STATE)) for _ in range(2)),
            for_rules(chance.key_of(self.seed)),
            first,
            self.seats,
            for_rules(settings(self.options, self.deck)),
            for_rules(chance.generator()),
            for_rules(quick.generator()),
            for_rules(np.zeros(state.ACTIONS.size, np.int32)),
            *map(for_rules, (steps, scores, returns)),
        )
        return Results(steps, scores, returns)

    def match(self, index: int) -> tuple[Match, Array]:
        """Match number `index` before its first move, and the luck of its random players."""
        g, q = chance.generator(), quick.generator()
        root = for_rules(chance.key_of(self.seed))
        chance.derive(root, index, self.game.kernels.MATCH_STREAM, for_rules(g))
        block = g[chance.BLOCK :]
        quick.start(for_rules(q), int(block[chance.KEY_WORDS]), int(block[chance.KEY_WORDS + 1]))
        seed = chance.seed_of(block)
        salt = hashlib.sha256(b"salt" + seed).digest()[:SALT_BYTES]
        return Match(self.game, seats=self.seats, options=self.options, deck=self.deck, seed=seed, salt=salt), q

    def record(self, index: int, most_moves: int | None = None) -> Match:
        """Match number `index`, played move by move with a history; it ends as `play` ends it.

        It is left unfinished after `most_moves` (or `max_steps`) moves, or at a move that a broken game refuses.
        """
        match, q = self.match(index)
        most = self.game.max_steps if most_moves is None else most_moves
        while not match.is_over and len(match.moves) < most:
            if play_random(match, q):
                break
        return match


def rebuilt(
    kind: type[Series],
    game_name: str,
    seats: int,
    options: bytes,
    seed: bytes,
    deck: Deck | None,
    more: dict[str, Any],
) -> Series:
    """A series as it arrives in another process."""
    game = find(game_name)
    chosen = msgspec.json.decode(options, type=game.state.Options)
    return kind(game, seats=seats, options=chosen, seed=seed, deck=deck, **more)


def play_random(match: Match, q: Array) -> Refusal | None:
    """One random legal move of a seat that the match waits for, by the luck of `q`."""
    seat, action = match.random_move(q)
    return match.apply(seat, action, match.deadline_ms if seat == CLOCK else None)
