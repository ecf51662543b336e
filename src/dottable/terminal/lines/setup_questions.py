"""The questions before a match, in plain lines: game, players, level and options."""

from __future__ import annotations

import sys
from collections.abc import Callable

from dottable.core.game import Game
from dottable.terminal.match.setup_questions import (
    MatchSetup,
    Question,
    game_question,
    level_question,
    options_question,
    seats_question,
    value_question,
)

LEAVE_WORDS = ("q", "quit", "exit")
AskQuestion = Callable[[Question], int | str | None]


def print_line(text: str) -> None:
    """Print one line and flush it at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def read_line(prompt: str) -> str | None:
    """Return a line of input; None at the end of input."""
    try:
        return input(prompt)
    except (EOFError, KeyboardInterrupt):
        print_line("")
        return None


def ask_question(
    question: Question, write: Callable[[str], None] = print_line, read: Callable[[str], str | None] = read_line
) -> int | str | None:
    """Ask a question with numbered answers.

    Return the index of the answer (from 0), or a typed answer that matches the question's pattern; None to leave.
    """
    write(question.text)
    for n, answer in enumerate(question.answers, start=1):
        write(f"  {n}. {answer}")
    count = len(question.answers)
    while True:
        line = read(f"Number from 1 to {count}, Enter for {question.default + 1}, q to leave: ")
        text = None if line is None else line.strip().lower()
        if text is None or text in LEAVE_WORDS:
            return None
        if not text:
            return question.default
        if text.isdecimal() and 1 <= int(text) <= count:
            return int(text) - 1
        found = [n for n, answer in enumerate(question.answers) if text in answer.lower()]
        if len(found) == 1:
            return found[0]
        if (typed := question.typed_answer(text)) is not None:
            return typed
        write(f"'{text}' is not one of the answers. Type a number from 1 to {count}.")


def ask_setup(
    *, seats: int | None = None, level: str | None = None, ask_one: AskQuestion = ask_question
) -> MatchSetup | None:
    """Ask for the game and for every setting that is not given. Return None if the player leaves."""
    question, choices = game_question()
    n = index_or_none(ask_one(question))
    if n is None:
        return None
    game = choices[n]
    if seats is None:
        question, counts = seats_question(game)
        n = index_or_none(ask_one(question))
        seats = None if n is None else counts[n]
    if seats is not None and level is None:
        question, levels = level_question()
        n = index_or_none(ask_one(question))
        level = None if n is None else levels[n]
    options = ask_options(game, ask_one) if seats is not None and level is not None else None
    return None if options is None or seats is None or level is None else MatchSetup(game, seats, level, options)


def ask_options(game: Game, ask_one: AskQuestion) -> dict[str, str] | None:
    """Return the options that differ from their defaults; None if the player leaves."""
    chosen: dict[str, str] = {}
    while True:
        question, options = options_question(game, chosen)
        n = index_or_none(ask_one(question)) if options else 0
        if n is None or n == 0:
            return None if n is None else chosen
        question, values = value_question(options[n - 1])
        k = ask_one(question)
        if k is None:
            return None
        chosen[options[n - 1].name] = k if isinstance(k, str) else values[k]


def index_or_none(answer: int | str | None) -> int | None:
    """Return a result of `ask` if it is an index; None if it is a typed answer or the player left."""
    return answer if isinstance(answer, int) else None
