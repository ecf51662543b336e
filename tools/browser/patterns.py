"""Writes regular expressions of Python in the form of JavaScript, whose engine runs them in the page."""

from __future__ import annotations

import re

CLASS_OR_ESCAPE = r"\\.|\[(?:\\.|[^\]\\])*\]"
TOKEN_PATTERN = re.compile(CLASS_OR_ESCAPE + r"|\(\?P<|[*+?}]\+|.", re.DOTALL)
"""Matches one part of a pattern: an escape, a class, a named group, a possessive quantifier, a character."""
LAYOUT_PATTERN = re.compile(rf"({CLASS_OR_ESCAPE})|\s+|#[^\n]*", re.DOTALL)
"""Matches what the flag VERBOSE leaves out; its group is what stays."""
NEEDLESS_ESCAPE_PATTERN = re.compile(r"\\([#\"' ])")


def javascript_pattern(pattern: re.Pattern[str]) -> str:
    """Return a pattern for JavaScript's engine with the flag `u`.

    Possessive quantifiers become plain ones. In the patterns of this project they save time and change no match.
    """
    text = pattern.pattern
    if pattern.flags & re.VERBOSE:
        text = LAYOUT_PATTERN.sub(lambda found: found[1] or "", text)
    any_character = "[^]" if pattern.flags & re.DOTALL else r"[^\n]"
    return "".join(javascript_token(token, any_character) for token in TOKEN_PATTERN.findall(text))


def javascript_token(token: str, any_character: str) -> str:
    """Return one part of a pattern in JavaScript's form."""
    renamed = {".": any_character, r"\Z": "$", "(?P<": "(?<"}
    if token in renamed:
        return renamed[token]
    if len(token) == 2 and token[1] == "+" and token[0] in "*+?}":
        return token[0]
    return NEEDLESS_ESCAPE_PATTERN.sub(r"\1", token)
