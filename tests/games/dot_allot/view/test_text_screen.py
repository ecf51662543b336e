"""The text screen."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.dot_allot.positions import (
    GAME,
    arrange_seats_and_hands,
    finish_round,
    new_match,
    play_randomly,
    set_hands,
)

EMPTY_ROW = "........."
MAX_WIDTH = 80


@pytest.mark.parametrize("seats", [2, 3, 7])
@pytest.mark.parametrize("scoring", ["standard", "colour-locked"])
def test_a_screen_is_never_wider_than_80_columns(seats, scoring):
    for seed in range(3):
        match = new_match(seats, seed=seed, scoring=scoring)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            text = GAME.view.draw_screen(match.view(step % (seats + 1) - 1))
            assert max(map(len, text.splitlines())) <= MAX_WIDTH
        assert max(map(len, GAME.view.draw_screen(match.view(0)).splitlines())) <= MAX_WIDTH


def test_a_screen_shows_the_board_with_its_owners():
    match = arrange_seats_and_hands(new_match())
    for seat, points in enumerate((1, 4)):
        match.state.totals[seat] = points
    lines = GAME.view.draw_screen(match.view(0)).splitlines()
    assert lines[0].endswith("You lay a card")
    assert lines[2].split() == [str(k) for k in range(1, 10)]
    assert lines[3].endswith("Player 2: 4 points")
    assert lines[7].endswith("* You: 1 point")
    assert "".join(lines[3].split()[1:10]) == match.view(0).visible[0]
    assert "rows 1 to 7" in lines[10]


def test_a_screen_shows_only_the_own_hand_in_round_1():
    match = arrange_seats_and_hands(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    text = GAME.view.draw_screen(match.view(0))
    assert "Player 2 has 4 hidden cards" in text
    assert "card 3" in text
    assert "card 5" not in text
    set_hands(match, "1 2 3 4", "9")
    assert "Player 2 has 1 hidden card\n" in GAME.view.draw_screen(match.view(0))


def test_a_screen_shows_what_a_round_brought():
    match = finish_round(
        arrange_seats_and_hands(new_match(3)), "bb.......", *[EMPTY_ROW] * 3, "rrr......", EMPTY_ROW, EMPTY_ROW
    )
    text = GAME.view.draw_screen(match.view(1))
    assert "Player 1  blue  0  red  3  yellow  0  = 1" in text
    assert "You  blue  2  red  0  yellow  0  = 1 + bonus" in text
    assert "Waiting: Player 3 (0)" in text


@pytest.mark.parametrize(
    ("totals", "said"),
    [((3, 1), "You win with 3 points"), ((1, 3), "Player 2 wins with 3 points"), ((2, 2), "Everybody shares the win")],
)
def test_a_screen_tells_who_won(totals, said):
    match = arrange_seats_and_hands(new_match())
    match.state.round_index = 3
    finish_round(match, *[EMPTY_ROW] * 7)
    for seat, points in enumerate(totals):
        match.state.totals[seat] = points
    assert said in GAME.view.draw_screen(match.view(0)).splitlines()[0]
