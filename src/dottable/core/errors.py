"""What goes wrong for people: one clear sentence each, shown without a traceback."""

from __future__ import annotations


class DottableError(Exception):
    """Bad input from a person or a file; its text is one sentence for them."""


class UnknownGame(DottableError):
    """No game of that name, or the folder holds none."""


class BadOption(DottableError):
    """An option that the game does not have, or a value that it does not take."""


class BadSeats(DottableError):
    """A number of seats that the game cannot be played with."""


class BadNotation(DottableError):
    """A text that names no action."""


class BadLog(DottableError):
    """A log that cannot be read or does not hold; `line` is the first wrong line."""

    def __init__(self, sentence: str, *, line: int | None = None) -> None:
        super().__init__(f"Line {line}: {sentence}" if line else sentence)
        self.line = line
