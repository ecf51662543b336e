"""Logs: writing, reading, replaying, verifying, and naming the first wrong line."""

from __future__ import annotations

import pytest

from dottable.core.errors import BadLog
from dottable.core.matches.log_format import SERVER_SHUFFLE
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import LogWriter, read_log, verify_log, write_log
from dottable.core.primitives.seats import CLOCK

HEADER_KEYS, FOOTER_KEYS = SERVER_SHUFFLE.header, SERVER_SHUFFLE.footer
FIRST_MOVE = SERVER_SHUFFLE.first_move_line


@pytest.fixture
def match(last_dot):
    match = Match(last_dot, seats=3, seed=bytes(range(32)), salt=bytes(16))
    match.apply(0, 1, at_ms=100)
    match.apply(CLOCK, 3, at_ms=10_100)
    while not match.is_over:
        match.apply(match.to_act[0], 0)
    return match


@pytest.fixture
def text(match):
    return write_log(match, ["Ann", "Bo", 'Ço "the" third'])


def altered(text: str, line: int, change) -> str:
    lines = text.splitlines()
    lines[line - 1] = change(lines[line - 1])
    return "\n".join(lines) + "\n"


def wrong_line(text: str) -> int | None:
    with pytest.raises(BadLog) as error:
        verify_log(read_log(text))
    return error.value.line


def test_a_log_reads_back_and_verifies(match, text):
    log = read_log(text)
    assert log.moves == match.moves
    assert log.players == ["Ann", "Bo", 'Ço "the" third']
    assert verify_log(log).state_bytes == match.state_bytes


def test_a_log_has_a_header_one_line_per_move_and_a_footer(match, text):
    lines = text.splitlines()
    assert lines[0] == "dottable-log 1"
    assert [line.split()[0] for line in lines[1 : len(HEADER_KEYS) + 1]] == list(HEADER_KEYS)
    assert lines[FIRST_MOVE - 1].startswith("1 p1 2 100 ")
    assert lines[FIRST_MOVE].startswith("2 clock timeout 10100 ")
    assert [line.split()[0] for line in lines[-len(FOOTER_KEYS) :]] == list(FOOTER_KEYS)
    assert len(lines) == len(HEADER_KEYS) + 2 + len(match.moves) + 1 + len(FOOTER_KEYS)


def test_a_log_writer_during_the_match_writes_the_same_log(match, text):
    again = Match(match.game, seats=3, seed=match.seed, salt=match.salt)
    writer = LogWriter(again, ["Ann", "Bo", 'Ço "the" third'])
    for move in match.moves:
        again.apply(*move)
        writer.move_line()
    assert writer.text() == text


def test_an_abandoned_match_can_be_logged(last_dot):
    match = Match(last_dot)
    match.apply(0, 2)
    log = read_log(write_log(match))
    assert not log.is_finished
    assert verify_log(log).moves == match.moves


def test_an_altered_move_is_named_even_if_it_is_legal(text):
    line = FIRST_MOVE + 3
    assert wrong_line(altered(text, line, lambda t: t.replace(" 1 ", " 2 ", 1))) == line


def test_an_altered_time_is_named(text):
    assert wrong_line(altered(text, FIRST_MOVE, lambda t: t.replace(" 100 ", " 101 "))) == FIRST_MOVE


def test_an_illegal_move_is_named(text):
    line = FIRST_MOVE + 2
    with pytest.raises(BadLog, match="It is not your turn"):
        verify_log(read_log(altered(text, line, lambda t: t.replace("p3", "p1"))))


def test_every_altered_line_is_found(text):
    """A changed character in any line fails the verification, and no later line is named."""
    lines = text.splitlines()
    for k, line in enumerate(lines, start=1):
        last = line[-1]
        changed = altered(text, k, lambda t, last=last: t[:-1] + ("9" if last != "9" else "8"))
        with pytest.raises(BadLog) as error:
            verify_log(read_log(changed))
        assert error.value.line is None or error.value.line <= k, line


@pytest.mark.parametrize("name", ["seats", "players", "commitment", "seed", "scores", "result", "state"])
def test_an_altered_line_of_header_or_footer_is_named(text, name):
    lines = text.splitlines()
    k = next(k for k, line in enumerate(lines, start=1) if line.startswith(name + " "))
    change = {
        "seats": lambda t: "seats 2",
        "players": lambda t: 'players ["Eve"]',
        "result": lambda t: "result 1 1 1",
        "scores": lambda t: "scores 9 9 9",
    }.get(name, lambda t: t[:-1] + ("0" if t[-1] != "0" else "1"))
    found = wrong_line(altered(text, k, change))
    assert found == k or (found is None and name in ("seats", "players"))


def test_a_missing_line_is_reported_where_it_is_missing(text):
    lines = text.splitlines()
    del lines[FIRST_MOVE + 1]
    assert wrong_line("\n".join(lines)) == FIRST_MOVE + 2


def test_a_truncated_log_is_reported_as_cut_off(text):
    lines = text.splitlines()
    for k in range(1, len(lines)):
        with pytest.raises(BadLog, match=r"cut off|Expected"):
            read_log("\n".join(lines[:k]))


@pytest.mark.parametrize(
    ("line", "new", "sentence"),
    [
        (1, "something else", "Line 1: A log must begin with 'dottable-log 1' or 'dottable-log 2'."),
        (2, "game chess", "Line 2: Unknown game 'chess'"),
        (3, "rules 99", "Line 3: The match used rules version 99"),
        (4, "options heap=99 last-dot-bonus=on", "Line 4: Invalid value '99' for option 'heap'"),
        (5, "deck paper 00", "Line 5: The deck must be none, house or own."),
        (6, "seats 9", "Line 6: Last Dot takes 2 to 4 seats, not 9."),
        (7, "players nobody", "Line 7: The players must be a JSON list of names."),
        (FIRST_MOVE, "1 p1 9 100 00000000", "is not a move. Write 1, 2 or 3."),
        (FIRST_MOVE, "1 q1 2 100 00000000", "Unknown player 'q1'"),
        (FIRST_MOVE, "1 p1 2 soon 00000000", "'soon' is not a time"),
        (FIRST_MOVE, "what?", "Expected move 1"),
    ],
)
def test_a_malformed_line_gives_a_clear_sentence(text, line, new, sentence):
    with pytest.raises(BadLog) as error:
        verify_log(read_log(altered(text, line, lambda _: new)))
    assert sentence in str(error.value)
    assert error.value.line == line


@pytest.mark.parametrize("text", ["", "\n", "\0\0", "dottable-log 1", "dottable-log 1\ngame"])
def test_a_text_that_is_no_log_gives_a_clear_sentence(text):
    with pytest.raises(BadLog):
        read_log(text)
