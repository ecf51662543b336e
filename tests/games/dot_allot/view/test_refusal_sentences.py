"""Reasons for refused actions."""

from __future__ import annotations

from dottable.games.dot_allot.rules import placement
from tests.games.dot_allot.positions import GAME, arrange_seats_and_hands, new_match, refusal_code


def test_refusals_have_sentences():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    assert refusal_code(match, "9@0+0") == placement.NOT_IN_HAND_REFUSAL
    for code, sentence in GAME.view.REFUSAL_SENTENCES.items():
        assert GAME.refusal_sentence(code) == sentence
        assert sentence.endswith(".")
