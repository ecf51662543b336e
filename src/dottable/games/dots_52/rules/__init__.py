"""The rules of Dots (52 cards). `flow.py` covers a match from setup to end, other modules the parts of the rulebook."""

from dottable.games.dots_52.rules.flow import (
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
from dottable.games.dots_52.rules.refusal_codes import why_not
