"""One step of play with the mouse on each board. Hands know no rule: they press what lights up."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Error, Page

SOON_MS = 700
GUIDE = ".lesson .button.primary"
"""A lesson of the guide is read first."""


def press(page: Page, *selectors: str) -> bool:
    """Press the first thing that is there; False if nothing is, or it went away in the meantime."""
    for selector in (GUIDE, *selectors):
        found = page.query_selector(selector)
        if found is None:
            continue
        try:
            found.click(timeout=SOON_MS)
        except Error:
            return False
        return True
    return False


def dot_tiles(page: Page) -> bool:
    return press(page, "button.group.legal", ".burn", ".hand button.tile")


def dots_72(page: Page) -> bool:
    return press(page, ".actions .primary", ".pile.legal", "button.place.legal")


def dot_allot(page: Page) -> bool:
    return press(page, ".deal", ".tools .primary:not([disabled])", ".choice.legal")


def dots_52(page: Page) -> bool:
    """Look at two cards, draw, put the card away, pass, end the turn, deal."""
    return press(
        page,
        ".over .primary",
        ".choices .button.primary[aria-disabled=false]",
        ".choices .button.wide[aria-disabled=false]",
        ".own button.place.legal:not([aria-pressed=true])",
        "[data-spot=stock].legal",
        "button.place.legal",
    )


def dobble_connect(page: Page) -> bool:
    """Take up a symbol, then try it at an open place: often wrong, which is play too."""
    return press(page, ".end .primary", ".sight button.place.open", ".big button:not([aria-pressed=true])")


HANDS: dict[str, Callable[[Page], bool]] = {
    "dot_tiles": dot_tiles,
    "dots_72": dots_72,
    "dot_allot": dot_allot,
    "dots_52": dots_52,
    "dobble_connect": dobble_connect,
}
