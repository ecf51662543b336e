"""The rules of Dobble Connect from the first deal to the last point.

`teams_and_packs.py` has decks and packs, `grid.py` the table.
"""

from __future__ import annotations

from typing import Any

from dottable.core.primitives import fast_rng
from dottable.core.primitives.refusals import FIRST_GAME_REFUSAL
from dottable.core.primitives.rule import noinline_rule, rule
from dottable.core.primitives.seats import CLOCK, has_seat, highest_wins, seat_mask
from dottable.games.dobble_connect.pieces import (
    CARD_COUNT,
    MAX_TEAMS,
    NO_CARD,
    SIDE_COUNT,
    START_CARD_COUNT,
    SYMBOLS_PER_CARD,
    card_colour,
)
from dottable.games.dobble_connect.rules.grid import has_line, lay_next_to, lay_start_card
from dottable.games.dobble_connect.rules.teams_and_packs import (
    deal_packs,
    first_seat_of,
    form_teams,
    give_cards_to_scorer,
    reset_start_cards,
    return_table_cards,
    take_start_card,
    turn_up_next_card,
)
from dottable.games.dobble_connect.state import (
    CLAIMS_PER_SPOT,
    DEAL,
    NO_NEIGHBOUR,
    NOBODY,
    OVER,
    PLAYING,
    ROUND_OVER,
    UNLOCK_EXPIRED,
    claimed_symbol,
    edge_of,
    has_symbol,
    spot_of,
)

PIECE_KINDS = CARD_COUNT
MAX_ROUNDS = 60
MAX_WRONG_CLAIMS = 1000
"""Maximum number of wrong claims in a round. Like MAX_ROUNDS (rounds in a match), this limit is not in the rulebook."""

LOCKED_REFUSAL = FIRST_GAME_REFUSAL
PLAYED_OUT_REFUSAL = FIRST_GAME_REFUSAL + 1
TOO_LATE_REFUSAL = FIRST_GAME_REFUSAL + 2
NO_SUCH_SPOT_REFUSAL = FIRST_GAME_REFUSAL + 3
ROUND_HAS_ENDED_REFUSAL = FIRST_GAME_REFUSAL + 4
ROUND_GOES_ON_REFUSAL = FIRST_GAME_REFUSAL + 5
ONLY_DEALER_REFUSAL = FIRST_GAME_REFUSAL + 6
ONLY_CLOCK_REFUSAL = FIRST_GAME_REFUSAL + 7


@rule
def setup(s: Any, settings: Any) -> None:
    """Form the teams, read the deck from the settings, and deal the first round."""
    s.points_choice = settings[1]
    s.lock_ms = settings[2] * 1000
    for card in range(CARD_COUNT):
        for k in range(SYMBOLS_PER_CARD):
            s.symbols[card, k] = settings[3 + card * SYMBOLS_PER_CARD + k]
    form_teams(s, settings[0])
    s.goal = 7 - s.teams if s.points_choice == 0 else s.points_choice  # E12
    s.scorer = NOBODY
    reset_start_cards(s)
    take_start_card(s)
    begin_round(s)


@rule
def begin_round(s: Any) -> None:
    """Lay the starting card and deal the packs."""
    s.round_number += 1
    s.wrong = 0
    s.phase = PLAYING
    lay_start_card(s, s.starts[s.starts_taken - 1])
    deal_packs(s)


@rule
def to_act(s: Any) -> int:
    """Return the bit mask of all seats that have a card and are not locked. There are no turns (E5)."""
    if s.phase == PLAYING:
        return (s.active ^ s.locked) | (seat_mask(CLOCK) if s.locked != 0 else 0)
    return seat_mask(s.dealer) if s.phase == ROUND_OVER else 0


@rule
def deadline(s: Any) -> int:
    """Return the match time in ms at which the next lock ends (E7); -1 without a lock."""
    first = -1
    if s.locked != 0:
        for seat in range(s.seats):
            if has_seat(s.locked, seat) and (first < 0 or s.locked_until[seat] < first):
                first = s.locked_until[seat]
    return first


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the legal actions of a seat to `out` and return their number.

    During a round they are claims of any symbol at any free side of any card on the table. A claim of a wrong symbol is
    legal too (E7).
    """
    if not has_seat(to_act(s), seat):
        return 0
    if s.phase == ROUND_OVER or seat == CLOCK:
        out[0] = DEAL if s.phase == ROUND_OVER else UNLOCK_EXPIRED
        return 1
    count = 0
    for edge in range(s.placed * SIDE_COUNT):
        if s.neighbour[edge] == NO_NEIGHBOUR:
            for k in range(SYMBOLS_PER_CARD):
                out[count] = edge * SYMBOLS_PER_CARD + k
                count += 1
    return count


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """Return a uniformly random legal action by rejection sampling."""
    if s.phase == ROUND_OVER:
        return DEAL
    if seat == CLOCK:
        return UNLOCK_EXPIRED
    while True:
        action = fast_rng.random_below(q, s.placed * CLAIMS_PER_SPOT)
        if s.neighbour[edge_of(action)] == NO_NEIGHBOUR:
            return action


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    """Return the reason code for an action that is not legal."""
    if action == UNLOCK_EXPIRED:
        return ONLY_CLOCK_REFUSAL
    if s.phase == ROUND_OVER:
        return ROUND_HAS_ENDED_REFUSAL if action != DEAL else ONLY_DEALER_REFUSAL
    if action == DEAL:
        return ROUND_GOES_ON_REFUSAL
    if seat == CLOCK:
        return 0
    return NO_SUCH_SPOT_REFUSAL if spot_of(action) >= s.placed else TOO_LATE_REFUSAL


@rule
def off_turn_refusal(s: Any, seat: int) -> int:
    """Return the reason code why a seat may not act: it is locked or has played all its cards (E7, E11)."""
    if s.phase == ROUND_OVER:
        return ONLY_DEALER_REFUSAL
    return PLAYED_OUT_REFUSAL if s.top[seat] == NO_CARD else LOCKED_REFUSAL


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    """Apply a legal action."""
    if action < DEAL:
        if has_symbol(s, s.card[spot_of(action)], claimed_symbol(s, seat, action)):
            place_card(s, seat, action)
        else:
            claim_wrongly(s, seat, at_ms)
    elif action == DEAL:
        next_round(s)
    else:
        unlock_expired_seats(s, at_ms)


@rule
def place_card(s: Any, seat: int, action: int) -> None:
    """Lay the top card and turn up the next card. A completed line, or a team without cards, ends the round."""
    lay_next_to(s, s.top[seat], edge_of(action))
    turn_up_next_card(s, seat)
    if has_line(s, s.placed - 1):
        score_point(s, card_colour(s.card[s.placed - 1]))  # E8: the colour scores, even if a rival laid the card
    elif s.holding[s.team[seat]] == 0:
        end_round(s, NOBODY)  # E11


@rule
def claim_wrongly(s: Any, seat: int, at_ms: int) -> None:
    """Count a wrong claim and lock the player (E7)."""
    s.wrong += 1
    if s.wrong == MAX_WRONG_CLAIMS:
        end_round(s, NOBODY)
    elif s.lock_ms > 0:
        s.locked |= seat_mask(seat)
        s.locked_until[seat] = at_ms + s.lock_ms


@rule
def unlock_expired_seats(s: Any, at_ms: int) -> None:
    """Unlock all players whose lock has expired (E7)."""
    for seat in range(s.seats):
        if has_seat(s.locked, seat) and s.locked_until[seat] <= at_ms:
            s.locked &= ~seat_mask(seat)
            s.locked_until[seat] = 0


@rule
def score_point(s: Any, team: int) -> None:
    """Give a team a point. End the match if it reaches the goal (E8, E12)."""
    s.points[team] += 1
    end_round(s, team)
    if s.points[team] == s.goal:
        s.phase = OVER


@rule
def end_round(s: Any, scorer: int) -> None:
    """End the round. The first player of the scoring team will deal the next round."""
    s.scorer = scorer
    if scorer != NOBODY:
        s.dealer = first_seat_of(s, scorer)
    s.locked = 0
    for seat in range(s.seats):
        s.locked_until[seat] = 0
    s.phase = ROUND_OVER if s.round_number < MAX_ROUNDS else OVER


@noinline_rule
def next_round(s: Any) -> None:
    """Collect the cards, transfer cards to the scorer, and deal the next round (E9, E10)."""
    return_table_cards(s)
    give_cards_to_scorer(s)
    if s.scorer != NOBODY:
        take_start_card(s)
    begin_round(s)


@rule
def scores(s: Any, out: Any) -> None:
    """Write every seat's points, which are those of its team."""
    for seat in range(s.seats):
        out[seat] = s.points[s.team[seat]]


@rule
def returns(s: Any, out: Any) -> None:
    """Write the returns. All players of the team with the most points win; ties share the win."""
    for seat in range(s.seats):
        out[seat] = s.points[s.team[seat]]
    highest_wins(s.seats, out)


@rule
def count_pieces(s: Any, out: Any) -> None:
    """Count every card: in a pack, turned up, on the table, or a starting card."""
    for team in range(MAX_TEAMS):
        for k in range(s.pool_left[team]):
            out[s.pool[team, k]] += 1
    for seat in range(s.seats):
        if s.top[seat] != NO_CARD:
            out[s.top[seat]] += 1
    for spot in range(1, s.placed):
        out[s.card[spot]] += 1
    for k in range(START_CARD_COUNT):
        out[s.starts[k]] += 1
