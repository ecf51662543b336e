"""Matches in lines: plain sentences and numbered questions."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any, cast

import pytest

from dottable.core.matches.match_log import read_log, verify_log
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.terminal.lines.setup_questions import ask_question, ask_setup
from dottable.terminal.match.setup_questions import MatchSetup, Question, game_question
from tests.conftest import ROOT
from tests.terminal.scripted_lines import local_table, play_lines

FAULTY_BOTS_FILE = ROOT / "tests" / "bots" / "faulty_bots.py"


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DOTTABLE_DATA", str(tmp_path))


@pytest.mark.parametrize(("slug", "bot"), [("dot_tiles", "random"), ("dot_allot", "random"), ("dots_72", "greedy")])
def test_a_whole_match_can_be_played_by_numbers(slug, bot, tmp_path):
    table = local_table(find_game(slug), tmp_path, bots=bot)
    client, shown = play_lines(table, "1")
    assert client.state.status == "over"
    assert re.search("You win!|You lose.|You share the win.", shown)
    table.save_log()
    assert verify_log(read_log((tmp_path / "match.log").read_text())).scores() == table.table.live_match().scores()


def test_a_move_can_be_typed_and_a_refusal_is_explained(last_dot, tmp_path):
    _, shown = play_lines(local_table(last_dot, tmp_path), "nonsense", "99", "timeout", "3", "q")
    assert "'nonsense' is not a move" in shown
    assert "There is no answer 99. Choose 1 to 3." in shown
    assert "That is not possible now." in shown
    assert "You take 3; 9 left." in shown
    assert "You left the match." in shown


def test_help_moves_board_rules_and_guide_are_read_on_demand(tmp_path):
    _, shown = play_lines(local_table(find_game("dot_tiles"), tmp_path), "?", "m", "b", "g", "g", "r", "q")
    assert "take your last move back" in shown
    assert shown.count("Which tile?") == 2
    assert shown.count("HOT SWAP  [") == 2
    assert "The guide is off." in shown
    assert shown.count("Guide: You start with five tiles.") == 2
    assert "## Where a tile fits" in shown


def test_an_answer_can_be_taken_back(tmp_path):
    _, shown = play_lines(local_table(find_game("dot_tiles"), tmp_path), "1", "<", "q")
    assert shown.count("Which tile?") == 2
    assert shown.count("Where does it go?") == 1


def test_names_are_those_of_the_web(last_dot, tmp_path):
    table = local_table(last_dot, tmp_path, seats=3)
    _, shown = play_lines(table, "1", "q")
    table.save_log()
    log = read_log((tmp_path / "match.log").read_text())
    assert log.players == ["Ann", "Random bot", "Random bot 2"]
    assert "Random bot 2 takes" in shown
    assert "Player 2" not in shown


def test_leaving_saves_the_match_so_far(last_dot, tmp_path):
    table = local_table(last_dot, tmp_path)
    play_lines(table, "2", "q")
    assert str(tmp_path / "match.log") in table.save_log()
    log = read_log((tmp_path / "match.log").read_text())
    assert not log.is_finished
    assert log.moves == table.table.live_match().moves


def test_a_move_that_revealed_nothing_can_be_taken_back(tmp_path):
    table = local_table(find_game("dot_tiles"), tmp_path)
    _, shown = play_lines(table, "1", "1", "u", "q")
    assert "Taken back." in shown
    assert all(move.seat != 0 for move in table.table.live_match().moves)


def test_nothing_is_taken_back_before_the_first_move(last_dot, tmp_path):
    _, shown = play_lines(local_table(last_dot, tmp_path), "u", "q")
    assert "Nothing to take back" in shown


def test_a_preview_is_read_in_words(tmp_path):
    table = local_table(find_game("dot_allot"), tmp_path)
    _, shown = play_lines(table, "p 1", "q")
    assert re.search(r"If the round ended then: .*You b\d", shown)


def test_E7_a_lock_ends_by_itself_after_its_time(tmp_path):
    """A wrong claim waits for one second of real time. Then the next question is asked without any input."""
    table = local_table(find_game("dobble_connect"), tmp_path, bots="newcomer", lock_seconds="1")
    claims = [f"0w:{place}" for place in range(1, 11)]
    client, shown = play_lines(table, *claims, "q")
    moves = table.table.live_match().moves
    locks = [k for k, move in enumerate(moves) if move.seat == CLOCK]
    assert locks, shown
    assert "You are locked for 1.0 s" in shown or "You are locked for 0.9 s" in shown
    assert client.state.is_to_act


def test_a_faulty_external_bot_is_named_and_the_match_goes_on(last_dot, tmp_path, monkeypatch):
    monkeypatch.setenv("DOTTABLE_BOTS_INTERPRETED", "1")  # its process starts sooner so
    table = local_table(last_dot, tmp_path, bots=f"{FAULTY_BOTS_FILE}:Crashing")
    client, shown = play_lines(table, "1")
    assert client.state.is_over
    assert "Crashing: exception: ValueError: I am lost" in shown
    assert all(cast("Any", bot.bot)._process is None for bot in table.bots.values())


def test_an_error_inside_a_bot_thread_ends_the_match_with_it(last_dot, tmp_path, monkeypatch):
    table = local_table(last_dot, tmp_path)
    monkeypatch.setattr(table, "_random", None)
    with pytest.raises(AttributeError):
        play_lines(table, "1")


def scripted_ask(*answers: str):
    given = list(answers)
    shown: list[str] = []

    def ask_one(question: Question) -> int | str | None:
        return ask_question(question, shown.append, lambda _: given.pop(0) if given else None)

    return ask_one, shown


def test_questions_take_numbers_words_and_defaults():
    ask_one, shown = scripted_ask("7000", "1", "", "5", "")
    setup = ask_setup(ask_one=ask_one)
    assert isinstance(setup, MatchSetup)
    assert (setup.game, setup.seats, setup.level, setup.options) == (game_question()[1][0], 2, "master", {})
    assert "'7000' is not one of the answers. Type a number from 1 to 5." in shown


def test_questions_change_an_option():
    ask_one, _ = scripted_ask("tiles", "1", "steady", "2", "off", "1")
    setup = ask_setup(ask_one=ask_one)
    assert setup is not None
    assert setup.options == {"single-colour-bonus": "off"}


@pytest.mark.parametrize("answers", [("q",), (), ("1", "q"), ("1", "1", "q"), ("1", "1", "1", "q")])
def test_every_question_can_be_left(answers):
    assert ask_setup(ask_one=scripted_ask(*answers)[0]) is None


def test_a_simple_terminal_gets_lines(tmp_path):
    """Input that is no terminal is answered in lines, and read only when a question waits."""
    command = [
        sys.executable,
        "-m",
        "dottable",
        "play",
        "dot_tiles",
        "--bots",
        "random",
        "--log",
        str(tmp_path / "log"),
    ]
    done = subprocess.run(command, input="1\n" * 300, capture_output=True, text=True, timeout=120, check=True)
    assert re.search(r"You (win|lose|share)", done.stdout)
    assert "\x1b" not in done.stdout
    assert verify_log(read_log((tmp_path / "log").read_text())).is_over


def test_E3_teams_are_typed_as_letters():
    ask_one, _ = scripted_ask("dobble", "3 players", "steady", "2", "ppo", "1")
    setup = ask_setup(ask_one=ask_one)
    assert setup is not None
    assert setup.options == {"teams": "PPO"}
