"""Names, bounds and meanings of the numbers that `observe` writes. Seats are numbered from the observing seat."""

from __future__ import annotations

from dottable.core.views.observation_field import MAX_OBSERVATION_VALUE, ObservationField
from dottable.games.dots_52.pieces import CARD_COUNT, RANK_COUNT
from dottable.games.dots_52.state import MAX_ARRANGEMENTS, MAX_SLOTS, OVER, SEATS

SUIT_COUNT = 4

FIELDS = (
    ObservationField(
        "phase", OVER, "0 prepare, 1 turn, 2 drawn, 3-4 jack, 5 queen, 6 king, 7 snap, 8 call, 9 round over, 10 over"
    ),
    ObservationField("seats", SEATS, "number of players"),
    ObservationField("turn", SEATS - 1, "seat at turn: 0 me, 1 the next seat, ..."),
    ObservationField("dealer", SEATS - 1, "dealing seat, counted likewise"),
    ObservationField("caller", SEATS, "seat that called + 1, 0 if none"),
    ObservationField("stock", CARD_COUNT, "cards in the stock"),
    ObservationField("pile", CARD_COUNT, "cards on the pile"),
    ObservationField("pile_top", RANK_COUNT, "rank of its top card: 1 ace to 13 King, 0 if there is none"),
    ObservationField("drawn", RANK_COUNT + 1, "rank of the drawn card: 0 none, 14 unknown to me (D4)"),
    ObservationField("may_snap", 1, "whether the match waits for me to snap or pass, or to say ready"),
    ObservationField("waiting", SEATS, "number of seats that the match waits for so"),
    ObservationField("tried", 1, "whether I have tried to snap this card"),
    ObservationField("late", 1, "whether I may still show a card too late (D8)"),
    ObservationField("swap_slot", MAX_SLOTS, "my slot chosen for a Jack's swap + 1, 0 if none"),
    ObservationField("round", MAX_OBSERVATION_VALUE, "number of the round"),
    ObservationField("turns", MAX_OBSERVATION_VALUE, "turns taken in it"),
    ObservationField("lock_caller", 1, "the option of that name"),
    ObservationField("arrangements", MAX_ARRANGEMENTS, "my swaps of two own cards before the first turn (D2)"),
    ObservationField("scores", MAX_OBSERVATION_VALUE, "points of all seats", (SEATS,), low=-MAX_OBSERVATION_VALUE),
    ObservationField("pile_ranks", SUIT_COUNT, "cards on the pile by rank", (RANK_COUNT,)),
    ObservationField(
        "tableaux", RANK_COUNT + 1, "every slot: 0 empty, 1 a card unknown to me, else rank + 1", (SEATS, MAX_SLOTS)
    ),
    ObservationField("awaited", 1, "which seats still have to snap or pass, or to say ready", (SEATS,)),
)
"""Ranks are numbered from 1 (ace), slots from the left. Suits are left out, because no rule needs them."""

OMITTED_FIELDS = {
    "known_by": "how many cards the other seats have looked at before the first turn",
    "pile": "the suits and the order below the top",
    "shown_to": "cards that are being shown now: an observation remembers all cards that were seen",
    "slots_used": "empty slots at the end",
    "swap_slot": "the slot that another seat has chosen for a Jack's swap",
    "tableau": "suits",
    "drawn": "suits",
    "deadline": "match time at which snapping or the preparation ends",
    "totals": "the last round's result; the scores have it",
    "points": "the last round's result; the scores have it",
    "outcome": "the last round's result; the scores have it",
    "snap_seconds": "an option that affects only the clock",
    "ready_seconds": "an option that affects only the clock",
    "memory": "an option of views: an observation always remembers (D17)",
}
"""Fields of the record that a view shows and an observation does not, each with the reason."""
