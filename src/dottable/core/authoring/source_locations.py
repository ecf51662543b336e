"""Places (file and line) in the source of a game: where a name is defined, and where an exception came from."""

from __future__ import annotations

import re
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

NUMBA_LOCATION_PATTERN = re.compile(r'File "([^"\n]+)", line (\d+)')
"""Matches a file and a line in an error message of Numba. The innermost one comes first."""


class SourcePlace(NamedTuple):
    """A line of a source file, numbered from 1."""

    file: Path
    line: int

    def __str__(self) -> str:
        """Return `file:line`, relative to the current folder if the file is below it."""
        here = Path.cwd()
        shown = self.file.relative_to(here) if self.file.is_relative_to(here) else self.file
        return f"{shown}:{self.line}"


def place_of_error(error: BaseException, folder: Path) -> SourcePlace | None:
    """Return the innermost file and line below `folder` in the traceback of an exception; None if there is none."""
    if isinstance(error, SyntaxError) and error.filename:
        found = [(error.filename, error.lineno or 1)]
    else:
        frames = traceback.extract_tb(error.__traceback__)
        found = [(frame.filename, frame.lineno or 1) for frame in reversed(frames)]
        found = [(file, int(line)) for file, line in NUMBA_LOCATION_PATTERN.findall(str(error))] + found
    places = (SourcePlace(Path(file).resolve(), line) for file, line in found)
    return next((place for place in places if place.file.is_relative_to(folder)), None)


def place_of_name(module: ModuleType, name: str) -> SourcePlace:
    """Return the file and line where a game's module defines a name; the first line of the module if it does not."""
    code = getattr(plain_function(getattr(module, name, None)), "__code__", None)
    file = Path(code.co_filename if code is not None else module.__file__ or "").resolve()
    definition = re.compile(rf"(def|class) {name}\b|{name}\b.*=")
    for number, text in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if definition.match(text):
            return SourcePlace(file, number)
    return SourcePlace(file, 1)


def plain_function(function: Any) -> Any:
    """Return the Python function behind a function that Numba compiled; any other value unchanged."""
    return getattr(function, "py_func", function)
