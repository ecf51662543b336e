"""Browser sessions of players. A test fails if any of them logged an error on the console."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

TIMEOUT_MS = 30_000
FIXED_ENTROPY_SCRIPT = "Crypto.prototype.getRandomValues = function (array) { return array.fill(7); };"
"""Makes browsers contribute equal bytes to every shuffle, so that all deals are equal."""
expect.set_options(timeout=TIMEOUT_MS)


class Person:
    """A player with a browser context of their own."""

    def __init__(self, sessions: BrowserSessions, name: str, page: Page) -> None:
        self.sessions = sessions
        self.name = name
        self.page = page
        self.console_errors: list[str] = []
        self.allows_network_errors = False
        page.set_default_timeout(TIMEOUT_MS)
        page.on("console", lambda message: self._on_console(message.type, message.text))
        page.on("pageerror", lambda error: self.console_errors.append(f"page error: {error}"))

    def _on_console(self, kind: str, text: str) -> None:
        is_network_error = "WebSocket" in text or "Failed to load resource" in text or "ERR_CONNECTION" in text
        if kind in ("error", "warning") and not (self.allows_network_errors and is_network_error):
            self.console_errors.append(f"console {kind}: {text}")

    def goto(self, path: str) -> None:
        self.page.goto(self.sessions.url + path)

    def store(self, **items: str) -> None:
        """Put items into the browser's local storage, from an address of the server that does not start the app."""
        self.goto("/health")
        self.page.evaluate("items => Object.assign(localStorage, items)", items)

    def press(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def enter_name(self) -> None:
        """Fill in the profile dialog, which appears once, and start a real-time game after its introduction."""
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
        start = self.page.get_by_role("dialog").get_by_role("button", name="Start")
        self.page.locator("dialog .lesson, .match, .waiting-room").first.wait_for()
        if start.is_visible():  # a real-time game shows an introduction first
            start.click()

    @property
    def table_id(self) -> str:
        self.page.wait_for_url("**/table/*")
        return self.page.url.rpartition("/")[2]

    @property
    def token(self) -> str:
        return self.page.evaluate("JSON.parse(localStorage.getItem('dottable.me')).token")

    def expect_text(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


class BrowserSessions:
    """All browser sessions of a test and the server that they use."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.url = ""
        self._people: list[Person] = []

    def open(self, name: str, *, width: int, height: int, theme: str = "light", **more: Any) -> Person:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=width < 800,
            reduced_motion=more.pop("motion", "reduce"),
            **more,
        )
        context.add_init_script(FIXED_ENTROPY_SCRIPT)
        person = Person(self, name, context.new_page())
        self._people.append(person)
        return person

    def close_all(self) -> None:
        errors = [f"{person.name}: {error}" for person in self._people for error in person.console_errors]
        for person in self._people:
            person.page.context.close()
        self._people.clear()
        assert errors == [], errors
