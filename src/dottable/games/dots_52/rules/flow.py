"""The rules of Dots (52 cards) from setup to the last round.

`snap.py`, `court_powers.py` and `scoring.py` have larger parts.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import random_below
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import CLOCK, has_seat, highest_wins, seat_mask
from dottable.games.dots_52.pieces import CARD_COUNT, NO_CARD, is_court
from dottable.games.dots_52.rules.court_powers import (
    choose_own_card,
    complete_jack_swap,
    end_power,
    look_at_card,
    offer_power,
)
from dottable.games.dots_52.rules.preparation_phase import (
    close_preparation,
    list_preparation_actions,
    open_preparation,
    play_preparation_action,
    random_preparation,
)
from dottable.games.dots_52.rules.scoring import call_dots
from dottable.games.dots_52.rules.snap import close_snap_window, open_snap_window, pass_snap, snap
from dottable.games.dots_52.rules.stock import can_draw, gather_pack, lay_on_pile, take_from_pile, take_from_stock
from dottable.games.dots_52.rules.tableau import (
    clear_tableaux,
    empty_all_slots,
    hide_shown_cards,
    put_into_slot,
    take_from_slot,
)
from dottable.games.dots_52.rules.turn_order import end_turn
from dottable.games.dots_52.state import (
    ALL_VIEWERS,
    CALL,
    CALLING,
    CARDS_DEALT,
    CHOOSING_JACK_OWN_CARD,
    CHOOSING_JACK_TARGET,
    CHOOSING_QUEEN_TARGET,
    DEAL,
    DECLINE,
    DISCARD,
    DRAW,
    END,
    HOLDING_DRAWN_CARD,
    LOOK,
    MAX_SLOTS,
    NOBODY,
    OVER,
    PASS,
    PREPARING,
    PUT,
    ROUND_OVER,
    SNAP,
    SNAPPING,
    SWAP,
    TAKE,
    TARGET,
    TIME_UP,
    TURN_START,
    is_target_locked,
    left_of,
    viewer_bit,
)

PIECE_KINDS = CARD_COUNT
MEMORY_OFF = 1
"""Index of "off" in the values of the option `memory`, which are in alphabetical order."""


@rule
def setup(s: Any, settings: Any) -> None:
    """Set up the match, draw the first dealer at random and deal the first round (D3)."""
    s.snap_seconds = settings[0]
    s.lock_caller = settings[1]
    s.memory = 0 if settings[2] == MEMORY_OFF else 1
    s.ready_seconds = settings[3]
    empty_all_slots(s)
    s.drawn = NO_CARD
    s.swap_slot = NO_CARD
    s.dealer = random_below(s.rng, s.seats)
    deal(s, 0)


@noinline_rule
def deal(s: Any, at_ms: int) -> None:
    """Deal four cards face down to each player. The other cards are the stock, and all players prepare at once (D2)."""
    clear_tableaux(s)
    gather_pack(s)
    for seat in range(s.seats):
        for slot in range(CARDS_DEALT):
            put_into_slot(s, seat, slot, take_from_stock(s), 0)
        s.slots_used[seat] = CARDS_DEALT
    s.round_number += 1
    s.turns = 0
    s.caller = NOBODY
    s.turn = left_of(s, s.dealer)
    s.tried = 0
    s.passed = 0
    s.snapped_by = NOBODY
    open_preparation(s, at_ms)


@rule
def to_act(s: Any) -> int:
    """Return the bit mask of seats that may act, with CLOCK while a time limit runs (D2, D9)."""
    if s.phase == SNAPPING:
        return s.waiting | seat_mask(CLOCK)
    if s.phase == PREPARING:
        return s.waiting | seat_mask(CLOCK) if s.ready_seconds > 0 else s.waiting
    if s.phase == ROUND_OVER:
        return seat_mask(left_of(s, s.dealer))
    return 0 if s.phase == OVER else seat_mask(s.turn)


@rule
def deadline(s: Any) -> int:
    """Return the match time in ms at which snapping or the preparation ends; -1 without a time limit."""
    if s.phase == SNAPPING or (s.phase == PREPARING and s.ready_seconds > 0):
        return s.deadline
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a seat to `out` and return their number."""
    if s.phase == SNAPPING:
        return list_snap_actions(s, seat, out)
    if s.phase == PREPARING:
        return list_preparation_actions(s, seat, out)
    if s.phase == ROUND_OVER:
        out[0] = DEAL
        return 1 if seat == left_of(s, s.dealer) else 0
    if s.phase == TURN_START or s.phase == CALLING:
        return list_turn_actions(s, seat, out)
    if seat != s.turn or s.phase == OVER:
        return 0
    return list_drawn_card_actions(s, seat, out) if s.phase == HOLDING_DRAWN_CARD else list_power_actions(s, seat, out)


@rule
def list_card_actions(s: Any, seat: int, first: int, out: Any, count: int) -> int:
    """Append one action for every card of a seat and return the new count. The loop has no branch, for speed."""
    for slot in range(s.slots_used[seat]):
        out[count] = first + slot
        count += s.tableau[seat, slot] != NO_CARD
    return count


@rule
def list_snap_actions(s: Any, seat: int, out: Any) -> int:
    """Write the actions of a snap window and return their number.

    A seat may snap with each of its cards, or pass (D7). The clock may end the snap time (D9).
    """
    if seat == CLOCK:
        out[0] = TIME_UP
        return 1
    if not has_seat(s.waiting, seat):
        return 0
    count = list_card_actions(s, seat, SNAP, out, 0)
    out[count] = PASS
    return count + 1


@rule
def list_turn_actions(s: Any, seat: int, out: Any) -> int:
    """Write the actions at the start of a turn (D4) or at its end (D11), and late snaps (D8). Return their number."""
    count = 0
    if s.phase == TURN_START and seat == s.turn:
        if can_draw(s):
            out[0] = DRAW
            count = 1
        if s.pile_left > 0:
            count = list_card_actions(s, seat, TAKE, out, count)
    if has_seat(s.late, seat):
        count = list_card_actions(s, seat, SNAP, out, count)
    if s.phase == CALLING and seat == s.turn:
        out[count] = CALL
        out[count + 1] = END
        count += 2
    return count


@rule
def list_drawn_card_actions(s: Any, seat: int, out: Any) -> int:
    """Write the replacements of the seat's cards by the drawn card, and the discard (D4, D6). Return their number."""
    count = list_card_actions(s, seat, PUT, out, 0)
    out[count] = DISCARD
    return count + 1


@rule
def list_power_actions(s: Any, seat: int, out: Any) -> int:
    """Write the uses of a court card's power, and the action that declines it (D5). Return their number."""
    count = 0
    if s.phase == CHOOSING_JACK_OWN_CARD:
        count = list_card_actions(s, seat, SWAP, out, 0)
    else:
        first = TARGET if s.phase == CHOOSING_JACK_TARGET else LOOK
        for other in range(s.seats):
            if is_power_target(s, seat, other):
                count = list_card_actions(s, other, first + MAX_SLOTS * other, out, count)
    out[count] = DECLINE
    return count + 1


@rule
def is_power_target(s: Any, seat: int, other: int) -> bool:
    """Return whether the power of the present phase applies to the other seat's cards.

    A King looks at the player's own cards; a Jack and a Queen choose cards of other players.
    """
    if s.phase == CHOOSING_JACK_TARGET:
        return other != seat and not is_target_locked(s, other)
    return (other != seat) == (s.phase == CHOOSING_QUEEN_TARGET)


@noinline_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Apply a legal action."""
    if SNAP <= action < PASS:
        snap(s, seat, action - SNAP)
        return
    s.late = 0
    if action == PASS:
        pass_snap(s, seat)
    elif action < DRAW:
        play_preparation_action(s, seat, action)
    elif action < SNAP:
        play_turn(s, action, at_ms)
    elif action <= DECLINE:
        play_power(s, action)
    else:
        play_phase_end(s, seat, action, at_ms)


@rule
def play_turn(s: Any, action: int, at_ms: int) -> None:
    """Apply a draw, put, discard, or take from the pile (D4)."""
    if action == DRAW:
        hide_shown_cards(s)
        s.drawn = take_from_stock(s)
        s.phase = HOLDING_DRAWN_CARD
        return
    card = s.drawn
    s.drawn = NO_CARD
    if action == DISCARD:
        lay_on_pile(s, card)
        if is_court(card):
            offer_power(s, card)
            return
    elif action < PUT:
        hide_shown_cards(s)
        replace_card_in_slot(s, action - TAKE, take_from_pile(s), ALL_VIEWERS)
    else:
        replace_card_in_slot(s, action - PUT, card, viewer_bit(s.turn))
    open_snap_window(s, at_ms)


@rule
def replace_card_in_slot(s: Any, slot: int, card: int, known_by: int) -> None:
    """Put a card into a slot of the player to move. The card that was there goes on the pile (D4)."""
    lay_on_pile(s, take_from_slot(s, s.turn, slot))
    put_into_slot(s, s.turn, slot, card, known_by)


@rule
def play_power(s: Any, action: int) -> None:
    """Use or decline the power of a court card (rule D5)."""
    if action < TARGET:
        choose_own_card(s, action - SWAP)
    elif action < LOOK:
        place = action - TARGET
        complete_jack_swap(s, place // MAX_SLOTS, place % MAX_SLOTS)
    elif action < DECLINE:
        place = action - LOOK
        look_at_card(s, place // MAX_SLOTS, place % MAX_SLOTS)
    else:
        end_power(s)


@rule
def play_phase_end(s: Any, seat: int, action: int, at_ms: int) -> None:
    """End a time limit, deal the next round, or end the turn with or without a call."""
    if action == TIME_UP:
        if s.phase == PREPARING:
            close_preparation(s)
        else:
            close_snap_window(s)
    elif action == DEAL:
        s.dealer = seat
        deal(s, at_ms)
    else:
        if action == CALL:
            call_dots(s, seat)
        end_turn(s)


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return a random legal action, but never a card that could only be shown too late (D8).

    All actions are equally likely, except that all arrangements together count as one (D2).
    """
    count = legal(s, seat, buffer)
    if s.phase == PREPARING and seat != CLOCK:
        return random_preparation(q, buffer, count)
    if s.late != 0 and has_seat(s.late, seat):
        count = drop_late_snaps(s, buffer, count)
    return buffer[fast_rng.random_below(q, count) if count > 1 else 0]


@rule
def drop_late_snaps(s: Any, buffer: Any, count: int) -> int:
    """Remove late snaps (D8) from a list of legal actions, unless nothing else remains. Return the new count."""
    kept = 0
    for k in range(count):
        action = buffer[k]
        if action < SNAP or action >= PASS:
            buffer[kept] = action
            kept += 1
    return kept if kept > 0 else count


@rule
def scores(s: Any, out: Any) -> None:
    """Write the scores of all seats."""
    for seat in range(s.seats):
        out[seat] = s.scores[seat]


@rule
def returns(s: Any, out: Any) -> None:
    """Write the returns. The lowest score wins; ties share the win (D14)."""
    for seat in range(s.seats):
        out[seat] = -s.scores[seat]
    highest_wins(s.seats, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Add 1 to `out[card]` for every card in a tableau, in the stock, on the pile, or drawn."""
    for k in range(s.stock_left):
        out[s.stock[k]] += 1
    for k in range(s.pile_left):
        out[s.pile[k]] += 1
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            if s.tableau[seat, slot] != NO_CARD:
                out[s.tableau[seat, slot]] += 1
    if s.drawn != NO_CARD:
        out[s.drawn] += 1
