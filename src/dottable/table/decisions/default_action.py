"""The default action, made for a seat whose time is up."""

from __future__ import annotations

from dottable.bots.bot import Budget
from dottable.bots.greedy import GreedyBot
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.table.decisions.races import tie_break_key

PASSIVE_VERBS = ("pass_", "decline", "end")
"""Verbs of the action space to prefer in games without a bot policy, most passive first."""


def default_action(match: Match, seat: int) -> int:
    """Return the action that is played for a seat whose time is up.

    It is the greedy bot's action. In a game without the module `bot`, it is a passive action such as passing, or the
    first legal action if there is no passive one. Only the seat's own knowledge is used, never the true state.
    """
    access = SeatAccess(match, seat)
    if match.game.bot is not None:
        return GreedyBot().choose(access, Budget(), tie_break_key(match.public_seed, len(match.moves), seat))
    actions, legal = match.game.state.ACTIONS, access.legal()
    passive = {actions.first_action(verb) for verb in PASSIVE_VERBS if actions.verbs.get(verb) == ()}
    return next((action for action in legal if action in passive), legal[0])
