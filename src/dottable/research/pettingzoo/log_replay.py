"""Replays Dottable's logs through the `step` of PettingZoo environments."""

from __future__ import annotations

from typing import Any

from dottable.core.matches.match_log import Log
from dottable.core.primitives.seats import CLOCK
from dottable.research.pettingzoo.aec_match_env import MatchAECEnv
from dottable.research.pettingzoo.base_match_env import EnvConfig
from dottable.research.pettingzoo.parallel_match_env import MatchParallelEnv
from dottable.research.turn_scheduling import LogScheduler


def _env_and_reset_options(log: Log, env_class: type[Any]) -> tuple[Any, dict[str, Any]]:
    """Return an environment for a log, and the `reset` options with which it repeats the log's match."""
    match = log.new_match()
    env = env_class(log.game, EnvConfig(seats=match.seats, options=match.options, deck=match.deck))
    return env, {"match": match, "scheduler": LogScheduler(log.moves)}


def replay_aec(log: Log) -> tuple[MatchAECEnv, dict[str, float]]:
    """Replay a log. Return the AEC environment after the last move, and the total reward of every agent."""
    env, options = _env_and_reset_options(log, MatchAECEnv)
    env.reset(options=options)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for move in log.moves:
        if move.seat != CLOCK:
            env.step(move.action)
            for agent, reward in env.rewards.items():
                total[agent] += reward
    return env, total


def replay_parallel(log: Log) -> tuple[MatchParallelEnv, dict[str, float]]:
    """Replay a log. Return the parallel environment after the last move, and the total reward of every agent.

    Every cycle plays one move of the log.
    """
    env, options = _env_and_reset_options(log, MatchParallelEnv)
    env.reset(options=options)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for n, move in enumerate(log.moves):
        if len(env.match.moves) > n:
            continue  # the environment has already played this move of the clock
        actions = dict.fromkeys(env.agents, env.wait_action)
        if move.seat != CLOCK:
            actions[env.possible_agents[move.seat]] = move.action
        for agent, reward in env.step(actions)[1].items():
            total[agent] += reward
    return env, total
