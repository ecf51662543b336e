"""A tiny variant of `dots_52` for exact algorithms: one round with few cards, in which every draw is a chance node.

It uses the rules of `dots_52`: a match is set to a position with few cards and few turns left. Before a move draws a
card, a chance node chooses the card. The random word that yields this card is then written into the match's generator.
So the game tree is finite and its probabilities are exact.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from dottable.core.matches.match import Match
from dottable.core.primitives.chance import BLOCK, BLOCK_WORDS, USED
from dottable.core.registry import find_known_game
from dottable.games.dots_52.pieces import CARD_BY_TEXT, CARD_COUNT, NO_CARD, card_points, card_text
from dottable.games.dots_52.rules.scoring import LOST_CALL_PENALTY
from dottable.games.dots_52.rules.turn_order import TURNS_WITHOUT_CALL
from dottable.games.dots_52.state import OVER, ROUND_OVER, TURN_START
from dottable.research.openspiel.action_observation_history import ActionObservationHistory
from dottable.research.openspiel.game import GAME_NAME_PREFIX, MatchGame, game_type_of
from dottable.research.openspiel.game_tree_node import NO_SEAT, SEED_BYTES, ChanceOutcomes, MatchConfig, MatchNode

TINY_GAME_NAME = GAME_NAME_PREFIX + "tiny_dots_52"
SEATS = 2
DEFAULT_PARAMETERS = {"cards": "A♠ 4♠ 9♠ 9♥", "dealt": 1, "known": 1, "turns": 1}
"""Parameters: all cards, number of cards dealt per seat, number of dealt cards that their owner has seen, turns of the
round."""
MAX_TURNS = SEATS * TURNS_WITHOUT_CALL
MAX_STEPS_PER_TURN = 8
NO_PENDING_DRAW = (NO_SEAT, NO_SEAT)


class TinyParameters:
    """Validated parameters of the tiny variant."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.params = params
        texts = str(params["cards"]).split()
        unknown = [text for text in texts if text not in CARD_BY_TEXT]
        self.cards = [CARD_BY_TEXT[text] for text in texts if text in CARD_BY_TEXT]
        self.dealt, self.known, self.turns = (int(params[name]) for name in ("dealt", "known", "turns"))
        if unknown or len(set(self.cards)) != len(self.cards):
            raise ValueError(f"Invalid cards {texts}. Give different cards like {card_text(0)}, separated by spaces.")
        if not self.dealt >= 1 or len(self.cards) <= SEATS * self.dealt:
            raise ValueError("Deal at least one card per seat, and leave at least one card to draw.")
        if not (0 <= self.known <= self.dealt and 1 <= self.turns <= MAX_TURNS):
            raise ValueError(f"'known' must be 0 to {self.dealt}, and 'turns' 1 to {MAX_TURNS}.")

    @property
    def max_points(self) -> int:
        """Return the maximum points that a seat can get in the round."""
        return max(LOST_CALL_PENALTY, sum(int(card_points(card)) for card in self.cards))


class TinyNode(MatchNode):
    """A node of the tiny variant, from the first card of the deal to the reveal."""

    def __init__(self, parameters: TinyParameters) -> None:
        super().__init__(tiny_config(), bytes(SEED_BYTES))
        self.parameters = parameters
        self.hands: tuple[int, ...] = ()
        """Cards dealt so far, starting with those of seat 0."""
        self.pending_draw = NO_PENDING_DRAW
        """Seat and action of a move whose card a chance node still has to choose."""

    @property
    def is_chance(self) -> bool:
        return self.pending_draw != NO_PENDING_DRAW or super().is_chance

    @property
    def is_terminal(self) -> bool:
        return self.match is not None and int(self.match.record["phase"]) in (ROUND_OVER, OVER)

    def chance_outcomes(self) -> ChanceOutcomes:
        """Return the outcomes of this chance node, all equally likely.

        They are the cards that may be dealt or drawn, or the seats that may act first.
        """
        if self.match is None:
            cards = sorted(set(self.parameters.cards) - set(self.hands))
        elif self.pending_draw != NO_PENDING_DRAW:
            cards = sorted(cards_to_draw(self.match))
        else:
            return super().chance_outcomes()
        return [(card, 1 / len(cards)) for card in cards]

    def apply(self, action: int) -> None:
        if self.match is None:
            self.deal_card(action)
        elif self.pending_draw != NO_PENDING_DRAW:
            self.draw_card(action)
        elif self.actor != NO_SEAT and draws_card(self.match, self.actor, action):
            self.pending_draw = (self.actor, action)
        else:
            super().apply(action)

    def deal_card(self, card: int) -> None:
        self.hands += (card,)
        if len(self.hands) == SEATS * self.parameters.dealt:
            match = self.new_match()
            write_position(match.record, self.parameters, self.hands)
            self.set_match(match)

    def draw_card(self, card: int) -> None:
        """Play the pending move so that it draws `card`, by setting the next random word of the generator."""
        assert self.match is not None
        cards, rng = cards_to_draw(self.match), self.match.record["rng"]
        # A word in the middle of the card's range, which `chance.random_below` never rejects.
        rng[BLOCK + BLOCK_WORDS - 1] = ((2 * cards.index(card) + 1) << 31) // len(cards)
        rng[USED] = BLOCK_WORDS - 1
        seat, action = self.pending_draw
        self.pending_draw = NO_PENDING_DRAW
        self.play(seat, action)
        assert rng[USED] == BLOCK_WORDS, "a move draws one card"

    def update_actor(self) -> None:
        super().update_actor()
        if self.is_terminal:
            self.actor = NO_SEAT

    def returns(self) -> list[float]:
        """Return each seat's lead in points as a fraction of `max_points`. Fewer points are better."""
        if self.match is None or not self.is_terminal:
            return [0.0] * SEATS
        own, other = (int(points) for points in self.match.record["points"][:SEATS])
        lead = (other - own) / self.parameters.max_points
        return [lead, -lead]

    def determinize(self, seat: int, key: bytes) -> MatchNode:
        """Return a node sampled from the seat's information set. During the deal, return a new root."""
        if self.match is None:
            return TinyNode(self.parameters)
        sample = super().determinize(seat, key)
        node = self.copy_with(sample.match, sample.history)
        node.hands = ()
        return node

    def copy_with(self, match: Match | None, history: ActionObservationHistory | None) -> TinyNode:
        """Return a copy of this node with another match and history."""
        node = TinyNode(self.parameters)
        node.match, node.history = match, history
        node.actor, node.hands, node.pending_draw = self.actor, self.hands, self.pending_draw
        return node

    def __deepcopy__(self, memo: Any) -> TinyNode:
        return self.copy_with(None if self.match is None else self.match.copy(), self.history)

    def __reduce__(self) -> tuple[Any, ...]:
        return unpickle_tiny_node, (self.parameters.params, self.hands, self.pending_draw, self.pack_match())

    def __str__(self) -> str:
        return f"{' '.join(map(card_text, self.hands))}, pending draw {self.pending_draw}, {super().__str__()}"

    def action_text(self, action: int, *, is_chance: bool) -> str:
        if is_chance and (self.match is None or self.pending_draw != NO_PENDING_DRAW):
            return card_text(action)
        return super().action_text(action, is_chance=is_chance)


def tiny_config() -> MatchConfig:
    game = find_known_game("dots_52")
    return MatchConfig(game, SEATS, game.state.Options(), None)


def unpickle_tiny_node(
    params: dict[str, Any], hands: tuple[int, ...], pending: tuple[int, int], packed: Any
) -> TinyNode:
    """Return the TinyNode for the values that `TinyNode.__reduce__` has pickled."""
    node = TinyNode(TinyParameters(params))
    node.hands, node.pending_draw = hands, pending
    node.unpack_match(packed)
    return node


def draws_card(match: Match, seat: int, action: int) -> bool:
    """Return whether a move draws a card. The move is played on a copy, and the random generators are compared."""
    trial = match.copy()
    trial.apply(seat, action)
    return bool((trial.record["rng"] != match.record["rng"]).any())


def cards_to_draw(match: Match) -> list[int]:
    """Return the cards of the stock in record order.

    If it is empty, the cards from which it will be rebuilt (ruling D15).
    """
    record = match.record
    stock_left, pile_left = int(record["stock_left"]), int(record["pile_left"])
    cards = record["stock"][:stock_left] if stock_left else record["pile"][: pile_left - 1]
    return [int(card) for card in cards]


def write_position(record: Any, parameters: TinyParameters, hands: tuple[int, ...]) -> None:
    """Set the record to seat 0's first turn after the peeks, with few cards and few turns left (ruling D16)."""
    dealt = parameters.dealt
    stock = [card for card in parameters.cards if card not in hands]
    record["stock"][:] = NO_CARD
    record["stock"][: len(stock)] = stock
    record["stock_left"] = len(stock)
    record["tableau"][:] = NO_CARD
    for seat in range(SEATS):
        record["tableau"][seat, :dealt] = hands[seat * dealt : (seat + 1) * dealt]
        record["known_by"][seat, : parameters.known] = 1 << seat
        record["slots_used"][seat] = record["cards"][seat] = dealt
    record["dealer"], record["turn"] = 1, 0
    record["turns"] = MAX_TURNS - parameters.turns
    record["waiting"], record["phase"] = 0, TURN_START
    record["rng"][:] = 0
    record["rng"][USED] = BLOCK_WORDS


class TinyDots52(MatchGame):
    """The game behind `pyspiel.load_game("dottable_tiny_dots_52", {...})`; DEFAULT_PARAMETERS lists its parameters."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        merged = {**DEFAULT_PARAMETERS, **(params or {})}
        self.parameters = TinyParameters(merged)
        super().__init__(GAME_TYPE, tiny_config(), merged)

    def game_info(self) -> Any:
        return pyspiel.GameInfo(
            num_distinct_actions=self.config.game.state.ACTIONS.size,
            max_chance_outcomes=CARD_COUNT,
            num_players=SEATS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=(self.parameters.turns + SEATS) * MAX_STEPS_PER_TURN,
        )

    def max_chance_nodes_in_history(self) -> int:
        return SEATS * self.parameters.dealt + 2 * self.game_info().max_game_length

    def root_node(self) -> MatchNode:
        return TinyNode(self.parameters)


GAME_TYPE = game_type_of(
    find_known_game("dots_52"), TINY_GAME_NAME, "Dots (52 cards), one tiny round", DEFAULT_PARAMETERS
)


def register_tiny() -> str:
    """Register the tiny variant with OpenSpiel and return its name."""
    if TINY_GAME_NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, TinyDots52)
    return TINY_GAME_NAME
