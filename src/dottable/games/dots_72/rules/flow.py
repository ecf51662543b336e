"""The rules of DOTS (72 cards) from setup to the last hand. See also `hands.py`, `piles.py` and `calls.py`."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import has_seat, highest_wins, seat_mask
from dottable.games.dots_72.pieces import COLOUR_COUNT, DOTS_CARD_COUNT, FACE_COUNT, NAME_WORDS, NO_CARD
from dottable.games.dots_72.rules.calls import call_dots, hand_points_without, write_pairs_of_faces
from dottable.games.dots_72.rules.hands import add_card, clear_hand, pass_cards, remove_card
from dottable.games.dots_72.rules.piles import (
    gather_cards,
    has_known_faces,
    lay_discard,
    take_discard,
    take_from_pile,
    turn_discards_over,
)
from dottable.games.dots_72.rules.refusal_codes import why_not
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DISCARDING,
    DRAW,
    EVERYBODY,
    HAND_CAPACITY,
    HAND_OVER,
    HAND_SIZE,
    NOBODY,
    OVER,
    PASS,
    PASSING,
    SEATS,
    START,
    TAKE,
    left_of,
    may_take_discard,
    viewer_bit,
)

__all__ = [
    "PIECE_KINDS",
    "count_pieces",
    "deadline",
    "legal",
    "play",
    "random_action",
    "returns",
    "scores",
    "setup",
    "to_act",
    "why_not",
]

PIECE_KINDS = FACE_COUNT
MEMORY_OFF = 1
"""Index of "off" in the values of the option `memory`, which are in alphabetical order."""
COPIES_OFFSET = 2
DOTS_OFFSET = COPIES_OFFSET + FACE_COUNT
COLOURS_OFFSET = DOTS_OFFSET + DOTS_CARD_COUNT * COLOUR_COUNT
"""Places of the deck in the settings: the number of cards of every face, the dots on the DOTS cards by colour, then
paint and name of every colour."""
MAX_TURN_OVERS = 5
"""A hand is void after the draw pile has been used up this number of times (B14)."""
MAX_VOID_HANDS = 3
"""Number of consecutive void hands that ends the match (B14)."""


@rule
def setup(s: Any, settings: Any) -> None:
    """Read the deck, draw the first dealer at random and deal (B5)."""
    s.reshuffle = settings[0]
    s.memory = 0 if settings[1] == MEMORY_OFF else 1
    read_deck(s, settings)
    for seat in range(SEATS):
        s.chosen[seat] = NO_CARD
        for k in range(HAND_CAPACITY):
            s.hand[seat, k] = NO_CARD
    s.caller = NOBODY
    s.open_hand = NOBODY
    s.dealer = random_below(s.rng, s.seats)
    deal(s)


@rule
def read_deck(s: Any, settings: Any) -> None:
    """Copy the deck from the settings into the record."""
    k = 0
    for face in range(FACE_COUNT):
        for _ in range(settings[COPIES_OFFSET + face]):
            s.cards[k] = face
            k += 1
    for card in range(DOTS_CARD_COUNT):
        for colour in range(COLOUR_COUNT):
            s.dots[card, colour] = settings[DOTS_OFFSET + COLOUR_COUNT * card + colour]
    for colour in range(COLOUR_COUNT):
        at = COLOURS_OFFSET + colour * (1 + NAME_WORDS)
        s.paints[colour] = settings[at]
        for k in range(NAME_WORDS):
            s.colour_names[colour, k] = settings[at + 1 + k]
    write_pairs_of_faces(s, settings[COPIES_OFFSET:DOTS_OFFSET])


@noinline_rule
def deal(s: Any) -> None:
    """Deal six cards to each seat. The remaining cards are the draw pile; its top card starts the discard pile (B5)."""
    gather_cards(s)
    for seat in range(s.seats):
        clear_hand(s, seat)
        for _ in range(HAND_SIZE):
            add_card(s, seat, take_from_pile(s), viewer_bit(seat))
    lay_discard(s, take_from_pile(s))
    s.first_discard = s.discards[0]
    s.hand_number += 1
    s.takes = 0
    s.turn = left_of(s, s.dealer)
    s.phase = START


@rule
def to_act(s: Any) -> int:
    """Return the bit mask of seats that may act."""
    if s.phase <= DISCARDING:
        return seat_mask(s.turn)
    if s.phase == PASSING:
        return seats_choosing_pass(s)
    return seat_mask(left_of(s, s.dealer)) if s.phase == HAND_OVER else 0


@rule
def seats_choosing_pass(s: Any) -> int:
    """Return the bit mask of seats that have not chosen a card to pass (B10)."""
    waiting = 0
    for seat in range(s.seats):
        if s.chosen[seat] == NO_CARD:
            waiting |= seat_mask(seat)
    return waiting


@rule
def deadline(s: Any) -> int:
    """Return -1, because this game has no clock."""
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a seat to `out` and return their number."""
    if s.phase == PASSING:
        return list_card_actions(s, seat, PASS, out, 0) if has_seat(seats_choosing_pass(s), seat) else 0
    if s.phase == HAND_OVER:
        out[0] = DEAL
        return 1 if seat == left_of(s, s.dealer) else 0
    if seat != s.turn or s.phase == OVER:
        return 0
    return list_turn_start_actions(s, out) if s.phase == START else list_discard_actions(s, seat, out)


@rule
def list_turn_start_actions(s: Any, out: Any) -> int:
    """Write the actions at the start of a turn: draw, take the top discard (B6), or call (B7). Return their number."""
    out[0] = DRAW
    count = 1
    if may_take_discard(s):
        out[count] = TAKE
        count += 1
    if s.called == 0:
        out[count] = CALL
        count += 1
    return count


@noinline_rule
def list_discard_actions(s: Any, seat: int, out: Any) -> int:
    """Write the discards (B6), alone or with a call by the other six cards (B7), and return the number of actions.

    After a wrong call, only right calls are written (B9).
    """
    count = list_card_actions(s, seat, DISCARD, out, 0)
    if s.called == 0:
        return list_card_actions(s, seat, DISCARD_AND_CALL, out, count)
    for k in range(s.held[seat]):
        if is_first_of_face(s, seat, k) and hand_points_without(s, seat, k) > 0:
            out[count] = DISCARD_AND_CALL + s.hand[seat, k]
            count += 1
    return count


@rule
def list_card_actions(s: Any, seat: int, first: int, out: Any, count: int) -> int:
    """Append an action for every face of a hand and return the number of actions. The loop has no branch, for speed."""
    for k in range(s.held[seat]):
        out[count] = first + s.hand[seat, k]
        count += is_first_of_face(s, seat, k)
    return count


@rule
def is_first_of_face(s: Any, seat: int, k: int) -> int:
    """Return 1 if the card at a place is the first of its face, else 0."""
    return 1 if k == 0 or s.hand[seat, k] != s.hand[seat, k - 1] else 0


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return a uniformly random legal action, in most cases without listing all actions."""
    if s.phase == START:
        actions = 1 + may_take_discard(s) + (s.called == 0)
        chosen = fast_rng.random_below(q, actions)
        return CALL if chosen == 1 and not may_take_discard(s) else chosen
    if s.phase == DISCARDING and s.called == 0:
        faces = 0
        for k in range(HAND_SIZE + 1):
            faces += is_first_of_face(s, seat, k)
        chosen = fast_rng.random_below(q, 2 * faces)
        verb = DISCARD if chosen < faces else DISCARD_AND_CALL
        return verb + nth_distinct_face(s, seat, chosen if chosen < faces else chosen - faces)
    count = legal(s, seat, buffer)
    return buffer[fast_rng.random_below(q, count)]


@rule
def nth_distinct_face(s: Any, seat: int, n: int) -> int:
    """Return the n-th face of a hand, counting equal cards once."""
    k = -1
    while n >= 0:
        k += 1
        n -= is_first_of_face(s, seat, k)
    return s.hand[seat, k]


@noinline_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Apply a legal action."""
    s.open_hand = NOBODY
    if action < CALL:
        pick_up(s, seat, action)
    elif action == CALL:
        call_dots(s, seat)
    elif action < PASS:
        discard(s, seat, action)
    elif action < DEAL:
        choose_card_to_pass(s, seat, action - PASS)
    else:
        s.dealer = seat
        deal(s)


@rule
def pick_up(s: Any, seat: int, action: int) -> None:
    """Draw, or take the top discard (B6).

    All players see a taken card, and a card of a turned-over pile (B10).
    """
    if action == DRAW:
        face = take_from_pile(s)
        if has_known_faces(s):
            s.drew[seat, face] += 1
        add_card(s, seat, face, EVERYBODY if s.pile_is_known else viewer_bit(seat))
        s.takes = 0
    else:
        add_card(s, seat, take_discard(s), EVERYBODY)
        s.takes += 1
    s.phase = DISCARDING


@rule
def discard(s: Any, seat: int, action: int) -> None:
    """Discard a card (B6), call if the action says so (B7), and end the turn."""
    calls = action >= DISCARD_AND_CALL
    face = action - (DISCARD_AND_CALL if calls else DISCARD)
    remove_card(s, seat, face)
    lay_discard(s, face)
    if calls and call_dots(s, seat):
        return
    s.called = 0
    s.turn = left_of(s, s.turn)
    s.phase = START
    if s.pile_left == 0:
        handle_empty_pile(s)


@noinline_rule
def handle_empty_pile(s: Any) -> None:
    """Turn the discards over and let all players pass a card (B10). The fifth time, end a void hand (B14)."""
    if s.turn_overs + 1 < MAX_TURN_OVERS:
        turn_discards_over(s)
        s.phase = PASSING
        return
    s.caller = NOBODY
    s.points = 0
    s.void_hands += 1
    s.phase = OVER if s.void_hands == MAX_VOID_HANDS else HAND_OVER


@rule
def choose_card_to_pass(s: Any, seat: int, face: int) -> None:
    """Choose a card to pass. The cards move when all seats have chosen (B10)."""
    s.chosen[seat] = face
    if seats_choosing_pass(s) == 0:
        pass_cards(s)
        s.phase = START


@rule
def scores(s: Any, out: Any) -> None:
    """Write the total points of every seat."""
    for seat in range(s.seats):
        out[seat] = s.scores[seat]


@rule
def returns(s: Any, out: Any) -> None:
    """Write the returns: the highest total wins; a tie is possible only after three void hands (B13, B14)."""
    for seat in range(s.seats):
        out[seat] = s.scores[seat]
    highest_wins(s.seats, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Count the cards of every face in hands and piles."""
    for seat in range(s.seats):
        for k in range(s.held[seat]):
            out[s.hand[seat, k]] += 1
    for k in range(s.pile_left):
        out[s.pile[k]] += 1
    for k in range(s.discards_left):
        out[s.discards[k]] += 1
