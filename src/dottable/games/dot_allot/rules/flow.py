"""The rules of Dot Allot from setup to the last round.

`placement` decides where cards may lie, `scoring` the points.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import random_below
from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import highest_wins, seat_mask
from dottable.games.dot_allot.deck.deck_encoding import load_deck
from dottable.games.dot_allot.pieces import CARD_COUNT, CARDS_IN_PLAY
from dottable.games.dot_allot.rules.dealing import deal_first_round, deal_next_round, remove_from_hand, start_round
from dottable.games.dot_allot.rules.placement import (
    covering_offsets,
    gives_opponent_dot,
    list_dot_giving_placements,
    list_placements_on_track,
    placement_refusal,
    update_visible_cells,
    usable_face_count,
)
from dottable.games.dot_allot.rules.scoring import score_round
from dottable.games.dot_allot.state import (
    COLOUR_LOCKED_CHOICE,
    DEAL,
    HORIZONTAL_CHOICE,
    LAYING_CARDS,
    LIGHT_CHOICE,
    MAX_ROW_OFFSET,
    NOBODY,
    OPTION_COUNT,
    OVER,
    QUARTER_TURN_COUNT,
    ROUND_OVER,
    SEATS,
    SIDE_COUNT,
    card_of_placement,
    face_of_placement,
    first_scoring_row,
    is_last_round,
    placement_action,
    scoring_rows_per_side,
    starting_side,
)

MAX_SEATS_VERTICAL = 5
"""Maximum number of players on a vertical track. With more, the track is horizontal, so that all of them play (A19)."""
MAX_SAMPLING_ATTEMPTS = 64
"""Number of attempts of rejection sampling in `random_action` before all placements are listed."""
PIECE_KINDS = CARD_COUNT

# Reason codes of refused actions; `view.refusals` has their sentences.
ROUND_NOT_OVER_REFUSAL = FIRST_GAME_REFUSAL + 5
MUST_DEAL_REFUSAL = FIRST_GAME_REFUSAL + 6


@noinline_rule
def setup(s: Any, settings: Any) -> None:
    """Lay out the track, draw the eight cards of the match and a starting player (A5, A7)."""
    s.horizontal = settings[0] == HORIZONTAL_CHOICE or s.seats > MAX_SEATS_VERTICAL
    s.light = settings[1] == LIGHT_CHOICE
    s.locked = settings[2] == COLOUR_LOCKED_CHOICE
    load_deck(s, settings[OPTION_COUNT:])
    starter = random_below(s.rng, s.seats)
    for k in range(SEATS):
        seat = (starter + k) % s.seats if k < s.seats else NOBODY
        if k < SIDE_COUNT:
            s.seat_at[k] = seat
        else:
            s.queue[k - SIDE_COUNT] = seat
    s.newcomer = 1  # A19: in round 1 the non-starter counts as new
    s.bonus = NOBODY
    s.loser = NOBODY
    deal_first_round(s)
    start_round(s)


@rule
def to_act(s: Any) -> int:
    """Return the set with the seat that may act: it lays a card or deals the next round."""
    if s.phase == LAYING_CARDS:
        return seat_mask(s.seat_at[s.turn])
    return seat_mask(next_starting_seat(s)) if s.phase == ROUND_OVER else 0


@rule
def next_starting_seat(s: Any) -> int:
    """Return the seat that starts the next round. The first seat of the queue replaces a loser (A8, A19)."""
    side = starting_side(s, s.round_index + 1)
    return s.queue[0] if side == s.loser else s.seat_at[side]


@rule
def deadline(s: Any) -> int:
    """Return -1, because this game has no clock."""
    return -1


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the seat's legal actions to `out` in ascending order and return their number."""
    if s.phase == LAYING_CARDS and seat == s.seat_at[s.turn]:
        return list_placements(s, out)
    if s.phase == ROUND_OVER and seat == next_starting_seat(s):
        out[0] = DEAL
        return 1
    return 0


@noinline_rule
def list_placements(s: Any, out: Any) -> int:
    """Write the legal placements of the side to move to `out` and return their number.

    If no placement gives the opponent a dot, placements without a dot are legal (A12).
    """
    count = list_dot_giving_placements(s, out)
    return count if count > 0 else list_placements_on_track(s, out)


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return a uniformly random legal action, by rejection sampling from placements that reach the opponent's rows."""
    if s.phase == ROUND_OVER:
        return DEAL
    longest = max(s.width, s.height)
    top = first_scoring_row(s, 1 - s.turn) - longest + 1
    offsets = scoring_rows_per_side(s) + longest - 1
    faces = usable_face_count(s)
    poses = s.hand_left[s.turn] * QUARTER_TURN_COUNT * faces
    upright, turned = covering_offsets(s, 0), covering_offsets(s, 1)
    for _ in range(MAX_SAMPLING_ATTEMPTS):
        draw = fast_rng.next_word(q) * poses
        pose = draw >> 32
        offset = top + (((draw & fast_rng.WORD_MASK) * offsets) >> 32)
        quarters, rest = pose & 3, pose >> 2
        covering = turned if quarters & 1 else upright
        if (covering >> (offset + MAX_ROW_OFFSET)) & 1:
            action = placement_action(s.hand[s.turn, rest >> (faces - 1)], quarters, rest & (faces - 1), offset)
            if gives_opponent_dot(s, action):
                return action
    return buffer[fast_rng.random_below(q, list_placements(s, buffer))]


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return the reason code for an illegal action of the seat to move."""
    if s.phase == ROUND_OVER:
        return MUST_DEAL_REFUSAL
    if action == DEAL:
        return ROUND_NOT_OVER_REFUSAL
    return placement_refusal(s, action)


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Apply an action: lay a card, or deal the next round."""
    if action == DEAL:
        deal_next_round(s)
        start_round(s)
    else:
        lay_card(s, action)


@noinline_rule
def lay_card(s: Any, action: int) -> None:
    """Lay a card from the hand on the track. After the eighth card, score and end the round (A9-A11, A14, A17)."""
    if not gives_opponent_dot(s, action):
        s.hand_shown[s.turn] = 1  # A12
    remove_from_hand(s, card_of_placement(action))
    s.reverse_used[s.turn] |= face_of_placement(action)
    s.laid[s.laid_count] = action
    s.laid_count += 1
    update_visible_cells(s, action, s.laid_count)
    s.turn = 1 - s.turn
    if s.laid_count == CARDS_IN_PLAY:
        score_round(s)
        s.phase = OVER if is_last_round(s) else ROUND_OVER


@rule
def scores(s: Any, out: Any) -> None:
    """Write every seat's points."""
    for seat in range(s.seats):
        out[seat] = s.totals[seat]


@rule
def returns(s: Any, out: Any) -> None:
    """Write zero-sum returns: the highest total wins, ties share the win (A16)."""
    for seat in range(s.seats):
        out[seat] = s.totals[seat]
    highest_wins(s.seats, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Count every card: set aside, in hand or laid (A7)."""
    for card in range(CARD_COUNT):
        out[card] += (s.aside >> card) & 1
    for side in range(SIDE_COUNT):
        for k in range(s.hand_left[side]):
            out[s.hand[side, k]] += 1
    for k in range(s.laid_count):
        out[card_of_placement(s.laid[k])] += 1
