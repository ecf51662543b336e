"""Many matches for one learner: the same rules, one compiled call a step."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.match import Match
from dottable.core.registry import find, games
from dottable.core.seats import CLOCK
from dottable.core.series import Series, seed_from
from dottable.research.vector import VectorEnv

every_game = pytest.mark.parametrize("slug", list(games()))
STEPS = 150


def series_of(env, seed):
    return Series(env.game, seats=env.seats, options=env.options, seed=seed_from(str(seed)))


def pass_time(match: Match) -> None:
    """The clock moves where nobody else is awaited."""
    while match.to_act == (CLOCK,):
        match.pass_time()


@every_game
def test_every_step_is_that_of_the_match(slug):
    """States, masks, observations, rewards and new beginnings, next to matches played one by one."""
    env = VectorEnv(slug, 4, seats=3)
    observations, infos = env.reset(seed=5)
    series = series_of(env, 5)
    matches = [series.match(i)[0] for i in range(env.num_envs)]
    started = env.num_envs
    for _ in range(STEPS):
        for i, match in enumerate(matches):
            seat = int(infos["seat"][i])
            assert seat in match.to_act
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == match.legal(seat)
            assert observations[i].tobytes() == match.observation(seat).tobytes()
        actions, seats = env.sample().copy(), infos["seat"].copy()
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not infos["refused"].any()
        assert not truncations.any()
        for i, match in enumerate(matches):
            assert match.apply(int(seats[i]), int(actions[i])) is None
            pass_time(match)
            assert terminations[i] == match.is_over
            assert rewards[i].tolist() == (match.returns() if match.is_over else [0.0] * env.seats)
            if match.is_over:
                matches[i] = series.match(started)[0]
                started += 1
            assert env.states[i].tobytes() == matches[i].state_bytes
    assert started > env.num_envs or slug not in ("dot_tiles", "dot_allot")


@every_game
def test_a_seed_decides_everything(slug):
    one, two = VectorEnv(slug, 8), VectorEnv(slug, 8)
    for env in (one, two):
        env.reset(seed=3)
        for _ in range(30):
            env.step(env.sample())
    assert one.states.tobytes() == two.states.tobytes()
    assert (one.observations == two.observations).all()


def test_a_refused_action_changes_nothing_and_says_why():
    env = VectorEnv("dot_tiles", 2)
    env.reset(seed=1)
    before, mask = env.states.tobytes(), env.action_mask.copy()
    illegal = int(np.flatnonzero(~env.action_mask[0])[0])
    _, rewards, _, _, infos = env.step([illegal, 9999])
    assert env.states.tobytes() == before
    assert (env.action_mask == mask).all()
    assert not rewards.any()
    assert [env.game.sentence(int(code)) for code in infos["refused"]] == [
        Match(env.game, seed=series_of(env, 1).match(0)[0].seed).refusal(0, illegal).sentence,
        "This game has no such action.",
    ]


def test_long_matches_are_cut_off_and_start_anew():
    env = VectorEnv("dots_72", 4, max_steps=10)
    env.reset(seed=1)
    for step in range(1, 31):
        _, rewards, terminations, truncations, _ = env.step(env.sample())
        assert truncations.all() == (step % 10 == 0)
        assert not terminations.any()
        assert not rewards.any()
    series = series_of(env, 1)
    assert [bytes(state) for state in env.states] == [series.match(12 + i)[0].state_bytes for i in range(4)]


def test_writing_into_a_mask_does_not_bend_the_rules():
    env = VectorEnv("dot_tiles", 1)
    env.reset(seed=1)
    illegal = int(np.flatnonzero(~env.action_mask[0])[0])
    env.action_mask[:] = True
    assert env.step([illegal])[4]["refused"][0] != 0


def test_arrays_are_filled_in_place():
    env = VectorEnv("dots_52", 4)
    first, infos = env.reset(seed=1)
    again, rewards, _, _, infos_again = env.step(env.sample())
    assert first is again
    assert infos is infos_again
    assert rewards is env.rewards


def test_views_by_dlpack_show_the_same_memory():
    env = VectorEnv("dot_tiles", 4)
    views = env.views(np.from_dlpack)
    env.reset(seed=1)
    env.step(env.sample())
    assert set(views) >= {"observations", "action_mask", "seat", "rewards", "terminations"}
    for name, view in views.items():
        assert np.shares_memory(view, getattr(env, name))
    assert (views["observations"] == env.observations).all()


def test_spaces_fit_what_comes():
    env = VectorEnv("dots_52", 4, seats=4, options={"lock-caller": "on"})
    env.reset(seed=1)
    for _ in range(50):
        env.step(env.sample())
    assert all(env.single_observation_space.contains(row) for row in env.observations)
    assert env.single_action_space.n == find("dots_52").state.ACTIONS.size


def test_in_races_no_seat_is_preferred():
    env = VectorEnv("dobble_connect", 400)
    env.reset(seed=1)
    assert 150 < (env.seat == 0).sum() < 250


def test_it_has_to_be_reset_and_given_one_action_a_match():
    env = VectorEnv("dot_tiles", 2)
    with pytest.raises(RuntimeError, match="Call reset"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(ValueError, match="One action a match"):
        env.step([0])
