"""DOT: Dice or Tiles. Place numbered tiles on a sheet of nine groups; only full groups score."""

from dottable.core.game import Game

GAME = Game(
    package=__name__,
    title="DOT: Dice or Tiles",
    summary="Draw a tile or take the HOT SWAP tile, and fill nine groups; only complete ones score.",
    min_seats=2,
    max_seats=4,
    max_steps=120,
)
