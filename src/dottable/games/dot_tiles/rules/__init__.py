"""The rules of DOT: Dice or Tiles: `flow` from setup to the end, a module for each noun of the rulebook."""

from dottable.games.dot_tiles.rules.flow import (
    PIECE_KINDS,
    deadline,
    legal,
    pieces,
    play,
    returns,
    scores,
    setup,
    to_act,
    why_not,
)
