"""Places in the source of a game: where a name is defined, and where an exception came from."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

NUMBA_LOCATION = re.compile(r'File "([^"\n]+)", line (\d+)')
"""A location in a message of Numba. The innermost one comes first."""


class SourcePlace(NamedTuple):
    """A line of a file."""

    file: Path
    line: int

    def __str__(self) -> str:
        """Return `file:line`, relative to the current folder if the file is below it."""
        here = Path.cwd()
        shown = self.file.relative_to(here) if self.file.is_relative_to(here) else self.file
        return f"{shown}:{self.line}"


def place_of_error(error: BaseException, folder: Path) -> SourcePlace | None:
    """Return the innermost place in `folder` that led to an exception; None if there is none."""
    if isinstance(error, SyntaxError) and error.filename:
        found = [(error.filename, error.lineno or 1)]
    else:
        frames = traceback.extract_tb(error.__traceback__)
        found = [(frame.filename, frame.lineno or 1) for frame in reversed(frames)]
        found = [(file, int(line)) for file, line in NUMBA_LOCATION.findall(str(error))] + found
    places = (SourcePlace(Path(file).resolve(), line) for file, line in found)
    return next((place for place in places if place.file.is_relative_to(folder)), None)


def place_of_name(room: ModuleType, name: str) -> SourcePlace:
    """Return where a room defines a function, a class or a constant; the first line of the room if it does not."""
    code = getattr(plain_function(getattr(room, name, None)), "__code__", None)
    file = Path(code.co_filename if code is not None else room.__file__ or "").resolve()
    definition = re.compile(rf"(def|class) {name}\b|{name}\b.*=")
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if definition.match(text):
            return SourcePlace(file, number)
    return SourcePlace(file, 1)


def plain_function(function: Any) -> Any:
    """Return the Python function behind a compiled rule; any other value unchanged."""
    return getattr(function, "py_func", function)
