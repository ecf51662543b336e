"""What the numbers of an observation mean; `knowledge.observe` writes them. Seats count from the one that looks."""

from __future__ import annotations

from dottable.core.observation import Field
from dottable.games.dobble_connect.pieces import CARDS, COLOUR_CARDS, SYMBOLS_PER_CARD, TEAMS
from dottable.games.dobble_connect.rules import MOST_ROUNDS, MOST_WRONG
from dottable.games.dobble_connect.state import OVER, SEATS, SPOTS

LONGEST_LOCK_MS = 10_000
MOST_POINTS = 127

FIELDS = (
    Field("phase", OVER, "0 playing, 1 round over, 2 over"),
    Field("seats", SEATS, "how many play"),
    Field("teams", TEAMS, "in how many teams"),
    Field("team", TEAMS - 1, "mine"),
    Field("goal", MOST_POINTS, "points to win"),
    Field("round", MOST_ROUNDS, "which round this is"),
    Field("lock_ms", LONGEST_LOCK_MS, "how long a wrong claim locks (E7)"),
    Field("placed", SPOTS, "cards on the table"),
    Field("scorer", TEAMS, "the team that won the last round + 1, 0 none"),
    Field("points", MOST_POINTS, "points of every team", (TEAMS,)),
    Field(
        "players",
        CARDS,
        "of every seat, mine first: team + 1, top card + 1 (0 none), cards below it, whether it is locked",
        (SEATS, 4),
    ),
    Field("packs", TEAMS, "for every coloured card the team + 1 that has it face down, 0 none", (COLOUR_CARDS,)),
    Field(
        "spots",
        CARDS,
        f"of every spot: card + 1 (0 none), q, r, and the place (1 to {SYMBOLS_PER_CARD}) on my top card of the symbol "
        "that the two share",
        (SPOTS, 4),
        low=-SPOTS,
    ),
    Field("wrong", MOST_WRONG, "wrong claims in this round"),
)
"""A card's number names its ten symbols: they are the deck's. q and r are axial coordinates of the hexagons."""

LEFT_OUT = {
    "locked_until": "when a lock ends; that there is one is told",
    "received_count": "the cards that changed hands before the round; the packs have them",
    "received": "the same",
    "givers": "the same",
    "neighbour": "follows from q and r",
    "pool_left": "follows from the packs",
    "dealer": "who deals the next round: whoever has that action",
    "symbols": "the deck",
    "teams_choice": "the option behind the number of teams",
    "points_choice": "the option behind the points to win",
}
"""What a view shows and an observation does not, by field of the record."""
