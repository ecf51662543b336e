"""The table as text."""

from __future__ import annotations

from random import Random

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dobble_connect.rules.grid import lay_at
from dottable.games.dobble_connect.view import text_screen
from tests.games.dobble_connect.positions import err, lay, new_match, position, step


def drawn(match, seat=0):
    return text_screen.draw_screen(match.view(seat))


def test_the_headline_tells_the_round_and_the_goal():
    assert drawn(position()).splitlines()[0] == f"Dobble Connect{'Round 1, first to 5':>66}"


def test_the_map_shows_cards_by_letter_and_spot_and_free_places_as_dots():
    lines = drawn(position("p5@1,0 o5@0,1")).splitlines()
    at = next(k for k, line in enumerate(lines) if "S0" in line)
    assert lines[at - 1 : at + 3] == [
        "   ·   ·   ·",
        " ·  S0  P1   ·",
        "   ·  O2   ·",
        "     ·   ·",
    ]


def test_the_own_symbols_are_numbered():
    text = drawn(position())
    assert "You (pink): P pink 1 and 3 more" in text
    assert "\n    1 eagle, 2 avocado," in text
    assert "1 eagle" not in drawn(position(), SPECTATOR)


def test_a_player_who_waits_is_marked():
    assert "Player 2 (orange): O orange 1 and 3 more, waits" in drawn(err(position(), 1, "0e"))


def test_a_player_without_cards_is_marked():
    match = position(seats=4, tops="p1 o1 - o2", packs=("", ""))
    assert "Player 3 (pink): no card left" in drawn(match)


def test_a_surrounded_card_is_not_listed():
    ring = "p5@1,0 o5@1,-1 p6@0,-1 o6@-1,0 p8@-1,1 o7@0,1"
    lines = drawn(position(ring)).splitlines()
    assert not any(line.startswith("S0 ") for line in lines)
    assert any(line.startswith("P1 ") for line in lines)


def test_the_winners_are_named():
    match = lay(position("p5@1,0 p6@2,0 p7@3,0", points=(4, 0)), 0, "3e")
    assert drawn(match).splitlines()[0].endswith("You win")
    assert drawn(match, 1).splitlines()[0].endswith("Player 1 wins")


def test_E12_a_team_wins_and_does_not_share_the_win():
    match = position("b5@1,0 b6@2,0 b7@3,0", seats=3, teams="BPB", tops="b1 p1 b2", packs=("p2", "b3"), points=(0, 4))
    lay(match, 2, "3e")
    assert drawn(match, 0).splitlines()[0].endswith("Your team wins")
    assert drawn(match, 2).splitlines()[0].endswith("Your team wins")
    assert drawn(match, 1).splitlines()[0].endswith("Team Blue wins")
    assert drawn(match, SPECTATOR).splitlines()[0].endswith("Team Blue wins")


def test_E12_teams_with_equal_points_after_the_last_round_share_the_win():
    match = position("p5@1,0 p6@2,0 p7@3,0", points=(1, 2))
    match.state.round_number = 60
    lay(match, 0, "3e")
    assert drawn(match).splitlines()[0].endswith("Teams Pink and Orange share the win")


def test_the_end_of_a_round_is_told():
    match = lay(position("p5@1,0 p6@2,0 p7@3,0"), 0, "3e")
    assert "Four pink cards in a line: a point for you." in drawn(match)


def test_the_longest_line_still_fits():
    match = new_match(8)
    for k in range(80):
        lay_at(match.state, k, k + 1, 0)
    text = drawn(match)
    assert max(map(len, text.splitlines())) <= 80
    assert text_screen.MAP_CUT_OFF_NOTE in text
    assert "B80" in text


def test_no_line_is_wider_than_80_columns():
    for seats in (2, 5, 8):
        match, random = new_match(seats, seed=seats), Random(seats)
        while not match.is_over:
            step(match, random, chance_of_right=0.8)
            if len(match.moves) % 20 == 0:
                for viewer in (SPECTATOR, 0):
                    assert max(map(len, drawn(match, viewer).splitlines())) <= 80
