"""Statistics of Dots (52 cards) for game designers."""

from dottable.games.dots_52.lab.statistics import (
    CHARTS,
    COUNTS,
    LOWEST_WINS,
    METRICS,
    count_after_move,
    count_before_move,
    opening_seat,
)
