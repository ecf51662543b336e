"""Hashes of source files, which tell whether a module was built from them."""

from __future__ import annotations

import hashlib
import io
import tokenize
from functools import cache
from pathlib import Path

HASH_DIGITS = 16
LAYOUT_TOKENS = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING)
STATEMENT_STARTS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


@cache
def source_hash(path: Path) -> str:
    """Return a hash of a file that does not depend on the system's line ends; empty if there is no file."""
    return short_hash(path.read_bytes().replace(b"\r\n", b"\n")) if path.exists() else ""


@cache
def code_hash(path: Path) -> str:
    """Return a hash of a Python file without comments and docstrings, of another file as a whole. It takes some ms."""
    if path.suffix != ".py" or not path.exists():
        return source_hash(path)
    return short_hash("\0".join(code_tokens(path.read_bytes())).encode())


def code_tokens(source: bytes) -> list[str]:
    """Return the tokens of a Python source, without comments, docstrings and the width of its indents."""
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
    return hashlib.sha256(text).hexdigest()[:HASH_DIGITS]
