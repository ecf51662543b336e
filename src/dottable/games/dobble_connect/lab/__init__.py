"""Statistics of Dobble Connect for game designers."""

from dottable.games.dobble_connect.lab.statistics import (
    CHARTS,
    COUNTS,
    LOWEST_WINS,
    METRICS,
    count_after_move,
    count_before_move,
    opening_seat,
    team_of_seat,
)
