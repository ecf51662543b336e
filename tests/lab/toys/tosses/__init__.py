"""Tosses, a toy with known answers: five tosses of a coin that may favour whoever begins; most tosses win."""

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
