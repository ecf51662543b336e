"""What the numbers of an observation mean; `knowledge.observe` writes them. Seats count from the one that looks."""

from __future__ import annotations

from dottable.core.observation import Field
from dottable.games.dot_tiles.pieces import BOXES, COPIES, FACES, MOST_TILES
from dottable.games.dot_tiles.state import OVER, SEATS

MOST_COPIES = int(COPIES[-1])

FIELDS = (
    Field("phase", OVER, "0 planning, 1 standard turns, 2 the last turn, 3 over"),
    Field("seats", SEATS, "how many play"),
    Field("turn", SEATS - 1, "whose turn it is: 0 mine, 1 the next seat's, ..."),
    Field("hot", FACES, "the face in HOT SWAP + 1, 0 if it is empty"),
    Field("drawn", FACES, "the face of the tile I have drawn + 1; 0 if none, or if another seat drew it (C7)"),
    Field("bag", MOST_TILES, "tiles in the bag"),
    Field("single_colour_bonus", 1, "the option of that name"),
    Field("hand", MOST_COPIES, "my tiles, counted by face", (FACES,)),
    Field("burned", MOST_COPIES, "burned tiles by face", (FACES,)),
    Field("unseen", MOST_COPIES, "tiles by face that I have never seen: in the bag or with others", (FACES,)),
    Field("sheets", FACES, "the boxes of every sheet, mine first: face + 1, 0 if empty", (SEATS, BOXES)),
)
"""A face is (number - 1) * 2 + colour, red 0 and black 1."""

LEFT_OUT = {
    "starter": "who began; no rule looks back at it",
    "hand_left": "how many tiles others hold: they show on their sheets",
    "filled": "follows from the sheets",
    "takers": "follows from the sheets",
}
"""What a view shows and an observation does not, by field of the record."""
