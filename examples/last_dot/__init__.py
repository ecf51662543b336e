"""Last Dot, the smallest complete game: copy this folder to start your own.

Players take one, two or three dots from a heap in turn. The player who takes the last dot adds a secret card,
dealt at the start, to the dots taken. The highest sum wins. After ten seconds one dot is taken for the player at turn.
"""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Last Dot",
    summary="Take one, two or three dots; the last one brings a secret bonus.",
    min_seats=2,
    max_seats=4,
    max_steps=30,
)
