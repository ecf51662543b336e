"""Options, the record of a match and the action space."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from dottable.core import options
from dottable.core.primitives.actions import ActionSpace
from dottable.core.primitives.record import i1, i2, i4, i8, record, u1
from dottable.core.primitives.rule import rule
from dottable.games.dobble_connect.pieces import (
    CARD_COUNT,
    COLOUR_CARD_COUNT,
    MAX_TEAMS,
    SIDE_COUNT,
    START_CARD_COUNT,
    SYMBOLS_PER_CARD,
)

SEATS = 8
MAX_SPOTS = COLOUR_CARD_COUNT + 1
"""Largest number of cards on the table: one starting card and all coloured ones.

Spots are numbered in the order in which cards are laid. The starting card lies on spot 0.
"""
MAX_GIFTS = 12
"""Largest number of cards that change hands between two rounds: four from each of three teams."""

PLAYING, ROUND_OVER, OVER = range(3)
NOBODY = -1
NO_NEIGHBOUR = -1

RULEBOOK_TEAMS_OPTION = "rulebook"
TEAM_CHOICES = ("2", "3", "4", RULEBOOK_TEAMS_OPTION)
"""Values of the option `teams`, in the order of their numbers."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    teams: Annotated[
        Literal["2", "3", "4", "rulebook"],
        Meta(
            description="Number of teams. A team has one to three players: "
            "an impossible number is moved to the nearest possible one (E3)."
        ),
    ] = "rulebook"
    points: Annotated[
        int,
        Meta(ge=0, le=5, description="Points to win; 0 = by the rulebook: 5, 4 or 3 with 2, 3 or 4 teams (E12)."),
    ] = 0
    lock_seconds: Annotated[
        int, Meta(ge=0, le=10, description="Seconds that a player waits after naming a wrong symbol (E7).")
    ] = 3


STATE = record(
    teams_choice=i1,
    points_choice=i1,
    teams=i1,
    goal=i1,
    phase=i1,
    dealer=i1,
    scorer=i1,
    locked_until=(i8, SEATS),
    lock_ms=i4,
    wrong=i2,
    round_number=i2,
    active=u1,
    locked=u1,
    starts_taken=i1,
    received_count=i1,
    placed=i1,
    points=(i1, MAX_TEAMS),
    team=(i1, SEATS),
    pool_left=(i1, MAX_TEAMS),
    pack_left=(i1, SEATS),
    top=(i1, SEATS),
    holding=(i1, MAX_TEAMS),
    starts=(i1, START_CARD_COUNT),
    received=(i1, MAX_GIFTS),
    givers=(i1, MAX_GIFTS),
    card=(i1, MAX_SPOTS),
    q=(i1, MAX_SPOTS),
    r=(i1, MAX_SPOTS),
    neighbour=(i1, MAX_SPOTS * SIDE_COUNT),
    pool=(i1, (MAX_TEAMS, COLOUR_CARD_COUNT)),
    symbols=(u1, (CARD_COUNT, SYMBOLS_PER_CARD)),
)
"""Fields that need an explanation:

- `pool` holds the face-down cards of each team. All players can know which cards these are, but not their order or
  whose pack they are in. So it is a set, and turning up a card picks one at random.
- `holding` counts the players of a team with a top card.
- `active` is the bit mask of seats with a top card; `locked` those of them that wait after a wrong claim.
- The first `starts_taken` of `starts` have been in the centre; the last of them lies there now.
- `neighbour` is the spot at every side of every spot, NO_NEIGHBOUR if there is none.
"""

ACTIONS = ActionSpace(claim=(MAX_SPOTS, SIDE_COUNT, SYMBOLS_PER_CARD), deal=(), unlock=())
"""A claim lays the seat's top card at a side of the card on a spot.

It names a symbol by its place on the top card.
"""
DEAL = ACTIONS.first("deal")
UNLOCK_EXPIRED = ACTIONS.first("unlock")
CLAIMS_PER_SPOT = SIDE_COUNT * SYMBOLS_PER_CARD


@rule
def spot_of(action: int) -> int:
    """Return the spot of a claim."""
    return action // CLAIMS_PER_SPOT


@rule
def edge_of(action: int) -> int:
    """Return the spot and side of a claim as an index of `neighbour`."""
    return action // SYMBOLS_PER_CARD


@rule
def claimed_symbol(s: Any, seat: int, action: int) -> int:
    """Return the symbol that a claim names."""
    return s.symbols[s.top[seat], action % SYMBOLS_PER_CARD]


@rule
def has_symbol(s: Any, card: int, symbol: int) -> bool:
    """Return whether a card shows a symbol."""
    found = 0
    for k in range(SYMBOLS_PER_CARD):
        found |= s.symbols[card, k] == symbol
    return found != 0
