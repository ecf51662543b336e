"""The rules of Dot Allot: `flow` covers a match from setup to end, other modules cover the parts of the rulebook."""

from dottable.games.dot_allot.rules.flow import (
    PIECE_KINDS,
    count_pieces,
    deadline,
    legal,
    play,
    random_action,
    returns,
    scores,
    setup,
    to_act,
    why_not,
)
