"""Before the first turn of Dots (52 cards) in the browser: look at cards, swap them, say ready (D2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.present import present
from tests.sizes import sized
from tests.web.browser_sessions import BrowserSessions

OWN_CARD = ".own button.place"


@pytest.mark.parametrize(("width", "height"), sized([(390, 844)], [(390, 844), (1440, 900)]))
def test_D2_look_swap_and_say_ready(people: BrowserSessions, screenshot_folder: Path, width: int, height: int) -> None:
    person = people.open("Ann", width=width, height=height)
    person.goto("/game/dots_52")
    person.press("Play now")
    person.enter_name()
    page = person.page
    own = page.locator(OWN_CARD)
    page.get_by_text("Tap two of your cards to see them.").wait_for()
    page.screenshot(path=screenshot_folder / f"dots_52-prepare-{width}.png")
    expect(page.get_by_role("button", name="Ready")).to_be_in_viewport(ratio=1)
    board = present(page.locator(".board-space").bounding_box())
    ready = present(page.get_by_role("button", name="Ready").bounding_box())
    assert ready["y"] + ready["height"] <= board["y"] + board["height"]
    own.nth(0).click()
    page.get_by_text("Tap one more card to see it.").wait_for()
    own.nth(2).click()
    page.get_by_text("Swap your cards if you like, then say ready.").wait_for()
    seen = card(own.nth(0).inner_text())
    own.nth(0).drag_to(own.nth(3))
    expect(own.nth(3)).to_contain_text(seen)
    own.nth(3).click()
    page.get_by_text("Tap the card to swap with card 4.").wait_for()
    page.screenshot(path=screenshot_folder / f"dots_52-swap-{width}.png")
    own.nth(1).click()
    expect(own.nth(1)).to_contain_text(seen)
    page.get_by_role("button", name="Ready").click()
    page.get_by_role("button", name="Ready").wait_for(state="hidden")
    page.screenshot(path=screenshot_folder / f"dots_52-ready-{width}.png")


def card(text: str) -> str:
    """Return the name of the card in "Your card 1: 7 of spades"."""
    return text.split(": ", 1)[1].splitlines()[0]
