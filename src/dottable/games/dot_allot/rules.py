"""Dot Allot, from setup to the last round. Where cards may lie: `placement.py`; points: `scoring.py`."""

from __future__ import annotations

from typing import Any

from dottable.core import quick
from dottable.core.chance import below
from dottable.core.rule import big_rule, rule
from dottable.core.seats import highest_wins, only
from dottable.games.dot_allot.dealing import deal_first, deal_next, open_round, take_from_hand
from dottable.games.dot_allot.deck_numbers import load_deck
from dottable.games.dot_allot.pieces import CARDS, IN_PLAY
from dottable.games.dot_allot.placement import (
    DEAL_FIRST,
    ROUND_RUNS,
    cover,
    faces_left,
    gives_dot,
    is_covering,
    list_giving,
    list_waived,
    misplaced,
)
from dottable.games.dot_allot.scoring import score_round
from dottable.games.dot_allot.state import (
    COLOUR_LOCKED,
    DEAL,
    HORIZONTAL,
    LAYING,
    LIGHT,
    NOBODY,
    OPTIONS,
    OVER,
    QUARTERS,
    ROUND_OVER,
    SEATS,
    SIDES,
    action_of,
    card_of,
    face_of,
    first_row,
    half_rows,
    is_last_round,
    starter_of,
)

MOST_VERTICAL = 5
"""With more players the track lies horizontally, so that everyone plays (A19)."""
TRIES = 64
PIECES = CARDS


@big_rule
def setup(s: Any, settings: Any) -> None:
    """Lay out the track, draw the eight cards of the match and a starting player (A5, A7)."""
    s.horizontal = settings[0] == HORIZONTAL or s.seats > MOST_VERTICAL
    s.light = settings[1] == LIGHT
    s.locked = settings[2] == COLOUR_LOCKED
    load_deck(s, settings[OPTIONS:])
    starter = below(s.rng, s.seats)
    for k in range(SEATS):
        seat = (starter + k) % s.seats if k < s.seats else NOBODY
        if k < SIDES:
            s.at[k] = seat
        else:
            s.queue[k - SIDES] = seat
    s.newcomer = 1  # A19: in round 1 the non-starter counts as new
    s.bonus = NOBODY
    s.loser = NOBODY
    deal_first(s)
    open_round(s)


@rule
def to_act(s: Any) -> int:
    if s.phase == LAYING:
        return only(s.at[s.turn])
    return only(next_starter(s)) if s.phase == ROUND_OVER else 0


@rule
def next_starter(s: Any) -> int:
    """Who starts the next round: the one at that side, or the head of the queue in a loser's place (A8, A19)."""
    side = starter_of(s, s.round_index + 1)
    return s.queue[0] if side == s.loser else s.at[side]


@rule
def deadline(s: Any) -> int:
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    if s.phase == LAYING and seat == s.at[s.turn]:
        return list_placements(s, out)
    if s.phase == ROUND_OVER and seat == next_starter(s):
        out[0] = DEAL
        return 1
    return 0


@big_rule
def list_placements(s: Any, out: Any) -> int:
    """Every placement of the side at turn; if none gives the opponent a dot, that is not asked for (A12)."""
    count = list_giving(s, out)
    return count if count > 0 else list_waived(s, out)


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """A uniformly random legal action: throw darts at all placements that could meet the opponent's rows."""
    if s.phase == ROUND_OVER:
        return DEAL
    longest = max(s.width, s.height)
    top = first_row(s, 1 - s.turn) - longest + 1
    offsets = half_rows(s) + longest - 1
    ways = s.hand_left[s.turn] * QUARTERS * faces_left(s)
    for _ in range(TRIES):
        dart = quick.word(q) * ways
        way = dart >> 32
        offset = top + (((dart & quick.WORD) * offsets) >> 32)
        quarters, rest = way & 3, way >> 2
        face = rest & 1 if faces_left(s) == 2 else 0
        card = s.hand[s.turn, rest >> (faces_left(s) - 1)]
        action = action_of(card, quarters, face, offset)
        if is_covering(s, action) and gives_dot(s, action):
            return action
    return buffer[quick.below(q, list_placements(s, buffer))]


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    if s.phase == ROUND_OVER:
        return DEAL_FIRST
    if action == DEAL:
        return ROUND_RUNS
    return misplaced(s, action)


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    if action == DEAL:
        deal_next(s)
        open_round(s)
    else:
        lay_card(s, action)


@big_rule
def lay_card(s: Any, action: int) -> None:
    """Lay a card from the hand; the eighth ends the round (A9-A11, A14, A17)."""
    if not gives_dot(s, action):
        s.hand_shown[s.turn] = 1  # A12
    take_from_hand(s, card_of(action))
    s.reverse_used[s.turn] |= face_of(action)
    s.laid[s.laid_count] = action
    s.laid_count += 1
    cover(s, action, s.laid_count)
    s.turn = 1 - s.turn
    if s.laid_count == IN_PLAY:
        score_round(s)
        s.phase = OVER if is_last_round(s) else ROUND_OVER


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.totals[seat]


@rule
def returns(s: Any, out: Any) -> None:
    """The highest total wins; equal totals share the win (A16)."""
    for seat in range(s.seats):
        out[seat] = s.totals[seat]
    highest_wins(s.seats, out)


@rule
def pieces(s: Any, out: Any) -> None:
    """Every card is set aside, in a hand or laid (A7)."""
    for card in range(CARDS):
        out[card] += (s.aside >> card) & 1
    for side in range(SIDES):
        for k in range(s.hand_left[side]):
            out[s.hand[side, k]] += 1
    for k in range(s.laid_count):
        out[card_of(s.laid[k])] += 1
