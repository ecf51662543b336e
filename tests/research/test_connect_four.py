"""Connect four as a game of your own: it keeps the contract and plays as everybody's connect four does."""

from __future__ import annotations

import os
import random

import pytest

from dottable.core.conformance.kit import check_game
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.registry import load_folder
from dottable.core.series import Series
from tests.conftest import ROOT

IS_FULL = os.environ.get("DOTTABLE_FULL") == "1"
MATCHES = 2_000 if IS_FULL else 200
MODE_MATCHES = 200 if IS_FULL else 0
"""Interpreted play and checked bounds: processes of their own, half a minute together."""


@pytest.fixture(scope="module")
def connect_four() -> Game:
    return load_folder(ROOT / "examples" / "connect_four")


def played(game: Game, columns: str) -> Match:
    match = Match(game, seed=bytes(32))
    for turn, column in enumerate(columns):
        assert match.apply(turn % 2, game.notation.read(column)) is None
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
def test_four_in_a_line_win(connect_four, columns, winner):
    match = played(connect_four, columns)
    assert match.view(0).winner == winner
    assert match.is_over == (winner is not None)


def test_a_full_column_is_refused_with_a_reason(connect_four):
    match = played(connect_four, "aaaaaa")
    assert 0 not in match.legal(0)
    assert match.apply(0, 0).sentence == "This column is full."


def test_a_full_board_is_a_draw(connect_four):
    match = played(connect_four, "gbbabbfgcdfadfefbdaaabdddfggfceeeeccggcaec")
    assert match.is_over
    assert match.returns() == [0.0, 0.0]


def test_the_contract_holds(connect_four):
    assert list(check_game(connect_four, matches=MATCHES, mode_matches=MODE_MATCHES)) == []


def test_it_plays_as_the_connect_four_of_openspiel_does(connect_four):
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: nothing to compare with")
    theirs = pyspiel.load_game("connect_four")
    luck = random.Random(1)
    for _ in range(MATCHES):
        match, state = Match(connect_four, seed=bytes(32)), theirs.new_initial_state()
        while not state.is_terminal():
            seat = state.current_player()
            assert match.to_act == (seat,)
            assert match.legal(seat) == state.legal_actions()
            column = luck.choice(match.legal(seat))
            match.apply(seat, column)
            state.apply_action(column)
        assert match.is_over
        assert match.returns() == state.returns()


def test_every_column_with_room_is_as_likely_in_random_play(connect_four):
    series = Series(connect_four, seats=2, options=connect_four.state.Options(), seed=bytes(32))
    firsts = [series.record(k, most_moves=1).moves[0].action for k in range(2_100)]
    counts = [firsts.count(column) for column in range(7)]
    assert sum((count - 300) ** 2 / 300 for count in counts) < 22.46  # chi-square, 6 degrees, 0.1 %
