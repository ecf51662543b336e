"""The options, the record of a match and the action space."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, i2, i4, i8, record
from dottable.core.primitives.rule import rule
from dottable.games.dots_72.pieces import COLOUR_COUNT, DECK_SIZE, DOTS_CARD_COUNT, FACE_COUNT, NAME_WORDS

SEATS = 6
HAND_SIZE = 6
"""Cards in a hand between turns."""
HAND_CAPACITY = 8
"""Places for the cards of a hand: seven before the discard, and one more for alignment."""
NOBODY = -1

START, DISCARDING, PASSING, HAND_OVER, OVER = range(5)

MAX_TAKES = 12
"""Largest number of turns in a row that begin with the top discard (B15)."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Settings of a match."""

    reshuffle: Annotated[
        bool, Meta(description="Shuffle the discard pile when it becomes the draw pile, instead of turning it (B10).")
    ] = False
    memory: Annotated[
        Literal["auto", "on", "off"],
        Meta(
            description="Show the cards that you have seen and can still locate; off: only what lies on the table now. "
            "Auto: on if bots play too, off if only people play (B16)."
        ),
    ] = "auto"

    def for_players(self, *, with_bots: bool) -> Options:
        """Return the options with `memory` set to on or off, if it was "auto"."""
        return self if self.memory != "auto" else replace(self, memory="on" if with_bots else "off")


STATE = record(
    reshuffle=i1,
    memory=i1,
    phase=i1,
    turn=i1,
    dealer=i1,
    called=i1,
    takes=i1,
    turn_overs=i1,
    void_hands=i1,
    caller=i1,
    pile_is_known=i1,
    pile_left=i1,
    discards_left=i1,
    held=(i1, SEATS),
    chosen=(i1, SEATS),
    hand=(i1, (SEATS, HAND_CAPACITY)),
    known=(i1, (SEATS, HAND_CAPACITY)),
    pile=(i1, DECK_SIZE),
    discards=(i1, DECK_SIZE),
    pile_had=(i1, FACE_COUNT),
    drew=(i1, (SEATS, FACE_COUNT)),
    cards=(i1, DECK_SIZE),
    dots=(i1, (DOTS_CARD_COUNT, COLOUR_COUNT)),
    counts=(i1, FACE_COUNT),
    first_discard=i1,
    open_hand=i1,
    points=i2,
    hand_number=i2,
    scores=(i2, SEATS),
    paints=(i4, COLOUR_COUNT),
    colour_names=(i4, (COLOUR_COUNT, NAME_WORDS)),
    spare=i4,
    pairs=(i8, FACE_COUNT),
)
"""Cards are faces; hands are sorted by face; both piles have their top card last.

- `called`: 1 if the player to move has called wrongly in this turn (B9).
- `takes`: number of turns in a row that began with the top discard (B15).
- `caller`, `points`: of the last hand; no caller if it was void (B14).
- `held`: number of cards in each hand. `chosen`: the card that a seat will pass (B10).
- `known`: for every card of a hand the set of viewers who know it, one bit a seat and one for the public (`hands.py`).
- `pile_is_known`: 1 once the discards were turned over openly (B10).
- `pile_had`, `drew`: if the discards were shuffled instead, the faces of the new pile, and who drew which of them.
- `cards`, `dots`, `pairs`: from the deck. All cards in order, the dots on the DOTS cards, and the pairs of colour and
  number that each face matches, one bit a pair (`calls.py`).
- `counts`: scratch for counting cards; zero between moves.
- `first_discard`: the card turned up at the deal (B5).
- `memory`: 1 if views keep what a seat has seen, 0 if they show only what lies on the table (B16).
- `open_hand`: the seat whose cards lie open since its wrong call, until the next move; else NOBODY (B9).
- `paints`, `colour_names`: from the deck, for views. A paint is 0xRRGGBB; a name is UTF-8, filled up with zeros.
- `spare`: fills a whole word, because NumPy does not copy gaps.
"""

PUBLIC_VIEWER_BIT = 6
"""Bit of the public (spectators)."""
EVERYBODY = (1 << (PUBLIC_VIEWER_BIT + 1)) - 1

ACTIONS = ActionSpace(
    draw=(), take=(), call=(), discard=(FACE_COUNT,), discard_and_call=(FACE_COUNT,), pass_=(FACE_COUNT,), deal=()
)
DRAW, TAKE, CALL, DISCARD, DISCARD_AND_CALL, PASS, DEAL = (ACTIONS.first_action(verb) for verb in ACTIONS.verbs)
"""First action of every verb; a face is added to it."""


@rule
def left_of(s: Any, seat: int) -> int:
    """Return the next seat in the order of play (B5)."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def viewer_bit(viewer: int) -> int:
    """Return the bit of a viewer (a seat or SPECTATOR) in `known`."""
    return 1 << (viewer if viewer >= 0 else PUBLIC_VIEWER_BIT)


@rule
def may_take_discard(s: Any) -> bool:
    """Return whether the player to move may take the top discard (B6), which is limited (B15)."""
    return s.discards_left > 0 and s.takes < MAX_TAKES
