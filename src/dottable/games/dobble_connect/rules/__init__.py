"""The rules of Dobble Connect. `flow.py` covers a match from setup to end, other modules the parts of the rulebook."""

from dottable.games.dobble_connect.rules.flow import (
    PIECE_KINDS,
    count_pieces,
    deadline,
    legal,
    off_turn_refusal,
    play,
    random_action,
    returns,
    scores,
    setup,
    to_act,
    why_not,
)
from dottable.games.dobble_connect.rules.team_choice import (
    TEAM_COLOURS,
    TEAM_NAMES,
    options_with_teams,
    team_split_refusal,
    teams_of_seats,
)
