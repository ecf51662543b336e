"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i2, i4, i8, record, u1
from dottable.core.rule import rule
from dottable.games.dobble_connect.pieces import CARDS, COLOUR_CARDS, SIDES, START_CARDS, SYMBOLS_PER_CARD, TEAMS

SEATS = 8
SPOTS = COLOUR_CARDS + 1
"""Cards on the table at most: one starting card and every coloured one. A spot is a card's place in the
order they were laid; the starting card lies on spot 0."""
MOST_RECEIVED = 12
"""Cards that change hands between two rounds at most: four from each of three teams."""

PLAYING, ROUND_OVER, OVER = range(3)
NOBODY = -1
FREE = -1

RULEBOOK = "rulebook"
TEAM_CHOICES = ("2", "3", "4", RULEBOOK)
"""In the order in which options number them."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    teams: Annotated[
        Literal["2", "3", "4", "rulebook"],
        Meta(
            description="How many teams play. A team has one to three players: "
            "a number that cannot be is moved to the nearest that can (E3)."
        ),
    ] = "rulebook"
    points: Annotated[
        int,
        Meta(ge=0, le=5, description="Points to win; 0 = by the rulebook: 5, 4 or 3 with 2, 3 or 4 teams (E12)."),
    ] = 0
    lock_seconds: Annotated[
        int, Meta(ge=0, le=10, description="How long a player waits after naming a wrong symbol (E7).")
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
    points=(i1, TEAMS),
    team=(i1, SEATS),
    pool_left=(i1, TEAMS),
    pack_left=(i1, SEATS),
    top=(i1, SEATS),
    holding=(i1, TEAMS),
    starts=(i1, START_CARDS),
    received=(i1, MOST_RECEIVED),
    givers=(i1, MOST_RECEIVED),
    card=(i1, SPOTS),
    q=(i1, SPOTS),
    r=(i1, SPOTS),
    neighbour=(i1, SPOTS * SIDES),
    pool=(i1, (TEAMS, COLOUR_CARDS)),
    symbols=(u1, (CARDS, SYMBOLS_PER_CARD)),
)
"""`pool` holds what lies face down in a team's packs: everybody can know which cards these are, nobody in
which order or in whose pack, so it is a set and turning up a card is a random pick. `holding` counts the
players of a team with a card; `active` is the set of seats with one, `locked` of those among them that wait.
The first `starts_taken` of `starts` have been in the centre, the last of them lies there.
`neighbour` says for every side of every spot what lies there, FREE if nothing."""

ACTIONS = ActionSpace(claim=(SPOTS, SIDES, SYMBOLS_PER_CARD), deal=(), unlock=())
"""A claim lays the seat's top card next to the card on a spot, at one of its sides, naming a symbol by its
place on the top card."""
DEAL = ACTIONS.first("deal")
UNLOCK = ACTIONS.first("unlock")
CLAIMS_PER_SPOT = SIDES * SYMBOLS_PER_CARD


@rule
def spot_of(action: int) -> int:
    return action // CLAIMS_PER_SPOT


@rule
def edge_of(action: int) -> int:
    """The spot and side of a claim, as `neighbour` counts them."""
    return action // SYMBOLS_PER_CARD


@rule
def symbol_named(s: Any, seat: int, action: int) -> int:
    """The symbol that a claim names."""
    return s.symbols[s.top[seat], action % SYMBOLS_PER_CARD]


@rule
def has_symbol(s: Any, card: int, symbol: int) -> bool:
    found = 0
    for k in range(SYMBOLS_PER_CARD):
        found |= s.symbols[card, k] == symbol
    return found != 0
