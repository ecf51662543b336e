"""Statistics of DOT: Dice or Tiles for game designers."""

from dottable.games.dot_tiles.lab.statistics import (
    CHARTS,
    COUNTS,
    LOWEST_WINS,
    METRICS,
    count_after_move,
    count_before_move,
    opening_seat,
)
