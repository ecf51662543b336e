"""Dot Allot: fan cards over a track of dots; what you give the other side decides what you get."""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Dot Allot",
    summary="Lay cards over a track so that the largest groups of dots end up on your side of it.",
    min_seats=2,
    max_seats=7,
    max_steps=6 * 8 + 5,  # six rounds of eight cards, and a deal between them
    has_deck=True,
    rules_version=4,  # 2, 3 and 4: other house decks
)
