"""Boards in the terminal: within 80 columns, with the names of the players, and what matters most in sight."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dottable.core.contract import PreviewText
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import seed_from
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game, installed_games
from dottable.core.views.narration import seat_names
from dottable.terminal.match.board_text import board_lines, fit_to_height, headline
from dottable.terminal.match.table_state import TableState
from tests.sizes import sized

MATCHES = sized(1, 20)
ROOM = 14
"""Rows for the board at 80 x 24."""


def state_of(match: Match, names: list[str]) -> TableState:
    """Return what boards need to know of a table."""
    fields = {"game": match.game, "view": match.view(0), "names": names, "you": 0, "status": "live"}
    return cast("TableState", SimpleNamespace(**fields))


def positions(slug: str, seats: int):
    """Yield matches at every tenth move of random play."""
    game, rng = find_game(slug), random.Random(f"{slug} {seats}")
    for n in range(MATCHES):
        match = Match(game, seats=seats, seed=seed_from(f"boards {n}"))
        for step in range(400):
            acting = [seat for seat in match.to_act if seat != CLOCK]
            if step % 10 == 0 or match.is_over:
                yield match
            if match.is_over:
                break
            if acting:
                seat = rng.choice(acting)
                match.apply(seat, rng.choice(match.legal(seat)))
            else:
                match.apply_clock_move()


@pytest.mark.parametrize("is_full_house", [False, True])
@pytest.mark.parametrize("slug", list(installed_games()))
def test_boards_fit_80_columns_with_the_longest_names(slug, is_full_house):
    game = find_game(slug)
    seats = game.max_seats if is_full_house else game.min_seats
    names = ["You", *(f"Newcomer bot {seat + 2}" for seat in range(seats - 1))]
    for match in positions(slug, seats):
        lines = board_lines(state_of(match, names), ROOM)
        assert lines
        assert max(map(len, lines)) <= 80, max(lines, key=len)
        assert headline(game, match.view(0), names).startswith(game.title.partition(" (")[0])
        assert not any("Player" in line for line in lines)


@pytest.mark.parametrize("slug", list(installed_games()))
def test_two_players_see_the_own_pieces_without_scrolling(slug):
    """The rows that matter come first: what is left out on a small screen is at the end."""
    for match in positions(slug, 2):
        view: Any = match.view(0)
        shown = "\n".join(board_lines(state_of(match, ["You", "Steady bot"]), ROOM)[:ROOM])
        if slug == "dot_allot" and not match.is_over:
            assert all(f"card {card.number}" in shown for card in view.sides[0].hand or view.sides[1].hand)
        elif slug == "dots_72":
            assert all(card.code in shown for card in view.hands[0].cards)
        else:
            assert "You" in shown


def test_a_preview_is_drawn_and_put_into_words():
    game = find_game("dot_allot")
    match = Match(game, seats=2, seed=seed_from("preview"))
    seat = match.to_act[0]
    preview = match.preview(seat, match.legal(seat)[0])
    view = match.view(seat)
    assert isinstance(game.view, PreviewText)
    state = cast("TableState", SimpleNamespace(game=game, view=view, names=["Ann", "Bo"]))
    assert board_lines(state, ROOM, preview) != board_lines(state, ROOM)
    with seat_names(["Ann", "Bo"]):
        assert "If the round ended then" in game.view.describe_preview(view, preview)


def test_lines_without_meaning_go_first():
    lines = ["", "a", "", "──┼──", "b", "legend", ""]
    assert fit_to_height(lines, 5, has_legend=True) == ["a", "", "──┼──", "b", "legend"]
    assert fit_to_height(lines, 3, has_legend=True) == ["a", "b", "legend"]
    assert fit_to_height(lines, 2, has_legend=True) == ["a", "b"]
    assert fit_to_height(lines, 2, has_legend=False) == ["a", "b", "legend"]
