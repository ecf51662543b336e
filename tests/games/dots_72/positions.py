"""Positions for the tests, built from card codes: a hand is `r r8 d3 b b8 d3`, a pile is written from its top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

from dottable.core.deck_files import Deck
from dottable.core.matches.match import Match
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array, rule_array
from dottable.core.registry import find_game
from dottable.games.dots_72.pieces import CARD_CODES, FACE_OF_CODE, NO_CARD
from dottable.games.dots_72.rules.hands import add_card, clear_hand
from dottable.games.dots_72.state import DISCARDING, EVERYBODY, START, Options, viewer_bit
from dottable.games.dots_72.view import notation
from dottable.games.dots_72.view.seat_view import PHASE_WORDS
from tests.present import present

from . import oracle

GAME = find_game("dots_72")

COMPLETE = "r r8 d3 b b8 d4"
"""Two sets with an 8, worth 50 points."""
NOTHING = "r r r8 r8 r8 r8"
"""Six cards that contain no set."""


def new_match(
    seats: int = 2, *, seed: int = 0, reshuffle: bool = False, deck: Deck | None = None, memory: bool = True
) -> Match:
    """Return a match at its start. Equal seeds give equal matches."""
    options = Options(reshuffle=reshuffle, memory="on" if memory else "off")
    return Match(GAME, seats=seats, options=options, deck=deck, seed=seed.to_bytes(32, "little"), salt=b"")


def faces(cards: str) -> list[int]:
    return [FACE_OF_CODE[code] for code in cards.split()]


def table(
    *hands: str,
    seats: int = 2,
    pile: str | None = None,
    discards: str = "y8",
    known_pile: bool = False,
    deck: Deck | None = None,
    reshuffle: bool = False,
    seed: int = 0,
    memory: bool = True,
) -> Match:
    """Return a match with seat 0 to move and the last seat as dealer.

    It is the start of a turn, or its end if seat 0 has seven cards. Hands that are not given, and the draw pile,
    consist of the remaining cards.
    """
    match = new_match(seats, deck=deck, reshuffle=reshuffle, seed=seed, memory=memory)
    s = match.state
    left = Counter(s.cards.tolist())
    left.subtract(face for cards in (*hands, discards, pile or "") for face in faces(cards))
    assert min(left.values()) >= 0, "the deck has no such cards"
    rest = list(left.elements())
    Random(7).shuffle(rest)
    s.turn, s.dealer, s.pile_is_known = 0, seats - 1, known_pile
    s.first_discard = NO_CARD  # there is no public history
    for seat in range(seats):
        hand = faces(hands[seat]) if seat < len(hands) else [rest.pop() for _ in range(6)]
        set_hand(match, seat, hand)
    s.phase = DISCARDING if s.held[0] == 7 else START
    set_pile(match, rest if pile is None else faces(pile)[::-1])
    set_discards(match, faces(discards)[::-1])
    return match


def set_hand(match: Match, seat: int, hand: list[int]) -> None:
    clear_hand(match.state, seat)
    for face in hand:
        add_card(match.state, seat, face, viewer_bit(seat))


def set_pile(match: Match, cards: list[int]) -> None:
    for k in range(72):
        match.state.pile[k] = cards[k] if k < len(cards) else NO_CARD
    match.state.pile_left = len(cards)


def set_discards(match: Match, cards: list[int]) -> None:
    for k in range(72):
        match.state.discards[k] = cards[k] if k < len(cards) else NO_CARD
    match.state.discards_left = len(cards)


def show(match: Match, seat: int) -> Match:
    """Show a hand to all players, as after a call."""
    for k in range(int(match.state.held[seat])):
        match.state.known[seat, k] = EVERYBODY
    return match


def moves(match: Match, seat: int | None = None) -> list[str]:
    """Return the legal moves of a seat, by default of the seat to move."""
    return [notation.write_action(action) for action in match.legal(match.to_act[0] if seat is None else seat)]


def play(match: Match, *texts: str) -> Match:
    """Make these moves, each by the seat to move (the lowest seat that must choose), and return the match."""
    for text in texts:
        refused = match.apply(match.to_act[0], notation.read_action(text))
        assert refused is None, refused
    return match


def refusal(match: Match, text: str, seat: int | None = None) -> int | None:
    """Return the reason code for a move; None if it would be accepted."""
    refused = match.refusal(match.to_act[0] if seat is None else seat, notation.read_action(text))
    return refused.code if refused else None


def hand(match: Match, seat: int) -> str:
    return " ".join(cards_of(match, seat))


def cards_of(match: Match, seat: int) -> tuple[str, ...]:
    return codes(match.state.hand[seat].tolist()[: int(match.state.held[seat])])


def codes(cards: list[int]) -> tuple[str, ...]:
    return tuple(CARD_CODES[face] for face in cards)


def pile(match: Match) -> tuple[str, ...]:
    """Return the draw pile from its top."""
    return codes(match.state.pile.tolist()[: int(match.state.pile_left)])[::-1]


def discards(match: Match) -> tuple[str, ...]:
    """Return the discards from the top card."""
    return codes(match.state.discards.tolist()[: int(match.state.discards_left)])[::-1]


def known(match: Match, viewer: int, seat: int) -> str:
    """Return the cards of a hand that a viewer knows, with `!` after cards that all players are known to know."""
    cards = match.view(viewer).hands[seat].cards
    return " ".join(f"{card.code}{'!' if card.shown else ''}" for card in cards)


def generator(number: int) -> Array:
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(number.to_bytes(32, "little"))))
    return g


def play_randomly(match: Match, rng: Random) -> Iterator[tuple[int, int]]:
    """Play random legal moves to the end, and yield each move before it is made."""
    while not match.is_over:
        seat = rng.choice(match.to_act)
        action = rng.choice(match.legal(seat))
        yield seat, action
        assert match.apply(seat, action) is None


@cache
def deck_for_oracle(text: str) -> oracle.Deck:
    """Return the deck of a file in the form of the oracle."""
    return oracle.Deck(text)


def for_oracle(match: Match) -> oracle.Position:
    """Return the position of a match in the form of the oracle."""
    s = match.state
    chosen = [None if face == NO_CARD else CARD_CODES[face] for face in s.chosen.tolist()[: match.seats]]
    return oracle.Position(
        phase=PHASE_WORDS[int(s.phase)],
        turn=int(s.turn),
        dealer=int(s.dealer),
        hands=tuple(tuple(sorted(cards_of(match, seat))) for seat in range(match.seats)),
        pile=pile(match),
        discards=discards(match),
        called=bool(s.called),
        takes=int(s.takes),
        turn_overs=int(s.turn_overs),
        void_hands=int(s.void_hands),
        chosen=tuple(chosen),
        scores=tuple(s.scores.tolist()[: match.seats]),
        deck=deck_for_oracle(present(match.deck).text),
    )
