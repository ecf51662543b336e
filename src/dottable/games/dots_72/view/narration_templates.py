"""Templates of the narration's sentences, by code. `core/views/narration.py` explains the placeholders."""

from __future__ import annotations

from dottable.games.dots_72.pieces import HOUSE_COLOURS

TEMPLATES = {
    # A turn (B6)
    "drew": "{seat!name} {seat?draw|draws} a card.",
    "drew_known": "{seat!name} {seat?draw|draws} the {card}.",
    "took": "{seat!name} {seat?take|takes} the {card} from the discard pile.",
    "discarded": "{seat!name} {seat?discard|discards} the {card}.",
    # Calls (B7 to B12)
    "called": '{seat!name} {seat?call|calls} "DOTS!"',
    "discarded_and_called": '{seat!name} {seat?discard|discards} the {card} and {seat?call|calls} "DOTS!"',
    "wrong_kinds": "But two sets need two cards of each kind, and {seat!name} {seat?have|has} {kinds}.",
    "shown_cards": "All see these cards: {cards&, }.",
    "wrong_set": "But {cards} are no set: {reason}.",
    "different_colours": "the {swatch} and the {number} differ in colour",
    "other_count": "the DOTS card has {count} {colour}, not {number}",
    "no_dot": "the DOTS card has no {colour} dot",
    "no_such_number": "no Number matches {count} {colour} {count#dot|dots}",
    "no_such_dots": "no DOTS card has {number} {colour}",
    "matches_nothing": "this DOTS card matches no Number",
    "swatch_count": "{count} {count#Swatch|Swatches}",
    "number_count": "{count} {count#Number|Numbers}",
    "dots_count": "{count} DOTS {count#card|cards}",
    "scored": "{points} {points#point|points}: {sets&; }.",
    "scored_double": "{points} {points#point|points}: {sets&; }, doubled for one colour.",
    # The draw pile is used up (B10)
    "turned_over": "The draw pile is used up: the discards are turned over, and everybody passes a card to the left.",
    "reshuffled": (
        "The draw pile is used up: the discards are shuffled into a new one, and everybody passes a card to the left."
    ),
    "chose": "{seat!name} {seat?choose|chooses} a card to pass.",
    "chose_known": "{seat!name} {seat?choose|chooses} the {card} to pass.",
    "passed": "All cards go to the left.",
    "received": "All cards go to the left; you get the {card}.",
    # Hands and the match (B5, B13, B14)
    "void": "The draw pile is used up for the fifth time: the hand is void.",
    "dealt": "{seat!name} {seat?deal|deals} hand {hand}.",
    "won": "{seat!name} {seat?win|wins} the match with {points} {points#point|points}.",
    "shared": "{seats!name} share the win with {points} {points#point|points}.",
    # Parts of sentences
    "set": "{cards&, } for {points}",
    "swatch": "{colour} Swatch",
    "number": "{colour} {number}",
    "dots": "DOTS card with {dots&, }",
    "any_dots": "DOTS card",
    "wild_swatch": "Wild Swatch",
    "wild_number": "Wild Number",
    "wild_dots": "Wild DOTS card",
    "dots_of_colour": "{count} {colour}",
    **{f"colour.{name}": name for name in HOUSE_COLOURS},
    "own_colour": "{name}",
}
