"""One log, every door, one result: a log played through OpenSpiel's states."""

from __future__ import annotations

from dottable.core.errors import BadLog
from dottable.core.log import Log
from dottable.core.seats import CLOCK
from dottable.research.openspiel.door import MatchState, spiel_game


def replay(log: Log) -> MatchState:
    """The state after the last move of a log, by nothing but OpenSpiel's `apply_action`.

    BadLog if the log cannot be played so: time stands still here while players think, so a log of
    live play, where moves come at times of their own or before a seat was awaited, leads elsewhere.
    """
    match = log.new_match()
    state = spiel_game(log.game, seats=match.seats, options=match.options, deck=match.deck).new_initial_state()
    for byte in match.seed:
        state.apply_action(byte)
    for move in log.moves:
        if move.seat == CLOCK:
            continue  # it has moved on its own
        if state.is_chance_node():
            state.apply_action(move.seat)
        if state.current_player() != move.seat or move.action not in state.legal_actions():
            raise BadLog("This log is of live play: a seat acted before it was awaited.")
        state.apply_action(move.action)
    if state.moment.match is None or state.moment.match.moves != log.moves:
        raise BadLog("This log is of live play: its moves come at times of their own.")
    return state
