"""Names, bounds and meanings of the numbers that `observe` writes. Seats are counted from the observing seat."""

from __future__ import annotations

from dottable.core.views.observation_field import ObservationField
from dottable.games.dot_allot.pieces import (
    CARD_COUNT,
    CARDS_IN_PLAY,
    COLOUR_COUNT,
    HAND_SIZE,
    LAID_COLUMN_COUNT,
    MAX_EDGE,
)
from dottable.games.dot_allot.state import ACTIONS, OVER, SEATS, SIDE_COUNT

MAX_TOTAL = 127
"""Upper bound of totals, which are 8-bit numbers."""

FIELDS = (
    ObservationField("phase", OVER, "0 laying, 1 round over, 2 over"),
    ObservationField("seats", SEATS, "number of seats"),
    ObservationField("horizontal", 1, "whether the track lies horizontally (A5)"),
    ObservationField("light", 1, "whether the light sides of the cards are up"),
    ObservationField("locked", 1, "whether scoring is colour-locked (A18)"),
    ObservationField("columns", MAX_EDGE, "number of columns of the track"),
    ObservationField("rows", MAX_EDGE, "number of rows of the track"),
    ObservationField("width", MAX_EDGE, "number of columns of a card as printed"),
    ObservationField("height", MAX_EDGE, "number of rows of a card as printed"),
    ObservationField("round", MAX_EDGE, "index of the round, from 0"),
    ObservationField("start_column", MAX_EDGE, "index of its starting column, from 0"),
    ObservationField("side", SIDE_COUNT, "my side + 1, 0 in the queue"),
    ObservationField("turn", SIDE_COUNT - 1, "side at turn"),
    ObservationField(
        "reverse_used", 1, "whether each side has used its reverse face in this round (A11)", (SIDE_COUNT,)
    ),
    ObservationField(
        "players",
        MAX_TOTAL,
        "for every seat, mine first: points, and place (1 and 2 at a side, then the queue)",
        (SEATS, 2),
    ),
    ObservationField(
        "laid", ACTIONS.size, "placements of the round in order: action + 1, 0 if none yet", (CARDS_IN_PLAY,)
    ),
    ObservationField(
        "hands", CARD_COUNT, "cards in hand of both sides: card + 1, 0 if none or unknown (A7)", (SIDE_COUNT, HAND_SIZE)
    ),
    ObservationField(
        "track",
        COLOUR_COUNT,
        "cells of the track, column by column: colour + 1, 0 without a dot",
        (MAX_EDGE, MAX_EDGE),
    ),
    ObservationField(
        "visible",
        COLOUR_COUNT,
        "visible cells of the columns that count: colour + 1, 0 without a dot",
        (LAID_COLUMN_COUNT, MAX_EDGE),
    ),
    ObservationField(
        "faces",
        COLOUR_COUNT,
        "dark side of every card in `hands`, column by column: colour + 1, 0 without a dot",
        (SIDE_COUNT, HAND_SIZE, MAX_EDGE, MAX_EDGE),
    ),
)
"""Colours: 1 blue, 2 red, 3 yellow."""

OMITTED_FIELDS = {
    "hand_left": "follows from the cards laid",
    "laid_count": "follows from the placements",
    "largest": "result of the last round; the points include it",
    "round_points": "result of the last round; the points include it",
    "bonus": "result of the last round; the points include it",
    "loser": "result of the last round; the places show who went to the queue",
    "faces": "the deck, except the cards in known hands",
}
"""Fields of the record that a view shows and an observation does not, each with the reason."""
