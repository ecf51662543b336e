"""Replays Dottable's logs through OpenSpiel's `apply_action`."""

from __future__ import annotations

from dottable.core.errors import BadLog
from dottable.core.matches.match_log import Log
from dottable.core.primitives.seats import CLOCK
from dottable.research.openspiel.game import MatchState, spiel_game


def replay(log: Log) -> MatchState:
    """Return the state after the last move of a log, reached only by `apply_action`.

    Raise BadLog for logs of live play. Their moves carry real times and may precede a seat's turn, but in OpenSpiel
    time does not advance.
    """
    match = log.new_match()
    state = spiel_game(log.game, seats=match.seats, options=match.options, deck=match.deck).new_initial_state()
    for byte in match.deal_seed:
        state.apply_action(byte)
    for move in log.moves:
        if move.seat == CLOCK:
            continue  # the node plays the moves of the clock itself
        if state.is_chance_node():
            state.apply_action(move.seat)
        if state.current_player() != move.seat or move.action not in state.legal_actions():
            raise BadLog("This log is of live play: a seat acted before its turn. OpenSpiel cannot replay it.")
        state.apply_action(move.action)
    if state.node.match is None or state.node.match.moves != log.moves:
        raise BadLog("This log is of live play: its moves carry real times. OpenSpiel cannot replay it.")
    return state
