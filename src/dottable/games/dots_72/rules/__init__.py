"""The rules of DOTS (72 cards). `flow.py` covers a match from setup to end, other modules the parts of the rulebook."""

from dottable.games.dots_72.rules.flow import (
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
)
from dottable.games.dots_72.rules.refusal_codes import why_not
