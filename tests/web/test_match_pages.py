"""The pages of a match on a phone: the page itself never scrolls, only the area inside it."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.server.running_server import RunningServer
from tests.web.browser_sessions import BrowserSessions
from tests.web.fast_forward import fast_forward
from tests.web.test_layout import SETTLE_MS, open_match


def page_excess(page: Page) -> int:
    """Return by how many pixels the page is taller than the screen, so that a swipe could move it away."""
    page.wait_for_timeout(SETTLE_MS)
    return page.evaluate("document.documentElement.scrollHeight - innerHeight")


def test_a_match_page_is_never_taller_than_the_screen(served: RunningServer, people: BrowserSessions) -> None:
    person, table = open_match(served, people, "dot_tiles", 2)
    page = person.page
    assert page_excess(page) == 0
    fast_forward(served, table, {0: person.token})
    page.get_by_role("region", name="Result").wait_for()
    assert page_excess(page) == 0
    person.goto(f"/replay/{table}?move=3")
    page.get_by_role("slider", name="Move").wait_for()
    assert page_excess(page) == 0
