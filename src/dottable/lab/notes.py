"""What is noted of every match: the columns that all games share, and after them what the game itself counts."""

from __future__ import annotations

from pathlib import Path

from dottable.core.game import Game
from dottable.core.tally import Count, counts_of, offsets, width

__sources__ = (Path(__file__).resolve(),)
"""What compiled code from here depends on besides core; see `core/rule.py`."""

BINS = 14
"""Choices are counted by powers of two: 1, 2-3, 4-7, ..., 8192 and more."""

SHARED = (
    Count("steps", "Moves, the clock's included."),
    Count("ms", "How long the match took in virtual time, where there are races."),
    Count("opener", "Who had the first turn; -1 if there are no turns."),
    Count("winning_sides", "How many players, or teams, won together."),
    Count("margin", "Points between the winner and the best of the others; 0 if several won."),
    Count("lead_changes", "How often another player (or team) than before came to lead alone."),
    Count("halfway_leader", "Who (or which team) led alone after half of the moves; -1 if nobody did."),
    Count("comeback", "1 if somebody led halfway and did not win, not even with others."),
    Count("deficit", "By how many points the winner was ever behind; the first one's, if several won."),
    Count("decisions", "Moves of players, the clock's not included."),
    Count("choices", "The legal actions of all decisions together."),
    Count("forced", "Decisions with one legal action."),
    Count("choice_bins", "Decisions by the number of legal actions.", (BINS,)),
)
PLACES = offsets(SHARED)
STEPS, MS, OPENER = PLACES["steps"], PLACES["ms"], PLACES["opener"]
WINNING_SIDES, MARGIN = PLACES["winning_sides"], PLACES["margin"]
LEAD_CHANGES, HALFWAY, COMEBACK = PLACES["lead_changes"], PLACES["halfway_leader"], PLACES["comeback"]
DEFICIT = PLACES["deficit"]
DECISIONS, CHOICES, FORCED = PLACES["decisions"], PLACES["choices"], PLACES["forced"]
CHOICE_BINS = PLACES["choice_bins"]
OWN = width(SHARED)
"""Where the game's own counts begin."""


def columns_of(game: Game) -> tuple[Count, ...]:
    """All that is noted of a match of the game, in its order."""
    return (*SHARED, *counts_of(game))


def names_of(game: Game) -> list[str]:
    """A name for every single number: `burns`, or `groups_3` for one of several."""
    return [
        count.name if not count.shape else f"{count.name}_{k}" for count in columns_of(game) for k in range(count.size)
    ]
