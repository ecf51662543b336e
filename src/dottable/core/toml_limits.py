"""Limits for TOML text from strangers, checked in one linear pass before it is parsed.

`tomllib` needs memory that grows with the square of the number of parts in a dotted key: 40 kB of `a.a.a...=1` cost
1.6 GB. Deep nesting ends in RecursionError, and long integers raise a plain ValueError. A deck needs none of that.
"""

from __future__ import annotations

import re

MAX_KEY_PARTS = 8
"""Largest number of parts in a dotted key."""
MAX_NESTING_DEPTH = 8
"""Largest nesting depth of arrays and inline tables."""
MAX_CONSECUTIVE_DIGITS = 30
"""Largest number of digits in a row outside strings. 64-bit integers and dates are far shorter."""

# An unfinished string is one token as well: so the pass stays linear, and the parser stops at that string anyway.
TOML_TOKEN_PATTERN = re.compile(
    r'"""(?:\\.|[^\\])*?(?:"""|\Z)'  # multi-line basic string
    r"|'''.*?(?:'''|\Z)"  # multi-line literal string
    r'|"(?:\\.|[^"\\\n])*+"?'  # basic string
    r"|'[^'\n]*+'?"  # literal string
    r"|\#[^\n]*"  # comment
    rf"|[0-9_]{{{MAX_CONSECUTIVE_DIGITS + 1},}}"  # a number that is too long
    r"|[.\[\]{}=,\n]",
    re.DOTALL,
)


class TomlTooComplex(ValueError):
    """Raised for TOML text that exceeds a limit. The message is one sentence with the line number."""


def check_toml(text: str) -> None:
    """Raise TomlTooComplex if a TOML text exceeds a limit of this file."""
    depth = dots = 0
    for found in TOML_TOKEN_PATTERN.finditer(text):
        token = found.group()
        if token == ".":
            dots += 1
        elif token in ("[", "{"):
            depth, dots = depth + 1, 0
        elif token in ("]", "}"):
            depth, dots = max(0, depth - 1), 0
        elif token in ("=", ",", "\n"):
            dots = 0
        elif token[0] in "0123456789_":
            raise TomlTooComplex(
                f"Line {line_number_at(text, found.start())}: a number has more than {MAX_CONSECUTIVE_DIGITS} digits."
            )
        if dots >= MAX_KEY_PARTS:
            raise TomlTooComplex(
                f"Line {line_number_at(text, found.start())}: a key has more than {MAX_KEY_PARTS} parts."
            )
        if depth > MAX_NESTING_DEPTH:
            raise TomlTooComplex(
                f"Line {line_number_at(text, found.start())}: brackets are nested more than {MAX_NESTING_DEPTH} deep."
            )


def line_number_at(text: str, position: int) -> int:
    """Return the line number, from 1, of a character position in a text."""
    return text.count("\n", 0, position) + 1
