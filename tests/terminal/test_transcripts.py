"""A whole match of every game at 80 x 24, through a pseudo-terminal."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path

import pytest

from dottable.core.matches.match_log import read_log, verify_log
from tests.conftest import LAST_DOT
from tests.terminal.pty_client import (
    CTRL_G,
    CTRL_R,
    CTRL_U,
    DOWN,
    ENTER,
    ESCAPE,
    PtyClient,
    assert_full_screens,
)


def finish(client: PtyClient, tmp_path: Path, result: str) -> str:
    """Leave after the result. Check that it is printed, and that the log is complete and valid."""
    after = client.leave("q")
    assert result in after
    log = read_log((tmp_path / "match.log").read_text(encoding="utf-8"))
    assert log.is_finished
    assert verify_log(log).is_over
    assert client.process.returncode == 0
    return after


def test_dot_tiles(tmp_path):
    log = f"--log={tmp_path / 'match.log'}"
    with PtyClient("dot_tiles", "--bots", "random", "--seed", "a", log, data=tmp_path) as client:
        client.wait_for("Which tile?")
        assert "Random bot has 5" in client.text
        client.type("nonsense")
        client.wait_for("'nonsense' is not a move. Write a tile and a group, like r4:run or b2:burn.")
        client.type("r9:run")
        client.wait_for("'r9:run' is not a move")
        client.type("b3:burn")
        client.wait_for(lambda: any(line.startswith("! ") and "b3:burn" not in line for line in client.lines))
        client.send(ENTER)
        client.wait_for("Where does it go?")
        client.send(ESCAPE)
        client.wait_for(lambda: client.prompt.startswith("Which tile?"))
        result = client.play_to_the_end()
        assert_full_screens(client)
        after = finish(client, tmp_path, result)
    assert re.search(r"Random bot +\d+", after)


def test_dot_tiles_takes_a_move_back(tmp_path):
    with PtyClient("dot_tiles", "--bots", "random", "--seed", "a", data=tmp_path) as client:
        client.wait_for("Which tile?")
        client.send(CTRL_U)
        client.wait_for("Nothing to take back")
        client.type("")
        client.type("")
        client.wait_for("You place")
        client.send(CTRL_U)
        client.wait_for("Taken back.")
        assert "0/30 boxes" in client.text
        client.process.send_signal(signal.SIGINT)
        assert "You left the match." in client.rest()


def test_dot_allot(tmp_path):
    log = f"--log={tmp_path / 'match.log'}"
    with PtyClient("dot_allot", "--bots", "random", "--seed", "a", log, data=tmp_path) as client:
        client.wait_for("Which card?")
        client.type("")
        client.wait_for("Turned how?")
        client.wait_for(" then ")  # the preview counts the groups after the placement
        client.type("7@45+0")
        client.wait_for("'7@45+0' is not a move. Write a card, its turn and its top row")
        result = client.play_to_the_end()
        assert_full_screens(client)
        finish(client, tmp_path, result)
    boards = [screen.split("\n")[1:9] for screen in client.screens if "On which rows?" in screen]
    assert len({str(board) for board in boards}) > 3, "the board is drawn with every placement"


def test_dots_72(tmp_path):
    log = f"--log={tmp_path / 'match.log'}"
    with PtyClient("dots_72", "--bots", "greedy", "--seed", "c", log, data=tmp_path) as client:
        client.wait_for("Draw a card from the draw pile")
        client.type("discard:zz")
        client.wait_for("Unknown move 'discard:zz'.")
        client.type("deal")
        client.wait_for(lambda: any(line.startswith("! ") for line in client.lines))
        result = client.play_to_the_end()
        assert_full_screens(client)
        after = finish(client, tmp_path, result)
    assert re.search(r"Greedy bot +\d+", after)


def test_dots_52_a_snap_is_lost_on_time(tmp_path):
    """D9: nobody has to pass. The clock closes the time to snap, here after one second."""
    log = f"--log={tmp_path / 'match.log'}"
    arguments = ("dots_52", "--bots", "random", "--seed", "a", "--option", "snap-seconds=1", log)
    with PtyClient(*arguments, data=tmp_path) as client:
        client.wait_for(lambda: bool(client.answers))
        client.send(CTRL_G)
        client.type("draw:9")
        client.wait_for(lambda: any(line.startswith("! ") for line in client.lines))
        play_until_snap(client)
        began = time.monotonic()
        assert re.search(r"Snap or pass: [01]\.\d s left", client.text)
        client.wait_for(lambda: "Snap or pass" not in client.text)
        assert time.monotonic() - began < 3
        assert "The time to snap is up." in client.text or "snaps the" in client.text
        result = client.play_to_the_end(("Ready", "Lay the", "Do not snap", "Call", "Do not use"), 150)
        assert_full_screens(client)
        finish(client, tmp_path, result)


def play_until_snap(client: PtyClient) -> None:
    """Play until the player may snap."""
    end = time.monotonic() + 60
    while "Snap or pass" not in client.text:
        assert time.monotonic() < end, client.text
        if client.prompt.startswith("Waiting") or not client.answers:
            client.read(at_most_s=0.1)
        else:
            client.type(client.preferred_answer(("Ready", "Lay the", "Do not use")))


def test_dobble_connect_a_lock_ends_by_itself(tmp_path):
    """E7: one wrong claim costs the lock time, here two seconds, and not the round."""
    log = f"--log={tmp_path / 'match.log'}"
    options = ("--option", "points=1", "--option", "lock-seconds=2")
    with PtyClient("dobble_connect", "--bots", "master", "--seed", "a", *options, log, data=tmp_path) as client:
        client.wait_for("Which symbol do both cards show?")
        client.type("0ne:99")
        client.wait_for("'0ne:99' is not a move. Write a spot, a side and the place of a symbol")
        lock_oneself(client)
        began = time.monotonic()
        client.wait_for(lambda: "You are locked" not in client.text)
        assert 0.5 < time.monotonic() - began < 4
        client.wait_for("Which symbol do both cards show?")
        result = client.play_to_the_end(timeout_s=240)
        assert_full_screens(client)
        finish(client, tmp_path, result)


def lock_oneself(client: PtyClient) -> None:
    """Make claims until one is wrong."""
    for place in range(1, 11):
        client.type(f"0w:{place}")
        client.read(at_most_s=0.3)
        if "You are locked for" in client.text:
            return
    pytest.fail(client.text)


def test_a_sixth_game_needs_nothing_of_its_own(tmp_path):
    arguments = (str(LAST_DOT), "--bots", "random", "--seed", "a")
    with PtyClient(*arguments, data=tmp_path, DOTTABLE_RULES="interpreted") as client:
        client.wait_for("Your move?")
        assert "Random bot" in client.text
        client.type("7")
        client.wait_for("'7' is not a move. Write 1, 2 or 3.")
        assert client.play_to_the_end()


def test_rules_guide_and_help_open_by_a_key(tmp_path):
    with PtyClient("dot_tiles", "--bots", "random", "--seed", "a", data=tmp_path) as client:
        client.wait_for("Guide: You start with five tiles.")
        client.send(CTRL_G)
        client.wait_for(lambda: "Guide:" not in client.text)
        client.send(CTRL_R)
        client.wait_for("Rules of DOT: Dice or Tiles")
        client.send(ESCAPE)
        client.wait_for("Which tile?")
        client.send("?")
        client.wait_for("take your last move back, if it showed you nothing new")
        client.send("q")
        client.wait_for("Which tile?")
        assert "You left the match." in client.leave("q")


def test_questions_ask_for_game_players_and_level(tmp_path):
    with PtyClient("--seed", "a", data=tmp_path) as client:
        client.wait_for("Which game?")
        client.type("tiles")
        client.wait_for("How many players, you included?")
        client.send(DOWN + ENTER)
        client.wait_for("How strong should the bots be?")
        client.type("newcomer")
        client.wait_for("Start the match, or change an option?")
        client.send(ENTER)
        client.wait_for("Which tile?")
        assert re.search(r"Ada has \d, Bix has \d", client.text)
        client.send("\x0c")
        client.wait_for("Bots at the table: Ada (newcomer), Bix (newcomer).")
        client.send("q")
        client.wait_for("Which tile?")
        assert "You left the match." in client.leave()


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_no_colour_is_used_where_none_is_wanted(tmp_path, size):
    columns, rows = size
    arguments = ("dots_52", "--bots", "random", "--seed", "a")
    with PtyClient(*arguments, data=tmp_path, columns=columns, rows=rows, NO_COLOR="1") as client:
        client.wait_for("Stock")
        colours = {cell.fg for row in client.screen.buffer.values() for cell in row.values()}
        assert colours <= {"default"} or all(is_grey(colour) for colour in colours)
        client.leave()


def is_grey(colour: str) -> bool:
    return colour == "default" or colour in ("white", "black") or len({colour[k : k + 2] for k in (0, 2, 4)}) == 1
