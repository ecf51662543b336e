"""A person's first match of Dots (52 cards): follows only what the screen shows. It measures the level `newcomer`.

dottable tournament dots_52 --bots benchmarks/bots/beginners/dots_52.py:Beginner,newcomer --matches 300 --seed beginners
"""

from __future__ import annotations

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess
from dottable.games.dots_52.pieces import CARD_BY_TEXT, card_points
from dottable.games.dots_52.state import ACTIONS
from dottable.games.dots_52.view.seat_view import TableauSlot, View

Wish = tuple[str, tuple[int, ...]]
"""A verb of the game and its arguments."""
LOW = 4
"""Most points of a card that a beginner calls low."""
FACE_DOWN = 7
"""Points that a beginner expects of an unknown card: the middle of the ranks."""


class Beginner:
    """Looks at two cards, keeps low cards, snaps what it sees, and calls when all its cards are known and below 10."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        """Return a legal action."""
        view, legal = access.view(), access.legal()
        moves = {ACTIONS.decode(action): action for action in legal}
        own = [place for place in view.tableaux[view.seat] if place.present]
        for wish in wishes(view, own):
            if wish in moves:
                return moves[wish]
        return legal[-1]  # pass, decline, discard or end the turn


def wishes(view: View, own: list[TableauSlot]) -> list[Wish]:
    """Return what a beginner would like to do, best first."""
    unknown = [place.place - 1 for place in own if place.card is None]
    highest = max(own, key=points, default=None)
    worst = highest.place - 1 if highest else 0
    found: list[Wish] = [("peek", (slot,)) for slot in unknown]
    found += [("snap", (place.place - 1,)) for place in own if place.card and rank(place.card) == rank(view.pile_top)]
    if view.drawn and highest and value(view.drawn) < points(highest):
        found.append(("put", (worst,)))
    if view.pile_top and highest and value(view.pile_top) <= LOW < points(highest):
        found.append(("take", (worst,)))
    found += [("look", (view.seat, slot)) for slot in unknown]
    found += [("look", ((view.seat + 1) % view.seats, slot)) for slot in range(len(view.tableaux[0]))]
    if view.known_total and view.known_total.unknown_cards == 0 and not view.known_total.is_call_lost:
        found.append(("call", ()))
    return [*found, ("ready", ()), ("draw", ())]


def points(place: TableauSlot) -> int:
    """Return the points that a beginner expects in one of its places."""
    return FACE_DOWN if place.card is None else value(place.card)


def value(card: str) -> int:
    return int(card_points(CARD_BY_TEXT[card]))


def rank(card: str | None) -> str:
    return card[:-1] if card else ""
