"""Templates of sentences and of placements in words, by code. `core.views.narration` explains the placeholders."""

from __future__ import annotations

from dottable.games.dot_allot.pieces import COLOUR_NAMES

TEMPLATES = {
    # Sentences.
    "laid": "{seat!name} {seat?lay|lays} card {card}: {shares&; }.",
    "dealt": "{seat!name} {seat?deal|deals} round {round}, from column {column} on.",
    "joined": "{seat!name} {seat?join|joins} in.",
    "round_won": "Round {round} goes to {winner!name} by {high} to {low}.",
    "round_tied": "Round {round} is tied at {points}.",
    "bonus": "{seat!name} {seat?take|takes} the bonus point.",
    "queued": "{seat!name} {seat?join|joins} the end of the queue.",
    # Parts of sentences.
    "share": "{dots} for {seat!name}",
    "no_share": "nothing for {seat!name}",
    **{f"dots.{colour}": f"{{count}} {colour}" for colour in COLOUR_NAMES},
}

PLACEMENT_TEMPLATES = {
    "placement": "card {card}, {turn}, {row}",
    "placement_reversed": "card {card} reversed, {turn}, {row}",
    "turn_0": "upright",
    "turn_90": "a quarter turn to the right",
    "turn_180": "upside down",
    "turn_270": "a quarter turn to the left",
    "on_row": "its top row on row {row}",
    "above_track": "its top row {rows} above the track",
}
