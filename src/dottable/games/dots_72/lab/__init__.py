"""Statistics and deck tuning of DOTS (72 cards)."""

from dottable.games.dots_72.lab.statistics import (
    CHARTS,
    COUNTS,
    LOWEST_WINS,
    METRICS,
    count_after_move,
    count_before_move,
    opening_seat,
)
from dottable.games.dots_72.lab.tuning import HOUSE_SEED, KNOBS, TARGETS, make_deck_text
