"""The match runner: a match between bots ends whatever they do, and the seed decides it."""

from __future__ import annotations

from typing import cast

import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.random_bot import RandomBot
from dottable.bots.safe_choose import DEFAULT_ACTION_DELAY_MS, safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game, installed_games
from dottable.lab.series.match_runner import MAX_FAULT_WEIGHT, MatchRunner, run_match

SEED = bytes(range(32))


class WrongAnswerBot:
    """A bot that always gives one wrong answer, and counts its calls."""

    def __init__(self, answer):
        self.answer, self.calls = answer, 0

    def choose(self, *_):
        self.calls += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class RecordingBot:
    """A bot that records the budgets and seeds it is given."""

    def __init__(self):
        self.budgets, self.seeds = [], []

    def choose(self, access, budget, seed):
        self.budgets.append(budget)
        self.seeds.append(seed)
        return access.legal()[-1]


def play_match(game, bots, seed=SEED):
    match = Match(game, seats=len(bots), seed=bytes(32), salt=bytes(16))
    faults = run_match(match, bots, [Budget()] * len(bots), seed)
    return match, faults


@pytest.mark.parametrize(
    "slug", [slug for slug in installed_games() if slug != "dots_72"]
)  # its random matches are very long
def test_every_game_is_played_to_its_end(slug):
    match, faults = play_match(find_game(slug), [RandomBot(), RandomBot()])
    assert match.is_over
    assert faults == []


@pytest.mark.parametrize("slug", ["dot_tiles", "dots_52"])
def test_the_same_seed_gives_the_same_match(slug):
    game = find_game(slug)
    same, again, other = (play_match(game, [RandomBot(), RandomBot()], seed)[0] for seed in (SEED, SEED, bytes(32)))
    assert same.moves == again.moves
    assert same.moves != other.moves


def test_every_move_has_a_seed_of_its_own_and_every_seat_its_budget(last_dot):
    bots = [RecordingBot(), RecordingBot()]
    match = Match(last_dot, seed=bytes(32))
    run_match(match, bots, [Budget(simulations=5), Budget(ms=7)], SEED)
    seeds = bots[0].seeds + bots[1].seeds
    assert len(set(seeds)) == len(seeds) == len(match.moves)
    assert set(bots[0].budgets) == {Budget(simulations=5)}
    assert set(bots[1].budgets) == {Budget(ms=7)}


WRONG_ANSWERS = [
    (RuntimeError("oh"), "exception", "RuntimeError: oh"),
    (10**9, "illegal", "action 1000000000 is not legal here"),
    (-1, "illegal", "action -1 is not legal here"),
    (None, "nonsense", "returned None"),
    (1.0, "nonsense", "returned 1.0"),
    (True, "nonsense", "returned True"),
    (Choice(cast("int", None)), "nonsense", "returned None"),
]


@pytest.mark.parametrize(
    ("answer", "kind", "message"), WRONG_ANSWERS, ids=[f"{answer!r}" for answer, *_ in WRONG_ANSWERS]
)
def test_a_wrong_answer_costs_only_the_move(last_dot, answer, kind, message):
    match, faults = play_match(last_dot, [WrongAnswerBot(answer), RandomBot()])
    assert match.is_over
    assert len(faults) == sum(move.seat == 0 for move in match.moves)
    assert {(fault.seat, fault.kind) for fault in faults} == {(0, kind)}
    assert message in faults[0].message
    assert faults[0].move == 0


def test_a_bot_with_too_many_faults_is_replaced_by_default_moves():
    bot = WrongAnswerBot(-1)
    match, faults = play_match(find_game("dot_tiles"), [bot, RandomBot()])
    assert match.is_over
    assert bot.calls == MAX_FAULT_WEIGHT < sum(move.seat == 0 for move in match.moves)
    assert [fault.kind for fault in faults] == ["illegal"] * MAX_FAULT_WEIGHT + ["dropped"]


def test_a_fault_wins_no_race():
    game = find_game("dobble_connect")
    match = Match(game, seed=bytes(32))
    access = SeatAccess(match, next(seat for seat in match.to_act if seat != CLOCK))
    assert safe_choose(WrongAnswerBot(-1), access, Budget(), SEED).choice.after_ms == DEFAULT_ACTION_DELAY_MS


def test_a_bot_may_state_its_reaction_time(last_dot):
    match = Match(last_dot, seed=bytes(32))
    access = SeatAccess(match, match.to_act[0])
    action = access.legal()[0]
    assert safe_choose(WrongAnswerBot(Choice(action, 9000)), access, Budget(), SEED).choice == (action, 9000)
    assert safe_choose(WrongAnswerBot(action), access, Budget(), SEED).choice == (action, 0)


def test_thinking_times_are_recorded_for_every_seat(last_dot):
    match = Match(last_dot, seed=bytes(32))
    runner = MatchRunner(match, [RandomBot(), RandomBot()], [Budget()] * 2, SEED)
    runner.play()
    for seat in range(2):
        assert len(runner.think_ms[seat]) == sum(move.seat == seat for move in match.moves)
