"""Tosses, and how many favoured who began."""

from __future__ import annotations

from typing import Any

from dottable.core.rule import rule
from dottable.core.tally import Chart, Count, Figure, offsets

from .state import TOSSES

LOWEST_WINS = False
COUNTS = (
    Count("tosses", "Tosses."),
    Count("favoured", "Tosses that favoured who began."),
    Count("by_toss", "The same, by the number of the toss.", (TOSSES,)),
    Count("last", "Points of who began before the toss: scratch."),
)
AT = offsets(COUNTS)
ALL, FAVOURED, BY_TOSS, LAST = AT["tosses"], AT["favoured"], AT["by_toss"], AT["last"]
FIGURES = (Figure("favoured", "tosses that favour who begins", "favoured", over="tosses", is_share=True),)
CHARTS = (Chart("by_toss", "Favoured, toss by toss", "by_toss", tuple("12345"), is_share=True),)


@rule
def opener(s: Any) -> int:
    return s.starter


@rule
def before(s: Any, seat: int, action: int, tally: Any) -> None:
    tally[LAST] = s.won[s.starter]


@rule
def after(s: Any, seat: int, action: int, tally: Any) -> None:
    favoured = s.won[s.starter] - tally[LAST]
    tally[ALL] += 1
    tally[FAVOURED] += favoured
    tally[BY_TOSS + s.tossed - 1] += favoured
