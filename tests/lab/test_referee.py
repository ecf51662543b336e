"""The referee: a match between bots comes to its end whatever they do, and the seed decides it."""

from __future__ import annotations

import pytest

from dottable.bots.asking import DEFAULT_AFTER_MS, ask
from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.bots.random_bot import RandomBot
from dottable.core.match import Match
from dottable.core.registry import find, games
from dottable.core.seats import CLOCK
from dottable.lab.referee import PATIENCE, Referee, play_match

SEED = bytes(range(32))


class Wrong:
    """Answers the same thing whatever is asked, and counts the questions."""

    def __init__(self, answer):
        self.answer, self.asked = answer, 0

    def choose(self, *_):
        self.asked += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Keeper:
    """Plays anything and keeps what it was given."""

    def __init__(self):
        self.budgets, self.seeds = [], []

    def choose(self, chair, budget, seed):
        self.budgets.append(budget)
        self.seeds.append(seed)
        return chair.legal()[-1]


def played(game, bots, seed=SEED):
    match = Match(game, seats=len(bots), seed=bytes(32), salt=bytes(16))
    faults = play_match(match, bots, [Budget()] * len(bots), seed)
    return match, faults


@pytest.mark.parametrize("slug", [slug for slug in games() if slug != "dots_72"])  # its random matches are very long
def test_every_game_is_played_to_its_end(slug):
    match, faults = played(find(slug), [RandomBot(), RandomBot()])
    assert match.is_over
    assert faults == []


@pytest.mark.parametrize("slug", ["dot_tiles", "dots_52"])
def test_the_same_seed_gives_the_same_match(slug):
    game = find(slug)
    same, again, other = (played(game, [RandomBot(), RandomBot()], seed)[0] for seed in (SEED, SEED, bytes(32)))
    assert same.moves == again.moves
    assert same.moves != other.moves


def test_every_move_has_a_seed_of_its_own_and_every_seat_its_budget(last_dot):
    bots = [Keeper(), Keeper()]
    match = Match(last_dot, seed=bytes(32))
    play_match(match, bots, [Budget(simulations=5), Budget(ms=7)], SEED)
    seeds = bots[0].seeds + bots[1].seeds
    assert len(set(seeds)) == len(seeds) == len(match.moves)
    assert set(bots[0].budgets) == {Budget(simulations=5)}
    assert set(bots[1].budgets) == {Budget(ms=7)}


WRONG = [
    (RuntimeError("oh"), "exception", "RuntimeError: oh"),
    (10**9, "illegal", "action 1000000000 is not legal here"),
    (-1, "illegal", "action -1 is not legal here"),
    (None, "nonsense", "answered None"),
    (1.0, "nonsense", "answered 1.0"),
    (True, "nonsense", "answered True"),
    (Choice(None), "nonsense", "answered None"),
]


@pytest.mark.parametrize(("answer", "kind", "message"), WRONG, ids=[f"{answer!r}" for answer, *_ in WRONG])
def test_a_wrong_answer_costs_the_move_and_nothing_else(last_dot, answer, kind, message):
    match, faults = played(last_dot, [Wrong(answer), RandomBot()])
    assert match.is_over
    assert len(faults) == sum(move.seat == 0 for move in match.moves)
    assert {(fault.seat, fault.kind) for fault in faults} == {(0, kind)}
    assert message in faults[0].message
    assert faults[0].move == 0


def test_after_too_many_faults_a_bot_is_not_asked_again():
    bot = Wrong(-1)
    match, faults = played(find("dot_tiles"), [bot, RandomBot()])
    assert match.is_over
    assert bot.asked == PATIENCE < sum(move.seat == 0 for move in match.moves)
    assert [fault.kind for fault in faults] == ["illegal"] * PATIENCE + ["dropped"]


def test_a_fault_wins_no_race():
    game = find("dobble_connect")
    match = Match(game, seed=bytes(32))
    chair = Chair(match, next(seat for seat in match.to_act if seat != CLOCK))
    assert ask(Wrong(-1), chair, Budget(), SEED).choice.after_ms == DEFAULT_AFTER_MS


def test_a_bot_may_say_when_it_acts(last_dot):
    match = Match(last_dot, seed=bytes(32))
    chair = Chair(match, match.to_act[0])
    action = chair.legal()[0]
    assert ask(Wrong(Choice(action, 9000)), chair, Budget(), SEED).choice == (action, 9000)
    assert ask(Wrong(action), chair, Budget(), SEED).choice == (action, 0)


def test_times_to_answer_are_kept_for_every_seat(last_dot):
    match = Match(last_dot, seed=bytes(32))
    referee = Referee(match, [RandomBot(), RandomBot()], [Budget()] * 2, SEED)
    referee.play()
    for seat in range(2):
        assert len(referee.took_ms[seat]) == sum(move.seat == seat for move in match.moves)
