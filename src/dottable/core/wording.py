"""Small phrases that every game needs to speak about seats."""

from __future__ import annotations

from dottable.core.seats import CLOCK


def name_of(viewer: int, seat: int) -> str:
    """How a viewer calls a seat."""
    if seat == CLOCK:
        return "The clock"
    return "You" if seat == viewer else f"Player {seat + 1}"


def does(viewer: int, seat: int, verb: str) -> str:
    """A seat and a regular verb: "You place", "Player 2 places"."""
    if seat == viewer:
        return f"You {verb}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
    return f"{name_of(viewer, seat)} {verb}{ending}"
