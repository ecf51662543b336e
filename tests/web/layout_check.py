"""Geometric check of a page: overlapping texts and controls, controls out of view, and shortened names."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def layout_problems(page: Page, names: list[str] | None = None) -> list[str]:
    """Return the problems of the layout, each with the elements concerned; `names` may not be shortened."""
    found: list[str] = page.evaluate(SCRIPT, names or [])
    return found
