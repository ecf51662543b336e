"""The rules of DOT: Dice or Tiles. `flow` covers a match from setup to end, other modules the parts of the rulebook."""

from dottable.games.dot_tiles.rules.flow import (
    PIECE_KINDS,
    count_pieces,
    deadline,
    legal,
    play,
    returns,
    scores,
    setup,
    to_act,
    why_not,
)
