"""The report's style sheet, joined from the CSS files in `templates/`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

TEMPLATES_FOLDER = Path(__file__).parent / "templates"
CSS_FILES = ("base.css", "layout.css", "charts.css", "tables.css", "media_queries.css")
"""Names of the CSS files in cascade order: a later file overrides an earlier file."""


@cache
def stylesheet() -> str:
    """Return all CSS of the report as one text."""
    return "\n".join((TEMPLATES_FOLDER / name).read_text(encoding="utf-8") for name in CSS_FILES)
