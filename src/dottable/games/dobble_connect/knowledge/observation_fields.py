"""Names, bounds and meanings of the numbers that `observe` writes. Seats are numbered from the observing seat."""

from __future__ import annotations

from dottable.core.views.observation_field import ObservationField
from dottable.games.dobble_connect.pieces import CARD_COUNT, COLOUR_CARD_COUNT, MAX_TEAMS, SYMBOLS_PER_CARD
from dottable.games.dobble_connect.rules.flow import MAX_ROUNDS, MAX_WRONG_CLAIMS
from dottable.games.dobble_connect.state import MAX_SPOTS, OVER, SEATS

MAX_LOCK_MS = 10_000
MAX_POINTS = 127

FIELDS = (
    ObservationField("phase", OVER, "0 playing, 1 round over, 2 over"),
    ObservationField("seats", SEATS, "number of players"),
    ObservationField("teams", MAX_TEAMS, "number of teams"),
    ObservationField("team", MAX_TEAMS - 1, "my team"),
    ObservationField("goal", MAX_POINTS, "points to win"),
    ObservationField("round", MAX_ROUNDS, "number of the round"),
    ObservationField("lock_ms", MAX_LOCK_MS, "lock after a wrong claim in ms (E7)"),
    ObservationField("placed", MAX_SPOTS, "cards on the table"),
    ObservationField("scorer", MAX_TEAMS, "team that won the last round + 1, 0 if none"),
    ObservationField("points", MAX_POINTS, "points of every team", (MAX_TEAMS,)),
    ObservationField(
        "players",
        CARD_COUNT,
        "for every seat, mine first: team + 1, top card + 1 (0 none), cards below it, whether it is locked",
        (SEATS, 4),
    ),
    ObservationField(
        "packs", MAX_TEAMS, "for every coloured card the team + 1 that has it face down, 0 none", (COLOUR_CARD_COUNT,)
    ),
    ObservationField(
        "spots",
        CARD_COUNT,
        f"for every spot: card + 1 (0 none), q, r, and the place (1 to {SYMBOLS_PER_CARD}) on my top card "
        "of the shared symbol",
        (MAX_SPOTS, 4),
        low=-MAX_SPOTS,
    ),
    ObservationField("wrong", MAX_WRONG_CLAIMS, "wrong claims in this round"),
)
"""A card's number stands for its ten symbols, which the deck defines. q and r are axial coordinates."""

OMITTED_FIELDS = {
    "locked_until": "match time at which a lock ends; whether there is one is included",
    "received_count": "the cards that changed hands before the round; the packs have them",
    "received": "the cards that changed hands before the round; the packs have them",
    "givers": "the teams that gave these cards",
    "neighbour": "follows from q and r",
    "pool_left": "follows from the packs",
    "dealer": "the seat that deals the next round; it has that action",
    "symbols": "the deck",
    "teams_choice": "the option behind the number of teams",
    "points_choice": "the option behind the points to win",
}
"""Fields of the record that a view shows and an observation does not, each with the reason."""
