"""Dobble Connect. Spot the one symbol that two cards share, and line up four cards of your colour."""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Dobble Connect",
    summary="All at once: name the symbol your card shares with one on the table, and line up four of your colour.",
    min_seats=2,
    max_seats=8,
    max_steps=125_000,
    has_deck=True,
    has_secrets=False,
    races=("claim",),
)
