"""The rules of a game as Markdown text, for the web page and the terminal."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from dottable.core.game import Game
from dottable.core.source_folders import PACKAGE_FOLDER

PICTURE_PATTERN = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
"""Matches a picture in Markdown."""
LINK_PATTERN = re.compile(r"\[([^\]]*)\]\([^)]*\)")
"""Matches a link in Markdown."""
RULING_PATTERN = re.compile(r" \((([A-E]\d+|S/R|[SR])(, | and | to |–)?)+\)")
"""Matches numbers of rulings in parentheses, such as " (A20, B3)"."""
END_OF_SHORT_RULES = "\n## Said and decided"
"""Heading at which the short rules end; the table below it is for readers of the rulebook's sources."""


def rules_folder() -> Path:
    """Return the folder with the rules pages: in the installed package, or `docs/rules` of a clone."""
    packed = Path(str(files("dottable"))) / "docs" / "rules"
    return packed if packed.is_dir() else PACKAGE_FOLDER.parents[1] / "docs" / "rules"


def rules_text(game: Game) -> str:
    """Return a game's rules in Markdown: the page in `docs`, an author's RULES.md, or the game's summary."""
    path = rules_folder() / f"{game.slug}.md" if game.is_built_in else game.folder / "RULES.md"
    return path.read_text(encoding="utf-8") if path.is_file() else f"# {game.title}\n\n{game.summary}\n"


def short_rules_text(game: Game) -> str:
    """Return the rules for reading in a terminal: without pictures, links, rulings and remarks on sources."""
    text = rules_text(game).partition(END_OF_SHORT_RULES)[0]
    text = RULING_PATTERN.sub("", LINK_PATTERN.sub(r"\1", PICTURE_PATTERN.sub(r"\1", text)))
    paragraphs = [part for part in text.split("\n\n") if not part.startswith("Numbers like")]
    return "\n\n".join(paragraphs)
