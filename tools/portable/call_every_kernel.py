"""Calls every kernel of a game once, so that Numba compiles it for the argument types with which it is called."""

from __future__ import annotations

from dottable.bots.bot import Budget
from dottable.bots.search.kernel_loader import search_kernels
from dottable.bots.search.search_bot import SearchBot, SearchConfig, thread_workspace
from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import LimitedMemory
from dottable.core.game import Game
from dottable.core.matches.batch import Batch
from dottable.core.matches.match import Match, action_buffer
from dottable.core.matches.precompile import precompile_rules
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.seats import CLOCK
from dottable.study.rollouts import rollout_workspace

SEED = bytes(32)


def exercise_play(game: Game) -> None:
    """Call the kernels of matches, views, batches and series."""
    precompile_rules(game)
    match = Match(game, seed=SEED)
    seat = first_seat(match)
    action = match.legal(seat)[0]
    match.refusal(seat, action)
    match.observation(seat)
    match.determinize(seat, chance.seeded_generator(SEED))
    match.preview(seat, action)
    call_view_kernels(game, match)
    series = Series(SeriesConfig(game, game.min_seats, game.state.Options(), SEED))
    series.play(0, 2)
    q = fast_rng.new_generator()
    fast_rng.set_seed(q, 1, 2)
    game.kernels.play_out_at(match.copy().states, 0, q, action_buffer(game))
    batch = Batch(game, 2, seed=SEED)
    batch.reset()
    batch.legal()
    batch.observe()
    batch.step(batch.sample_actions())
    batch.outcome()


def call_view_kernels(game: Game, match: Match) -> None:
    """Call kernels of the view that the first moves of a match do not reach."""
    kernels = getattr(game.view, "kernels", None)
    if hasattr(kernels, "most_in_pile_at"):
        kernels.most_in_pile_at(match.states, 0, 0, 0)
    if hasattr(kernels, "knows_drawn_at"):
        kernels.knows_drawn_at(match.states, 0, 0)
    if hasattr(kernels, "off_turn_reason_at"):
        kernels.off_turn_reason_at(match.states, 0, 0, 0)
    if hasattr(kernels, "knows_hand_in_record"):
        kernels.knows_hand_in_record(match.states, 0, 0, 0)


def exercise_search(game: Game) -> None:
    """Call the kernels of the search and of the greedy bot, in random positions until one requires simulations."""
    match, q = Series(SeriesConfig(game, game.min_seats, game.state.Options(), SEED)).match(0)
    while not search_kernels(game).simulate.overloads:
        access = SeatAccess(match, first_seat(match))
        SearchBot(SearchConfig()).choose(access, Budget(simulations=4), SEED)
        play_random_move(match, q)
    if isinstance(game.bot, LimitedMemory):
        access.with_memory(1)
    thread_workspace(game, 10).greedy_action(access.seat)


def exercise_study(game: Game) -> None:
    """Call the kernels of reviews."""
    match = Match(game, seed=SEED)
    seat = first_seat(match)
    work, access, actions = rollout_workspace(game), SeatAccess(match, seat), match.legal(seat)[:2]
    work.rollout_outcomes(match.record, seat, actions[0], 0, SEED, 2)
    work.outcomes_of_new_deals(match, SEED, 2)
    work.depends_on_chance(match.record, seat, actions[0], 0, SEED)
    work.compare_actions(access, actions, 2, work.fill_pool_for_seat(access, SEED, 2))
    work.compare_with_policy(access, actions[0], 2, work.fill_pool_for_seat(access, SEED, 2))


def first_seat(match: Match) -> int:
    return next(seat for seat in match.to_act if seat != CLOCK)
