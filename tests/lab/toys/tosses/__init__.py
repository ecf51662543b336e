"""Tosses, a toy game with known statistics: five tosses of a coin that may favour the starting player."""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Tosses",
    summary="Five tosses; the coin may be loaded.",
    min_seats=2,
    max_seats=2,
    max_steps=5,
    has_secrets=False,
)
