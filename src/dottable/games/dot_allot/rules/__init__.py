"""The rules of Dot Allot: `flow` from setup to the end, a module for each noun of the rulebook."""

from dottable.games.dot_allot.rules.flow import (
    PIECE_KINDS,
    deadline,
    legal,
    pieces,
    play,
    random_action,
    returns,
    scores,
    setup,
    to_act,
    why_not,
)
