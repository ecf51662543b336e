"""Tosses, a toy game with known answers: five tosses of a coin that may favour the player who begins."""

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
