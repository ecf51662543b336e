"""Hashes of source files, which tell whether a WebAssembly module was built from them."""

from __future__ import annotations

import hashlib
import io
import tokenize
from functools import cache
from pathlib import Path

HASH_DIGITS = 16
"""Hexadecimal digits of a hash."""
LAYOUT_TOKENS = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING)
"""Types of tokens that are not code: comments, blank lines, the encoding."""
STATEMENT_STARTS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
"""Types of tokens after which a string is a docstring."""


@cache
def source_hash(path: Path) -> str:
    """Return a hash of a file's bytes with Windows line ends normalized; an empty text if there is no file."""
    return short_hash(path.read_bytes().replace(b"\r\n", b"\n")) if path.exists() else ""


@cache
def code_hash(path: Path) -> str:
    """Return a hash of a Python file without comments and docstrings, or of another file's bytes.

    Takes milliseconds.
    """
    if path.suffix != ".py" or not path.exists():
        return source_hash(path)
    return short_hash("\0".join(code_tokens(path.read_bytes())).encode())


def code_tokens(source: bytes) -> list[str]:
    """Return the tokens of a Python source as texts, without comments, docstrings and the width of indents."""
    found: list[str] = []
    before = tokenize.NEWLINE
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type in LAYOUT_TOKENS:
            continue
        is_docstring = token.type == tokenize.STRING and before in STATEMENT_STARTS
        before = token.type
        if not is_docstring:
            found.append(tokenize.tok_name[token.type] if before in STATEMENT_STARTS else token.string)
    return found


def short_hash(text: bytes) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 hash of `text`."""
    return hashlib.sha256(text).hexdigest()[:HASH_DIGITS]
