"""A sitting at the terminal, with answers typed ahead."""

from __future__ import annotations

from pathlib import Path

import pytest

from dottable.core.log import read_log, verify
from dottable.core.match import Match, Move
from dottable.core.registry import find, games
from dottable.terminal.menu import choose_game, choose_level
from dottable.terminal.play import Sitting
from dottable.terminal.undo import revealed_nothing
from tests.conftest import ROOT
from tests.terminal.typist import Typist

FAULTY = ROOT / "tests" / "bots" / "faulty_bots.py"


def sit(game, tmp_path: Path, *answers: str, seats: int = 2, bots: str = "random") -> tuple[Sitting, str]:
    console = Typist(*answers)
    sitting = Sitting(
        game,
        seats=seats,
        options=game.state.Options(),
        deck=game.house_deck,
        bots=[bots] * (seats - 1),
        name="Ann",
        seed="terminal",
        log_file=str(tmp_path / "match.log"),
        console=console,
    )
    sitting.play()
    return sitting, console.shown


@pytest.mark.parametrize("slug", list(games()))
def test_a_whole_match_can_be_played_by_numbers(slug, tmp_path):
    game = find(slug)
    sitting, shown = sit(game, tmp_path, "1", seats=game.min_seats)
    assert sitting.match.is_over
    assert "You win!" in shown or "You lose." in shown or "You share the win." in shown
    assert verify(read_log((tmp_path / "match.log").read_text())).scores() == sitting.match.scores()


def test_a_move_can_be_written_and_a_refusal_is_explained(last_dot, tmp_path):
    _, shown = sit(last_dot, tmp_path, "nonsense", "99", "dawdle", "3", "q")
    assert "'nonsense' is no move" in shown
    assert "There are moves 1 to 3." in shown
    assert "That is not possible now." in shown
    assert "You take 3; 9 left." in shown
    assert "You left the match." in shown


def test_help_moves_and_board_are_shown_again(last_dot, tmp_path):
    _, shown = sit(last_dot, tmp_path, "?", "m", "b", "q")
    assert "take your last move back" in shown
    assert shown.count("Take 2 of 12 dots") == 2
    assert shown.count("Heap: ") == 2


def test_leaving_keeps_the_match_so_far(last_dot, tmp_path):
    sitting, _ = sit(last_dot, tmp_path, "2")
    log = read_log((tmp_path / "match.log").read_text())
    assert not log.is_finished
    assert log.moves == sitting.match.moves
    assert log.players == ["Ann", "random 1"]


def test_a_move_that_revealed_nothing_can_be_taken_back(tmp_path):
    """In the planning turn of DOT nobody else moves between two tiles of the own hand."""
    sitting, shown = sit(find("dot_tiles"), tmp_path, "1", "u", "q")
    if "Taken back." not in shown:  # the other player placed first: then our second tile follows our first
        pytest.fail(shown)
    assert all(move.seat != 0 for move in sitting.match.moves)


def test_nothing_is_taken_back_after_somebody_else_has_moved(last_dot, tmp_path):
    _, shown = sit(last_dot, tmp_path, "1 ", "u", "q")
    assert "There is nothing to take back" in shown


def test_a_drawn_card_is_a_revelation():
    game = find("dots_52")
    match = Match(game, seed=bytes(32))
    draw = game.notation.read("draw")
    while draw not in match.legal(match.to_act[0]):
        match.apply(match.to_act[0], match.legal(match.to_act[0])[0])
    before = match.copy()
    move = Move(match.to_act[0], draw, 0)
    assert match.apply(*move) is None
    assert not revealed_nothing(before, move, match)


def test_the_menu_takes_numbers_and_names():
    first = next(iter(games().values()))
    assert choose_game(Typist("7000", "1")) is first
    assert choose_game(Typist(first.slug)) is first
    assert choose_game(Typist("q")) is None
    assert choose_game(Typist()) is None


def test_the_menu_asks_for_a_level_and_has_a_default():
    assert choose_level(Typist("")) == "steady"
    assert choose_level(Typist("9", "brilliant", "5")) == "master"
    assert choose_level(Typist("newcomer")) == "newcomer"
    assert choose_level(Typist("q")) is None
    assert choose_level(Typist()) is None


def test_a_match_can_be_played_against_a_level(last_dot, tmp_path):
    sitting, _ = sit(last_dot, tmp_path, "1", bots="casual", seats=3)
    assert sitting.match.is_over
    assert sitting.players == ["Ann", "casual 1", "casual 2"]


def test_a_foreign_bot_that_errs_is_named_and_the_match_goes_on(last_dot, tmp_path, monkeypatch):
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")  # its process starts sooner so
    sitting, shown = sit(last_dot, tmp_path, "1", bots=f"{FAULTY}:Crashing")
    assert sitting.match.is_over
    assert "exception: ValueError: I am lost" in shown
    assert all(bot._process is None for bot in sitting.bots.values())
