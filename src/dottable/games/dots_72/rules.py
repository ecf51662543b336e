"""DOTS with 72 cards, from setup to the last hand. Nouns of their own: `hands.py`, `piles.py`, `calls.py`."""

from __future__ import annotations

from typing import Any

from dottable.core import quick
from dottable.core.chance import below
from dottable.core.rule import big_rule, rule
from dottable.core.seats import has, highest_wins, only
from dottable.games.dots_72.calls import call_dots, learn_pairs, points_without
from dottable.games.dots_72.hands import add_card, clear_hand, pass_cards, remove_card
from dottable.games.dots_72.pieces import COLOUR_COUNT, DOTS_CARDS, FACES, NO_CARD
from dottable.games.dots_72.piles import (
    gather_cards,
    has_known_faces,
    lay_discard,
    take_discard,
    take_from_pile,
    turn_over,
)
from dottable.games.dots_72.reasons import why_not
from dottable.games.dots_72.state import (
    CALL,
    DEAL,
    DISCARD,
    DISCARD_AND_CALL,
    DISCARDING,
    DRAW,
    EVERYBODY,
    HAND,
    HAND_OVER,
    NOBODY,
    OVER,
    PASS,
    PASSING,
    ROOM,
    SEATS,
    START,
    TAKE,
    bit_of,
    left_of,
    may_take,
)
from dottable.games.dots_72.story import begin_story, end_story, tell_turn

__all__ = [
    "PIECES",
    "deadline",
    "legal",
    "pieces",
    "play",
    "random_action",
    "returns",
    "scores",
    "setup",
    "to_act",
    "why_not",
]

PIECES = FACES
COPIES = 1
DOTS = COPIES + FACES
"""Where the deck stands in the settings: how often every face is in it, then the dots on the DOTS cards."""
TURN_OVERS = 5
VOID_HANDS = 3


@rule
def setup(s: Any, settings: Any) -> None:
    """Lay out the deck; the first dealer comes by chance (B5)."""
    s.reshuffle = settings[0]
    learn_deck(s, settings)
    for seat in range(SEATS):
        s.chosen[seat] = NO_CARD
        for k in range(ROOM):
            s.hand[seat, k] = NO_CARD
    s.caller = NOBODY
    s.dealer = below(s.rng, s.seats)
    deal(s)


@rule
def learn_deck(s: Any, settings: Any) -> None:
    """Keep what the deck's file says in the record."""
    k = 0
    for face in range(FACES):
        for _ in range(settings[COPIES + face]):
            s.cards[k] = face
            k += 1
    for card in range(DOTS_CARDS):
        for colour in range(COLOUR_COUNT):
            s.dots[card, colour] = settings[DOTS + COLOUR_COUNT * card + colour]
    learn_pairs(s, settings[COPIES:DOTS])


@big_rule
def deal(s: Any) -> None:
    """Six cards each; the rest is the draw pile, whose top card starts the discard pile (B5)."""
    gather_cards(s)
    for seat in range(s.seats):
        clear_hand(s, seat)
        for _ in range(HAND):
            add_card(s, seat, take_from_pile(s), bit_of(seat))
    lay_discard(s, take_from_pile(s))
    begin_story(s)
    s.hand_number += 1
    s.takes = 0
    s.turn = left_of(s, s.dealer)
    s.phase = START


@rule
def to_act(s: Any) -> int:
    if s.phase <= DISCARDING:
        return only(s.turn)
    if s.phase == PASSING:
        return still_choosing(s)
    return only(left_of(s, s.dealer)) if s.phase == HAND_OVER else 0


@rule
def still_choosing(s: Any) -> int:
    """The seats that have not chosen a card to pass (B10)."""
    waiting = 0
    for seat in range(s.seats):
        if s.chosen[seat] == NO_CARD:
            waiting |= only(seat)
    return waiting


@rule
def deadline(s: Any) -> int:
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    if s.phase == PASSING:
        return list_cards(s, seat, PASS, out, 0) if has(still_choosing(s), seat) else 0
    if s.phase == HAND_OVER:
        out[0] = DEAL
        return 1 if seat == left_of(s, s.dealer) else 0
    if seat != s.turn or s.phase == OVER:
        return 0
    return list_start(s, out) if s.phase == START else list_discards(s, seat, out)


@rule
def list_start(s: Any, out: Any) -> int:
    """Draw, or take the top discard (B6), or call first (B7)."""
    out[0] = DRAW
    count = 1
    if may_take(s):
        out[count] = TAKE
        count += 1
    if s.called == 0:
        out[count] = CALL
        count += 1
    return count


@big_rule
def list_discards(s: Any, seat: int, out: Any) -> int:
    """Discard any card (B6), and call with the other six (B7); after a wrong call only if it is right now (B9)."""
    count = list_cards(s, seat, DISCARD, out, 0)
    if s.called == 0:
        return list_cards(s, seat, DISCARD_AND_CALL, out, count)
    for k in range(s.held[seat]):
        if is_first(s, seat, k) and points_without(s, seat, k) > 0:
            out[count] = DISCARD_AND_CALL + s.hand[seat, k]
            count += 1
    return count


@rule
def list_cards(s: Any, seat: int, first: int, out: Any, count: int) -> int:
    """Append an action for every face of a hand, equal cards once (no branch, for speed)."""
    for k in range(s.held[seat]):
        out[count] = first + s.hand[seat, k]
        count += is_first(s, seat, k)
    return count


@rule
def is_first(s: Any, seat: int, k: int) -> int:
    """1 if the card in a place is the first of its face, else 0."""
    return 1 if k == 0 or s.hand[seat, k] != s.hand[seat, k - 1] else 0


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """A uniformly random legal action; the usual ones are found without listing them all."""
    if s.phase == START:
        actions = 1 + may_take(s) + (s.called == 0)
        chosen = quick.below(q, actions)
        return CALL if chosen == 1 and not may_take(s) else chosen
    if s.phase == DISCARDING and s.called == 0:
        faces = 0
        for k in range(HAND + 1):
            faces += is_first(s, seat, k)
        chosen = quick.below(q, 2 * faces)
        verb = DISCARD if chosen < faces else DISCARD_AND_CALL
        return verb + nth_face(s, seat, chosen if chosen < faces else chosen - faces)
    count = legal(s, seat, buffer)
    return buffer[quick.below(q, count)]


@rule
def nth_face(s: Any, seat: int, n: int) -> int:
    """The n-th face of a hand, equal cards counted once."""
    k = -1
    while n >= 0:
        k += 1
        n -= is_first(s, seat, k)
    return s.hand[seat, k]


@big_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    if action < CALL:
        pick_up(s, seat, action)
    elif action == CALL:
        call_dots(s, seat)
    elif action < PASS:
        discard(s, seat, action)
    elif action < DEAL:
        choose_card(s, seat, action - PASS)
    else:
        s.dealer = seat
        deal(s)


@rule
def pick_up(s: Any, seat: int, action: int) -> None:
    """Draw, or take the top discard, which all see (B6); a turned-over pile is known to all too (B10)."""
    if action == DRAW:
        face = take_from_pile(s)
        if has_known_faces(s):
            s.drew[seat, face] += 1
        add_card(s, seat, face, EVERYBODY if s.pile_is_known else bit_of(seat))
        s.takes = 0
    else:
        add_card(s, seat, take_discard(s), EVERYBODY)
        s.takes += 1
    s.phase = DISCARDING


@rule
def discard(s: Any, seat: int, action: int) -> None:
    """Back to six cards (B6); a call comes right after it (B7)."""
    calls = action >= DISCARD_AND_CALL
    face = action - (DISCARD_AND_CALL if calls else DISCARD)
    remove_card(s, seat, face)
    lay_discard(s, face)
    tell_turn(s, face)
    if calls and call_dots(s, seat):
        return
    s.called = 0
    s.turn = left_of(s, s.turn)
    s.phase = START
    if s.pile_left == 0:
        use_up_pile(s)


@big_rule
def use_up_pile(s: Any) -> None:
    """Turn the discards over and pass cards (B10); a hand that comes to it a fifth time is void (B14)."""
    if s.turn_overs + 1 < TURN_OVERS:
        turn_over(s)
        end_story(s)
        s.phase = PASSING
        return
    s.caller = NOBODY
    s.points = 0
    s.void_hands += 1
    s.phase = OVER if s.void_hands == VOID_HANDS else HAND_OVER


@rule
def choose_card(s: Any, seat: int, face: int) -> None:
    """Nothing moves until all have chosen (B10)."""
    s.chosen[seat] = face
    if still_choosing(s) == 0:
        pass_cards(s)
        s.phase = START


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.scores[seat]


@rule
def returns(s: Any, out: Any) -> None:
    """The highest total wins; only after three void hands can there be a tie, which shares the win (B13, B14)."""
    for seat in range(s.seats):
        out[seat] = s.scores[seat]
    highest_wins(s.seats, out)


@rule
def pieces(s: Any, out: Any) -> None:
    """Every card is in a hand or on a pile."""
    for seat in range(s.seats):
        for k in range(s.held[seat]):
            out[s.hand[seat, k]] += 1
    for k in range(s.pile_left):
        out[s.pile[k]] += 1
    for k in range(s.discards_left):
        out[s.discards[k]] += 1
