"""The pages of the documentation, and the code blocks and inline commands in them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT

FOLDERS = ("docs", "benchmarks", "examples")
PAGES = sorted([*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))])
CODE_BLOCK = re.compile(r"^( *)```([^\n]*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
CODE_SPAN = re.compile(r"`([^`]+)`")
COMMENT = re.compile(r"\s+#.*|\s{2,}.*")
"""Matches text after a command on its line: a shell comment, or an explanation after two spaces."""


class Block(NamedTuple):
    """A fenced code block."""

    line: int
    language: str
    text: str


def page_name(page: Path) -> str:
    """Return the path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    """Return the code blocks of a page, in order."""
    text = page.read_text("utf-8")
    return [
        Block(text.count("\n", 0, found.start()) + 2, found[2].strip(), found[3]) for found in CODE_BLOCK.finditer(text)
    ]


def commands_of(block: Block) -> list[str]:
    """Return the commands of a shell block, without their comments."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [COMMENT.sub("", line.strip()) for line in lines if line.strip()]


def prose_of(page: Path) -> str:
    """Return the text of a page without its code blocks."""
    return CODE_BLOCK.sub("", page.read_text("utf-8"))


def inline_commands_of(page: Path) -> list[str]:
    """Return the `dottable ...` commands in the text of a page."""
    spans = (" ".join(span.split()) for span in CODE_SPAN.findall(prose_of(page)))
    return [span.removeprefix(".venv/bin/") for span in spans if re.match(r"(\.venv/bin/)?dottable \w", span)]
