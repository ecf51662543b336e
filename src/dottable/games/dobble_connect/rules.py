"""Dobble Connect, from the first deal to the last point. Decks: `packs.py`; the table: `grid.py`."""

from __future__ import annotations

from typing import Any

from dottable.core import quick
from dottable.core.refusals import FIRST_OF_A_GAME
from dottable.core.rule import big_rule, rule
from dottable.core.seats import CLOCK, has, highest_wins, only
from dottable.games.dobble_connect.grid import has_line, lay_first, lay_next_to
from dottable.games.dobble_connect.packs import (
    collect,
    deal_packs,
    form_teams,
    hand_over,
    start_cards_to_box,
    take_start_card,
    turn_up,
)
from dottable.games.dobble_connect.pieces import CARDS, NO_CARD, SIDES, START_CARDS, SYMBOLS_PER_CARD, colour
from dottable.games.dobble_connect.state import (
    CLAIMS_PER_SPOT,
    DEAL,
    FREE,
    NOBODY,
    OVER,
    PLAYING,
    ROUND_OVER,
    UNLOCK,
    edge_of,
    has_symbol,
    spot_of,
    symbol_named,
)

PIECES = CARDS
MOST_ROUNDS = 60
MOST_WRONG = 1000
"""Bounds of ours: rounds in a match, and wrong claims in a round."""

LOCKED = FIRST_OF_A_GAME
PLAYED_OUT = FIRST_OF_A_GAME + 1
TOO_LATE = FIRST_OF_A_GAME + 2
NO_SUCH_SPOT = FIRST_OF_A_GAME + 3
ROUND_HAS_ENDED = FIRST_OF_A_GAME + 4
ROUND_GOES_ON = FIRST_OF_A_GAME + 5
ONLY_THE_DEALER = FIRST_OF_A_GAME + 6
ONLY_THE_CLOCK = FIRST_OF_A_GAME + 7


@rule
def setup(s: Any, settings: Any) -> None:
    """Form the teams, take the deck from the settings, and deal the first round."""
    s.teams_choice = settings[0]
    s.points_choice = settings[1]
    s.lock_ms = settings[2] * 1000
    for card in range(CARDS):
        for k in range(SYMBOLS_PER_CARD):
            s.symbols[card, k] = settings[3 + card * SYMBOLS_PER_CARD + k]
    form_teams(s, s.teams_choice)
    s.goal = 7 - s.teams if s.points_choice == 0 else s.points_choice  # E12
    s.scorer = NOBODY
    start_cards_to_box(s)
    take_start_card(s)
    begin_round(s)


@rule
def begin_round(s: Any) -> None:
    s.round_number += 1
    s.wrong = 0
    s.phase = PLAYING
    lay_first(s, s.starts[s.starts_taken - 1])
    deal_packs(s)


@rule
def to_act(s: Any) -> int:
    """Everybody with a card who is not locked: there are no turns (E5)."""
    if s.phase == PLAYING:
        return (s.active ^ s.locked) | (only(CLOCK) if s.locked != 0 else 0)
    return only(s.dealer) if s.phase == ROUND_OVER else 0


@rule
def deadline(s: Any) -> int:
    """When the next lock ends (E7)."""
    first = -1
    if s.locked != 0:
        for seat in range(s.seats):
            if has(s.locked, seat) and (first < 0 or s.locked_until[seat] < first):
                first = s.locked_until[seat]
    return first


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Any symbol at any free side of any card on the table: a wrong symbol is a claim too (E7)."""
    if not has(to_act(s), seat):
        return 0
    if s.phase == ROUND_OVER or seat == CLOCK:
        out[0] = DEAL if s.phase == ROUND_OVER else UNLOCK
        return 1
    count = 0
    for edge in range(s.placed * SIDES):
        if s.neighbour[edge] == FREE:
            for k in range(SYMBOLS_PER_CARD):
                out[count] = edge * SYMBOLS_PER_CARD + k
                count += 1
    return count


@rule
def random_action(s: Any, seat: int, q: Any, buffer: Any) -> int:
    """A uniformly random legal action, without a list: guess until the side is free."""
    if s.phase == ROUND_OVER:
        return DEAL
    if seat == CLOCK:
        return UNLOCK
    while True:
        action = quick.below(q, s.placed * CLAIMS_PER_SPOT)
        if s.neighbour[edge_of(action)] == FREE:
            return action


@rule
def why_not(s: Any, seat: int, action: int) -> int:
    if action == UNLOCK:
        return ONLY_THE_CLOCK
    if s.phase == ROUND_OVER:
        return ROUND_HAS_ENDED if action != DEAL else ONLY_THE_DEALER
    if action == DEAL:
        return ROUND_GOES_ON
    if seat == CLOCK:
        return 0
    return NO_SUCH_SPOT if spot_of(action) >= s.placed else TOO_LATE


@rule
def why_wait(s: Any, seat: int) -> int:
    """Why a seat may do nothing now: there are no turns, so it is locked or has played out (E7, E11)."""
    if s.phase == ROUND_OVER:
        return ONLY_THE_DEALER
    return PLAYED_OUT if s.top[seat] == NO_CARD else LOCKED


@rule
def play(s: Any, seat: int, action: int, at_ms: int) -> None:
    if action < DEAL:
        if has_symbol(s, s.card[spot_of(action)], symbol_named(s, seat, action)):
            place_card(s, seat, action)
        else:
            claim_wrongly(s, seat, at_ms)
    elif action == DEAL:
        next_round(s)
    else:
        unlock(s, at_ms)


@rule
def place_card(s: Any, seat: int, action: int) -> None:
    """Lay the top card and turn up the next; a line ends the round, and so does a team without cards."""
    lay_next_to(s, s.top[seat], edge_of(action))
    turn_up(s, seat)
    if has_line(s, s.placed - 1):
        score(s, colour(s.card[s.placed - 1]))  # E8: whoever laid it
    elif s.holding[s.team[seat]] == 0:
        end_round(s, NOBODY)  # E11


@rule
def claim_wrongly(s: Any, seat: int, at_ms: int) -> None:
    """Nothing is placed, and the player waits (E7)."""
    s.wrong += 1
    if s.wrong == MOST_WRONG:
        end_round(s, NOBODY)
    elif s.lock_ms > 0:
        s.locked |= only(seat)
        s.locked_until[seat] = at_ms + s.lock_ms


@rule
def unlock(s: Any, at_ms: int) -> None:
    """Let everybody go on whose time is up (E7)."""
    for seat in range(s.seats):
        if has(s.locked, seat) and s.locked_until[seat] <= at_ms:
            s.locked &= ~only(seat)
            s.locked_until[seat] = 0


@rule
def score(s: Any, team: int) -> None:
    """A point, and with the last one the match (E8, E12)."""
    s.points[team] += 1
    end_round(s, team)
    if s.points[team] == s.goal:
        s.phase = OVER


@rule
def end_round(s: Any, scorer: int) -> None:
    """All hands off; the first player of the scoring team deals next."""
    s.scorer = scorer
    if scorer != NOBODY:
        s.dealer = scorer
    s.locked = 0
    for seat in range(s.seats):
        s.locked_until[seat] = 0
    s.phase = ROUND_OVER if s.round_number < MOST_ROUNDS else OVER


@big_rule
def next_round(s: Any) -> None:
    """Collect the cards, hand some over, and deal around a starting card (E9, E10)."""
    collect(s)
    hand_over(s)
    if s.scorer != NOBODY:
        take_start_card(s)
    begin_round(s)


@rule
def scores(s: Any, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.points[s.team[seat]]


@rule
def returns(s: Any, out: Any) -> None:
    """The team with the most points wins for all its players; ties share the win."""
    for seat in range(s.seats):
        out[seat] = s.points[s.team[seat]]
    highest_wins(s.seats, out)


@rule
def pieces(s: Any, out: Any) -> None:
    """Every card is in a pack, turned up, on the table, or a starting card."""
    for team in range(s.teams):
        for k in range(s.pool_left[team]):
            out[s.pool[team, k]] += 1
    for seat in range(s.seats):
        if s.top[seat] != NO_CARD:
            out[s.top[seat]] += 1
    for spot in range(1, s.placed):
        out[s.card[spot]] += 1
    for k in range(START_CARDS):
        out[s.starts[k]] += 1
