"""Matches in the terminal, with scripted answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from dottable.core.matches.log import read_log, verify
from dottable.core.matches.match import Match, Move
from dottable.core.matches.series import seed_from
from dottable.core.registry import find, games
from dottable.terminal.menu import choose_game, choose_level
from dottable.terminal.play import TerminalMatch
from dottable.terminal.undo import revealed_nothing
from tests.conftest import ROOT
from tests.terminal.scripted_console import ScriptedConsole

FAULTY_BOTS_FILE = ROOT / "tests" / "bots" / "faulty_bots.py"


def play_scripted_match(
    game, tmp_path: Path, *answers: str, seats: int = 2, bots: str = "random"
) -> tuple[TerminalMatch, str]:
    console = ScriptedConsole(*answers)
    match = Match(game, seats=seats, seed=seed_from("terminal"))
    log_file = str(tmp_path / "match.log")
    played = TerminalMatch(match, [bots] * (seats - 1), name="Ann", seed="terminal", log_file=log_file, console=console)
    played.play()
    return played, console.shown


@pytest.mark.parametrize("slug", list(games()))
def test_a_whole_match_can_be_played_by_numbers(slug, tmp_path):
    game = find(slug)
    played, shown = play_scripted_match(game, tmp_path, "1", seats=game.min_seats)
    assert played.match.is_over
    assert "You win!" in shown or "You lose." in shown or "You share the win." in shown
    assert verify(read_log((tmp_path / "match.log").read_text())).scores() == played.match.scores()


def test_a_move_can_be_typed_and_a_refusal_is_explained(last_dot, tmp_path):
    _, shown = play_scripted_match(last_dot, tmp_path, "nonsense", "99", "timeout", "3", "q")
    assert "'nonsense' is not a move" in shown
    assert "There is no move 99. Choose 1 to 3." in shown
    assert "That is not possible now." in shown
    assert "You take 3; 9 left." in shown
    assert "You left the match." in shown


def test_help_moves_and_board_are_shown_again(last_dot, tmp_path):
    _, shown = play_scripted_match(last_dot, tmp_path, "?", "m", "b", "q")
    assert "take your last move back" in shown
    assert shown.count("Take 2 of 12 dots") == 2
    assert shown.count("Heap: ") == 2


def test_leaving_saves_the_match_so_far(last_dot, tmp_path):
    played, _ = play_scripted_match(last_dot, tmp_path, "2")
    log = read_log((tmp_path / "match.log").read_text())
    assert not log.is_finished
    assert log.moves == played.match.moves
    assert log.players == ["Ann", "random 1"]


def test_a_move_that_revealed_nothing_can_be_taken_back(tmp_path):
    """In the planning turn of DOT nobody else moves between two tiles of the own hand."""
    played, shown = play_scripted_match(find("dot_tiles"), tmp_path, "1", "u", "q")
    if "Taken back." not in shown:  # the other player placed first: then our second tile follows our first
        pytest.fail(shown)
    assert all(move.seat != 0 for move in played.match.moves)


def test_nothing_is_taken_back_after_another_player_has_moved(last_dot, tmp_path):
    _, shown = play_scripted_match(last_dot, tmp_path, "1 ", "u", "q")
    assert "Nothing to take back" in shown


def test_a_drawn_card_reveals_something():
    game = find("dots_52")
    match = Match(game, seed=bytes(32))
    draw = game.view.read_action("draw")
    while draw not in match.legal(match.to_act[0]):
        match.apply(match.to_act[0], match.legal(match.to_act[0])[0])
    before = match.copy()
    move = Move(match.to_act[0], draw, 0)
    assert match.apply(*move) is None
    assert not revealed_nothing(before, move, match)


def test_the_menu_takes_numbers_and_names():
    first = next(iter(games().values()))
    assert choose_game(ScriptedConsole("7000", "1")) is first
    assert choose_game(ScriptedConsole(first.slug)) is first
    assert choose_game(ScriptedConsole("q")) is None
    assert choose_game(ScriptedConsole()) is None


def test_the_menu_asks_for_a_level_and_has_a_default():
    assert choose_level(ScriptedConsole("")) == "steady"
    assert choose_level(ScriptedConsole("9", "brilliant", "5")) == "master"
    assert choose_level(ScriptedConsole("newcomer")) == "newcomer"
    assert choose_level(ScriptedConsole("q")) is None
    assert choose_level(ScriptedConsole()) is None


def test_a_match_can_be_played_against_a_level(last_dot, tmp_path):
    played, _ = play_scripted_match(last_dot, tmp_path, "1", bots="casual", seats=3)
    assert played.match.is_over
    assert played.players == ["Ann", "casual 1", "casual 2"]


def test_a_faulty_external_bot_is_named_and_the_match_goes_on(last_dot, tmp_path, monkeypatch):
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")  # its process starts sooner so
    played, shown = play_scripted_match(last_dot, tmp_path, "1", bots=f"{FAULTY_BOTS_FILE}:Crashing")
    assert played.match.is_over
    assert "exception: ValueError: I am lost" in shown
    assert all(cast("Any", bot)._process is None for bot in played.bots.values())
