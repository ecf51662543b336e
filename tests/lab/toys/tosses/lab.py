"""Statistics: the number of tosses, and how many favoured the starting player."""

from __future__ import annotations

from typing import Any

from dottable.core.lab.statistics_definitions import Chart, Count, Metric, offsets_by_count_name
from dottable.core.primitives.rule import rule

from .state import TOSSES

LOWEST_WINS = False
COUNTS = (
    Count("tosses", "Tosses."),
    Count("favoured", "Tosses that favoured the player who began."),
    Count("by_toss", "Tosses that favoured the player who began, by number of the toss.", (TOSSES,)),
    Count("last", "Points before the toss of the player who began: scratch."),
)
COUNT_OFFSETS = offsets_by_count_name(COUNTS)
TOSSES_OFFSET, FAVOURED_OFFSET, BY_TOSS_OFFSET, LAST_OFFSET = (
    COUNT_OFFSETS["tosses"],
    COUNT_OFFSETS["favoured"],
    COUNT_OFFSETS["by_toss"],
    COUNT_OFFSETS["last"],
)
METRICS = (Metric("favoured", "tosses that favour who begins", "favoured", over="tosses", is_share=True),)
CHARTS = (Chart("by_toss", "Favoured, toss by toss", "by_toss", tuple("12345"), is_share=True),)


@rule
def opening_seat(s: Any) -> int:
    return s.starter


@rule
def count_before_move(s: Any, seat: int, action: int, counts: Any) -> None:
    counts[LAST_OFFSET] = s.won[s.starter]


@rule
def count_after_move(s: Any, seat: int, action: int, counts: Any) -> None:
    favoured = s.won[s.starter] - counts[LAST_OFFSET]
    counts[TOSSES_OFFSET] += 1
    counts[FAVOURED_OFFSET] += favoured
    counts[BY_TOSS_OFFSET + s.tossed - 1] += favoured
