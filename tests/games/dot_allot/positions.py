"""Positions for the tests, built from grids of letters and from notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from dottable.core.deck_files import Deck, read_deck
from dottable.core.matches.match import Match
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array, rule_array
from dottable.core.registry import find_game
from dottable.games.dot_allot.deck.deck_file_reader import decode_cards, decode_track
from dottable.games.dot_allot.pieces import CARD_COUNT, CARDS_IN_PLAY, COLOUR_LETTERS, HAND_SIZE, MAX_EDGE, NO_CARD
from dottable.games.dot_allot.rules.scoring import score_round
from dottable.games.dot_allot.state import OVER, ROUND_OVER, Options, card_of_placement, is_last_round, placement_action
from dottable.games.dot_allot.view import notation

from . import oracle

GAME = find_game("dot_allot")
THREE_CELL_FACES = [
    *("...", "b..", "r..", "y..", ".b.", ".r.", ".y.", "bb.", "rr."),
    *("yy.", "b.b", "r.r", "y.y", "br.", "by.", "ry.", "b.r"),
]
"""Faces of three cells that differ under every turn and mirroring. The first has no dot."""
TRACK = ("bb.rr", "yy.bb", "bb.yy", ".....", "rr.bb", "bb.yy", "bb.rr")


def deck_text(cards: Sequence[Sequence[str]], track: Sequence[str] = TRACK) -> str:
    """Return the text of a deck file with these cards."""
    shape = f"shape = [{len(cards[0][0])}, {len(cards[0])}]\n"
    colours = '[colours]\nblue = "#0000ff"\nred = "#ff0000"\nyellow = "#ffff00"\n'
    tables = [f'{header}\ndots = """\n{join_rows(grid)}\n"""\n' for header, grid in [("[track]", track)]]
    tables += [f'[[card]]\ndots = """\n{join_rows(grid)}\n"""\n' for grid in cards]
    return shape + colours + "".join(tables)


def join_rows(grid: Sequence[str]) -> str:
    return "\n".join(grid)


def make_deck(cards: Sequence[Sequence[str]], track: Sequence[str] = TRACK) -> Deck:
    """Return a deck with these cards."""
    return read_deck(GAME, deck_text(cards, track), "test.toml")


def one_row_deck() -> Deck:
    """Return a deck of cards with three columns and one row. With so few dots, giving one may be impossible."""
    return make_deck([(row,) for row in THREE_CELL_FACES])


def one_column_deck() -> Deck:
    """Return a deck of cards with one column and three rows."""
    return make_deck([tuple(row) for row in THREE_CELL_FACES])


def new_match(seats: int = 2, *, seed: int = 0, deck: Deck | None = None, **options: Any) -> Match:
    """Return a new match; equal seeds give equal matches."""
    return Match(
        GAME, seats=seats, options=Options(**options), deck=deck, seed=seed.to_bytes(32, "little"), salt=bytes(16)
    )


def arrange_seats_and_hands(
    match: Match, *, at: tuple[int, int] = (0, 1), hands: tuple[str, ...] | None = None
) -> Match:
    """Put seats at the sides and the others into the queue, and deal cards by number: "1 2 3 4"."""
    s = match.state
    queue = [seat for seat in range(match.seats) if seat not in at]
    for k in range(2):
        s.seat_at[k] = at[k]
    for k, seat in enumerate(queue):
        s.queue[k] = seat
    if hands:
        set_hands(match, *hands)
    return match


def set_hands(match: Match, *hands: str) -> None:
    """Give both sides exactly these cards."""
    s = match.state
    aside = (1 << CARD_COUNT) - 1
    for k in range(int(s.laid_count)):
        aside &= ~(1 << int(card_of_placement(s.laid[k])))
    for side, text in enumerate(hands):
        cards = sorted(int(word) - 1 for word in text.split())
        for k in range(HAND_SIZE):
            s.hand[side, k] = cards[k] if k < len(cards) else NO_CARD
        s.hand_left[side] = len(cards)
        for card in cards:
            aside &= ~(1 << card)
    s.aside = aside


def set_visible_cells(match: Match, *rows: str) -> Match:
    """Make these cells visible: one string per row of the track, from the starting column on."""
    for colour, letter in enumerate(COLOUR_LETTERS):
        match.state.visible[colour] = sum(
            1 << (MAX_EDGE * column + row)
            for row, cells in enumerate(rows)
            for column, cell in enumerate(cells.replace(" ", ""))
            if cell == letter
        )
    return match


def legal_moves(match: Match, seat: int | None = None) -> list[str]:
    """Return the legal moves of a seat, by default of the seat at turn."""
    return [notation.write_action(action) for action in match.legal(match.to_act[0] if seat is None else seat)]


def play(match: Match, *texts: str) -> Match:
    """Make these moves, each by the seat at turn, and return the match."""
    for text in texts:
        refused = match.apply(match.to_act[0], notation.read_action(text))
        assert refused is None, (text, refused)
    return match


def refusal_code(match: Match, text: str) -> int | None:
    """Return the reason code for a move of the seat at turn; None if the move is legal."""
    refused = match.refusal(match.to_act[0], notation.read_action(text))
    return refused.code if refused else None


def play_randomly(match: Match, rng: Random) -> Iterator[tuple[int, int]]:
    """Play random legal moves to the end, and yield each one before it is made."""
    while not match.is_over:
        seat = match.to_act[0]
        action = rng.choice(match.legal(seat))
        yield seat, action
        assert match.apply(seat, action) is None


def play_round(match: Match, rng: Random) -> Match:
    """Play random legal moves until the round is over."""
    while match.view(0).result is None:
        seat = match.to_act[0]
        assert match.apply(seat, rng.choice(match.legal(seat))) is None
    return match


def seeded_chance(number: int) -> Array:
    """Return a chance generator with a fixed seed."""
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(number.to_bytes(32, "big"))))
    return g


def oracle_table(match: Match) -> oracle.Table:
    """Return the table that the oracle sets up from the printed cards."""
    assert match.deck is not None
    numbers, options = match.deck.numbers, match.options
    assert isinstance(options, Options)
    return oracle.set_up(
        decode_track(numbers),
        tuple(decode_cards(numbers)),
        horizontal=options.orientation == "horizontal" or match.seats > 5,
        light=options.side == "light",
        locked=options.scoring == "colour-locked",
    )


def oracle_position(match: Match) -> oracle.Position:
    """Return the position of a match at the start of a round, in the form of the oracle."""
    s = match.state
    assert int(s.laid_count) == 0
    hands = [frozenset(card + 1 for card in s.hand[side].tolist() if card != NO_CARD) for side in range(2)]
    return oracle.Position(
        table=oracle_table(match),
        at=(int(s.seat_at[0]), int(s.seat_at[1])),
        queue=tuple(s.queue.tolist()[: match.seats - 2]),
        hands=(hands[0], hands[1]),
        totals=tuple(s.totals.tolist()[: match.seats]),
        round=int(s.round_index),
        turn=int(s.turn),
        newcomer=int(s.newcomer),
    )


def finish_round(match: Match, *rows: str) -> Match:
    """End the round with these cells visible, and no dots left of the starting column.

    The cards count as laid in the order of their numbers.
    """
    s = match.state
    s.track_dots[:] = 0
    cards = sorted(card for hand in s.hand.tolist() for card in hand if card != NO_CARD)
    for k in range(CARDS_IN_PLAY):
        s.laid[k] = placement_action(cards[k], 0, 0, 0)
    s.laid_count = CARDS_IN_PLAY
    set_hands(match, "", "")
    score_round(set_visible_cells(match, *rows).state)
    s.phase = OVER if is_last_round(s) else ROUND_OVER
    return match
