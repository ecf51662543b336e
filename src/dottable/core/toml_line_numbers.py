"""Line numbers of the values in a TOML text, for messages about a file that a person wrote.

`tomllib` does not keep positions. This reader follows the text once, after `tomllib` has accepted it, and notes where
every value begins. Rows of a multi-line string count as values too: the path of row 2 ends with the index 2.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right

TomlPath = tuple[str | int, ...]
"""Keys and indices that lead to a value: ("card", 3, "dots")."""

BLANK_PATTERN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
"""Matches white space, line ends and comments."""
SPACE_PATTERN = re.compile(r"[ \t]*")
"""Matches spaces and tabs."""
STRING_PATTERN = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'', re.DOTALL)
"""Matches a string of any of TOML's four kinds."""
BARE_KEY_PATTERN = re.compile(r"[A-Za-z0-9_-]+")
SCALAR_PATTERN = re.compile(r"[^,\]}\n#]+")
"""Matches a number, date or boolean."""
UNFINISHED_PATTERN = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:\\.|[^"\\\n])*+"?|\'[^\'\n]*+\'?|\#[^\n]*|[\[\]{}]',
    re.DOTALL,
)
"""Matches brackets, comments and strings, also a string that is never closed."""


def line_of_value(text: str, path: TomlPath) -> int | None:
    """Return the line number (from 1) of the value at a path, or of the nearest known value around it.

    Return None for an empty path or a form of TOML that this reader does not follow.
    """
    try:
        lines = TomlLineReader(text).lines
    except ValueError:  # a form of TOML that this reader does not follow: better no line than a wrong one
        return None
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path)


def line_of_unclosed(text: str) -> int | None:
    """Return the line number (from 1) of the last bracket or string that is never closed; None if there is none."""
    opened: list[int] = []
    for found in UNFINISHED_PATTERN.finditer(text):
        token = found.group()
        if token in ("[", "{"):
            opened.append(found.start())
        elif token in ("]", "}") and opened:
            opened.pop()
        elif token[:3] in ('"""', "'''") and (len(token) < 6 or token[-3:] != token[:3]):
            opened.append(found.start())
    return text.count("\n", 0, opened[-1]) + 1 if opened else None


class TomlLineReader:
    """Reads a valid TOML text. `lines` then holds the line number of every value by its path."""

    def __init__(self, text: str) -> None:
        self.lines: dict[TomlPath, int] = {}
        self._text = text
        self._at = 0
        self._line_ends = [found.start() for found in re.finditer("\n", text)]
        self._table_counts: dict[TomlPath, int] = {}
        self._read_document()

    def _current_line(self) -> int:
        return bisect_right(self._line_ends, self._at - 1) + 1

    def _skip_pattern(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self._text, self._at)
        assert found is not None  # these patterns match the empty text
        self._at = found.end()

    def _starts_with(self, token: str) -> bool:
        return self._text.startswith(token, self._at)

    def _expect_token(self, token: str) -> None:
        if not self._starts_with(token):
            raise ValueError(token)
        self._at += len(token)

    def _take_match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        if found is None:
            raise ValueError(pattern.pattern)
        self._at = found.end()
        return found.group()

    def _record_line(self, path: TomlPath, line: int) -> None:
        for k in range(1, len(path) + 1):
            self.lines.setdefault(path[:k], line)

    def _read_document(self) -> None:
        table: TomlPath = ()
        self._skip_pattern(BLANK_PATTERN)
        while self._at < len(self._text):
            line = self._current_line()
            if self._starts_with("["):
                table = self._read_header()
                self._record_line(table, line)
            else:
                self._read_pair(table)
            self._skip_pattern(BLANK_PATTERN)

    def _read_header(self) -> TomlPath:
        """Return the path of a table after its header `[key]` or `[[key]]`."""
        is_array = self._starts_with("[[")
        self._expect_token("[[" if is_array else "[")
        keys = self._read_keys()
        self._expect_token("]]" if is_array else "]")
        path: TomlPath = ()
        for k, key in enumerate(keys):
            path = (*path, key)
            if is_array and k == len(keys) - 1:
                self._table_counts[path] = self._table_counts.get(path, 0) + 1
            if path in self._table_counts:
                path = (*path, self._table_counts[path] - 1)
        return path

    def _read_keys(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._skip_pattern(SPACE_PATTERN)
            is_quoted = self._starts_with('"') or self._starts_with("'")
            key = self._take_match(STRING_PATTERN if is_quoted else BARE_KEY_PATTERN)
            keys.append(tomllib.loads(f"key = {key}")["key"] if is_quoted else key)
            self._skip_pattern(SPACE_PATTERN)
            if not self._starts_with("."):
                return keys
            self._at += 1

    def _read_pair(self, table: TomlPath) -> None:
        line = self._current_line()
        path = (*table, *self._read_keys())
        self._expect_token("=")
        self._skip_pattern(SPACE_PATTERN)
        self._record_line(path, line)
        self._read_value(path)

    def _read_value(self, path: TomlPath) -> None:
        self._record_line(path, self._current_line())
        if self._starts_with("["):
            self._read_array(path)
        elif self._starts_with("{"):
            self._read_inline_table(path)
        elif self._starts_with('"') or self._starts_with("'"):
            first = self._current_line()
            rows = self._take_match(STRING_PATTERN).split("\n")
            has_empty_start = len(rows) > 1 and rows[0].strip("\r") in ('"""', "'''")
            for k in range(len(rows) - has_empty_start if len(rows) > 1 else 0):
                self._record_line((*path, k), first + k + has_empty_start)
        else:
            self._take_match(SCALAR_PATTERN)

    def _read_array(self, path: TomlPath) -> None:
        self._expect_token("[")
        count = 0
        self._skip_pattern(BLANK_PATTERN)
        while not self._starts_with("]"):
            self._read_value((*path, count))
            count += 1
            self._skip_pattern(BLANK_PATTERN)
            if self._starts_with(","):
                self._at += 1
                self._skip_pattern(BLANK_PATTERN)
        self._expect_token("]")

    def _read_inline_table(self, path: TomlPath) -> None:
        self._expect_token("{")
        self._skip_pattern(BLANK_PATTERN)
        while not self._starts_with("}"):
            self._read_pair(path)
            self._skip_pattern(BLANK_PATTERN)
            if self._starts_with(","):
                self._at += 1
                self._skip_pattern(BLANK_PATTERN)
        self._expect_token("}")
