"""The PettingZoo adapter: PettingZoo's own tests with warnings as errors, and replays of our logs."""

from __future__ import annotations

import importlib
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
from dottable.core.matches.match_log import read_log, write_log
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.options import options_varied_one_at_a_time
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game, installed_games
from dottable.research import pettingzoo as zoo
from dottable.research.pettingzoo import dot_tiles_v1
from dottable.research.pettingzoo.aec_match_env import IllegalAction
from tests.sizes import sized

SLUGS = sized(["dobble_connect", "dot_tiles", "dots_72"], list(installed_games()))
"""Games whose environments are tested: in a quick run those that other tests compile too."""
MODULES = [getattr(zoo, f"{slug}_v1") for slug in SLUGS]
LOG_COUNT = sized(3, 100, 1_000)
MAX_LOG_MOVES = 1000
API_TEST_CYCLES = 100
KNOWN_WARNINGS = (
    "Observation space for each agent probably should be",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",
)
"""Warnings of PettingZoo about any environment with masks in observations, except those on its own list."""

every_game = pytest.mark.parametrize("slug", SLUGS)
every_module = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
both_masks = pytest.mark.parametrize("mask_in", ["info", "observation"])


@every_module
def test_the_aec_environment_passes_the_api_test(module):
    api_test(module.env(), num_cycles=API_TEST_CYCLES)


@every_module
def test_the_parallel_environment_as_aec_passes_the_api_test(module):
    api_test(module.parallel_as_aec_env(), num_cycles=API_TEST_CYCLES)


@every_module
def test_masks_in_observations_pass_the_api_test_with_known_warnings(module):
    with warnings.catch_warnings():
        for text in KNOWN_WARNINGS:
            warnings.filterwarnings("ignore", text)
        api_test(module.env(mask_in="observation"), num_cycles=API_TEST_CYCLES)


@every_module
@both_masks
def test_the_parallel_environment_passes_the_parallel_api_test(module, mask_in):
    parallel_api_test(module.parallel_env(mask_in=mask_in), num_cycles=API_TEST_CYCLES)


@every_module
@both_masks
def test_the_same_seed_gives_the_same_play(module, mask_in):
    seed_test(partial(module.env, mask_in=mask_in), num_cycles=API_TEST_CYCLES)
    seed_test(partial(module.parallel_as_aec_env, mask_in=mask_in), num_cycles=API_TEST_CYCLES)
    parallel_seed_test(partial(module.parallel_env, mask_in=mask_in), num_cycles=API_TEST_CYCLES)


@every_module
@both_masks
def test_max_cycles_truncates(module, mask_in):
    """PettingZoo's test expects every agent to act equally often, which holds where all act in each cycle."""
    constructors = SimpleNamespace(
        env=partial(module.parallel_as_aec_env, mask_in=mask_in),
        parallel_env=partial(module.parallel_env, mask_in=mask_in),
    )
    max_cycles_test(constructors)


@every_module
@both_masks
def test_every_render_mode_passes_the_render_test(module, mask_in, capsys):
    render_test(partial(module.env, mask_in=mask_in))
    render_test(partial(module.parallel_as_aec_env, mask_in=mask_in))
    assert find_game(module.raw_env().game.slug).title.split()[0] in capsys.readouterr().out


@every_game
def test_ids_are_stable(slug):
    aec = pettingzoo.make("aec", f"dottable/{slug}-v1", seats=3)
    assert str(aec.unwrapped) == f"{slug}_v1"
    assert aec.possible_agents == ["seat_0", "seat_1", "seat_2"]
    parallel = pettingzoo.make("parallel", f"dottable/{slug}-v1")
    assert parallel.action_space("seat_0").n == find_game(slug).state.ACTIONS.size + 1


def test_every_registered_game_has_an_importable_module(last_dot):
    """A new game needs no file: its module is made from the registry."""
    assert zoo.register_game(last_dot) == "dottable/last_dot-v1"
    module = importlib.import_module("dottable.research.pettingzoo.last_dot_v1")
    assert module is zoo.last_dot_v1
    assert module.raw_env().game is last_dot
    assert str(dot_tiles_v1.raw_env()) == "dot_tiles_v1"
    with pytest.raises(AttributeError, match="has no attribute 'no_such_game_v1'"):
        zoo.no_such_game_v1  # noqa: B018


def logs_of(slug):
    """Yield logs of random and greedy play over all options and seat counts; long matches stay unfinished."""
    game = find_game(slug)
    sets = list(options_varied_one_at_a_time(game.state.Options))
    for index in range(LOG_COUNT):
        seats = game.seat_counts[index // 2 % len(game.seat_counts)]
        series = Series(SeriesConfig(game, seats=seats, options=sets[index // 2 % len(sets)], seed=seed_from("logs")))
        match = greedy_match(series, index) if index % 2 else series.played_match(index, MAX_LOG_MOVES)
        yield read_log(write_log(match)), match


def greedy_match(series, index):
    match, q = series.match(index)
    buffer = np.zeros(match.game.state.ACTIONS.size, np.int32)
    while not match.is_over and len(match.moves) < MAX_LOG_MOVES:
        seat = match.to_act[0]
        if seat == CLOCK:
            match.apply_clock_move()
        else:
            match.apply(seat, int(match.game.bot.greedy(match.state, seat, q, buffer)))
    return match


@every_game
@pytest.mark.parametrize("replay", [zoo.replay_aec, zoo.replay_parallel])
def test_a_replayed_log_gives_the_same_state_and_returns(slug, replay):
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
    assert finished >= LOG_COUNT // 4


@every_game
def test_reset_plays_the_matches_of_the_series(slug):
    game = find_game(slug)
    env = zoo.raw_env(slug)
    series = Series(SeriesConfig(game, seats=env.seats, options=env.options, seed=seed_from("7")))
    env.reset(seed=7)
    assert env.match.seed == series.match(0)[0].seed
    env.reset()
    assert env.match.seed == series.match(1)[0].seed


def play_randomly(env, seed, max_steps=3000):
    """Play random legal actions and return every agent's total reward."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_steps):
        _, reward, is_over, is_truncated, info = env.last()
        total[agent] += reward
        legal = np.flatnonzero(info["action_mask"])
        env.step(None if is_over or is_truncated else rng.choice(legal))
    return total


@pytest.mark.parametrize("slug", ["dot_tiles", "dot_allot", "dots_52"])
def test_rewards_are_the_returns_of_the_match(slug):
    env = zoo.env(slug, seats=3)
    total = play_randomly(env, 5, max_steps=100_000)
    match = env.unwrapped.match
    assert match.is_over
    assert list(total.values()) == match.returns()


def test_options_are_read_by_name():
    env = zoo.raw_env("dot_tiles", options={"single-colour-bonus": "off"})
    assert getattr(env.match.options, "single_colour_bonus") is False  # noqa: B009
    with pytest.raises(DottableError, match="Unknown option 'speed'"):
        zoo.raw_env("dot_tiles", options={"speed": 1})


def test_an_illegal_action_costs_a_reward_in_env_and_raises_in_raw_env():
    env = zoo.env("dot_tiles")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.last()[4]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0}
    raw = zoo.raw_env("dot_tiles")
    raw.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"seat_0 chose action {illegal}: "):
        raw.step(illegal)


def test_an_agent_that_acted_max_cycles_times_truncates_the_match():
    env = zoo.raw_env("dots_52", max_cycles=7)
    env.reset(seed=3)
    acted = dict.fromkeys(env.possible_agents, 0)
    while not any(env.truncations.values()):
        acted[env.agent_selection] += 1
        env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    assert max(acted.values()) == 7
    assert not any(env.terminations.values())


def test_only_the_selected_agent_has_legal_actions():
    env = zoo.raw_env("dots_52", seats=3, mask_in="observation")
    env.reset(seed=3)
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert env.observe(env.agent_selection)["action_mask"].any()
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)


def test_the_environment_plays_the_clocks_moves():
    """Slow seats never snap in time, so the clock closes the snap window."""
    env = zoo.raw_env("dots_52", seats=2, reaction_times="newcomer", options={"snap-seconds": 1})
    env.reset(seed=1)
    while not env.match.is_over:
        env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    clock_moves = [move for move in env.match.moves if move.seat == CLOCK]
    assert clock_moves
    assert all(after.at_ms >= before.at_ms for before, after in pairwise(env.match.moves))


def count_first_claims(levels, matches=30):
    """Return how often each seat lays the first card of a match when both claim correctly."""
    first = [0, 0]
    env = zoo.parallel_env("dobble_connect", seats=2, reaction_times=levels)
    for seed in range(matches):
        env.reset(seed=seed)
        while not env.match.moves:
            env.step({agent: correct_claim(env, agent) for agent in env.agents})
        first[env.match.moves[0].seat] += 1
    return first


def correct_claim(env, agent):
    seat = env.possible_agents.index(agent)
    policy, buffer = env.game.bot, np.zeros(env.game.state.ACTIONS.size, np.int32)
    return int(policy.greedy(env.match.state, seat, np.ones(2, np.int64), buffer))


def test_the_faster_seat_wins_more_races():
    slow, fast = count_first_claims(["newcomer", "master"])
    assert fast > 3 * slow


def test_the_later_of_two_claims_for_one_place_is_refused_with_the_reason():
    refusals = []
    env = zoo.parallel_env("dobble_connect", seats=2, reaction_times="master")
    for seed in range(30):
        env.reset(seed=seed)
        for _ in range(5):
            _, _, _, _, infos = env.step({agent: correct_claim(env, agent) for agent in env.agents})
            refusals += [info["refused"] for info in infos.values() if info["refused"]]
            assert sum(info["acted"] for info in infos.values()) >= 1
    assert "Too late: a card lies there already." in refusals


def test_an_inactive_seat_can_only_wait():
    env = zoo.parallel_env("dot_tiles", seats=2)
    _, infos = env.reset(seed=1)
    assert np.flatnonzero(infos["seat_1"]["action_mask"]).tolist() == [env.wait_action]
    assert infos["seat_0"]["action_mask"][env.wait_action] == 0


def test_waiting_together_advances_the_time():
    env = zoo.parallel_env("dobble_connect", seats=2)
    env.reset(seed=1)
    for _ in range(3):
        env.step(dict.fromkeys(env.agents, env.wait_action))
    assert env.match.moves == []
    wrong = [action for action in env.match.legal(0) if action != correct_claim(env, "seat_0")]
    env.step({"seat_0": wrong[0], "seat_1": env.wait_action})
    assert env.match.now_ms > 3000


def test_an_unknown_level_is_refused():
    with pytest.raises(DottableError, match="Unknown level 'brisk'"):
        zoo.raw_env("dots_52", reaction_times="brisk")
    with pytest.raises(DottableError, match="Expected 1 or 2 levels for 2 seats, not 3"):
        zoo.raw_env("dots_52", reaction_times=["sharp"] * 3)


def test_images_keep_their_size_and_change_with_the_match():
    env = zoo.raw_env("dots_52", render_mode="rgb_array", viewpoint=0)
    env.reset(seed=1)
    first = env.render()
    env.step(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0])
    second = env.render()
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.shape == second.shape
    assert not np.array_equal(first, second)


def test_the_state_is_the_whole_record():
    env = zoo.raw_env("dot_tiles")
    env.reset(seed=1)
    assert env.state().tobytes() == env.match.state_bytes
    assert env.state_space.contains(env.state())
