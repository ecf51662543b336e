"""Errors caused by input. Their texts are written for people and shown without a traceback."""

from __future__ import annotations


class DottableError(Exception):
    """Invalid input from a person or a file. The text says what is wrong and what to do."""


class UnknownGame(DottableError):
    """A game name or folder that leads to no game."""


class BadOption(DottableError):
    """An unknown option, or an invalid value of an option."""


class BadSeats(DottableError):
    """A number of seats that the game does not support."""


class BadNotation(DottableError):
    """A text that is not the notation of any action."""


class BadLog(DottableError):
    """An invalid or altered log. `line` is the number of the first wrong line, if known."""

    def __init__(self, sentence: str, *, line: int | None = None) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.line = line


class GameMistake(DottableError):
    """A mistake in the source of a game. The text begins with file and line."""
