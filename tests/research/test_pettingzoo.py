"""PettingZoo's own tests, warnings as errors, and one log through every door."""

from __future__ import annotations

import os
import warnings
from functools import partial
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

from dottable.core.errors import DottableError
from dottable.core.log import read_log, write_log
from dottable.core.options import variants
from dottable.core.registry import find, games
from dottable.core.seats import CLOCK
from dottable.core.series import Series, seed_from
from dottable.research import pettingzoo as zoo
from dottable.research.pettingzoo import dobble_connect_v1, dot_allot_v1, dot_tiles_v1, dots_52_v1, dots_72_v1
from dottable.research.pettingzoo.turns import IllegalAction

MODULES = [dot_allot_v1, dots_72_v1, dot_tiles_v1, dots_52_v1, dobble_connect_v1]
LOGS = 1000 if os.environ.get("DOTTABLE_FULL") else 20
MOST_MOVES = 1000
CYCLES = 100
ADVICE = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",
)
"""What PettingZoo says of every environment with a mask inside the observation that is not on its own list."""

every_game = pytest.mark.parametrize("slug", list(games()))
every_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
both_masks = pytest.mark.parametrize("mask_in", ["info", "observation"])


@every_module
def test_turns_pass_the_api_test(module):
    api_test(module.env(), num_cycles=CYCLES)


@every_module
def test_cycles_asked_agent_by_agent_pass_the_api_test(module):
    api_test(module.cycle_env(), num_cycles=CYCLES)


@every_module
def test_turns_with_masks_in_observations_pass_but_for_advice_that_PettingZoo_gives_to_all_such(module):
    with warnings.catch_warnings():
        for text in ADVICE:
            warnings.filterwarnings("ignore", text)
        api_test(module.env(mask_in="observation"), num_cycles=CYCLES)


@every_module
@both_masks
def test_cycles_pass_the_parallel_api_test(module, mask_in):
    parallel_api_test(module.parallel_env(mask_in=mask_in), num_cycles=CYCLES)


@every_module
@both_masks
def test_a_seed_decides_everything(module, mask_in):
    seed_test(partial(module.env, mask_in=mask_in), num_cycles=CYCLES)
    seed_test(partial(module.cycle_env, mask_in=mask_in), num_cycles=CYCLES)
    parallel_seed_test(partial(module.parallel_env, mask_in=mask_in), num_cycles=CYCLES)


@every_module
@both_masks
def test_cycles_are_counted(module, mask_in):
    """The test wants every agent to act equally often, as it does where all are asked in each cycle."""
    cycles = SimpleNamespace(
        env=partial(module.cycle_env, mask_in=mask_in), parallel_env=partial(module.parallel_env, mask_in=mask_in)
    )
    max_cycles_test(cycles)


@every_module
@both_masks
def test_pictures_and_texts_pass_the_render_test(module, mask_in, capsys):
    render_test(partial(module.env, mask_in=mask_in))
    render_test(partial(module.cycle_env, mask_in=mask_in))
    assert find(module.raw_env().game.slug).title.split()[0] in capsys.readouterr().out


@every_game
def test_ids_are_stable(slug):
    turns = pettingzoo.make("aec", f"dottable/{slug}-v1", seats=3)
    assert str(turns.unwrapped) == f"{slug}_v1"
    assert turns.possible_agents == ["seat_0", "seat_1", "seat_2"]
    cycles = pettingzoo.make("parallel", f"dottable/{slug}-v1")
    assert cycles.action_space("seat_0").n == find(slug).state.ACTIONS.size + 1


def logs_of(slug):
    """Logs over all options and numbers of seats, of random and of greedy play; long matches are left unfinished."""
    game = find(slug)
    sets = list(variants(game.state.Options))
    for index in range(LOGS):
        seats = game.seat_counts[index // 2 % len(game.seat_counts)]
        series = Series(game, seats=seats, options=sets[index // 2 % len(sets)], seed=seed_from("logs"))
        match = greedy_match(series, index) if index % 2 else series.record(index, MOST_MOVES)
        yield read_log(write_log(match)), match


def greedy_match(series, index):
    match, q = series.match(index)
    buffer = np.zeros(match.game.state.ACTIONS.size, np.int32)
    while not match.is_over and len(match.moves) < MOST_MOVES:
        seat = match.to_act[0]
        if seat == CLOCK:
            match.pass_time()
        else:
            match.apply(seat, int(match.game.policy.greedy(match.state, seat, q, buffer)))
    return match


@every_game
@pytest.mark.parametrize("replay", [zoo.replay_turns, zoo.replay_cycles])
def test_one_log_through_every_door_gives_one_result(slug, replay):
    finished = 0
    for log, match in logs_of(slug):
        env, rewards = replay(log)
        assert env.match.state_hash == log.footer["state"]
        assert env.match.moves == match.moves
        if match.is_over:
            assert list(rewards.values()) == match.returns()
            finished += 1
        else:
            assert not any(rewards.values())
    assert finished >= LOGS // 4


@every_game
def test_matches_are_those_of_the_series_of_the_seed(slug):
    game = find(slug)
    env = zoo.raw_env(slug)
    series = Series(game, seats=env.seats, options=env.options, seed=seed_from("7"))
    env.reset(seed=7)
    assert env.match.seed == series.match(0)[0].seed
    env.reset()
    assert env.match.seed == series.match(1)[0].seed


def play_turns(env, seed, most=3000):
    """Random legal play; the rewards of all agents in all."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        _, reward, is_over, is_cut, info = env.last()
        total[agent] += reward
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if is_over or is_cut else luck.choice(legal))
    return total


@pytest.mark.parametrize("slug", ["dot_tiles", "dot_allot", "dots_52"])
def test_agents_are_rewarded_with_the_returns_of_the_match(slug):
    env = zoo.env(slug, seats=3)
    total = play_turns(env, 5, most=100_000)
    match = env.unwrapped.match
    assert match.is_over
    assert list(total.values()) == match.returns()


def test_options_are_read_by_name():
    env = zoo.raw_env("dot_tiles", options={"single-colour-bonus": "off"})
    assert env.match.options.single_colour_bonus is False
    with pytest.raises(DottableError, match="There is no option 'speed'"):
        zoo.raw_env("dot_tiles", options={"speed": 1})


def test_an_illegal_action_ends_a_wrapped_match_at_a_price_and_raises_in_a_bare_one():
    env = zoo.env("dot_tiles")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0}
    bare = zoo.raw_env("dot_tiles")
    bare.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"seat_0 chose action {illegal}: "):
        bare.step(illegal)


def test_turns_are_cut_off_when_an_agent_has_acted_often_enough():
    env = zoo.raw_env("dots_52", max_cycles=7)
    env.reset(seed=3)
    acted = dict.fromkeys(env.possible_agents, 0)
    while not any(env.truncations.values()):
        acted[env.agent_selection] += 1
        env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    assert max(acted.values()) == 7
    assert not any(env.terminations.values())


def test_only_the_agent_that_is_asked_may_do_something():
    env = zoo.raw_env("dots_52", seats=3, mask_in="observation")
    env.reset(seed=3)
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)


def test_the_clock_moves_by_itself():
    """Nobody snaps in time: slow seats leave it to the clock to close the window."""
    env = zoo.raw_env("dots_52", seats=2, tempo="newcomer", options={"snap-seconds": 1})
    env.reset(seed=1)
    while not env.match.is_over:
        env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    clock_moves = [move for move in env.match.moves if move.seat == CLOCK]
    assert clock_moves
    assert all(after.at_ms >= before.at_ms for before, after in pairwise(env.match.moves))


def first_claims(tempo, matches=30):
    """How often each seat lays the first card of a match when both claim something right."""
    first = [0, 0]
    env = zoo.parallel_env("dobble_connect", seats=2, tempo=tempo)
    for seed in range(matches):
        env.reset(seed=seed)
        while not env.match.moves:
            env.step({agent: right_claim(env, agent) for agent in env.agents})
        first[env.match.moves[0].seat] += 1
    return first


def right_claim(env, agent):
    seat = env.possible_agents.index(agent)
    policy, buffer = env.game.policy, np.zeros(env.game.state.ACTIONS.size, np.int32)
    return int(policy.greedy(env.match.state, seat, np.ones(2, np.int64), buffer))


def test_the_quicker_seat_wins_the_race():
    slow, quick = first_claims(["newcomer", "master"])
    assert quick > 3 * slow


def test_of_two_claims_for_one_place_the_later_is_refused_with_the_reason():
    refusals = []
    env = zoo.parallel_env("dobble_connect", seats=2, tempo="master")
    for seed in range(30):
        env.reset(seed=seed)
        for _ in range(5):
            _, _, _, _, infos = env.step({agent: right_claim(env, agent) for agent in env.agents})
            refusals += [info["refused"] for info in infos.values() if info["refused"]]
            assert sum(info["acted"] for info in infos.values()) >= 1
    assert "Too late: a card lies there already." in refusals


def test_who_is_not_awaited_can_only_wait():
    env = zoo.parallel_env("dot_tiles", seats=2)
    _, infos = env.reset(seed=1)
    assert np.flatnonzero(infos["seat_1"]["action_mask"]).tolist() == [env.wait]
    assert infos["seat_0"]["action_mask"][env.wait] == 0


def test_waiting_together_lets_the_time_pass():
    env = zoo.parallel_env("dobble_connect", seats=2)
    env.reset(seed=1)
    for _ in range(3):
        env.step(dict.fromkeys(env.agents, env.wait))
    assert env.match.moves == []
    wrong = [action for action in env.match.legal(0) if action != right_claim(env, "seat_0")]
    env.step({"seat_0": wrong[0], "seat_1": env.wait})
    assert env.match.now_ms > 3000


def test_a_tempo_has_to_exist():
    with pytest.raises(DottableError, match="There is no tempo 'brisk'"):
        zoo.raw_env("dots_52", tempo="brisk")
    with pytest.raises(DottableError, match="one for each of the 2 seats, not 3"):
        zoo.raw_env("dots_52", tempo=["sharp"] * 3)


def test_pictures_keep_their_size_and_show_something():
    env = zoo.raw_env("dots_52", render_mode="rgb_array", viewpoint=0)
    env.reset(seed=1)
    first = env.render()
    env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    second = env.render()
    assert first.shape == second.shape
    assert (first != second).any()


def test_the_state_is_the_whole_record():
    env = zoo.raw_env("dot_tiles")
    env.reset(seed=1)
    assert env.state().tobytes() == env.match.state_bytes
    assert env.state_space.contains(env.state())
