"""DOTS, the set game with 72 cards. Collect two sets of Swatch, Number and DOTS card, and call."""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="DOTS (72 cards)",
    summary="Collect two sets of a Swatch, a Number of its colour and a card with just so many dots; then call DOTS!",
    min_seats=2,
    max_seats=6,
    max_steps=1_200_000,
    has_deck=True,
    rules_version=2,  # 2: the record keeps what happened since the deal
)
