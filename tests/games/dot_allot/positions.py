"""Positions for the tests, built from grids of letters and from notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from dottable.core import chance
from dottable.core.decks import Deck, read_deck
from dottable.core.match import Match
from dottable.core.record import Array, for_rules
from dottable.core.registry import find
from dottable.games.dot_allot import notation
from dottable.games.dot_allot.deck import cards_of, track_of
from dottable.games.dot_allot.pieces import CARDS, EDGE, HAND, IN_PLAY, LETTERS, NO_CARD
from dottable.games.dot_allot.scoring import score_round
from dottable.games.dot_allot.state import OVER, ROUND_OVER, Options, action_of, card_of, is_last_round

from . import oracle

GAME = find("dot_allot")
SPARSE = [
    *("...", "b..", "r..", "y..", ".b.", ".r.", ".y.", "bb.", "rr."),
    *("yy.", "b.b", "r.r", "y.y", "br.", "by.", "ry.", "b.r"),
]
"""Faces of three cells that differ under every turn and mirroring; the first has no dot at all."""
TRACK = ("bb.rr", "yy.bb", "bb.yy", ".....", "rr.bb", "bb.yy", "bb.rr")


def deck_text(cards: Sequence[Sequence[str]], track: Sequence[str] = TRACK) -> str:
    """A deck file with these cards."""
    shape = f"shape = [{len(cards[0][0])}, {len(cards[0])}]\n"
    colours = '[colours]\nblue = "#0000ff"\nred = "#ff0000"\nyellow = "#ffff00"\n'
    tables = [f'{header}\ndots = """\n{join(grid)}\n"""\n' for header, grid in [("[track]", track)]]
    tables += [f'[[card]]\ndots = """\n{join(grid)}\n"""\n' for grid in cards]
    return shape + colours + "".join(tables)


def join(grid: Sequence[str]) -> str:
    return "\n".join(grid)


def make_deck(cards: Sequence[Sequence[str]], track: Sequence[str] = TRACK) -> Deck:
    return read_deck(GAME, deck_text(cards, track), "test.toml")


def odd_deck() -> Deck:
    """Cards of three columns and one row with so few dots that giving one may be impossible."""
    return make_deck([(row,) for row in SPARSE])


def slim_deck() -> Deck:
    """Cards of one column and three rows."""
    return make_deck([tuple(row) for row in SPARSE])


def new_match(seats: int = 2, *, seed: int = 0, deck: Deck | None = None, **options: Any) -> Match:
    """A match at its beginning, the same for the same number."""
    return Match(
        GAME, seats=seats, options=Options(**options), deck=deck, seed=seed.to_bytes(32, "little"), salt=bytes(16)
    )


def arrange(match: Match, *, at: tuple[int, int] = (0, 1), hands: tuple[str, str] | None = None) -> Match:
    """Seat players at the sides, the others in order behind them, and give them cards by number: "1 2 3 4"."""
    s = match.state
    queue = [seat for seat in range(match.seats) if seat not in at]
    for k in range(2):
        s.at[k] = at[k]
    for k, seat in enumerate(queue):
        s.queue[k] = seat
    if hands:
        set_hands(match, *hands)
    return match


def set_hands(match: Match, *hands: str) -> None:
    s = match.state
    aside = (1 << CARDS) - 1
    for k in range(int(s.laid_count)):
        aside &= ~(1 << int(card_of(s.laid[k])))
    for side, text in enumerate(hands):
        cards = sorted(int(word) - 1 for word in text.split())
        for k in range(HAND):
            s.hand[side, k] = cards[k] if k < len(cards) else NO_CARD
        s.hand_left[side] = len(cards)
        for card in cards:
            aside &= ~(1 << card)
    s.aside = aside


def show(match: Match, *rows: str) -> Match:
    """Make these cells visible: a row for each row of the track, from the starting column on."""
    for colour, letter in enumerate(LETTERS):
        match.state.visible[colour] = sum(
            1 << (EDGE * column + row)
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells.replace(" ", ""))
            if cell == letter
        )
    return match


def moves(match: Match, seat: int | None = None) -> list[str]:
    """The legal moves of a seat, or of the one to move."""
    return [notation.write(action) for action in match.legal(match.to_act[0] if seat is None else seat)]


def play(match: Match, *texts: str) -> Match:
    """Make these moves, each by the seat to move."""
    for text in texts:
        refused = match.apply(match.to_act[0], notation.read(text))
        assert refused is None, (text, refused)
    return match


def refusal(match: Match, text: str) -> int | None:
    """The reason code for a move of the seat to move; None if it would be accepted."""
    refused = match.refusal(match.to_act[0], notation.read(text))
    return refused.code if refused else None


def play_randomly(match: Match, luck: Random) -> Iterator[tuple[int, int]]:
    """Random legal moves to the end, each yielded just before it is made."""
    while not match.is_over:
        seat = match.to_act[0]
        action = luck.choice(match.legal(seat))
        yield seat, action
        assert match.apply(seat, action) is None


def play_round(match: Match, luck: Random) -> Match:
    """Random moves until the round is over."""
    while match.view(0).result is None:
        seat = match.to_act[0]
        assert match.apply(seat, luck.choice(match.legal(seat))) is None
    return match


def generator(number: int) -> Array:
    g = chance.generator()
    chance.start(for_rules(g), for_rules(chance.key_of(number.to_bytes(32, "big"))))
    return g


def table_of(match: Match) -> oracle.Table:
    """The table as the referee sets it up from the printed cards."""
    assert match.deck is not None
    numbers, options = match.deck.numbers, match.options
    assert isinstance(options, Options)
    return oracle.set_up(
        track_of(numbers),
        tuple(cards_of(numbers)),
        horizontal=options.orientation == "horizontal" or match.seats > 5,
        light=options.side == "light",
        locked=options.scoring == "colour-locked",
    )


def for_oracle(match: Match) -> oracle.Position:
    """The position of a match at the start of a round, as the referee keeps it."""
    s = match.state
    assert int(s.laid_count) == 0
    hands = [frozenset(card + 1 for card in s.hand[side].tolist() if card != NO_CARD) for side in range(2)]
    return oracle.Position(
        table=table_of(match),
        at=(int(s.at[0]), int(s.at[1])),
        queue=tuple(s.queue.tolist()[: match.seats - 2]),
        hands=(hands[0], hands[1]),
        totals=tuple(s.totals.tolist()[: match.seats]),
        round=int(s.round_index),
        turn=int(s.turn),
        newcomer=int(s.newcomer),
    )


def finish_round(match: Match, *rows: str) -> Match:
    """End the round as if these cells had come to be visible; the cards were laid in the order of their numbers."""
    s = match.state
    cards = sorted(card for hand in s.hand.tolist() for card in hand if card != NO_CARD)
    for k in range(IN_PLAY):
        s.laid[k] = action_of(cards[k], 0, 0, 0)
    s.laid_count = IN_PLAY
    set_hands(match, "", "")
    score_round(show(match, *rows).state)
    s.phase = OVER if is_last_round(s) else ROUND_OVER
    return match
