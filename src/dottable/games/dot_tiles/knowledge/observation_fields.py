"""Names, bounds and meanings of the numbers that `observe` writes. Seats are counted from the observing seat."""

from __future__ import annotations

from dottable.core.views.observation_field import ObservationField
from dottable.games.dot_tiles.pieces import BOX_COUNT, COPIES_PER_FACE_BY_SEATS, FACE_COUNT, MAX_TILES
from dottable.games.dot_tiles.state import OVER, SEATS

MAX_COPIES = int(COPIES_PER_FACE_BY_SEATS[-1])
"""Maximum number of tiles of one face."""

FIELDS = (
    ObservationField("phase", OVER, "0 planning, 1 standard turns, 2 the last turn, 3 over"),
    ObservationField("seats", SEATS, "number of seats"),
    ObservationField("turn", SEATS - 1, "seat at turn: 0 mine, 1 the next seat's, ..."),
    ObservationField("hot", FACE_COUNT, "face in HOT SWAP + 1, 0 if it is empty"),
    ObservationField(
        "drawn", FACE_COUNT, "face of the tile I have drawn + 1; 0 if none, or if another seat drew it (C7)"
    ),
    ObservationField("bag", MAX_TILES, "number of tiles in the bag"),
    ObservationField("single_colour_bonus", 1, "the option of that name"),
    ObservationField("hand", MAX_COPIES, "number of tiles in my hand, by face", (FACE_COUNT,)),
    ObservationField("burned", MAX_COPIES, "number of burned tiles, by face", (FACE_COUNT,)),
    ObservationField(
        "unseen", MAX_COPIES, "number of tiles that I have not seen, by face: in the bag or with others", (FACE_COUNT,)
    ),
    ObservationField(
        "sheets", FACE_COUNT, "boxes of every sheet, mine first: face + 1, 0 if empty", (SEATS, BOX_COUNT)
    ),
)
"""A face is (number - 1) * 2 + colour, with red 0 and black 1."""

OMITTED_FIELDS = {
    "starter": "the starting seat; no later rule depends on it",
    "hand_left": "follows from the sheets",
    "filled": "follows from the sheets",
    "open_groups": "follows from the sheets",
}
"""Fields of the record that a view shows and an observation does not, each with the reason."""
