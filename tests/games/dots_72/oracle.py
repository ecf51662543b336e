"""A test oracle: DOTS (72 cards) in plain Python, written from the rulings B1-B15 alone.

It imports nothing from dottable. A card is a code like `r8`, a move is a text like `discard:r8`. Both piles are written
from the top. The score of a hand is found by trying all combinations.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path

HOUSE_FILE = Path(__file__).parents[3] / "src" / "dottable" / "games" / "dots_72" / "deck" / "house.toml"
LETTERS = {"black": "k"}
"""Letters of colours whose letter is not the first of their name."""
NUMBER_POINTS = {2: 100, 4: 50, 6: 50, 8: 25}
WILD_KIND = {"ws": "swatch", "wn": "number", "wd": "dots"}

Cards = tuple[str, ...]


def letter_of(colour: str) -> str:
    return LETTERS.get(colour, colour[0])


class Deck:
    """The cards of a deck file. Equal DOTS cards share the code of the first of them."""

    def __init__(self, text: str) -> None:
        table = tomllib.loads(text)
        self.cards = [letter_of(colour) for colour, count in table["swatches"].items() for _ in range(count)]
        for colour, counts in table["numbers"].items():
            self.cards += [f"{letter_of(colour)}{number}" for number, count in counts.items() for _ in range(count)]
        self.cards += [wild for wild, kind in WILD_KIND.items() for _ in range(table["wilds"][kind])]
        dots = [{letter_of(colour): count for colour, count in card.items() if count} for card in table["dots"]]
        self.cards += [f"d{dots.index(card) + 1}" for card in dots]
        self.dots = {f"d{dots.index(card) + 1}": card for card in dots}
        self.natural = {
            kind: sorted({card for card in self.cards if card not in WILD_KIND and kind_of(card) == kind})
            for kind in WILD_KIND.values()
        }
        """The different natural cards of each kind."""


def kind_of(card: str) -> str:
    if card in WILD_KIND:
        return WILD_KIND[card]
    if card[0] == "d":
        return "dots"
    return "swatch" if len(card) == 1 else "number"


HOUSE = Deck(HOUSE_FILE.read_text())


def natural_points(deck: Deck, swatch: str, number: str, dots: str) -> int:
    """Return the points of three natural cards as a set; 0 if they are not a set (B8, B11)."""
    colour, value = number[0], int(number[1])
    if swatch != colour or deck.dots[dots].get(colour, 0) != value:
        return 0
    return NUMBER_POINTS[value]


@cache
def set_points(deck: Deck, cards: Cards) -> int:
    """Return the maximum points of three cards as a set; each wild is tried as every card of its kind (B8, B12)."""
    if sorted(map(kind_of, cards)) != ["dots", "number", "swatch"]:
        return 0
    if set(cards) == set(WILD_KIND):
        return 250
    best = 0
    for stand_ins in product(*(deck.natural[kind_of(card)] if card in WILD_KIND else [card] for card in cards)):
        by_kind = {kind_of(card): card for card in stand_ins}
        best = max(best, natural_points(deck, by_kind["swatch"], by_kind["number"], by_kind["dots"]))
    return best


@cache
def hand_points(hand: Cards, deck: Deck = HOUSE) -> int:
    """Return the maximum points of six cards over all ways to make two sets; 0 if there is none (B11, B12)."""
    best = 0
    for three in combinations(range(6), 3):
        first = tuple(sorted(hand[k] for k in three))
        second = tuple(sorted(hand[k] for k in range(6) if k not in three))
        points = (set_points(deck, first), set_points(deck, second))
        if 0 in points:
            continue
        swatches = [card for card in hand if card not in WILD_KIND and kind_of(card) == "swatch"]
        doubles = not set(hand) & set(WILD_KIND) and len(set(swatches)) == 1
        best = max(best, sum(points) * (2 if doubles else 1))
    return best


@dataclass(frozen=True)
class Position:
    """The position of a match without its random generator.

    Hands are sorted; `chosen` is the card that a seat will pass.
    """

    phase: str
    turn: int
    dealer: int
    hands: tuple[Cards, ...]
    pile: Cards
    discards: Cards
    called: bool
    takes: int
    turn_overs: int
    void_hands: int
    chosen: tuple[str | None, ...]
    scores: tuple[int, ...]
    deck: Deck = HOUSE

    @property
    def seats(self) -> int:
        return len(self.hands)

    def with_hand(self, seat: int, hand: list[str]) -> Position:
        return replace(self, hands=(*self.hands[:seat], tuple(sorted(hand)), *self.hands[seat + 1 :]))


def without(cards: Cards, card: str) -> list[str]:
    rest = list(cards)
    rest.remove(card)
    return rest


def awaited(p: Position) -> set[int]:
    if p.phase == "pass":
        return {seat for seat in range(p.seats) if p.chosen[seat] is None}
    if p.phase == "hand over":
        return {(p.dealer + 1) % p.seats}
    return set() if p.phase == "over" else {p.turn}


def legal(p: Position, seat: int) -> set[str]:
    """Return every legal move of a seat (B6, B7, B9, B10, B15)."""
    if seat not in awaited(p):
        return set()
    hand = p.hands[seat]
    if p.phase == "pass":
        return {f"pass:{card}" for card in hand}
    if p.phase == "hand over":
        return {"deal"}
    if p.phase == "start":
        take = {"take"} if p.discards and p.takes < 12 else set()
        return {"draw"} | take | (set() if p.called else {"call"})
    calls = {f"call:{card}" for card in hand if not p.called or hand_points(tuple(without(hand, card)), p.deck)}
    return {f"discard:{card}" for card in hand} | calls


def play(p: Position, seat: int, move: str) -> Position:
    """Return the position after a move. Random results of a deal or a shuffle are not included."""
    verb, _, card = move.partition(":")
    if verb in ("draw", "take"):
        return pick_up(p, seat, verb)
    if verb == "discard" or (verb == "call" and card):
        p = p.with_hand(seat, without(p.hands[seat], card))
        p = replace(p, discards=(card, *p.discards), phase="start")
        points = hand_points(p.hands[seat], p.deck) if verb == "call" else 0
        return score(p, seat, points) if points else end_turn(p)
    if verb == "call":
        points = hand_points(p.hands[seat], p.deck)
        return score(p, seat, points) if points else replace(p, called=True)
    if verb == "pass":
        return choose(p, seat, card)
    return replace(p, dealer=seat)


def pick_up(p: Position, seat: int, verb: str) -> Position:
    """Return the position after a draw or a take (B6)."""
    source = p.pile if verb == "draw" else p.discards
    p = p.with_hand(seat, [*p.hands[seat], source[0]])
    if verb == "draw":
        return replace(p, pile=source[1:], takes=0, phase="discard")
    return replace(p, discards=source[1:], takes=p.takes + 1, phase="discard")


def score(p: Position, seat: int, points: int) -> Position:
    """Return the position after a seat scored points (B11, B13)."""
    total = p.scores[seat] + points
    scores = (*p.scores[:seat], total, *p.scores[seat + 1 :])
    return replace(p, scores=scores, called=False, void_hands=0, phase="over" if total >= 500 else "hand over")


def end_turn(p: Position) -> Position:
    """Return the position at the next turn.

    The discards replace an empty draw pile (B10), at most four times per hand (B14).
    """
    p = replace(p, turn=(p.turn + 1) % p.seats, called=False)
    if p.pile:
        return p
    if p.turn_overs == 4:
        return replace(p, void_hands=p.void_hands + 1, phase="over" if p.void_hands == 2 else "hand over")
    return replace(p, pile=p.discards[::-1], discards=(), turn_overs=p.turn_overs + 1, phase="pass")


def choose(p: Position, seat: int, card: str) -> Position:
    """Return the position after a seat chose a card to pass. Cards move when all seats have chosen (B10)."""
    chosen = (*p.chosen[:seat], card, *p.chosen[seat + 1 :])
    p = replace(p, chosen=chosen)
    if None in chosen:
        return p
    for giver, given in enumerate(chosen):
        p = p.with_hand(giver, without(p.hands[giver], str(given)))
    for giver, given in enumerate(chosen):
        taker = (giver + 1) % p.seats
        p = p.with_hand(taker, [*p.hands[taker], str(given)])
    return replace(p, chosen=(None,) * p.seats, phase="start")


def winners(p: Position) -> set[int]:
    """Return the winning seats (B13, B14)."""
    return {seat for seat in range(p.seats) if p.scores[seat] == max(p.scores)}


def orders(cards: Cards) -> set[Cards]:
    """Return every order of a few cards; equal cards count once."""
    return set(permutations(cards))
