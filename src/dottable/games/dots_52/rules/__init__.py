"""The rules of Dots (52 cards): `flow.py` from setup to the end, one module for each noun of the rulebook."""

from dottable.games.dots_52.rules.flow import (
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
)
from dottable.games.dots_52.rules.refusals import why_not
