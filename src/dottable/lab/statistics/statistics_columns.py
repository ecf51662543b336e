"""The columns of a match's statistics: the columns of every game, then the game's own counts."""

from __future__ import annotations

from pathlib import Path

from dottable.core.game import Game
from dottable.core.lab.statistics_definitions import Count, counts_of, offsets_by_count_name, total_size

__sources__ = (Path(__file__).resolve(),)
"""Source files of the code compiled from this module, besides those of core; see `core/primitives/rule.py`."""

CHOICE_BIN_COUNT = 14
"""Number of bins for decisions by their number of legal actions: 1, 2-3, 4-7, ..., 8192 and more."""

SHARED_COLUMNS = (
    Count("steps", "Moves, including the clock's."),
    Count("ms", "Length of the match in virtual milliseconds, in games with races; else 0."),
    Count("opener", "Seat with the first turn; -1 in games without turns."),
    Count("winning_sides", "Number of players, or teams, that share the win."),
    Count("margin", "Points between the winner and the best of the others; 0 if several won."),
    Count("lead_changes", "Number of times the sole lead passed to another player (or team)."),
    Count("halfway_leader", "Player (or team) in the sole lead after half of the moves; -1 if there was none."),
    Count("comeback", "1 if there was a sole leader halfway who then did not win or share the win; else 0."),
    Count("deficit", "Most points the winner was ever behind; of the first winner, if several won."),
    Count("decisions", "Moves of players, without the clock's."),
    Count("choices", "Legal actions, summed over all decisions."),
    Count("forced", "Decisions with one legal action."),
    Count("choice_bins", "Decisions by the number of legal actions.", (CHOICE_BIN_COUNT,)),
)
"""Columns that all games have."""
COLUMN_OFFSETS = offsets_by_count_name(SHARED_COLUMNS)
"""Index of the first column of each shared count, by name."""
STEPS_COLUMN = COLUMN_OFFSETS["steps"]
DURATION_MS_COLUMN = COLUMN_OFFSETS["ms"]
OPENER_COLUMN = COLUMN_OFFSETS["opener"]
WINNING_SIDES_COLUMN = COLUMN_OFFSETS["winning_sides"]
MARGIN_COLUMN = COLUMN_OFFSETS["margin"]
LEAD_CHANGES_COLUMN = COLUMN_OFFSETS["lead_changes"]
HALFWAY_LEADER_COLUMN = COLUMN_OFFSETS["halfway_leader"]
COMEBACK_COLUMN = COLUMN_OFFSETS["comeback"]
DEFICIT_COLUMN = COLUMN_OFFSETS["deficit"]
DECISIONS_COLUMN = COLUMN_OFFSETS["decisions"]
CHOICES_COLUMN = COLUMN_OFFSETS["choices"]
FORCED_COLUMN = COLUMN_OFFSETS["forced"]
FIRST_CHOICE_BIN_COLUMN = COLUMN_OFFSETS["choice_bins"]
FIRST_GAME_COLUMN = total_size(SHARED_COLUMNS)
"""Index of the first column of the game's own counts."""


def all_columns(game: Game) -> tuple[Count, ...]:
    """Return all counts of a game's statistics, in the order of their columns."""
    return (*SHARED_COLUMNS, *counts_of(game))


def column_names(game: Game) -> list[str]:
    """Return one name per column, such as `burns` for a single number or `groups_3` for an entry of an array."""
    return [
        count.name if not count.shape else f"{count.name}_{k}" for count in all_columns(game) for k in range(count.size)
    ]
