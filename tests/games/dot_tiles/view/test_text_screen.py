"""The table as text."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.primitives.seats import SPECTATOR
from tests.games.dot_tiles.positions import GAME, match_at, new_match, play, play_randomly

MAX_WIDTH = 80


def screen(match, seat=0):
    return GAME.view.draw_screen(match.view(seat))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_screen_is_never_wider_than_80_columns(seats):
    for seed in range(4):
        match = new_match(seats, seed=seed)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            text = screen(match, step % (seats + 1) - 1)
            assert max(map(len, text.splitlines())) <= MAX_WIDTH
        assert max(map(len, screen(match).splitlines())) <= MAX_WIDTH


def test_a_screen_shows_the_middle_of_the_table():
    match = match_at(hot="b2", drawn="r4", bag="r6 r6 r6")
    assert "HOT SWAP  [b2]    Bag  3 left    You drew  [r4]" in screen(match)
    assert "You drew" not in screen(match, 1)
    assert "You drew" not in screen(match, SPECTATOR)


def test_a_screen_shows_only_the_own_hand():
    match = match_at(hands=("r1 r1 b4", "b6 b6 b6 b6 b6"))
    assert "You have  r1 r1 b4" in screen(match)
    assert "In hand   Player 2 has 5" in screen(match)
    assert "b6" not in screen(match)


def test_a_screen_shows_burned_tiles():
    match = match_at(drawn="r1")
    match.state.burned[0] = 3
    match.state.burned[11] = 1
    assert "Burned    r1x3 b6" in screen(match)


@pytest.mark.parametrize(
    ("seat", "headline"),
    [(0, "Your standard turn"), (1, "Standard turn of Player 1"), (SPECTATOR, "Standard turn of Player 1")],
)
def test_a_screen_says_whose_turn_it_is(seat, headline):
    assert screen(match_at(drawn="r4"), seat).splitlines()[0].endswith(headline)


def test_a_screen_shows_tiles_points_and_what_a_group_still_takes():
    text = screen(match_at("r4:run b5:run r3:2k r3:2k b3:odds b1:flush", drawn="r1"))
    rows = {line[:11].strip(): line.split("│")[1].strip() for line in text.splitlines() if "│" in line}
    assert rows["Run"] == "r4 b5  ·  ·     takes 236"
    assert rows["2 of a Kind"].split() == ["r3", "r3", "12"]
    assert rows["Odds"] == "·1 b3 ·5        takes 15"
    assert rows["Flush"] == "b1  ·  ·  ·  ·  takes black"
    assert rows["Total"].split() == ["6/30", "boxes", "12"]


@pytest.mark.parametrize(
    ("sheets", "seat", "headline"),
    [
        (("r6:1k", ""), 0, "You win with 12 points"),
        (("r6:1k", ""), 1, "Player 1 wins with 12 points"),
        (("r6:1k", "b6:1k", ""), 2, "Player 1 and Player 2 share the win: 12 points"),
        (("r6:1k", "b6:1k", "b6:1k", "r6:1k"), 2, "Everybody shares the win: 12 points"),
    ],
)
def test_a_screen_says_who_won(sheets, seat, headline):
    match = play(match_at(*sheets, hot="b1", seats=len(sheets)), "b1:2k")
    assert screen(match, seat).splitlines()[0].endswith(headline)
