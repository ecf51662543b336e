"""The observation tensor of a seat. Only the order of the packs is hidden, and it is random."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import has_seat
from dottable.games.dobble_connect.pieces import COLOUR_CARD_COUNT, MAX_TEAMS, NO_CARD, SYMBOLS_PER_CARD
from dottable.games.dobble_connect.state import MAX_SPOTS, NOBODY, SEATS, has_symbol

SCALAR_COUNT = 9
"""Count of single numbers at the start of the tensor, before the numbers for teams, seats and cards."""
TEAMS_OFFSET = SCALAR_COUNT
SEATS_OFFSET = TEAMS_OFFSET + MAX_TEAMS
CARDS_OFFSET = SEATS_OFFSET + 4 * SEATS
SPOTS_OFFSET = CARDS_OFFSET + COLOUR_CARD_COUNT
WRONG_CLAIMS_OFFSET = SPOTS_OFFSET + 4 * MAX_SPOTS
OBSERVATION_SIZE = WRONG_CLAIMS_OFFSET + 1
"""Length of the tensor:

phase, seats, teams, my team, points to win, round, lock in ms, cards on the table, last scorer + 1 (0: none); points
by team; team + 1, top card + 1, cards below it and lock of each seat, mine first; for each coloured card the team + 1
that has it face down; for each spot the card + 1, q, r and the place + 1 of the symbol shared with my top card; wrong
claims in this round.
"""


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    """Write the observation of a seat to `out`."""
    out[0] = s.phase
    out[1] = s.seats
    out[2] = s.teams
    out[3] = s.team[seat]
    out[4] = s.goal
    out[5] = s.round_number
    out[6] = s.lock_ms
    out[7] = s.placed
    out[8] = s.scorer + 1 if s.scorer != NOBODY else 0
    for team in range(MAX_TEAMS):
        out[TEAMS_OFFSET + team] = s.points[team]
    for k in range(SEATS):
        other = (seat + k) % s.seats
        at = SEATS_OFFSET + 4 * k
        out[at] = s.team[other] + 1 if k < s.seats else 0
        out[at + 1] = s.top[other] + 1 if k < s.seats else 0
        out[at + 2] = s.pack_left[other] if k < s.seats else 0
        out[at + 3] = 1 if k < s.seats and has_seat(s.locked, other) else 0
    observe_packs(s, out)
    observe_table(s, seat, out)
    out[WRONG_CLAIMS_OFFSET] = s.wrong


@rule
def observe_packs(s: Any, out: Any) -> None:
    """Write, for each coloured card, which team has it face down."""
    for card in range(COLOUR_CARD_COUNT):
        out[CARDS_OFFSET + card] = 0
    for team in range(MAX_TEAMS):
        for k in range(s.pool_left[team]):
            out[CARDS_OFFSET + s.pool[team, k]] = team + 1


@rule
def observe_table(s: Any, seat: int, out: Any) -> None:
    """Write every spot: card, coordinates, and the position on the seat's top card of the symbol that both share."""
    for spot in range(MAX_SPOTS):
        at = SPOTS_OFFSET + 4 * spot
        lies = spot < s.placed
        out[at] = s.card[spot] + 1 if lies else 0
        out[at + 1] = s.q[spot] if lies else 0
        out[at + 2] = s.r[spot] if lies else 0
        out[at + 3] = place_of_shared_symbol(s, s.top[seat], s.card[spot]) + 1 if lies and s.top[seat] != NO_CARD else 0


@rule
def place_of_shared_symbol(s: Any, card: int, other: int) -> int:
    """Return the position on a card of the symbol that it shares with another card."""
    for k in range(SYMBOLS_PER_CARD - 1):
        if has_symbol(s, other, s.symbols[card, k]):
            return k
    return SYMBOLS_PER_CARD - 1
