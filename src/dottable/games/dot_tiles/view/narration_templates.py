"""Templates of the narration's sentences, by code. `core.views.narration` explains the placeholders."""

from __future__ import annotations

TEMPLATES = {
    # Sentences: `tile` and `left` are faces, `where` is a placement.
    "placed": "{seat!name} {seat?place|places} a {tile} {where}.",
    "burned": "{seat!name} {seat?burn|burns} a {tile}.",
    "swapped": "{seat!name} {seat?swap|swaps} a {left} for the {tile} and {seat?place|places} it {where}.",
    "burned_hot_swap": "{seat!name} {seat?burn|burns} the HOT SWAP {tile}, leaving a {left}.",
    "placed_last": "{seat!name} {seat?place|places} the last tile, a {tile}, {where}.",
    "burned_last": "{seat!name} {seat?burn|burns} the last tile, a {tile}, which fits nowhere.",
    # Placements.
    "in_group": "in {group}",
    "completing_group": "in {group}, which is now full: {points} {points#point|points}",
    "completing_sheet": "in {group}, which is now full: {points} {points#point|points}, "
    "and {bonus} more for the full sheet",
    # Faces.
    "red": "red {number}",
    "black": "black {number}",
    # Groups, by their notation.
    "1k": "1 of a Kind",
    "2k": "2 of a Kind",
    "3k": "3 of a Kind",
    "4k": "4 of a Kind",
    "odds": "Odds",
    "evens": "Evens",
    "flush": "the Flush",
    "house": "the Full House",
    "run": "the Run",
}
