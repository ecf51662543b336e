"""The first step of a hint: one sentence that can be read without the move that it is about."""

from __future__ import annotations

import pytest

from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.games.dots_52.state import CALLING
from dottable.study import hints
from tests.games.dot_tiles.positions import match_at
from tests.games.dots_52 import positions as dots_52
from tests.games.dots_72.positions import COMPLETE, table

BEST, OTHER = 0, 1


@pytest.fixture
def access() -> SeatAccess:
    """Return the access to a match of a game without hints of its own."""
    match = Match(find_game("dot_allot"), seats=2, seed=bytes(32), salt=b"")
    return SeatAccess(match, match.to_act[0])


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            "the round stands at 1 for you to 0 for Ada right after it",
            "There is a move after which the round stands at 1 for you to 0 for Ada.",
        ),
        ("you complete the Run for 20 points", "There is a move after which you complete the Run for 20 points."),
    ],
)
def test_a_reason_is_told_as_what_follows_from_a_move(access, monkeypatch, reason, sentence):
    monkeypatch.setattr(hints, "first_reason", lambda *_: reason)
    assert hints.idea_sentence(access, BEST, OTHER) == sentence


@pytest.mark.parametrize(("natural", "verdict"), [(BEST, "the best one"), (OTHER, "not the best one")])
def test_without_a_reason_the_move_that_brings_most_is_judged(access, monkeypatch, natural, verdict):
    monkeypatch.setattr(hints, "first_reason", lambda *_: "")
    assert hints.idea_sentence(access, BEST, natural) == (
        f"Nothing that you see decides it alone. The move that brings most right now is {verdict}."
    )


@pytest.mark.parametrize(
    ("cards", "move", "sentence"),
    [
        ("r r8 y2 g2 b2 g4", "draw", "The yellow 8 completes no set marked in your hand. Draw."),
        ("y d18 r4 b2 b4 r2", "take", "Look at the yellow 8: it completes a set of yours."),
        (COMPLETE, "call", "You have two whole sets."),
        ("r r8 y2 g2 b2 g4 b4", "discard:b4", "Keep the red Swatch and the red 8."),
        ("y r2 g2 b2 g4 b6", "take", "The yellow 8 goes with the yellow Swatch: two of the three cards of a set."),
        (
            "r2 y2 g2 b2 g4 b4 r4",
            "discard:b4",
            "No two of your cards are marked as a set. Give away one that fits no other, but not a Wild.",
        ),
    ],
)
def test_a_hint_of_dots_72_speaks_of_the_cards(cards, move, sentence):
    match = table(cards)
    best = match.game.view.read_action(move)
    assert best in match.legal(0)
    assert hints.idea_sentence(SeatAccess(match, 0), best, best) == sentence


@pytest.mark.parametrize(
    ("sheet", "tiles", "move", "sentence"),
    [
        (
            "r3:run r5:run r6:run",
            "r4 b1",
            "r4:run",
            "The drawn tile completes the Run in one colour, which doubles its points.",
        ),
        (
            "r3:run",
            "r5 b1",
            "r5:run",
            "The drawn tile keeps the Run all red: a full group of one colour counts double.",
        ),
        ("b6:4k", "r6 b1", "r6:4k", "The drawn tile fits 4 of a Kind, and few others do: 8 of the 57 unseen tiles."),
        ("b3:run", "r5 b1", "r5:run", "The drawn tile brings the Run to 2 of 4 tiles."),
        ("b6:2k", "b1 r6", "r6:2k", "The HOT SWAP tile completes 2 of a Kind."),
    ],
)
def test_a_hint_of_dot_tiles_says_what_the_tile_does(sheet, tiles, move, sentence):
    drawn, hot = tiles.split()
    match = match_at(sheet, drawn=drawn, hot=hot, bag="r1 r1 b2")
    best = match.game.view.read_action(move)
    assert best in match.legal(0)
    assert hints.idea_sentence(SeatAccess(match, 0), best, best) == sentence


KNOWN_BY_SEAT_0 = 1
"""Mask of the viewers that know a card: seat 0 alone."""


@pytest.mark.parametrize(
    ("own", "position", "move", "sentence"),
    [
        ("Ks 4h 7d 2c", {"pile": "3h"}, "take:1", "Your K♠ counts 13, the 3♥ 3."),
        (
            "Ks 7h 4d 2c",
            {"pile": "7s"},
            "take:1",
            "The 7♠ makes a pair with a card that you know: later you can get rid of both at once.",
        ),
        (
            "5s 4h 3d 2c",
            {"pile": "Kh"},
            "draw",
            "The K♥ on the pile counts 13, and no card that you know counts more. Draw.",
        ),
        (
            "5s 4h 3d 2c",
            {"drawn": "5h"},
            "discard",
            "Your 5♠ has the same rank as the drawn card: once one lies on the pile, you can snap the other.",
        ),
        (
            "5s 4h 3d 2c",
            {"drawn": "Kh"},
            "discard",
            "A King laid down as it is drawn shows you one of your own cards.",
        ),
        (
            "9s 8h 3d 2c",
            {"phase": CALLING},
            "end",
            "Too early to call: your known cards have 22 points, and a call needs less than 10.",
        ),
        (
            "As 2h 10d 10c",
            {"phase": CALLING},
            "call",
            "A call needs less than 10: you have 3 points, and Player 2 has as little in hardly any possible deals.",
        ),
    ],
)
def test_a_hint_of_dots_52_says_what_is_known(own, position, move, sentence):
    match = dots_52.table(own, "6s 6h 9d 9c", **position)
    match.state.known_by[0, :4] = KNOWN_BY_SEAT_0
    best = match.game.view.read_action(move)
    assert best in match.legal(0)
    assert hints.idea_sentence(SeatAccess(match, 0), best, best) == sentence


def test_a_hint_of_dots_52_says_what_is_not_known():
    match = dots_52.table("9s 8h 3d 2c", "6s 6h 9d 9c", phase=CALLING)
    match.state.known_by[0, 0] = KNOWN_BY_SEAT_0
    best = match.game.view.read_action("end")
    assert hints.idea_sentence(SeatAccess(match, 0), best, best) == (
        "Too early to call: you know only 1 of your 4 cards, and an unseen card has 6.2 points on average."
    )
