"""People in front of browsers. Nobody may leave having seen an error on the console."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)


class Person:
    """One browser with its own storage, that is: one player."""

    def __init__(self, street: Street, name: str, page: Page) -> None:
        self.street = street
        self.name = name
        self.page = page
        self.complaints: list[str] = []
        self.may_lose_the_server = False
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda message: self._heard(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))

    def _heard(self, kind: str, text: str) -> None:
        is_loss = "WebSocket" in text or "Failed to load resource" in text or "ERR_CONNECTION" in text
        if kind in ("error", "warning") and not (self.may_lose_the_server and is_loss):
            self.complaints.append(f"console {kind}: {text}")

    def goes_to(self, path: str) -> None:
        self.page.goto(self.street.url + path)

    def presses(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("button", name=name).first.click()

    def is_asked_for_a_name(self) -> None:
        """The first time only: who is playing?"""
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("dialog").get_by_role("button", name="Play").click()
        start = self.page.get_by_role("dialog").get_by_role("button", name="Start")
        self.page.locator("dialog .lesson, .play, .room").first.wait_for()
        if start.is_visible():  # a game that waits for nobody is explained first
            start.click()

    @property
    def table_id(self) -> str:
        self.page.wait_for_url("**/table/*")
        return self.page.url.rpartition("/")[2]

    @property
    def token(self) -> str:
        return self.page.evaluate("JSON.parse(localStorage.getItem('dottable.me')).token")

    def sees(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


class Street:
    """Where people come from, and the server that they go to."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.url = ""
        self._here: list[Person] = []

    def comes(self, name: str, *, width: int, height: int, theme: str = "light", **more: Any) -> Person:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            has_touch=width < 800,
            reduced_motion=more.pop("motion", "reduce"),
            **more,
        )
        person = Person(self, name, context.new_page())
        self._here.append(person)
        return person

    def all_leave(self) -> None:
        complaints = [f"{person.name}: {complaint}" for person in self._here for complaint in person.complaints]
        for person in self._here:
            person.page.context.close()
        self._here.clear()
        assert complaints == [], complaints
