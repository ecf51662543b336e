"""The sentences of the narration, by code. `core.views.narration` explains the placeholders."""

from __future__ import annotations

TEMPLATES = {
    # Sentences.
    "laid": "{seat!name} {seat?lay|lays} {placement}.",
    "dealt": "{seat!name} {seat?deal|deals} round {round}, from column {column} on.",
    "joined": "{seat!name} {seat?join|joins} in.",
    "round_won": "Round {round} goes to {winner!name} by {high} to {low}.",
    "round_tied": "Round {round} is tied at {points}.",
    "bonus": "{seat!name} {seat?take|takes} the bonus point.",
    "queued": "{seat!name} {seat?join|joins} the end of the queue.",
    # Placements.
    "placement": "card {card}, {turn}, {row}",
    "placement_reversed": "card {card} reversed, {turn}, {row}",
    "turn_0": "upright",
    "turn_90": "a quarter turn to the right",
    "turn_180": "upside down",
    "turn_270": "a quarter turn to the left",
    "on_row": "its top row on row {row}",
    "above_track": "its top row {rows} above the track",
}
