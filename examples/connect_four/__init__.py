"""Connect Four: an example game, and the benchmark against other game engines.

Two players drop discs into seven columns of six cells. The first with four discs in a line wins.
"""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="Connect Four",
    summary="Drop discs into seven columns; four in a line win.",
    min_seats=2,
    max_seats=2,
    max_steps=42,
    has_secrets=False,
)
