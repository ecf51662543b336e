"""What the numbers of an observation mean; `knowledge.observe` writes them. Seats count from the one that looks."""

from __future__ import annotations

from dottable.core.observation import Field
from dottable.games.dot_allot.pieces import CARDS, COLOURS, EDGE, HAND, IN_PLAY, WINDOW
from dottable.games.dot_allot.state import ACTIONS, OVER, SEATS, SIDES

MOST_POINTS = 127

FIELDS = (
    Field("phase", OVER, "0 laying, 1 round over, 2 over"),
    Field("seats", SEATS, "how many play"),
    Field("horizontal", 1, "how the track lies (A5)"),
    Field("light", 1, "which side of the cards is up"),
    Field("locked", 1, "whether scoring is colour-locked (A18)"),
    Field("columns", EDGE, "columns of the track"),
    Field("rows", EDGE, "rows of the track"),
    Field("width", EDGE, "columns of a card"),
    Field("height", EDGE, "rows of a card"),
    Field("round", EDGE, "which round this is, from 0"),
    Field("start_column", EDGE, "its starting column, from 0"),
    Field("side", SIDES, "my side + 1, 0 in the queue"),
    Field("turn", SIDES - 1, "the side at turn"),
    Field("reverse_used", 1, "whether each side has used its reverse face in this round (A11)", (SIDES,)),
    Field(
        "players",
        MOST_POINTS,
        "of every seat, mine first: points, and place (1 and 2 at a side, then the queue)",
        (SEATS, 2),
    ),
    Field("laid", ACTIONS.size, "the placements of the round in their order: action + 1, 0 if none yet", (IN_PLAY,)),
    Field("hands", CARDS, "the cards in hand of both sides: card + 1, 0 if none or unknown (A7)", (SIDES, HAND)),
    Field("track", COLOURS, "the cells of the track, column by column: colour + 1, 0 without a dot", (EDGE, EDGE)),
    Field("visible", COLOURS, "the visible cells of the columns that count, likewise", (WINDOW, EDGE)),
    Field(
        "faces",
        COLOURS,
        "the dark printed face of every card in `hands`, column by column, likewise",
        (SIDES, HAND, EDGE, EDGE),
    ),
)
"""Colours: 1 blue, 2 red, 3 yellow."""

LEFT_OUT = {
    "hand_left": "follows from the cards laid",
    "laid_count": "follows from the placements",
    "largest": "how the last round was counted; the points have it",
    "round_points": "the same",
    "bonus": "the same",
    "loser": "the same; places show who went to the queue",
    "faces": "the deck, but for the cards in known hands",
}
"""What a view shows and an observation does not, by field of the record."""
