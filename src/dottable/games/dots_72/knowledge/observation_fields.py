"""Names and bounds of the numbers in an observation. Seats are numbered clockwise from the observing seat (0)."""

from __future__ import annotations

from dottable.core.views.observation_field import MAX_OBSERVATION_VALUE, ObservationField
from dottable.games.dots_72.pieces import COLOUR_COUNT, DECK_SIZE, DOTS_CARD_COUNT, FACE_COUNT
from dottable.games.dots_72.state import HAND_CAPACITY, MAX_TAKES, OVER, SEATS

MAX_INT8 = 127
"""Upper bound of fields that are stored in eight bits."""

FIELDS = (
    ObservationField("phase", OVER, "0 start of a turn, 1 discarding, 2 passing, 3 hand over, 4 over"),
    ObservationField("seats", SEATS, "number of seats in play"),
    ObservationField("turn", SEATS - 1, "whose turn it is: 0 mine, 1 the next seat's, ..."),
    ObservationField("dealer", SEATS - 1, "seat of the dealer"),
    ObservationField("pile", DECK_SIZE, "cards in the draw pile"),
    ObservationField("discarded", DECK_SIZE, "cards in the discard pile"),
    ObservationField("top", FACE_COUNT, "its top card: face + 1, 0 if there is none"),
    ObservationField("turn_overs", MAX_INT8, "times the discards became the draw pile in this hand"),
    ObservationField("void_hands", MAX_INT8, "void hands in a row"),
    ObservationField("called", 1, "whether the seat at turn has called wrongly in this turn (B9)"),
    ObservationField("takes", MAX_TAKES, "turns in a row that began with the top discard (B15)"),
    ObservationField("chosen", FACE_COUNT, "my card chosen to be passed: face + 1, 0 if none (B10)"),
    ObservationField("hand_number", MAX_OBSERVATION_VALUE, "number of the hand"),
    ObservationField("caller", SEATS, "seat that called in the last hand + 1, 0 if it was void"),
    ObservationField("points", MAX_OBSERVATION_VALUE, "points of that call"),
    ObservationField("reshuffle", 1, "the option reshuffle"),
    ObservationField("pile_is_known", 1, "whether the order of the draw pile is known (B10)"),
    ObservationField("scores", MAX_OBSERVATION_VALUE, "points of all seats", (SEATS,), low=-MAX_OBSERVATION_VALUE),
    ObservationField("choosing", 1, "1 for seats that have yet to choose a card to pass", (SEATS,)),
    ObservationField(
        "hands", HAND_CAPACITY, "cards by face that I know in every hand, mine first", (SEATS, FACE_COUNT)
    ),
    ObservationField("shown", HAND_CAPACITY, "number of my cards of each face that all players know", (FACE_COUNT,)),
    ObservationField("discards", DECK_SIZE, "the discard pile, counted by face", (FACE_COUNT,)),
    ObservationField(
        "pile_faces", DECK_SIZE, "how many of each face the draw pile holds at most, 0 while unknown", (FACE_COUNT,)
    ),
    ObservationField(
        "pile_order", FACE_COUNT, "the draw pile from its top if its order is known: face + 1", (DECK_SIZE,)
    ),
    ObservationField(
        "dots",
        MAX_INT8,
        "dots on the DOTS cards of the deck by colour; the places of colours that it does not have are 0",
        (DOTS_CARD_COUNT, COLOUR_COUNT),
    ),
    ObservationField(
        "discard_order", FACE_COUNT, "the discard pile from its first card to its top: face + 1", (DECK_SIZE,)
    ),
)
"""A face is a kind of card, as `pieces.py` numbers them: Swatches, Numbers, DOTS cards."""

OMITTED_FIELDS = {
    "held": "how many cards a hand has: it follows from phase and turn",
    "memory": "an option of views: an observation always remembers (B16)",
    "open_hand": "whose cards lie open since a wrong call: `hands` has them",
    "colour_names": "names of the deck's colours, for people",
    "paints": "paints of the deck's colours, for people",
}
"""What a view shows and an observation does not, by field of the record."""
