"""Measurements of Dot Allot for game designers: statistics of matches, and knobs and targets for decks."""

from dottable.games.dot_allot.lab.event_counting import count_after_move, count_before_move, opening_seat
from dottable.games.dot_allot.lab.statistics import CHARTS, COUNTS, LOWEST_WINS, METRICS
from dottable.games.dot_allot.lab.tuning import HOUSE_SEED, KNOBS, TARGETS, make_deck_text, vary_deck
