"""A match as OpenSpiel walks through it: first chance writes the seed byte by byte, then seats act.

Where several seats are awaited, chance says who is first. The clock moves by itself as soon as nobody
else can: time stands still while players think, as in our own random playouts.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from dottable.bots.chair import generator_of
from dottable.core.decks import Deck, read_deck
from dottable.core.game import Game
from dottable.core.log import spelled_options
from dottable.core.match import SALT_BYTES, Match, Move
from dottable.core.options import Options, read_options, spell_options
from dottable.core.record import Array
from dottable.core.registry import find_known
from dottable.core.seats import CLOCK, MAX_SEATS
from dottable.research.openspiel.recall import Recall, view_text

SEED_BYTES = 32
BYTES = 256
NOBODY = -1
LARGEST_DENOMINATOR = MAX_SEATS * (MAX_SEATS - 1)
"""Of a share of a win or loss (`seats.share_win`)."""
CLOSE = 1e-6
Outcomes = list[tuple[int, float]]
SEED_OUTCOMES: Outcomes = [(byte, 1 / BYTES) for byte in range(BYTES)]


class Setting(NamedTuple):
    """What a match is played with."""

    game: Game
    seats: int
    options: Options
    deck: Deck | None


class Moment:
    """One state of OpenSpiel's: the seed so far or a match, and who acts."""

    def __init__(self, setting: Setting, seed: bytes = b"") -> None:
        self.setting = setting
        self.seed = seed
        self.match: Match | None = None
        self.recall: Recall | None = None
        self.actor = NOBODY

    @property
    def is_chance(self) -> bool:
        return self.actor == NOBODY and not self.is_over

    @property
    def is_over(self) -> bool:
        return self.match is not None and self.actor == NOBODY and not self.match.to_act

    def outcomes(self) -> Outcomes:
        """What chance may do now, and how likely it is."""
        if self.match is None:
            return SEED_OUTCOMES
        awaited = seats_of(self.match)
        return [(seat, 1 / len(awaited)) for seat in awaited]

    def apply(self, action: int) -> None:
        """An outcome of chance, or the action of the seat that acts."""
        if self.match is None:
            self.write_seed(action)
        elif self.actor == NOBODY:
            self.actor = action
        else:
            self.move(self.actor, action)

    def write_seed(self, byte: int) -> None:
        self.seed += bytes([byte])
        if len(self.seed) == SEED_BYTES:
            self.begin(self.new_match())

    def new_match(self) -> Match:
        """The match of the seed, before its first move."""
        game, seats, options, deck = self.setting
        return Match(game, seats=seats, options=options, deck=deck, seed=self.seed, salt=bytes(SALT_BYTES))

    def begin(self, match: Match) -> None:
        """Go on with a match of which every seat has seen what it sees now."""
        self.match, self.recall = match, Recall(match)
        self.find_actor()

    def move(self, seat: int, action: int) -> None:
        """Play, and let the clock follow where only it is awaited."""
        assert self.match is not None
        assert self.recall is not None
        refused = self.match.apply(seat, action)
        if refused is not None:
            raise ValueError(f"Action {action} is not possible: {refused.sentence}")
        self.recall = self.recall.after(self.match)
        while self.match.to_act == (CLOCK,):
            self.match.pass_time()
            self.recall = self.recall.after(self.match)
        self.find_actor()

    def find_actor(self) -> None:
        assert self.match is not None
        awaited = seats_of(self.match)
        self.actor = awaited[0] if len(awaited) == 1 else NOBODY

    def legal(self, seat: int) -> list[int]:
        assert self.match is not None
        return self.match.legal(seat)

    def returns(self) -> list[float]:
        """Zero before the end; then the match's own, in double precision."""
        if self.match is None or not self.is_over:
            return [0.0] * self.setting.seats
        return [in_double_precision(value) for value in self.match.returns()]

    def view(self, seat: int) -> str:
        """What the seat sees, as JSON."""
        if self.match is None:
            return "before the deal"
        return view_text(self.match.game, self.match.state_bytes, seat).decode()

    def remembered(self, seat: int) -> bytes:
        """What the seat has done and seen, as a digest."""
        return b"" if self.recall is None else self.recall.digest(seat)

    def observation(self, seat: int) -> Array | None:
        """The seat's numbers; none before the deal."""
        return None if self.match is None else self.match.observation(seat)

    def imagine(self, seat: int, key: bytes) -> Moment:
        """A moment that may be this one for all the seat knows, and that it remembers as this one.

        What the others remember in it begins with what they see.
        """
        if self.match is None or self.recall is None:
            return Moment(self.setting)
        twin = Moment(self.setting, bytes(SEED_BYTES))
        twin.match = self.match.imagine(seat, generator_of(key))
        twin.recall = Recall(twin.match, {seat: self.recall.digest(seat)})
        twin.actor = self.actor
        return twin

    def __deepcopy__(self, memo: Any) -> Moment:
        twin = Moment(self.setting, self.seed)
        twin.match = None if self.match is None else self.match.copy()
        twin.recall, twin.actor = self.recall, self.actor
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        game, seats, options, deck = self.setting
        own = (deck.name, deck.text) if deck is not None and deck != game.house_deck else None
        names = (game.slug, seats, spell_options(options) or "none", own)
        return restore, (names, self.seed, self.pack())

    def pack(self) -> Any:
        """The match as plain bytes and numbers, for `unpack`."""
        if self.match is None or self.recall is None:
            return None
        return self.match.state_bytes, self.match.moves, self.recall.digests, self.actor

    def unpack(self, packed: Any) -> None:
        if packed is not None:
            raw, moves, digests, self.actor = packed
            self.match = self.new_match()
            self.match._states[:] = np.frombuffer(raw, self.setting.game.state.STATE)
            self.match.moves = [Move(*move) for move in moves]
            self.recall = Recall(self.match, dict(digests))

    def spell(self, action: int, *, is_chance: bool) -> str:
        """An action or an outcome of chance in few words."""
        if not is_chance:
            return self.setting.game.notation.write(action)
        return f"seed {action:02x}" if self.match is None else f"seat {action} is first"

    def __str__(self) -> str:
        """For people, and different whenever the states are."""
        if self.match is None:
            return f"seed {self.seed.hex() or 'not begun'}"
        who = "over" if self.is_over else "chance" if self.is_chance else f"seat {self.actor}"
        return f"{self.match.game.slug} after {len(self.match.moves)} moves, {who}, {self.match.state_hash}"


def in_double_precision(value: float) -> float:
    """The share of a win that a return stands for: OpenSpiel wants sums of zero to nine digits, we keep seven."""
    share = float(Fraction(value).limit_denominator(LARGEST_DENOMINATOR))
    return share if abs(share - value) < CLOSE else value


def seats_of(match: Match) -> tuple[int, ...]:
    """The awaited seats, without the clock."""
    awaited = match.to_act
    return awaited[:-1] if awaited and awaited[-1] == CLOCK else awaited


def restore(names: tuple[str, int, str, Any], seed: bytes, packed: Any) -> Moment:
    """A moment out of a pickle."""
    slug, seats, spelled, own = names
    game = find_known(slug)
    options = read_options(game.state.Options, spelled_options(spelled))
    deck = game.house_deck if own is None else read_deck(game, own[1], own[0])
    moment = Moment(Setting(game, seats, options, deck), seed)
    moment.unpack(packed)
    return moment
