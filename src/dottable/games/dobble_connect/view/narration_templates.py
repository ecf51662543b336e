"""Templates of the narration's sentences, by code. `core/views/narration.py` explains the placeholders."""

from __future__ import annotations

from dottable.games.dobble_connect.pieces import COLOURS, SIDE_CODES, SIDE_WORDS, SYMBOL_NAMES

TEMPLATES = {
    # Claims (E5, E7)
    "placed": "{seat!name} {seat?find|finds} the {symbol} on {spot} and {seat?lay|lays} {card} to its {side}.",
    "wrong": "{seat!name} {seat?choose|chooses} the {symbol}, which is not on {spot}.",
    "wrong_and_locked": (
        "{seat!name} {seat?choose|chooses} the {symbol}, which is not on {spot}, and {seat?wait|waits} {seconds} s."
    ),
    "unlocked": "{seats!name} may go on.",
    # Rounds (E8 to E12)
    "scored": "Four {colour} cards in a line: a point for the {colour} team.",
    "scored_alone": "Four {colour} cards in a line: a point for {seat!name}.",
    "won": "Four {colour} cards in a line: the {colour} team wins the match.",
    "won_alone": "Four {colour} cards in a line: {seat!name} {seat?win|wins} the match.",
    "played_out": "The round ends without a winner: one side has no cards left.",
    "too_many_wrong": "The round ends without a winner: too many wrong symbols were named.",
    "dealt": "{seat!name} {seat?deal|deals} round {round}.",
    "given": (
        "{seat!name} {seat?have|has} {points} {points#point|points} now, so {giver!name} {giver?give|gives}"
        " {seat?you|them} {count} {count#card|cards}."
    ),
    "received_alone": (
        "{seat!name} {seat?have|has} {points} {points#point|points} now and {seat?get|gets} {count} {count#card|cards}"
        " from the others."
    ),
    "received": (
        "The {colour} team has {points} {points#point|points} now and gets {count} {count#card|cards} from the others."
    ),
    # Parts of sentences
    **{f"card.{kind}": f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} card" for kind in COLOURS},
    **{f"kind.{kind}": kind for kind in COLOURS},
    **{f"side.{side}": words for side, words in zip(SIDE_CODES, SIDE_WORDS, strict=True)},
    **{f"symbol.{symbol}": symbol for symbol in SYMBOL_NAMES},
}
