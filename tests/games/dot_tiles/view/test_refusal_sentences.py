"""Reasons for refused actions."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.dot_tiles.positions import GAME, new_match, play_randomly


@pytest.mark.parametrize("code", sorted(GAME.view.REFUSAL_SENTENCES))
def test_a_reason_is_one_sentence(code):
    sentence = GAME.refusal_sentence(code)
    assert sentence.endswith(".")
    assert sentence.count(".") == 1
    assert sentence[0].isupper()


def test_every_refusal_has_a_reason_of_its_own():
    for seed in range(10):
        match = new_match(3, seed=seed)
        for seat, _ in play_randomly(match, Random(seed)):
            illegal = set(range(GAME.state.ACTIONS.size)) - set(match.legal(seat))
            for action in sorted(illegal)[:: 1 + seed]:
                refused = match.refusal(seat, action)
                assert refused is not None
                assert refused.code in GAME.view.REFUSAL_SENTENCES
