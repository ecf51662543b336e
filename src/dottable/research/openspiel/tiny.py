"""Dots of 52 cards made tiny: one round with a few cards, in which every draw is a chance node.

The rules are those of `dots_52`, not a copy of them: a match is put into a position with few cards and
few turns left. When a move is about to draw a card, chance is asked which one, and the word that leads
to it is written into the match's generator. So the tree is finite, its probabilities are exact, and
OpenSpiel's exact algorithms run on it.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from dottable.core.chance import BLOCK, BLOCK_WORDS, USED
from dottable.core.match import Match
from dottable.core.registry import find_known
from dottable.games.dots_52.pieces import CARDS, EMPTY, PACK, card_text, value
from dottable.games.dots_52.scoring import PENALTY
from dottable.games.dots_52.state import OVER, ROUND_OVER, TURN
from dottable.games.dots_52.turn import TURNS_WITHOUT_CALL
from dottable.research.openspiel.door import PREFIX, MatchGame, type_of
from dottable.research.openspiel.moment import NOBODY, SEED_BYTES, Moment, Outcomes, Setting
from dottable.research.openspiel.recall import Recall

NAME = PREFIX + "tiny_dots_52"
SEATS = 2
SPECIFICATION = {"cards": "A♠ 4♠ 9♠ 9♥", "dealt": 1, "known": 1, "turns": 1}
"""The cards, how many each seat is dealt, how many of those it knows, and how many turns the round has."""
MOST_STEPS_OF_A_TURN = 8
NO_MOVE = (NOBODY, NOBODY)


class Tininess:
    """How tiny: the parameters, read and found right."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.params = params
        texts = str(params["cards"]).split()
        unknown = [text for text in texts if text not in CARDS]
        self.cards = [CARDS[text] for text in texts if text in CARDS]
        self.dealt, self.known, self.turns = (int(params[name]) for name in ("dealt", "known", "turns"))
        if unknown or len(set(self.cards)) != len(self.cards):
            raise ValueError(f"Cards are different ones like {card_text(0)}, with spaces between, not {texts}.")
        if not self.dealt >= 1 or len(self.cards) <= SEATS * self.dealt:
            raise ValueError("There must be cards to deal, and one left to draw.")
        if not (0 <= self.known <= self.dealt and 1 <= self.turns <= SEATS * TURNS_WITHOUT_CALL):
            raise ValueError("A seat knows none to all of its cards, and a round has 1 to 120 turns.")

    @property
    def most_points(self) -> int:
        return max(PENALTY, sum(int(value(card)) for card in self.cards))


class TinyMoment(Moment):
    """A round from its deal, card by card, to the reveal."""

    def __init__(self, tininess: Tininess) -> None:
        super().__init__(setting_of_tiny(), bytes(SEED_BYTES))
        self.tininess = tininess
        self.hands: tuple[int, ...] = ()
        self.drawing = NO_MOVE
        """The seat and the action that wait for a card."""

    @property
    def is_chance(self) -> bool:
        return self.drawing != NO_MOVE or super().is_chance

    @property
    def is_over(self) -> bool:
        return self.match is not None and int(self.match.record["phase"]) in (ROUND_OVER, OVER)

    def outcomes(self) -> Outcomes:
        """The cards that may be dealt or drawn, all equally likely; or who is first."""
        if self.match is None:
            cards = sorted(set(self.tininess.cards) - set(self.hands))
        elif self.drawing != NO_MOVE:
            cards = sorted(cards_to_draw(self.match))
        else:
            return super().outcomes()
        return [(card, 1 / len(cards)) for card in cards]

    def apply(self, action: int) -> None:
        if self.match is None:
            self.deal_card(action)
        elif self.drawing != NO_MOVE:
            self.draw_card(action)
        elif self.actor != NOBODY and draws(self.match, self.actor, action):
            self.drawing = (self.actor, action)
        else:
            super().apply(action)

    def deal_card(self, card: int) -> None:
        self.hands += (card,)
        if len(self.hands) == SEATS * self.tininess.dealt:
            match = self.new_match()
            write_position(match.record, self.tininess, self.hands)
            self.begin(match)

    def draw_card(self, card: int) -> None:
        """Make the move that waits for a card, with the generator's next word chosen so that it is this one."""
        assert self.match is not None
        cards, rng = cards_to_draw(self.match), self.match.record["rng"]
        # The middle of the card's share of all words: no draw rejects it.
        rng[BLOCK + BLOCK_WORDS - 1] = ((2 * cards.index(card) + 1) << 31) // len(cards)
        rng[USED] = BLOCK_WORDS - 1
        seat, action = self.drawing
        self.drawing = NO_MOVE
        self.move(seat, action)
        assert rng[USED] == BLOCK_WORDS, "a move draws one card"

    def find_actor(self) -> None:
        super().find_actor()
        if self.is_over:
            self.actor = NOBODY

    def returns(self) -> list[float]:
        """By how much the other has more points in this round, as a share of the most there can be."""
        if self.match is None or not self.is_over:
            return [0.0] * SEATS
        own, other = (int(points) for points in self.match.record["points"][:SEATS])
        lead = (other - own) / self.tininess.most_points
        return [lead, -lead]

    def imagine(self, seat: int, key: bytes) -> Moment:
        """What the seat does not know redrawn; before the deal is done there is nothing that it knows."""
        if self.match is None:
            return TinyMoment(self.tininess)
        imagined = super().imagine(seat, key)
        twin = self.twin(imagined.match, imagined.recall)
        twin.hands = ()
        return twin

    def twin(self, match: Match | None, recall: Recall | None) -> TinyMoment:
        twin = TinyMoment(self.tininess)
        twin.match, twin.recall = match, recall
        twin.actor, twin.hands, twin.drawing = self.actor, self.hands, self.drawing
        return twin

    def __deepcopy__(self, memo: Any) -> TinyMoment:
        return self.twin(None if self.match is None else self.match.copy(), self.recall)

    def __reduce__(self) -> tuple[Any, ...]:
        return restore_tiny, (self.tininess.params, self.hands, self.drawing, self.pack())

    def __str__(self) -> str:
        return f"{' '.join(map(card_text, self.hands))}, {self.drawing} is drawing, {super().__str__()}"

    def spell(self, action: int, *, is_chance: bool) -> str:
        if is_chance and (self.match is None or self.drawing != NO_MOVE):
            return card_text(action)
        return super().spell(action, is_chance=is_chance)


def setting_of_tiny() -> Setting:
    game = find_known("dots_52")
    return Setting(game, SEATS, game.state.Options(), None)


def restore_tiny(params: dict[str, Any], hands: tuple[int, ...], drawing: tuple[int, int], packed: Any) -> TinyMoment:
    """A moment out of a pickle."""
    moment = TinyMoment(Tininess(params))
    moment.hands, moment.drawing = hands, drawing
    moment.unpack(packed)
    return moment


def draws(match: Match, seat: int, action: int) -> bool:
    """Whether a move draws a card: found by trying it."""
    trial = match.copy()
    trial.apply(seat, action)
    return bool((trial.record["rng"] != match.record["rng"]).any())


def cards_to_draw(match: Match) -> list[int]:
    """The stock in the order of the record; if it is empty, what it will be rebuilt from (D15)."""
    record = match.record
    stock_left, pile_left = int(record["stock_left"]), int(record["pile_left"])
    cards = record["stock"][:stock_left] if stock_left else record["pile"][: pile_left - 1]
    return [int(card) for card in cards]


def write_position(record: Any, tininess: Tininess, hands: tuple[int, ...]) -> None:
    """The first turn of seat 0, after the peeks: few cards, and few turns until the round ends by itself (D16)."""
    stock = [card for card in tininess.cards if card not in hands]
    record["stock"][:] = EMPTY
    record["stock"][: len(stock)] = stock
    record["stock_left"] = len(stock)
    record["tableau"][:] = EMPTY
    for seat in range(SEATS):
        record["tableau"][seat, : tininess.dealt] = hands[seat * tininess.dealt : (seat + 1) * tininess.dealt]
        record["known_by"][seat, : tininess.known] = 1 << seat
        record["slots_used"][seat] = record["cards"][seat] = tininess.dealt
    record["dealer"], record["turn"] = 1, 0
    record["turns"] = SEATS * TURNS_WITHOUT_CALL - tininess.turns
    record["waiting"], record["phase"] = 0, TURN
    record["rng"][:] = 0
    record["rng"][USED] = BLOCK_WORDS


class TinyDots52(MatchGame):
    """`pyspiel.load_game("dottable_tiny_dots_52", {...})`: see SPECIFICATION for its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**SPECIFICATION, **(params or {})}
        self.tininess = Tininess(given)
        super().__init__(KIND, setting_of_tiny(), given)

    def numbers(self) -> Any:
        turns = self.tininess.turns + SEATS
        return pyspiel.GameInfo(
            num_distinct_actions=self.setting.game.state.ACTIONS.size,
            max_chance_outcomes=PACK,
            num_players=SEATS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=turns * MOST_STEPS_OF_A_TURN,
        )

    def max_chance_nodes_in_history(self) -> int:
        return SEATS * self.tininess.dealt + 2 * self.numbers().max_game_length

    def first_moment(self) -> Moment:
        return TinyMoment(self.tininess)


KIND = type_of(find_known("dots_52"), NAME, "Dots (52 cards), one tiny round", SPECIFICATION)


def register_tiny() -> str:
    """Make the tiny round known to OpenSpiel; its name."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(KIND, TinyDots52)
    return NAME
