"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from dottable.core import options
from dottable.core.actions import ActionSpace
from dottable.core.record import i1, i2, i4, record
from dottable.core.rule import rule
from dottable.games.dots_72.pieces import COLOUR_COUNT, DECK, DOTS_CARDS, FACES

SEATS = 6
HAND = 6
ROOM = 8
"""Places for the cards of a hand: seven before the discard, and one more for the alignment."""
NOBODY = -1

START, DISCARDING, PASSING, HAND_OVER, OVER = range(5)

STORY = 63
MOST_TAKES = 12
"""So many turns in a row may begin with the top discard; then somebody must draw (B15)."""


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    reshuffle: Annotated[
        bool, Meta(description="Shuffle the discard pile when it becomes the draw pile, instead of turning it (B10).")
    ] = False


STATE = record(
    reshuffle=i1,
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
    hand=(i1, (SEATS, ROOM)),
    known=(i1, (SEATS, ROOM)),
    pile=(i1, DECK),
    discards=(i1, DECK),
    pile_had=(i1, FACES),
    drew=(i1, (SEATS, FACES)),
    cards=(i1, DECK),
    dots=(i1, (DOTS_CARDS, COLOUR_COUNT)),
    tally=(i1, FACES),
    told=i1,
    story=(i1, STORY),
    spare=(i1, 3),
    points=i2,
    hand_number=i2,
    scores=(i2, SEATS),
    pairs=(i4, FACES),
)
"""Cards are faces, hands are in order of face; both piles have their top card last.

`called` says whether the player at turn has called wrongly in this turn (B9), `takes` how many turns in a
row began with the top discard (B15), `chosen` which card a seat will pass (B10). `caller` and `points`
belong to the last hand; without a caller it was void (B14).

`known` is a set of viewers, one bit a seat and one for the public: who knows that the card is in
that hand. See `hands.py`. `pile_is_known` once the discards were turned over in sight of all. If they
were shuffled instead, `pile_had` says which cards the pile then had, and `drew` who drew which of them.
`story` has the first `told` things that happened in sight of all since the deal; see `story.py`.

`cards`, `dots` and `pairs` come from the deck: all cards in order, the dots on the DOTS cards, and for every
face which pairs of colour and number it goes with, one bit a pair (see `calls.py`). `tally` is room to count
cards in; it is empty between moves. `spare` lets the fields fill whole words without a gap: what is in a gap
NumPy does not copy."""

PUBLIC = 6
"""The bit of whoever looks on."""
EVERYBODY = (1 << (PUBLIC + 1)) - 1

ACTIONS = ActionSpace(draw=(), take=(), call=(), discard=(FACES,), discard_and_call=(FACES,), pass_=(FACES,), deal=())
DRAW, TAKE, CALL, DISCARD, DISCARD_AND_CALL, PASS, DEAL = (ACTIONS.first(verb) for verb in ACTIONS.verbs)
"""The first action of every verb; a face is added to it."""


@rule
def left_of(s: Any, seat: int) -> int:
    """The next seat in the order of play (B5)."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def bit_of(viewer: int) -> int:
    """Where a viewer, a seat or SPECTATOR, stands in `known`."""
    return 1 << (viewer if viewer >= 0 else PUBLIC)


@rule
def may_take(s: Any) -> bool:
    """Whether the top discard may be taken (B6, B15)."""
    return s.discards_left > 0 and s.takes < MOST_TAKES
