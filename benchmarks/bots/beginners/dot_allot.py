"""A person's first match of Dot Allot: tries some placements and takes the one whose preview looks best.

dottable tournament dot_allot --bots benchmarks/bots/beginners/dot_allot.py:Beginner,newcomer --matches 300
"""

from __future__ import annotations

from random import Random

from dottable.bots.bot import Budget
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.games.dot_allot.view.move_preview import preview

MAX_TRIED = 40
"""Placements that the beginner tries before choosing: a person turns and slides a card or two, not all of them."""


class Beginner:
    """Follows the table of points that the client shows for a placement, and thinks no further."""

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> int:  # noqa: ARG002
        """Return the tried placement with the most points for the beginner minus the opponent's."""
        rng = Random(seed)
        legal = access.legal()
        tried = rng.sample(legal, min(len(legal), MAX_TRIED))  # the random order breaks ties
        match = access.determinize(rng.randbytes(32))
        return max(tried, key=lambda action: shown_lead(match.copy(), access.seat, action))


def shown_lead(match: Match, seat: int, action: int) -> int:
    """Return the points that the preview shows for the seat, minus those of the other side; 0 without a preview."""
    shown = preview(match, seat, action)
    if shown is None:
        return 0
    return sum(side.points if side.seat == seat else -side.points for side in shown.after)
