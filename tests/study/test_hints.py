"""The first step of a hint: one sentence that can be read without the move that it is about."""

from __future__ import annotations

import pytest

from dottable.bots.seat_access import SeatAccess
from dottable.study import hints
from tests.games.dot_tiles.positions import match_at
from tests.games.dots_72.positions import COMPLETE, table

BEST, OTHER = 0, 1


@pytest.fixture
def access() -> SeatAccess:
    match = match_at(drawn="r1", bag="r6 r6 b2")
    return SeatAccess(match, match.to_act[0])


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            "the round stands at 1 for you to 0 for Ada right after it",
            "There is a move after which the round stands at 1 for you to 0 for Ada.",
        ),
        ("you complete the Run for 20 points", "There is a move after which you complete the Run for 20 points."),
        ("you call with 4 points", "Think of a call with 4 points."),
    ],
)
def test_a_reason_is_told_as_what_follows_from_a_move(access, monkeypatch, reason, sentence):
    monkeypatch.setattr(hints, "first_reason", lambda *_: reason)
    assert hints.idea_sentence(access, BEST, OTHER) == sentence


@pytest.mark.parametrize(("natural", "verdict"), [(BEST, "the best one"), (OTHER, "not the best one")])
def test_without_a_reason_the_move_that_brings_most_is_judged(access, monkeypatch, natural, verdict):
    monkeypatch.setattr(hints, "first_reason", lambda *_: "")
    assert hints.idea_sentence(access, BEST, natural) == f"The move that brings most right now is {verdict}."


@pytest.mark.parametrize(
    ("cards", "move", "sentence"),
    [
        ("r r8 y2 g2 b2 g4", "draw", "The yellow 8 completes no set marked in your hand. Draw."),
        ("y d18 r4 b2 b4 r2", "take", "Look at the yellow 8: it completes a set of yours."),
        (COMPLETE, "call", "You have two whole sets."),
        ("r r8 y2 g2 b2 g4 b4", "discard:b4", "Keep the red Swatch and the red 8."),
    ],
)
def test_a_hint_of_dots_72_speaks_of_the_cards(cards, move, sentence):
    match = table(cards)
    best = match.game.view.read_action(move)
    assert best in match.legal(0)
    assert hints.idea_sentence(SeatAccess(match, 0), best, best) == sentence
