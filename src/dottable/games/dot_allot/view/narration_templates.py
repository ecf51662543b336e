"""Templates of sentences by code. `core.views.narration` explains the placeholders."""

from __future__ import annotations

from dottable.games.dot_allot.pieces import COLOUR_NAMES

CARD_TEMPLATES = {
    "card": "a {colours} card",
    "sparse_card": "a card with {dots}",
    "empty_card": "an empty card",
    **{f"dots_on_card.{colour}": f"{{count}} {colour} {{count#dot|dots}}" for colour in COLOUR_NAMES},
}
"""Templates of what a card looks like."""

TEMPLATES = {
    # Sentences.
    "laid": "{seat!name} {seat?lay|lays} {card}: {shares&; }.",
    "dealt": "{seat!name} {seat?deal|deals} round {round} and {seat?start|starts}.",
    "joined": "{seat!name} {seat?join|joins} in.",
    "round_won": "Round {round} goes to {winner!name} by {high} to {low}.",
    "round_tied": "Round {round} is tied at {points}.",
    "bonus": "{seat!name} {seat?take|takes} the bonus point.",
    "queued": "{seat!name} {seat?join|joins} the end of the queue.",
    # Parts of sentences.
    **CARD_TEMPLATES,
    "share": "{dots} for {seat!name}",
    "covered": "covers {count} of {seat!whose} dots",
    "no_share": "no dot for anybody",
    **{f"dots.{colour}": f"{{count}} {colour}" for colour in COLOUR_NAMES},
}
