"""Connect Four: a game of your own in an afternoon, and our yardstick beside other people's engines.

Two players drop discs into seven columns of six; the first to have four in a line wins.
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
