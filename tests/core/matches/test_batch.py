"""Batches of matches."""

from __future__ import annotations

import numpy as np
import pytest

from dottable.core.matches.batch import Batch
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.primitives.refusals import NO_SUCH_ACTION
from dottable.core.registry import find_game, installed_games

SEED = bytes(range(32))


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_batch_starts_the_same_matches_as_a_series(slug):
    game = find_game(slug)
    batch = Batch(game, 3, seed=SEED)
    batch.reset()
    series = Series(SeriesConfig(game, seats=game.min_seats, options=game.state.Options(), seed=SEED))
    for i in range(3):
        assert batch.states[i].tobytes() == series.match(i)[0].state_bytes


@pytest.mark.parametrize("slug", list(installed_games()))
def test_sampled_actions_are_legal_and_end_every_match(slug):
    batch = Batch(find_game(slug), 16, seed=SEED)
    batch.reset()
    for _ in range(batch.game.max_steps):
        going = ~batch.is_over
        if not going.any():
            break
        mask = batch.legal()
        actions = batch.sample_actions()
        assert mask[going, actions[going]].all()
        batch.step(actions)
        assert (batch.reasons[going] == 0).all()
    assert batch.is_over.all()
    assert np.allclose(batch.outcome().sum(axis=1), 0, atol=1e-5)


def test_mask_and_observation_are_those_of_the_match(last_dot):
    batch = Batch(last_dot, 2, seats=3, seed=SEED)
    batch.reset()
    match = Series(SeriesConfig(last_dot, seats=3, options=last_dot.state.Options(), seed=SEED)).match(1)[0]
    assert np.flatnonzero(batch.legal()[1]).tolist() == match.legal(0)
    assert batch.observe()[1, :4].tolist() == [3, 0, 12, match.view(0).cards[0]]


def test_a_refused_action_changes_nothing_and_is_reported(last_dot):
    batch = Batch(last_dot, 2, seed=SEED)
    batch.reset()
    before = batch.states[1].tobytes()
    batch.step(np.array([0, 77]))
    assert batch.reasons.tolist() == [0, NO_SUCH_ACTION]
    assert batch.turns.tolist() == [1, 0]
    assert batch.states[1].tobytes() == before


def test_finished_matches_can_be_restarted_alone(last_dot):
    batch = Batch(last_dot, 2, seed=SEED)
    batch.reset()
    for _ in range(12):
        batch.step(np.array([0, 2]))
    assert batch.is_over.tolist() == [True, True]
    batch.reset(np.array([True, False]))
    assert batch.is_over.tolist() == [False, True]
    assert (
        batch.states[0].tobytes()
        == Match(
            last_dot,
            seed=Series(SeriesConfig(last_dot, seats=2, options=last_dot.state.Options(), seed=SEED)).match(2)[0].seed,
        ).state_bytes
    )


def test_a_step_needs_one_action_per_match(last_dot):
    with pytest.raises(ValueError, match="one action per match"):
        Batch(last_dot, 2, seed=SEED).step(np.array([1, 2, 3]))
