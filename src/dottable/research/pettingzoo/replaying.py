"""One log, every door, one result: a log played through an environment's own `step`."""

from __future__ import annotations

from typing import Any

from dottable.core.log import Log
from dottable.core.seats import CLOCK
from dottable.research.pacing import ByScript
from dottable.research.pettingzoo.cycles import CycleEnv
from dottable.research.pettingzoo.turns import TurnEnv


def _opened(log: Log, kind: type[Any]) -> tuple[Any, dict[str, Any]]:
    match = log.new_match()
    opened = kind(log.game, seats=match.seats, options=match.options, deck=match.deck)
    return opened, {"match": match, "pacing": ByScript(log.moves)}


def replay_turns(log: Log) -> tuple[TurnEnv, dict[str, float]]:
    """The AEC environment after the last move of a log, and what its agents were rewarded in all."""
    env, options = _opened(log, TurnEnv)
    env.reset(options=options)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for move in log.moves:
        if move.seat != CLOCK:
            env.step(move.action)
            for agent, reward in env.rewards.items():
                total[agent] += reward
    return env, total


def replay_cycles(log: Log) -> tuple[CycleEnv, dict[str, float]]:
    """The parallel environment after the last move of a log, one move a cycle, and the rewards in all."""
    env, options = _opened(log, CycleEnv)
    env.reset(options=options)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for n, move in enumerate(log.moves):
        if len(env.match.moves) > n:
            continue  # the clock has moved on its own already
        actions = dict.fromkeys(env.agents, env.wait)
        if move.seat != CLOCK:
            actions[env.possible_agents[move.seat]] = move.action
        for agent, reward in env.step(actions)[1].items():
            total[agent] += reward
    return env, total
