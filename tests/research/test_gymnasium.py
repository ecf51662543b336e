"""Gymnasium environments: its own checks, equality of the batch with single environments, wrappers and settings."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from dottable.core.errors import DottableError
from dottable.core.primitives.rule import BACKEND, BACKEND_VARIABLE, COMPILED, INTERPRETED, PORTABLE
from dottable.core.registry import installed_games
from dottable.research.gymnasium.registration import env_id
from dottable.research.gymnasium.single_env import SingleAgentEnv
from dottable.research.gymnasium.vector_env import SingleAgentVectorEnv
from tests.conftest import ROOT
from tests.sizes import IS_FULL, sized

SLUGS = list(installed_games())
every_game = pytest.mark.parametrize("slug", SLUGS)
STEP_COUNT = 60
MODES = [(mode, slug) for mode in ("next_step", "same_step") for slug in SLUGS]
"""Modes of restart and games of the comparison with Gymnasium's batch."""
if not IS_FULL:
    MODES = [("next_step", slug) for slug in SLUGS] + [("same_step", "dot_tiles")]
VARIANT_ENVS, VARIANT_STEPS = sized((2, 30), (16, 100))
FAULTY_BOTS = Path(__file__).parents[1] / "bots" / "faulty_bots.py"


def legal_actions(infos, rng):
    """Return a random legal action per row; 0 where the mask is empty."""
    mask = infos["action_mask"]
    return (rng.random(mask.shape) * mask).argmax(axis=1)


def test_ids_follow_gymnasium():
    assert [env_id(slug) for slug in SLUGS] == [
        "dottable/DobbleConnect-v0",
        "dottable/DotAllot-v0",
        "dottable/DotTiles-v0",
        "dottable/Dots52-v0",
        "dottable/Dots72-v0",
    ]


@every_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_checks_the_environment(slug):
    env = gymnasium.make(env_id(slug), opponent="greedy", variant="tiny")
    check_env(env.unwrapped)


@pytest.mark.parametrize(("mode", "slug"), MODES)
def test_the_batch_equals_single_environments(slug, mode):
    """Observations, rewards, ends, infos and final observations equal those of Gymnasium's SyncVectorEnv."""
    autoreset = AutoresetMode.NEXT_STEP if mode == "next_step" else AutoresetMode.SAME_STEP
    settings: dict[str, Any] = {
        "opponent": "greedy" if mode == "next_step" else "random",
        "history": 3,
        "seat": "rotate",
    }
    settings |= {"variant": "tiny", "max_episode_steps": 25, "mask_in": "observation"}
    ours = SingleAgentVectorEnv(slug, 3, autoreset_mode=autoreset, **settings)
    theirs = SyncVectorEnv([lambda: SingleAgentEnv(slug, **settings)] * 3, autoreset_mode=autoreset)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    one: Any = ours.reset(seed=5)
    two: Any = theirs.reset(seed=5)
    rng, ends = np.random.default_rng(1), 0
    for step in range(STEP_COUNT):
        assert data_equivalence(one, two, exact=True), step
        actions = legal_actions(one[-1], rng)
        if step % 10 == 5:
            actions[0] = 1  # often illegal
        one, two = ours.step(actions), theirs.step(actions)
        assert ours.observation_space.contains(one[0])
        ends += int((one[2] | one[3]).sum())
    assert ends > 0


def episode_digest(slug):
    """Return a hash of an episode against a greedy opponent."""
    env = SingleAgentEnv(slug, opponent="greedy", variant="tiny")
    digest, is_over = hashlib.sha256(env.reset(seed=1)[0].tobytes()), False
    while not is_over:
        observation, reward, is_over, *_ = env.step(int(env.action_masks().argmax()))
        digest.update(observation.tobytes() + bytes([int(reward > 0)]))
    return digest.hexdigest()


@every_game
def test_an_episode_is_the_same_on_other_rules(slug):
    """Compiled rules are compared with portable ones, on which greedy play is interpreted."""
    other = PORTABLE if BACKEND == COMPILED else INTERPRETED
    code = f"from tests.research.test_gymnasium import episode_digest; print(episode_digest({slug!r}))"
    environment = {**os.environ, BACKEND_VARIABLE: other}
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip() == episode_digest(slug)


def test_an_id_with_its_module_needs_no_import():
    """In a new process, Gymnasium imports the module and finds the id."""
    code = "import gymnasium; print(gymnasium.make('dottable.research.gymnasium:dottable/Dots52-v0').spec.id)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "dottable/Dots52-v0", ran.stderr


def test_make_and_make_vec_use_the_registered_ids():
    env: Any = gymnasium.make("dottable/DotTiles-v0", opponent="random", seats=3, max_episode_steps=5)
    env.reset(seed=1)
    ends = [env.step(env.unwrapped.action_masks().argmax())[3] for _ in range(5)]
    assert ends == [False, False, False, False, True]
    batch: Any = gymnasium.make_vec("dottable/DotTiles-v0", num_envs=2, opponent="greedy")
    assert type(batch.unwrapped) is SingleAgentVectorEnv
    assert batch.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert batch.spec.id == "dottable/DotTiles-v0"


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_episode_statistics_are_recorded(mode):
    """A match of dot_tiles has 30 actions of the learner, and its total reward is its return."""
    env = RecordEpisodeStatistics(SingleAgentVectorEnv("dot_tiles", 4, autoreset_mode=mode))
    _, infos = env.reset(seed=1)
    rng, lengths, returns = np.random.default_rng(1), [], []
    for _ in range(100):
        _, _, _, _, infos = env.step(legal_actions(infos, rng))
        if "episode" in infos:
            lengths += infos["episode"]["l"][infos["_episode"]].tolist()
            returns += infos["episode"]["r"][infos["_episode"]].tolist()
    assert set(lengths) == {30}
    assert len(lengths) == 12
    assert set(returns) <= {-1.0, 0.0, 1.0}
    assert len(set(returns)) > 1


def test_actions_sampled_by_the_space_with_the_mask_are_legal():
    env = SingleAgentVectorEnv("dots_52", 3, seats=4)
    _, infos = env.reset(seed=1)
    for _ in range(40):
        over = ~infos["action_mask"].any(axis=1)
        actions = env.action_space.sample(mask=tuple(infos["action_mask"]))
        _, _, _, _, infos = env.step(actions)
        assert not infos["refused"][~over].any()
    assert (env.step(env.sample_actions())[4]["refused"] == 0).all()


def test_without_autoreset_finished_environments_must_be_reset():
    env = SingleAgentVectorEnv("dot_tiles", 3, autoreset_mode="Disabled", max_episode_steps=2)
    env.reset(seed=1)
    env.step(env.sample_actions())
    assert env.step(env.sample_actions())[3].all()
    with pytest.raises(RuntimeError, match="Reset the finished environments"):
        env.step(np.zeros(3))
    before = [bytes(state) for state in env.states]
    env.reset(options={"reset_mask": np.array([True, False, False])})
    assert [bytes(state) == old for state, old in zip(env.states, before, strict=True)] == [False, True, True]
    with pytest.raises(ValueError, match="reset_mask"):
        env.reset(options={"reset_mask": np.zeros(3, bool)})


def test_seeds_of_a_batch_are_those_of_single_environments():
    env = SingleAgentVectorEnv("dot_tiles", 2)
    first, _ = env.reset(seed=7)
    second, _ = env.reset(seed=[8, 7])
    assert (first == second[::-1]).all()
    third, _ = env.reset()
    assert (third != second).any()
    again, _ = SingleAgentVectorEnv("dot_tiles", 2).reset(seed=env.np_random_seed)
    assert (again == first).all()


def test_results_are_copies_unless_asked_otherwise():
    for copy in (True, False):
        env = SingleAgentVectorEnv("dot_tiles", 2, copy=copy)
        first, _ = env.reset(seed=1)
        kept = first.copy()
        env.step(env.sample_actions())
        assert (first == kept).all() == copy


def test_history_holds_the_latest_moves_oldest_first():
    env = SingleAgentEnv("dot_tiles", history=4)
    before, _ = env.reset(seed=1)
    action = int(env.action_masks().argmax())
    after, *_ = env.step(action)
    rows = after["history"]
    own = np.flatnonzero(rows[:, 0] == 1)
    assert rows.shape == (4, 165)
    assert rows[own[-1], 1] == action + 1
    assert (rows[own[-1], 2:] == before["observation"]).all()
    assert (rows[rows[:, 0] != 1, 1] == 0).all()


@pytest.mark.parametrize("opponent", ["newcomer", f"{FAULTY_BOTS}:FirstAction"])
def test_levels_and_own_bots_play(opponent):
    env = SingleAgentEnv("dot_tiles", opponent=opponent, seat=1, variant="tiny")
    _, info = env.reset(seed=1)
    assert info["seat"] == 1
    total, is_over = 0.0, False
    while not is_over:
        _, reward, is_over, _, _ = env.step(int(env.action_masks().argmax()))
        total += reward
    assert total in (-1.0, 0.0, 1.0)
    env.close()


def test_wrong_settings_are_explained():
    with pytest.raises(DottableError, match=r"no opponent 'sharp'.*vectorization_mode='sync'"):
        SingleAgentVectorEnv("dot_tiles", 2, opponent="sharp")
    with pytest.raises(DottableError, match="Expected 1 or 2 opponents for 3 seats, not 4"):
        SingleAgentEnv("dot_tiles", seats=3, opponent=["random"] * 4)
    with pytest.raises(DottableError, match=r"Invalid seat 2\. Use 0 to 1, or 'rotate'\."):
        SingleAgentEnv("dot_tiles", seat=2)
    with pytest.raises(DottableError, match=r"Unknown variant 'small' of DOT: Dice or Tiles\. Available: tiny\."):
        SingleAgentEnv("dot_tiles", variant="small")
    with pytest.raises(DottableError, match="has 2 seats"):
        SingleAgentEnv("dot_tiles", variant="tiny", seats=3)
    with pytest.raises(RuntimeError, match="Call reset"):
        SingleAgentVectorEnv("dot_tiles", 1).step([0])


@every_game
def test_variants_keep_their_legal_actions_and_end_soon(slug):
    """Nearly all legal actions are offered, and episodes against greedy play end."""
    env: Any = SingleAgentVectorEnv(slug, VARIANT_ENVS, variant="tiny", opponent="greedy", autoreset_mode="SameStep")
    full = installed_games()[slug]
    assert env.single_action_space.n <= full.state.ACTIONS.size
    assert env.single_observation_space.shape[0] < full.knowledge.OBSERVATION_SIZE
    env.reset(seed=1)
    for _ in range(VARIANT_STEPS):
        env.step(env.sample_actions())
    assert env._started.sum() > VARIANT_ENVS
