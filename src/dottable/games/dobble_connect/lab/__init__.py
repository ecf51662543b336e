"""Statistics of Dobble Connect for game designers."""

from dottable.games.dobble_connect.lab.statistics import (
    CHARTS,
    COUNTS,
    LOWEST_WINS,
    METRICS,
    count_after,
    count_before,
    opening_seat,
    side,
)
