"""Dots, the 52-card game of low tableaux: keep few points face down, snap equal ranks, call "Dots"."""

from dottable.core.game import Game

TURNS = 60 * 8 + 7
"""The most turns a round can have: eight seats, and all but one of them once more after a call (D12, D16)."""
STEPS_OF_A_TURN = 11
"""Draw, discard, eight seats that snap or pass, and the question of the call."""

GAME = Game(
    package=__name__,
    title="Dots (52 cards)",
    summary="Swap unseen cards for low ones, snap equal ranks, and call Dots when you hold less than 10.",
    min_seats=2,
    max_seats=8,
    max_steps=200 * (8 + TURNS * STEPS_OF_A_TURN + 1),  # D18: 200 rounds of peeks, turns and a deal
    races=("snap",),
)
