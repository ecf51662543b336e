"""Matches for the benchmarks of reviews: bots of levels, and a bot that plays a bad move at known moments."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from dottable.bots.bot import Bot, Budget, Choice, as_choice
from dottable.bots.registry import find_bot
from dottable.bots.search.search_bot import SearchConfig, SearchRun
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.lab.series.match_runner import MatchRunner
from dottable.study.decision_review import is_race
from dottable.study.rollouts import seed_of

BLUNDER_RATE = 0.2
"""Share of decisions at which the blundering bot looks for a bad move."""
SIMULATIONS = 400
"""Simulations per action by which it finds one."""
MAX_ACTIONS = 12
MIN_LOSS = 0.12
"""Win chance that a planted move must lose by the bot's own search."""


class Planted(NamedTuple):
    """A bad move that the bot made on purpose."""

    move: int
    seat: int
    loss: float


class BlunderingBot:
    """Plays as another bot, but at random moments the worst of up to 12 actions by its own tree search."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.match: Match
        self.planted: list[Planted] = []

    def choose(self, access: SeatAccess, budget: Budget, seed: bytes) -> Choice:
        choice = as_choice(self.bot.choose(access, budget, seed))
        rng = Random(seed_of("blunder", seed))
        legal = access.legal()
        if rng.random() >= BLUNDER_RATE or len(legal) < 2 or is_race(access.game, legal):
            return choice
        others = [action for action in legal if action != choice.action]
        actions = [choice.action, *rng.sample(others, min(len(others), MAX_ACTIONS - 1))]
        values = searched_values(access, actions, seed)
        worst = min(values, key=values.__getitem__)
        if values[choice.action] - values[worst] < MIN_LOSS:
            return choice
        again = searched_values(access, [choice.action, worst], seed_of("again", seed))  # the first choice is biased
        loss = again[choice.action] - again[worst]
        if loss < MIN_LOSS:
            return choice
        self.planted.append(Planted(len(self.match.moves), access.seat, loss))
        return Choice(worst, choice.after_ms)


def searched_values(access: SeatAccess, actions: list[int], seed: bytes) -> dict[int, float]:
    """Return the win share of every action by tree search."""
    budget = Budget(simulations=SIMULATIONS * len(actions))
    run = SearchRun(SearchConfig(), access, budget, seed_of("worst", seed), None)
    nodes = run.add_root_children(actions)
    run.fill_pool()
    run.simulate_rounds(nodes, SIMULATIONS)
    seats = access.seats
    shares = [(1 + (seats - 1) * run.mean_return(node)) / seats for node in nodes]
    return dict(zip(actions, shares, strict=True))


def play(game: Game, levels: tuple[str, ...], seed: bytes) -> Match:
    """Return a finished match between bots of these levels."""
    match = Match(game, seats=len(levels), seed=seed, salt=bytes(16))
    MatchRunner(match, [find_bot(level, game) for level in levels], [Budget()] * len(levels), seed).play()
    return match


def play_with_blunders(game: Game, level: str, seed: bytes) -> tuple[Match, list[Planted]]:
    """Return a finished match of two bots of a level, of whom the first blunders, and the planted moves."""
    match = Match(game, seats=2, seed=seed, salt=bytes(16))
    bot = BlunderingBot(find_bot(level, game))
    bot.match = match
    MatchRunner(match, [bot, find_bot(level, game)], [Budget()] * 2, seed).play()
    return match, bot.planted
