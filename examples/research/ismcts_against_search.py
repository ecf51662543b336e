"""OpenSpiel's ISMCTS against our search, with as many simulations each: who wins, and how long does a move take?

    python examples/research/ismcts_against_search.py --game dot_tiles --matches 20 --simulations 100

Every deal is played twice, with the seats changed. Both play to the end of a match at random where
their trees end: ours without its advice on the game (`--advised` gives it back), OpenSpiel's by
`CompiledRollouts`, for its own rollouts would step through Python.
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
from dottable.bots.chair import Chair
from dottable.bots.search import ALL_RANDOM, Manner, Search
from dottable.core.registry import find
from dottable.lab.ratings import wilson
from dottable.research.openspiel import CompiledRollouts, register

Player = Callable[[Any], int]
"""Chooses an action for whoever acts in a state of OpenSpiel's."""
EXPLORE = 1.0


def openspiel_player(game: Any, simulations: int, seed: int) -> Player:
    rollouts = CompiledRollouts(seed=seed)
    bot = ismcts.ISMCTSBot(game, rollouts, EXPLORE, simulations, random_state=np.random.RandomState(seed))
    return lambda state: int(bot.step(state))


def our_player(simulations: int, seed: int, *, is_advised: bool) -> Player:
    manner = Manner() if is_advised else Manner(stray=ALL_RANDOM, is_advised=False)
    search, luck = Search(manner), random.Random(seed)

    def choose(state: Any) -> int:
        chair = Chair(state.moment.match, state.current_player())
        return search.choose(chair, Budget(simulations=simulations), luck.randbytes(8))

    return choose


class Watch:
    """A player whose moves are timed, in seconds of the processor; moves without a choice do not count."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds, self.moves = 0.0, 0

    def __call__(self, state: Any) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        start = time.process_time()
        action = self.player(state)
        self.seconds += time.process_time() - start
        self.moves += 1
        return action


def play(game: Any, players: list[Player], deal: int) -> list[float]:
    """One match to its end; the returns."""
    luck = random.Random(deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            let_chance_decide(state, luck)
        else:
            state.apply_action(players[state.current_player()](state))
    return list(state.returns())


def let_chance_decide(state: Any, luck: random.Random) -> None:
    state.apply_action(luck.choice([outcome for outcome, _ in state.chance_outcomes()]))


def warm_up(game: Any, players: list[Player]) -> None:
    """The first choice of each compiles code, and should not count."""
    state = game.new_initial_state()
    while state.is_chance_node():
        let_chance_decide(state, random.Random(0))
    for player in players:
        player(state)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dot_tiles", help="one of our games for two, by its slug or folder")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=100, help="for each move")
    parser.add_argument("--advised", action="store_true", help="let our search use the game's policy")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    game = pyspiel.load_game(register(find(given.game)))
    theirs = Watch(openspiel_player(game, given.simulations, given.seed))
    ours = Watch(our_player(given.simulations, given.seed, is_advised=given.advised))
    warm_up(game, [theirs.player, ours.player])
    wins = 0.0
    for match in range(given.matches):
        our_seat = match % 2
        players: list[Player] = [theirs, theirs]
        players[our_seat] = ours
        # A return of 1 is a win, of -1 a loss, of 0 a shared win.
        wins += (1 + play(game, players, given.seed * 1_000_000 + match // 2)[our_seat]) / 2
        print(f"\r{match + 1} of {given.matches} matches ", end="", file=sys.stderr, flush=True)
    share = wilson(wins, given.matches)
    print(f"\n{game.get_type().short_name}, {given.simulations} simulations a move, {given.matches} matches")
    print(f"  our search wins      {share.share:6.1%}  ({share.low:.1%} to {share.high:.1%})")
    for name, watch in (("our search", ours), ("OpenSpiel's ISMCTS", theirs)):
        print(f"  {name:<20} {1000 * watch.seconds / max(1, watch.moves):8.2f} ms a move, {watch.moves} moves")


if __name__ == "__main__":
    main()
