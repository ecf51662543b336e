"""Connect four as an external game: it passes the conformance kit and agrees with OpenSpiel's connect four."""

from __future__ import annotations

import random

import pytest

from dottable.core.conformance.all_checks import check_game
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.registry import load_game_folder
from tests.conftest import ROOT
from tests.present import present
from tests.sizes import full_only, sized

MATCH_COUNT = sized(100, 2_000)
SLOW_MODE_MATCH_COUNT = 200
"""Matches of the interpreted and bounds-checked runs, which take half a minute together."""


@pytest.fixture(scope="module")
def load_connect_four() -> Game:
    return load_game_folder(ROOT / "examples" / "connect_four")


def play_columns(game: Game, columns: str) -> Match:
    match = Match(game, seed=bytes(32))
    for turn, column in enumerate(columns):
        assert match.apply(turn % 2, game.view.read_action(column)) is None
    return match


@pytest.mark.parametrize(
    ("columns", "winner"),
    [
        pytest.param("ababab" + "a", 0, id="upright"),
        pytest.param("aabbcc" + "d", 0, id="flat"),
        pytest.param("abbccdcddg" + "d", 0, id="rising"),
        pytest.param("gffeedeadd" + "d", 0, id="falling"),
        pytest.param("gababab" + "a", 1, id="by the second player"),
        pytest.param("aabb" + "c", None, id="three are not enough"),
        pytest.param("bagagaafaf" + "a", None, id="not from the top of a column into the next"),
    ],
)
def test_four_in_a_line_wins(load_connect_four, columns, winner):
    match = play_columns(load_connect_four, columns)
    assert match.view(0).winner == winner
    assert match.is_over == (winner is not None)


def test_a_full_column_is_refused_with_a_reason(load_connect_four):
    match = play_columns(load_connect_four, "aaaaaa")
    assert 0 not in match.legal(0)
    assert present(match.apply(0, 0)).sentence == "This column is full. Choose another one."


def test_a_full_board_is_a_draw(load_connect_four):
    match = play_columns(load_connect_four, "gbbabbfgcdfadfefbdaaabdddfggfceeeeccggcaec")
    assert match.is_over
    assert match.returns() == [0.0, 0.0]


@full_only("compiling takes 10 s")
def test_the_conformance_kit_passes(load_connect_four):
    assert list(check_game(load_connect_four, matches=MATCH_COUNT, mode_matches=SLOW_MODE_MATCH_COUNT)) == []


def test_play_agrees_with_the_connect_four_of_openspiel(load_connect_four):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'dottable[openspiel]'")
    openspiel_game = pyspiel.load_game("connect_four")
    rng = random.Random(1)
    for _ in range(MATCH_COUNT):
        match, state = Match(load_connect_four, seed=bytes(32)), openspiel_game.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            assert match.to_act == (seat,)
            assert match.legal(seat) == state.legal_actions()
            column = rng.choice(match.legal(seat))
            match.apply(seat, column)
            state.apply_action(column)
        assert match.is_over
        assert match.returns() == state.returns()


def test_random_play_chooses_columns_uniformly(load_connect_four):
    series = Series(SeriesConfig(load_connect_four, seats=2, options=load_connect_four.state.Options(), seed=bytes(32)))
    firsts = [series.played_match(k, most_moves=1).moves[0].action for k in range(2_100)]
    counts = [firsts.count(column) for column in range(7)]
    assert sum((count - 300) ** 2 / 300 for count in counts) < 22.46  # chi-square, 6 degrees, 0.1 %
