"""Last Dot, the smallest whole game: copy this folder to begin one of your own.

A heap of dots; on your turn take one, two or three. Whoever takes the last dot adds the secret
card dealt at the start to the dots taken. The highest sum wins; who dawdles has one dot taken for them.
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
