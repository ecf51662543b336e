"""Dots with 52 cards, from setup to the last round. Nouns of their own: `snap.py`, `court.py`, `scoring.py`."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below
from dottable.core.rule import big_rule, rule
from dottable.core.seats import CLOCK, everyone, has, highest_wins, only
from dottable.games.dots_52.court import choose_own, end_power, look_at, offer_power, swap_with
from dottable.games.dots_52.pieces import EMPTY, PACK, is_court
from dottable.games.dots_52.reasons import why_not
from dottable.games.dots_52.scoring import call_dots
from dottable.games.dots_52.snap import close_window, open_window, pass_snap, snap
from dottable.games.dots_52.state import (
    ALL_SEE,
    CALL,
    CALLING,
    DEAL,
    DEALT,
    DECLINE,
    DISCARD,
    DRAW,
    DRAWN,
    END,
    JACK_OTHER,
    JACK_OWN,
    LOOK,
    NOBODY,
    OVER,
    PAIR_SLOTS,
    PASS,
    PEEK,
    PEEKING,
    PUT,
    QUEEN_LOOK,
    ROUND_OVER,
    SLOTS,
    SNAP,
    SNAPPING,
    SWAP,
    TAKE,
    TARGET,
    TIME_UP,
    TURN,
    bit_of,
    is_target_locked,
    left_of,
)
from dottable.games.dots_52.stock import can_draw, gather_pack, lay_on_pile, take_from_pile, take_from_stock
from dottable.games.dots_52.tableau import hide_all, make_empty, put_down, show, sweep_tableaux, take_up
from dottable.games.dots_52.turn import end_turn

__all__ = ["PIECES", "deadline", "legal", "pieces", "play", "returns", "scores", "setup", "to_act", "why_not"]

PIECES = PACK


@rule
def setup(s: Any, settings: Any) -> None:
    """The first dealer comes by chance (D3)."""
    s.snap_seconds = settings[0]
    s.lock_caller = settings[1]
    s.memory = settings[2]
    make_empty(s)
    s.drawn = EMPTY
    s.swap_slot = EMPTY
    s.dealer = below(s.rng, s.seats)
    deal(s)


@big_rule
def deal(s: Any) -> None:
    """Four cards face down to each player, the rest is the stock; then all peek at once (D2)."""
    sweep_tableaux(s)
    gather_pack(s)
    for seat in range(s.seats):
        for slot in range(DEALT):
            put_down(s, seat, slot, take_from_stock(s), 0)
        s.slots_used[seat] = DEALT
    s.round_number += 1
    s.turns = 0
    s.caller = NOBODY
    s.turn = left_of(s, s.dealer)
    s.waiting = everyone(s.seats)
    s.tried = 0
    s.phase = PEEKING


@rule
def to_act(s: Any) -> int:
    if s.phase == SNAPPING:
        return s.waiting | only(CLOCK)
    if s.phase == PEEKING:
        return s.waiting
    if s.phase == ROUND_OVER:
        return only(left_of(s, s.dealer))
    return 0 if s.phase == OVER else only(s.turn)


@rule
def deadline(s: Any) -> int:
    return s.deadline if s.phase == SNAPPING else -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    if s.phase == SNAPPING:
        return list_window(s, seat, out)
    if s.phase == PEEKING:
        return list_peeks(s, seat, out)
    if s.phase == ROUND_OVER:
        out[0] = DEAL
        return 1 if seat == left_of(s, s.dealer) else 0
    if s.phase == TURN or s.phase == CALLING:
        return list_turn(s, seat, out)
    if seat != s.turn or s.phase == OVER:
        return 0
    return list_drawn(s, seat, out) if s.phase == DRAWN else list_power(s, seat, out)


@rule
def list_cards(s: Any, seat: int, first: int, out: Any, count: int) -> int:
    """Append an action for every card of a seat (an entry counts only if there is one: no branch, for speed)."""
    for slot in range(s.slots_used[seat]):
        out[count] = first + slot
        count += s.tableau[seat, slot] != EMPTY
    return count


@rule
def list_peeks(s: Any, seat: int, out: Any) -> int:
    """Any two of the own four cards, once (D2)."""
    if not has(s.waiting, seat):
        return 0
    for pair in range(DRAW - PEEK):
        out[pair] = PEEK + pair
    return DRAW - PEEK


@rule
def list_window(s: Any, seat: int, out: Any) -> int:
    """Snap an own card or pass (D7); the clock closes the window (D9)."""
    if seat == CLOCK:
        out[0] = TIME_UP
        return 1
    if not has(s.waiting, seat):
        return 0
    count = list_cards(s, seat, SNAP, out, 0)
    out[count] = PASS
    return count + 1


@rule
def list_turn(s: Any, seat: int, out: Any) -> int:
    """The start of a turn (D4) or its end (D11), and before either perhaps a snap that comes too late (D8)."""
    count = 0
    if s.phase == TURN and seat == s.turn:
        if can_draw(s):
            out[0] = DRAW
            count = 1
        if s.pile_left > 0:
            count = list_cards(s, seat, TAKE, out, count)
    if has(s.late, seat):
        count = list_cards(s, seat, SNAP, out, count)
    if s.phase == CALLING and seat == s.turn:
        out[count] = CALL
        out[count + 1] = END
        count += 2
    return count


@rule
def list_drawn(s: Any, seat: int, out: Any) -> int:
    """Put the drawn card into an own slot or lay it on the pile (D4, D6)."""
    count = list_cards(s, seat, PUT, out, 0)
    out[count] = DISCARD
    return count + 1


@rule
def list_power(s: Any, seat: int, out: Any) -> int:
    """The targets of a court card's power, or none (D5)."""
    count = 0
    if s.phase == JACK_OWN:
        count = list_cards(s, seat, SWAP, out, 0)
    else:
        first = TARGET if s.phase == JACK_OTHER else LOOK
        for other in range(s.seats):
            if is_aim(s, seat, other):
                count = list_cards(s, other, first + SLOTS * other, out, count)
    out[count] = DECLINE
    return count + 1


@rule
def is_aim(s: Any, seat: int, other: int) -> bool:
    """Whether the power of the phase is for the other's cards: a King's for the own, the rest for others'."""
    if s.phase == JACK_OTHER:
        return other != seat and not is_target_locked(s, other)
    return (other != seat) == (s.phase == QUEEN_LOOK)


@big_rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    if SNAP <= action < PASS:
        snap(s, seat, action - SNAP)
        return
    s.late = 0
    if action == PASS:
        pass_snap(s, seat)
    elif action < DRAW:
        peek(s, seat, action - PEEK)
    elif action < SNAP:
        play_turn(s, action, at_ms)
    elif action <= DECLINE:
        play_power(s, action)
    else:
        play_end(s, seat, action)


@rule
def peek(s: Any, seat: int, pair: int) -> None:
    """Look at two own cards; the first turn begins when all have (D2)."""
    show(s, seat, PAIR_SLOTS[pair, 0], bit_of(seat))
    show(s, seat, PAIR_SLOTS[pair, 1], bit_of(seat))
    s.waiting ^= only(seat)
    if s.waiting == 0:
        s.phase = TURN


@rule
def play_turn(s: Any, action: int, at_ms: int) -> None:
    """Draw, then put or discard; or take from the pile (D4)."""
    if action == DRAW:
        hide_all(s)
        s.drawn = take_from_stock(s)
        s.phase = DRAWN
        return
    card = s.drawn
    s.drawn = EMPTY
    if action == DISCARD:
        lay_on_pile(s, card)
        if is_court(card):
            offer_power(s, card)
            return
    elif action < PUT:
        hide_all(s)
        replace(s, action - TAKE, take_from_pile(s), ALL_SEE)
    else:
        replace(s, action - PUT, card, bit_of(s.turn))
    open_window(s, at_ms)


@rule
def replace(s: Any, slot: int, card: int, known_by: int) -> None:
    """A card goes into a slot of the turn's player, the one that lay there onto the pile (D4)."""
    lay_on_pile(s, take_up(s, s.turn, slot))
    put_down(s, s.turn, slot, card, known_by)


@rule
def play_power(s: Any, action: int) -> None:
    """Use or decline the power of a court card (D5)."""
    if action < TARGET:
        choose_own(s, action - SWAP)
    elif action < LOOK:
        place = action - TARGET
        swap_with(s, place // SLOTS, place % SLOTS)
    elif action < DECLINE:
        place = action - LOOK
        look_at(s, place // SLOTS, place % SLOTS)
    else:
        end_power(s)


@rule
def play_end(s: Any, seat: int, action: int) -> None:
    """What ends a window, a turn or a round."""
    if action == TIME_UP:
        close_window(s)
    elif action == DEAL:
        s.dealer = seat
        deal(s)
    else:
        if action == CALL:
            call_dots(s, seat)
        end_turn(s)


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.scores[seat]


@rule
def returns(s: Any, out: Any) -> None:
    """The lowest total wins; ties share the win (D14)."""
    for seat in range(s.seats):
        out[seat] = -s.scores[seat]
    highest_wins(s.seats, out)


@rule
def pieces(s: Any, out: Any) -> None:
    """Every card is in a tableau, in the stock, on the pile, or drawn."""
    for k in range(s.stock_left):
        out[s.stock[k]] += 1
    for k in range(s.pile_left):
        out[s.pile[k]] += 1
    for seat in range(s.seats):
        for slot in range(s.slots_used[seat]):
            if s.tableau[seat, slot] != EMPTY:
                out[s.tableau[seat, slot]] += 1
    if s.drawn != EMPTY:
        out[s.drawn] += 1
