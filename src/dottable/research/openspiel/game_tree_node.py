"""A match as a node of OpenSpiel's game tree. Chance nodes first determine the seed byte by byte, then seats act.

If several seats may act, a chance node chooses the first. The clock moves automatically when no seat can act. So
virtual time does not advance while a seat can act, as in our random playouts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from dottable.core.deck_files import Deck, read_deck
from dottable.core.game import Game
from dottable.core.matches.match import SALT_BYTES, Match, Move
from dottable.core.matches.match_log import parse_options_text
from dottable.core.options import Options, format_options, read_options
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.record import Array
from dottable.core.primitives.seats import CLOCK, MAX_SEATS
from dottable.core.registry import find_known_game
from dottable.research.openspiel.action_observation_history import ActionObservationHistory, view_json

SEED_BYTES = 32
BYTE_VALUE_COUNT = 256
NO_SEAT = -1
MAX_RETURN_DENOMINATOR = MAX_SEATS * (MAX_SEATS - 1)
"""Largest denominator of a return. Wins and losses are shared equally (`seats.share_win`)."""
FLOAT32_TOLERANCE = 1e-6
"""Largest rounding error of a return stored as float32."""
ChanceOutcomes = list[tuple[int, float]]
SEED_BYTE_OUTCOMES: ChanceOutcomes = [(byte, 1 / BYTE_VALUE_COUNT) for byte in range(BYTE_VALUE_COUNT)]


class MatchConfig(NamedTuple):
    """The game, seats, options and deck of a match."""

    game: Game
    seats: int
    options: Options
    deck: Deck | None


class MatchNode:
    """A mutable node of the game tree. It holds the seed bytes so far or a running match, and the seat to act."""

    def __init__(self, config: MatchConfig, seed: bytes = b"") -> None:
        self.config = config
        self.seed = seed
        self.match: Match | None = None
        self.history: ActionObservationHistory | None = None
        self.actor = NO_SEAT

    @property
    def is_chance(self) -> bool:
        return self.actor == NO_SEAT and not self.is_terminal

    @property
    def is_terminal(self) -> bool:
        return self.match is not None and self.actor == NO_SEAT and not self.match.to_act

    def chance_outcomes(self) -> ChanceOutcomes:
        """Return every outcome of this chance node with its probability."""
        if self.match is None:
            return SEED_BYTE_OUTCOMES
        seats = active_seats(self.match)
        return [(seat, 1 / len(seats)) for seat in seats]

    def apply(self, action: int) -> None:
        """Apply a chance outcome, or an action of the seat to act."""
        if self.match is None:
            self.append_seed_byte(action)
        elif self.actor == NO_SEAT:
            self.actor = action
        else:
            self.play(self.actor, action)

    def append_seed_byte(self, byte: int) -> None:
        self.seed += bytes([byte])
        if len(self.seed) == SEED_BYTES:
            self.set_match(self.new_match())

    def new_match(self) -> Match:
        """Return a new match with the node's seed, before its first move."""
        game, seats, options, deck = self.config
        return Match(game, seats=seats, options=options, deck=deck, seed=self.seed, salt=bytes(SALT_BYTES))

    def set_match(self, match: Match) -> None:
        """Set the match of this node. The history of every seat starts at its current view."""
        self.match, self.history = match, ActionObservationHistory(match)
        self.update_actor()

    def play(self, seat: int, action: int) -> None:
        """Play a move, then the moves of the clock while no seat can act."""
        assert self.match is not None
        assert self.history is not None
        refused = self.match.apply(seat, action)
        if refused is not None:
            raise ValueError(f"Action {action} is not possible: {refused.sentence}")
        self.history = self.history.extended_by_last_move(self.match)
        while self.match.to_act == (CLOCK,):
            self.match.apply_clock_move()
            self.history = self.history.extended_by_last_move(self.match)
        self.update_actor()

    def update_actor(self) -> None:
        """Set `actor` to the only active seat, or to NO_SEAT if a chance node must choose a seat."""
        assert self.match is not None
        seats = active_seats(self.match)
        self.actor = seats[0] if len(seats) == 1 else NO_SEAT

    def legal(self, seat: int) -> list[int]:
        assert self.match is not None
        return self.match.legal(seat)

    def returns(self) -> list[float]:
        """Return the utility of every seat in double precision; zeros before the end."""
        if self.match is None or not self.is_terminal:
            return [0.0] * self.config.seats
        return [exact_return(value) for value in self.match.returns()]

    def view(self, seat: int) -> str:
        """Return the seat's view as JSON."""
        if self.match is None:
            return "before the deal"
        return view_json(self.match.game, self.match.state_bytes, seat).decode()

    def history_digest(self, seat: int) -> bytes:
        """Return the digest of the seat's action-observation history; empty before the deal."""
        return b"" if self.history is None else self.history.digest(seat)

    def observation(self, seat: int) -> Array | None:
        """Return the seat's observation tensor; None before the deal."""
        return None if self.match is None else self.match.observation(seat)

    def determinize(self, seat: int, key: bytes) -> MatchNode:
        """Return a node sampled from the seat's information set, with a random key.

        The seat keeps its history. The histories of the other seats start at their views in the sample.
        """
        if self.match is None or self.history is None:
            return MatchNode(self.config)
        sample = MatchNode(self.config, bytes(SEED_BYTES))
        sample.match = self.match.determinize(seat, seeded_generator(key))
        sample.history = ActionObservationHistory(sample.match, {seat: self.history.digest(seat)})
        sample.actor = self.actor
        return sample

    def __deepcopy__(self, memo: Any) -> MatchNode:
        copy = MatchNode(self.config, self.seed)
        copy.match = None if self.match is None else self.match.copy()
        copy.history, copy.actor = self.history, self.actor
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        game, seats, options, deck = self.config
        custom_deck = (deck.name, deck.text) if deck is not None and deck != game.house_deck else None
        names = (game.slug, seats, format_options(options) or "none", custom_deck)
        return unpickle_node, (names, self.seed, self.pack_match())

    def pack_match(self) -> Any:
        """Return the match as bytes and numbers for `unpack`; None before the deal."""
        if self.match is None or self.history is None:
            return None
        match = self.match
        return match.state_bytes, match.moves, match.known_history, self.history.digests, self.actor

    def unpack_match(self, packed: Any) -> None:
        if packed is not None:
            raw, moves, known_history, digests, self.actor = packed
            self.match = self.new_match()
            self.match._states[:] = np.frombuffer(raw, self.config.game.state.STATE)
            self.match.moves, self.match.known_history = [Move(*move) for move in moves], known_history
            self.history = ActionObservationHistory(self.match, dict(digests))

    def action_text(self, action: int, *, is_chance: bool) -> str:
        """Return an action in the game's notation, or the description of a chance outcome."""
        if not is_chance:
            return self.config.game.view.write_action(action)
        return f"seed {action:02x}" if self.match is None else f"seat {action} is first"

    def __str__(self) -> str:
        """Return a readable text. Two different states have different texts."""
        if self.match is None:
            return f"seed {self.seed.hex() or 'not begun'}"
        actor = "over" if self.is_terminal else "chance" if self.is_chance else f"seat {self.actor}"
        return f"{self.match.game.slug} after {len(self.match.moves)} moves, {actor}, {self.match.state_hash}"


def exact_return(value: float) -> float:
    """Return in double precision the fraction that a float32 return stands for; any other value unchanged.

    Returns are fractions with small denominators. OpenSpiel checks zero sums to nine digits, but float32 has only
    seven.
    """
    share = float(Fraction(value).limit_denominator(MAX_RETURN_DENOMINATOR))
    return share if abs(share - value) < FLOAT32_TOLERANCE else value


def active_seats(match: Match) -> tuple[int, ...]:
    """Return the players' seats that may act now. The clock's seat is left out."""
    seats = match.to_act
    return seats[:-1] if seats and seats[-1] == CLOCK else seats


def unpickle_node(names: tuple[str, int, str, Any], seed: bytes, packed: Any) -> MatchNode:
    """Return the MatchNode for the values that `MatchNode.__reduce__` has pickled."""
    slug, seats, spelled, custom_deck = names
    game = find_known_game(slug)
    options = read_options(game.state.Options, parse_options_text(spelled))
    deck = game.house_deck if custom_deck is None else read_deck(game, custom_deck[1], custom_deck[0])
    node = MatchNode(MatchConfig(game, seats, options, deck), seed)
    node.unpack_match(packed)
    return node
