"""The default action: what is done for a seat whose time is up."""

from __future__ import annotations

from dottable.bots.bot import Budget
from dottable.bots.chair import Chair
from dottable.bots.greedy import Greedy
from dottable.core.match import Match
from dottable.table.races import coin

PASSIVE_VERBS = ("pass_", "decline", "end")
"""What harms nobody, for games without advice."""


def default_action(match: Match, seat: int) -> int:
    """What a sensible person would do if the game gives advice; else to pass, or the first legal action.

    It comes from what the seat knows, never from the true state.
    """
    chair = Chair(match, seat)
    if match.game.policy is not None:
        return Greedy().choose(chair, Budget(), coin(match.commitment, len(match.moves), seat))
    actions, legal = match.game.state.ACTIONS, chair.legal()
    passive = {actions.first(verb) for verb in PASSIVE_VERBS if actions.verbs.get(verb) == ()}
    return next((action for action in legal if action in passive), legal[0])
