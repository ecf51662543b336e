"""OpenSpiel's ISMCTS against our search with equal simulation counts: win rate and time per move.

    python examples/research/ismcts_against_search.py --game dot_tiles --matches 20 --simulations 100

Every deal is played twice, with the seats swapped. Both searches use random rollouts: ours without the game's
heuristics (`--heuristics` enables them), OpenSpiel's with `CompiledRolloutEvaluator`, because its own evaluator
steps in Python.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import FULLY_RANDOM_RATE, SearchBot, SearchConfig
from dottable.bots.seat_access import SeatAccess
from dottable.core.registry import find_game
from dottable.lab.statistics.estimates import wilson_interval
from dottable.research.openspiel import CompiledRolloutEvaluator, register_game

Agent = Callable[[Any], int]
"""Chooses an action for the current player of an OpenSpiel state."""
UCT_C = 1.0
"""Exploration constant of ISMCTS."""


def openspiel_agent(game: Any, simulations: int, seed: int) -> Agent:
    evaluator = CompiledRolloutEvaluator(seed=seed)
    bot = ismcts.ISMCTSBot(game, evaluator, UCT_C, simulations, random_state=np.random.RandomState(seed))
    return lambda state: int(bot.step(state))


def our_agent(simulations: int, seed: int, *, use_heuristics: bool) -> Agent:
    config = SearchConfig() if use_heuristics else SearchConfig(random_rate=FULLY_RANDOM_RATE, use_heuristics=False)
    search, rng = SearchBot(config), random.Random(seed)

    def choose(state: Any) -> int:
        access = SeatAccess(state.node.match, state.current_player())
        return search.choose(access, Budget(simulations=simulations), rng.randbytes(8))

    return choose


class TimedAgent:
    """An agent with its CPU time in seconds; moves without a choice do not count."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.seconds, self.moves = 0.0, 0

    def __call__(self, state: Any) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        start = time.process_time()
        action = self.agent(state)
        self.seconds += time.process_time() - start
        self.moves += 1
        return action


def play(game: Any, agents: list[Agent], deal: int) -> list[float]:
    """Play one match and return the returns."""
    rng = random.Random(deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            apply_random_outcome(state, rng)
        else:
            state.apply_action(agents[state.current_player()](state))
    return list(state.returns())


def apply_random_outcome(state: Any, rng: random.Random) -> None:
    state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))


def warm_up(game: Any, agents: list[Agent]) -> None:
    """Let every agent choose once, untimed, because the first choice compiles code."""
    state = game.new_initial_state()
    while state.is_chance_node():
        apply_random_outcome(state, random.Random(0))
    for agent in agents:
        agent(state)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dot_tiles", help="slug or folder of a two-player game")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=100, help="simulations per move")
    parser.add_argument("--heuristics", action="store_true", help="let our search use the game's heuristics")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    game = pyspiel.load_game(register_game(find_game(given.game)))
    theirs = TimedAgent(openspiel_agent(game, given.simulations, given.seed))
    ours = TimedAgent(our_agent(given.simulations, given.seed, use_heuristics=given.heuristics))
    warm_up(game, [theirs.agent, ours.agent])
    wins = 0.0
    for match in range(given.matches):
        our_seat = match % 2
        agents: list[Agent] = [theirs, theirs]
        agents[our_seat] = ours
        # A return of 1 is a win, of -1 a loss, of 0 a shared win.
        wins += (1 + play(game, agents, given.seed * 1_000_000 + match // 2)[our_seat]) / 2
        print(f"\r{match + 1} of {given.matches} matches ", end="", file=sys.stderr, flush=True)
    share = wilson_interval(wins, given.matches)
    print(f"\n{game.get_type().short_name}, {given.simulations} simulations per move, {given.matches} matches")
    print(f"  our search wins      {share.share:6.1%}  ({share.low:.1%} to {share.high:.1%})")
    for name, agent in (("our search", ours), ("OpenSpiel's ISMCTS", theirs)):
        print(f"  {name:<20} {1000 * agent.seconds / max(1, agent.moves):8.2f} ms per move, {agent.moves} moves")


if __name__ == "__main__":
    main()
