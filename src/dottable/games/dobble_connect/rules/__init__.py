"""The rules of Dobble Connect: `flow.py` from setup to the end, one module for each noun of the rulebook."""

from dottable.games.dobble_connect.rules.flow import (
    PIECE_KINDS,
    deadline,
    legal,
    off_turn_refusal,
    pieces,
    play,
    random_action,
    returns,
    scores,
    setup,
    to_act,
    why_not,
)
