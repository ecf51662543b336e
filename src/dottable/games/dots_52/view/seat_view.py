"""The view of a seat or a spectator: a Struct built field by field from the record."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from dottable.core.primitives.seats import SPECTATOR, seats_of_mask
from dottable.core.views.state_record_reader import reads_record
from dottable.games.dots_52.pieces import CARD_BY_TEXT, NO_CARD, POINTS_BY_RANK, card_text
from dottable.games.dots_52.rules.scoring import CALL_LIMIT
from dottable.games.dots_52.state import (
    CARDS_DEALT,
    MAX_PEEKS,
    NOBODY,
    OVER,
    PREPARING,
    ROUND_OVER,
    SNAPPING,
    Options,
    viewer_bit,
)
from dottable.games.dots_52.view.view_fact_kernels import awaited_mask, knows_drawn_at

PHASE_NAMES = (
    "prepare",
    "turn",
    "drawn",
    "jack",
    "jack target",
    "queen",
    "king",
    "snap",
    "call",
    "round over",
    "over",
)
CARD_TEXTS = tuple(CARD_BY_TEXT)
UNKNOWN_CARD = -2
"""Means a card that the viewer does not know; NO_CARD is -1."""
OUTCOME_NAMES = ("no call", "call won", "call lost")


class TableauSlot(Struct, frozen=True):
    """A place of a tableau. Places are numbered from 1."""

    place: int
    present: bool
    card: str | None
    """Code of the card, such as `7♠`; None if the viewer does not know it (D17)."""
    shown: bool
    """Whether the viewer is looking at the card at present."""


class SnapWindow(Struct, frozen=True):
    """The time limit for snapping the card on the pile (D9)."""

    deadline_ms: int
    seats: tuple[int, ...]
    """Seats that may still snap or pass."""


class Preparation(Struct, frozen=True):
    """The time before the first turn, in which all players look at cards and arrange them (D2)."""

    deadline_ms: int | None
    """Match time in ms at which it ends; None without a time limit."""
    seats: tuple[int, ...]
    """Seats that are not ready yet."""
    peeks_left: tuple[int, ...]
    """Number of cards that each seat may still look at."""


class KnownTotal(Struct, frozen=True):
    """Points of the viewer's own cards, as far as the viewer knows them."""

    points: int
    """Sum over the cards that the viewer knows."""
    unknown_cards: int
    """Number of own cards that the viewer does not know."""
    is_call_lost: bool
    """Whether a call now would certainly fail: the known cards alone have 10 points or more (D11)."""


class RevealedRound(Struct, frozen=True):
    """Result of a round after the reveal (D13, D16)."""

    outcome: str
    caller: int | None
    totals: tuple[int, ...]
    points: tuple[int, ...]


class View(Struct, frozen=True):
    """The table as one seat or a spectator sees it. Cards are codes such as `7♠`."""

    seat: int
    seats: int
    phase: str
    round: int
    turn: int | None
    """Seat whose turn it is; None between rounds and after the match."""
    dealer: int
    caller: int | None
    waiting: tuple[int, ...]
    """Seats for which the match waits."""
    scores: tuple[int, ...]
    stock_left: int
    pile_left: int
    pile_top: str | None
    pile: tuple[str, ...]
    """Cards on the pile from bottom to top; only the top card if the option `memory` is off."""
    has_drawn: bool
    drawn: str | None
    """The drawn card; None for all seats except the seat that drew it (D4)."""
    swap_place: int | None
    """Place that the player to move has chosen for a Jack's swap."""
    tableaux: tuple[tuple[TableauSlot, ...], ...]
    preparation: Preparation | None
    snap: SnapWindow | None
    known_total: KnownTotal | None
    """Points of the viewer's own cards, for the decision to call; None for spectators."""
    result: RevealedRound | None
    winners: tuple[int, ...]
    """Winning seats; empty until the match is over."""
    options: Options


@reads_record
def build_view(s: Any, seat: int) -> View:
    """Return the view of a seat or of SPECTATOR. It copies only public fields, so other fields stay secret."""
    seats, phase, pile = s.seats, s.phase, s.once_for_all_viewers(pile_cards)
    scores, tableaux = s.scores[:seats], known_tableaux(s, seat)
    return View(
        seat=seat,
        seats=seats,
        phase=PHASE_NAMES[phase],
        round=s.round_number,
        turn=None if phase >= ROUND_OVER else s.turn,
        dealer=s.dealer,
        caller=caller_seat(s),
        waiting=s.once_for_all_viewers(waiting_seats),
        scores=scores,
        stock_left=s.stock_left,
        pile_left=len(pile),
        pile_top=pile[-1] if pile else None,
        pile=pile if s.memory else pile[-1:],
        has_drawn=s.drawn != NO_CARD,
        drawn=CARD_TEXTS[s.drawn] if s.drawn != NO_CARD and knows_drawn_at(s.states, 0, seat) else None,
        swap_place=s.swap_slot + 1 if s.swap_slot != NO_CARD else None,
        tableaux=tableaux,
        preparation=s.once_for_all_viewers(view_of_preparation) if phase == PREPARING else None,
        snap=SnapWindow(s.deadline, seats_of_mask(s.waiting)) if phase == SNAPPING else None,
        known_total=None if seat == SPECTATOR else known_total(tableaux[seat]),
        result=s.once_for_all_viewers(revealed_round) if phase >= ROUND_OVER else None,
        winners=s.once_for_all_viewers(winning_seats) if phase == OVER else (),
        options=match_options(s.snap_seconds, s.lock_caller, s.memory, s.ready_seconds),
    )


@lru_cache(64)
def match_options(snap_seconds: int, lock_caller: int, memory: int, ready_seconds: int) -> Options:
    """Return the options of a match from the record's fields."""
    return Options(
        snap_seconds=snap_seconds,
        lock_caller=bool(lock_caller),
        memory="on" if memory else "off",
        ready_seconds=ready_seconds,
    )


def pile_cards(s: Any) -> tuple[str, ...]:
    return tuple([CARD_TEXTS[card] for card in s.pile[: s.pile_left]])


def waiting_seats(s: Any) -> tuple[int, ...]:
    return tuple(seat for seat in seats_of_mask(int(awaited_mask(s.states, 0))) if seat < s.seats)


def winning_seats(s: Any) -> tuple[int, ...]:
    """Return the seats with the fewest points; they win if the match is over."""
    scores = s.scores[: s.seats]
    return tuple(seat for seat, points in enumerate(scores) if points == min(scores))


def caller_seat(s: Any) -> int | None:
    return None if s.caller == NOBODY else s.caller


def known_tableaux(s: Any, viewer: int) -> tuple[tuple[TableauSlot, ...], ...]:
    """Return the places of all seats, with the cards that the viewer knows.

    With the option `memory` off, only cards that the viewer is looking at are named (D17).
    """
    bit, known_by = int(viewer_bit(viewer)), s.known_by if s.memory else s.shown_to
    rows = zip(s.slots_used[: s.seats], s.tableau, known_by, s.shown_to, strict=False)
    return tuple([known_tableau(cards[:used], known[:used], shown[:used], bit) for used, cards, known, shown in rows])


@lru_cache(4096)
def known_tableau(
    cards: tuple[int, ...], known_by: tuple[int, ...], shown_to: tuple[int, ...], bit: int
) -> tuple[TableauSlot, ...]:
    """Return the places of a tableau for the viewer with this `viewer_bit`.

    Cached, because a move changes at most two tableaux.
    """
    return tuple(
        [
            tableau_slot(slot, card if known & bit else UNKNOWN_CARD, present=card != NO_CARD, shown=shown & bit != 0)
            for slot, (card, known, shown) in enumerate(zip(cards, known_by, shown_to, strict=True))
        ]
    )


@cache
def tableau_slot(slot: int, card: int, *, present: bool, shown: bool) -> TableauSlot:
    """Return a place of a tableau. `card` may be UNKNOWN_CARD."""
    text = None if card == UNKNOWN_CARD else card_text(card)
    return TableauSlot(place=slot + 1, present=present, card=text, shown=shown)


def view_of_preparation(s: Any) -> Preparation:
    seats = range(s.seats)
    bits = [int(viewer_bit(seat)) for seat in seats]
    peeks = [sum(known & bits[seat] != 0 for known in s.known_by[seat][:CARDS_DEALT]) for seat in seats]
    return Preparation(
        deadline_ms=s.deadline if s.ready_seconds else None,
        seats=seats_of_mask(s.waiting),
        peeks_left=tuple([MAX_PEEKS - count for count in peeks]),
    )


@lru_cache(maxsize=4096)
def known_total(places: tuple[TableauSlot, ...]) -> KnownTotal:
    """Return the points of a tableau, as far as its owner's view shows them."""
    known = [CARD_BY_TEXT[place.card] for place in places if place.present and place.card is not None]
    points = sum(int(POINTS_BY_RANK[card >> 2]) for card in known)
    cards = sum(place.present for place in places)
    return KnownTotal(points, cards - len(known), points >= CALL_LIMIT)


def revealed_round(s: Any) -> RevealedRound:
    return RevealedRound(
        outcome=OUTCOME_NAMES[s.outcome],
        caller=caller_seat(s),
        totals=s.totals[: s.seats],
        points=s.points[: s.seats],
    )
