"""What the numbers of an observation mean; `knowledge.observe` writes them. Seats count from the one that looks."""

from __future__ import annotations

from dottable.core.observation import MOST, Field
from dottable.games.dots_72.pieces import COLOUR_COUNT, DECK, DOTS_CARDS, FACES
from dottable.games.dots_72.state import MOST_TAKES, OVER, ROOM, SEATS

SMALL = 127

FIELDS = (
    Field("phase", OVER, "0 start of a turn, 1 discarding, 2 passing, 3 hand over, 4 over"),
    Field("seats", SEATS, "how many play"),
    Field("turn", SEATS - 1, "whose turn it is: 0 mine, 1 the next seat's, ..."),
    Field("dealer", SEATS - 1, "who deals, counted likewise"),
    Field("pile", DECK, "cards in the draw pile"),
    Field("discarded", DECK, "cards in the discard pile"),
    Field("top", FACES, "its top card: face + 1, 0 if there is none"),
    Field("turn_overs", SMALL, "times the discards became the draw pile in this hand"),
    Field("void_hands", SMALL, "void hands in a row"),
    Field("called", 1, "whether the seat at turn has called wrongly in this turn (B9)"),
    Field("takes", MOST_TAKES, "turns in a row that began with the top discard (B15)"),
    Field("chosen", FACES, "my card chosen to be passed: face + 1, 0 if none (B10)"),
    Field("hand_number", MOST, "which hand this is"),
    Field("caller", SEATS, "who called in the last hand + 1, 0 nobody"),
    Field("points", MOST, "the points for it"),
    Field("reshuffle", 1, "the option of that name"),
    Field("pile_is_known", 1, "whether the order of the draw pile is known (B10)"),
    Field("scores", MOST, "points of all seats", (SEATS,), low=-MOST),
    Field("choosing", 1, "who has yet to choose a card to pass", (SEATS,)),
    Field("hands", ROOM, "cards by face that I know in every hand, mine first", (SEATS, FACES)),
    Field("shown", ROOM, "how many of my cards of each face all know of", (FACES,)),
    Field("discards", DECK, "the discard pile, counted by face", (FACES,)),
    Field("pile_faces", DECK, "how many of each face the draw pile holds at most, 0 while unknown", (FACES,)),
    Field("pile_order", FACES, "the draw pile from its top if its order is known: face + 1", (DECK,)),
    Field("dots", SMALL, "dots of each colour on the DOTS cards of the deck", (DOTS_CARDS, COLOUR_COUNT)),
    Field("discard_order", FACES, "the discard pile from its first card to its top: face + 1", (DECK,)),
)
"""A face is a kind of card, as `pieces.py` numbers them: Swatches, Numbers, DOTS cards."""

LEFT_OUT = {"held": "how many cards a hand has: it follows from phase and turn"}
"""What a view shows and an observation does not, by field of the record."""
