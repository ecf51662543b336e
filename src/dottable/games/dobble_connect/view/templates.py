"""Templates of the narration's sentences, by code. `core/views/narration.py` explains the placeholders."""

from __future__ import annotations

from dottable.games.dobble_connect.pieces import CARD_KINDS, SIDE_CODES, SIDE_WORDS, SYMBOL_NAMES

TEMPLATES = {
    # Claims (E5, E7)
    "placed": "{seat!name} {seat?name|names} {symbol} and {seat?lay|lays} {card} at the {side} of {spot}.",
    "wrong": "{seat!name} {seat?name|names} {symbol}, which is not on {spot}.",
    "wrong_and_locked": (
        "{seat!name} {seat?name|names} {symbol}, which is not on {spot}, and {seat?wait|waits} {seconds} s."
    ),
    "unlocked": "{seats!name} may go on.",
    # Rounds (E8 to E12)
    "scored": "Four {colour} cards in a line: the {colour} team scores.",
    "won": "Four {colour} cards in a line: the {colour} team scores and wins the match.",
    "played_out": "The round ends without a winner: a team has played all its cards.",
    "too_many_wrong": "The round ends without a winner: too many claims were wrong.",
    "dealt": "{seat!name} {seat?deal|deals} round {round} around {card}.",
    "received": "The {colour} team receives {gifts&, }.",
    # Parts of sentences
    "gift": "{card} from {giver}",
    "card": "{kind} {number}",
    **{f"kind.{kind}": kind for kind in CARD_KINDS},
    **{f"side.{side}": words for side, words in zip(SIDE_CODES, SIDE_WORDS, strict=True)},
    **{f"symbol.{symbol}": symbol for symbol in SYMBOL_NAMES},
}
