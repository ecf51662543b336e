"""What a seat knows, for machines: the tensor, and redrawing what it cannot know."""

from __future__ import annotations

from typing import Any

from dottable.core.chance import below, rekey
from dottable.core.rule import big_rule, rule
from dottable.core.seats import has, how_many, nth
from dottable.games.dots_52.pieces import EMPTY, RANKS, rank
from dottable.games.dots_52.state import DRAWN, SEATS, SLOTS, knows
from dottable.games.dots_52.stock import pile_top

TABLE = 17
SCORES = TABLE
PILE_RANKS = SCORES + SEATS
TABLEAUX = PILE_RANKS + RANKS
AWAITED = TABLEAUX + SEATS * SLOTS
OBSERVATION = AWAITED + SEATS
"""What stands where, seats always counted from mine (0 = me) and ranks from 1 (ace) to 13 (King):

0 phase, 1 seats, 2 whose turn, 3 dealer, 4 who called + 1 (0: nobody), 5 cards in the stock,
6 cards on the pile, 7 rank on top of it (0: none), 8 rank of the drawn card (0: none, 14: one that
I do not know), 9 whether I may snap, 10 how many seats still may, 11 whether I tried, 12 whether I may
show a card too late, 13 my slot chosen for a Jack's swap + 1, 14 round, 15 turns taken in it,
16 whether the caller's cards are locked.

Then the points of all seats; how many cards of each rank lie on the pile; every slot of every
seat: 0 empty, 1 a card that I do not know, else its rank + 1; and who still has to snap or to peek."""
UNKNOWN_DRAWN = RANKS + 1
UNKNOWN = 1


@rule
def relative(s: Any, seat: int, other: int) -> int:
    """How many seats `other` sits to the left of `seat`."""
    return other - seat if other >= seat else other - seat + s.seats


@rule
def knows_drawn(s: Any, seat: int) -> bool:
    """Only the turn's player looks at the drawn card (D4)."""
    return seat == s.turn


@rule
def seen_drawn(s: Any, seat: int) -> int:
    if s.drawn == EMPTY:
        return 0
    return rank(s.drawn) + 1 if knows_drawn(s, seat) else UNKNOWN_DRAWN


@rule
def seen_slot(s: Any, seat: int, other: int, slot: int) -> int:
    if s.tableau[other, slot] == EMPTY:
        return 0
    return rank(s.tableau[other, slot]) + 2 if knows(s, seat, other, slot) else UNKNOWN


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    out[0] = s.phase
    out[1] = s.seats
    out[2] = relative(s, seat, s.turn)
    out[3] = relative(s, seat, s.dealer)
    out[4] = relative(s, seat, s.caller) + 1 if s.caller >= 0 else 0
    out[5] = s.stock_left
    out[6] = s.pile_left
    out[7] = rank(pile_top(s)) + 1 if s.pile_left > 0 else 0
    out[8] = seen_drawn(s, seat)
    observe_snap(s, seat, out)
    out[13] = s.swap_slot + 1 if seat == s.turn else 0
    out[14] = s.round_number
    out[15] = s.turns
    out[16] = s.lock_caller
    observe_cards(s, seat, out)


@rule
def observe_snap(s: Any, seat: int, out: Any) -> None:
    out[9] = 1 if has(s.waiting, seat) else 0
    out[10] = how_many(s.waiting)
    out[11] = 1 if has(s.tried, seat) else 0
    out[12] = 1 if has(s.late, seat) else 0


@rule
def observe_cards(s: Any, seat: int, out: Any) -> None:
    for k in range(SCORES, OBSERVATION):
        out[k] = 0
    for k in range(s.pile_left):
        out[PILE_RANKS + rank(s.pile[k])] += 1
    for other in range(s.seats):
        k = relative(s, seat, other)
        out[SCORES + k] = s.scores[other]
        out[AWAITED + k] = 1 if has(s.waiting, other) else 0
        for slot in range(s.slots_used[other]):
            out[TABLEAUX + k * SLOTS + slot] = seen_slot(s, seat, other, slot)


@rule
def is_hidden(s: Any, seat: int, other: int, slot: int, epoch: int) -> bool:
    """Whether a slot holds a card of that epoch which the seat does not know."""
    card = s.tableau[other, slot]
    return card != EMPTY and s.epoch[card] == epoch and not knows(s, seat, other, slot)


@rule
def hides_drawn(s: Any, seat: int) -> bool:
    return s.phase == DRAWN and not knows_drawn(s, seat)


@big_rule
def hidden_cards(s: Any, seat: int, epoch: int) -> int:
    """The set of cards of an epoch that the seat cannot place, one bit a card."""
    cards = 0
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            if is_hidden(s, seat, other, slot, epoch):
                cards |= 1 << s.tableau[other, slot]
    if epoch == s.rebuilds:
        if hides_drawn(s, seat):
            cards |= 1 << s.drawn
        for k in range(s.stock_left):
            cards |= 1 << s.stock[k]
    return cards


@rule
def pick(cards: int, g: Any) -> int:
    """A random card of a set."""
    return nth(cards, below(g, how_many(cards)))


@big_rule
def redraw(s: Any, seat: int, epoch: int, cards: int, g: Any) -> None:
    """Hand a set of cards out anew to all places where they may be, in a fixed order of places."""
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            if is_hidden(s, seat, other, slot, epoch):
                s.tableau[other, slot] = pick(cards, g)
                cards ^= 1 << s.tableau[other, slot]
    if epoch == s.rebuilds:
        if hides_drawn(s, seat):
            s.drawn = pick(cards, g)
            cards ^= 1 << s.drawn
        for k in range(s.stock_left):
            s.stock[k] = pick(cards, g)
            cards ^= 1 << s.stock[k]


@rule
def epoch_before(s: Any, seat: int, epoch: int) -> int:
    """The latest epoch before `epoch` from which the seat cannot place some card; -1 if there is none."""
    found = -1
    for other in range(s.seats):
        for slot in range(s.slots_used[other]):
            card = s.tableau[other, slot]
            if card != EMPTY and not knows(s, seat, other, slot) and found < s.epoch[card] < epoch:
                found = s.epoch[card]
    return found


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    """Redraw all unknown cards, epoch by epoch: when the stock was rebuilt, no unseen card was in it (D15)."""
    epoch = s.rebuilds
    while epoch >= 0:
        redraw(s, seat, epoch, hidden_cards(s, seat, epoch), g)
        epoch = epoch_before(s, seat, epoch)
    rekey(s.rng, g)
