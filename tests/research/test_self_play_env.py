"""SelfPlayEnv: thousands of matches, one compiled call per step."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game, installed_games
from dottable.research.self_play_env import SelfPlayEnv
from tests.present import present

every_game = pytest.mark.parametrize("slug", list(installed_games()))
STEP_COUNT = 150


def series_of(env, seed):
    return Series(SeriesConfig(env.game, seats=env.seats, options=env.options, seed=seed_from(str(seed))))


def play_clock_moves(match: Match) -> None:
    """Play the clock's moves while only the clock is left to act."""
    while match.to_act == (CLOCK,):
        match.apply_clock_move()


@every_game
def test_every_step_equals_that_of_single_matches(slug):
    """States, masks, observations, rewards and restarts equal those of matches played one by one."""
    env = SelfPlayEnv(slug, 4, seats=3)
    observations, infos = env.reset(seed=5)
    series = series_of(env, 5)
    matches = [series.match(i)[0] for i in range(env.num_envs)]
    started = env.num_envs
    for _ in range(STEP_COUNT):
        for i, match in enumerate(matches):
            seat = int(infos["seat"][i])
            assert seat in match.to_act
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == match.legal(seat)
            assert observations[i].tobytes() == match.observation(seat).tobytes()
        actions, seats = env.sample_actions().copy(), infos["seat"].copy()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not infos["refused"].any()
        assert not truncations.any()
        for i, match in enumerate(matches):
            assert match.apply(int(seats[i]), int(actions[i])) is None
            play_clock_moves(match)
            assert terminations[i] == match.is_over
            assert rewards[i].tolist() == (match.returns() if match.is_over else [0.0] * env.seats)
            if match.is_over:
                matches[i] = series.match(started)[0]
                started += 1
            assert env.states[i].tobytes() == matches[i].state_bytes
    assert started > env.num_envs or slug not in ("dot_tiles", "dot_allot")


@every_game
def test_the_same_seed_gives_the_same_play(slug):
    one, two = SelfPlayEnv(slug, 8), SelfPlayEnv(slug, 8)
    for env in (one, two):
        env.reset(seed=3)
        for _ in range(30):
            env.step(env.sample_actions())
    assert one.states.tobytes() == two.states.tobytes()
    assert (one.observations == two.observations).all()


def test_a_refused_action_changes_nothing_and_reports_the_reason():
    env = SelfPlayEnv("dot_tiles", 2)
    env.reset(seed=1)
    before, mask = env.states.tobytes(), env.action_mask.copy()
    illegal = int(np.flatnonzero(~env.action_mask[0])[0])
    _, rewards, _, _, infos = env.step([illegal, 9999])
    assert env.states.tobytes() == before
    assert (env.action_mask == mask).all()
    assert not rewards.any()
    assert [env.game.refusal_sentence(int(code)) for code in infos["refused"]] == [
        present(Match(env.game, seed=series_of(env, 1).match(0)[0].seed).refusal(0, illegal)).sentence,
        "This game has no such action.",
    ]


def test_long_matches_are_truncated_and_restart():
    env = SelfPlayEnv("dots_72", 4, max_steps=10)
    env.reset(seed=1)
    for step in range(1, 31):
        _, rewards, terminations, truncations, _ = env.step(env.sample_actions())
        assert truncations.all() == (step % 10 == 0)
        assert not terminations.any()
        assert not rewards.any()
    series = series_of(env, 1)
    assert [bytes(state) for state in env.states] == [series.match(12 + i)[0].state_bytes for i in range(4)]


def test_an_overwritten_mask_does_not_make_actions_legal():
    env = SelfPlayEnv("dot_tiles", 1)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_mask[0])[0])
    env.action_mask[:] = True
    assert env.step([illegal])[4]["refused"][0] != 0


def test_arrays_are_filled_in_place():
    env = SelfPlayEnv("dots_52", 4)
    first, infos = env.reset(seed=1)
    again, rewards, _, _, infos_again = env.step(env.sample_actions())
    assert first is again
    assert infos is infos_again
    assert rewards is env.rewards


def test_dlpack_tensors_share_memory():
    env = SelfPlayEnv("dot_tiles", 4)
    tensors = env.as_tensors(np.from_dlpack)
    env.reset(seed=1)
    env.step(env.sample_actions())
    assert set(tensors) >= {"observations", "action_mask", "seat", "rewards", "terminations"}
    for name, tensor in tensors.items():
        assert np.shares_memory(tensor, getattr(env, name))
    assert (tensors["observations"] == env.observations).all()


def test_spaces_contain_the_observations():
    env = SelfPlayEnv("dots_52", 4, seats=4, options={"lock-caller": "on"})
    env.reset(seed=1)
    for _ in range(50):
        env.step(env.sample_actions())
    assert all(env.single_observation_space.contains(row) for row in env.observations)
    assert env.single_action_space.n == find_game("dots_52").state.ACTIONS.size


def test_races_are_won_by_random_seats():
    env = SelfPlayEnv("dobble_connect", 400)
    env.reset(seed=1)
    assert 150 < (env.seat == 0).sum() < 250


def test_step_needs_a_reset_and_one_action_per_match():
    env = SelfPlayEnv("dot_tiles", 2)
    with pytest.raises(RuntimeError, match="Call reset"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(ValueError, match="one action per match"):
        env.step([0])
