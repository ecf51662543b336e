"""What the numbers of an observation mean; `knowledge.observe` writes them. Seats count from the one that looks."""

from __future__ import annotations

from dottable.core.observation import MOST, Field
from dottable.games.dots_52.pieces import PACK, RANKS
from dottable.games.dots_52.state import OVER, SEATS, SLOTS

SUITS = 4

FIELDS = (
    Field("phase", OVER, "0 peek, 1 turn, 2 drawn, 3-4 jack, 5 queen, 6 king, 7 snap, 8 call, 9 round over, 10 over"),
    Field("seats", SEATS, "how many play"),
    Field("turn", SEATS - 1, "whose turn it is: 0 mine, 1 the next seat's, ..."),
    Field("dealer", SEATS - 1, "who deals, counted likewise"),
    Field("caller", SEATS, "who called + 1, 0 nobody"),
    Field("stock", PACK, "cards in the stock"),
    Field("pile", PACK, "cards on the pile"),
    Field("pile_top", RANKS, "the rank on top of it: 1 ace to 13 King, 0 if there is none"),
    Field("drawn", RANKS + 1, "the rank drawn: 0 none, 14 one that I do not know (D4)"),
    Field("may_snap", 1, "whether the match waits for me to snap or pass, or to peek"),
    Field("waiting", SEATS, "for how many seats it waits so"),
    Field("tried", 1, "whether I have tried to snap this card"),
    Field("late", 1, "whether I may still show a card too late (D8)"),
    Field("swap_slot", SLOTS, "my slot chosen for a Jack's swap + 1, 0 if none"),
    Field("round", MOST, "which round this is"),
    Field("turns", MOST, "turns taken in it"),
    Field("lock_caller", 1, "the option of that name"),
    Field("scores", MOST, "points of all seats", (SEATS,), low=-MOST),
    Field("pile_ranks", SUITS, "cards on the pile by rank", (RANKS,)),
    Field("tableaux", RANKS + 1, "every slot: 0 empty, 1 a card unknown to me, else rank + 1", (SEATS, SLOTS)),
    Field("awaited", 1, "which seats still have to snap or pass, or to peek", (SEATS,)),
)
"""Ranks count from 1, the ace; slots as they lie. Suits are left out: no rule asks for them."""

LEFT_OUT = {
    "late": "which other seats may still show a card too late",
    "pile": "the suits and the order below the top",
    "shown_to": "what is being looked at just now: an observation remembers all that was seen",
    "slots_used": "empty slots at the end",
    "swap_slot": "the slot that another seat has chosen for a Jack's swap",
    "tableau": "suits",
    "drawn": "suits",
    "deadline": "when the time to snap ends",
    "totals": "the last round's result; the scores have it",
    "points": "the last round's result; the scores have it",
    "outcome": "the last round's result; the scores have it",
    "snap_seconds": "an option that only clocks look at",
    "memory": "an option of views: an observation always remembers (D17)",
}
"""What a view shows and an observation does not, by field of the record."""
