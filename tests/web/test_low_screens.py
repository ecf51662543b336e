"""Pages and dialogs on a phone: nothing to scroll before a match can begin, and no tap caught at its end."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.present import present
from tests.server.running_server import RunningServer
from tests.sizes import sized
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.fast_forward import fast_forward
from tests.web.test_layout import open_match

SCREENS = sized([(844, 390)], [(844, 390), (390, 844), (360, 640)])
RATIO_OF_PICTURE = 320 / 200


def is_in_view(page: Page, one: Locator) -> bool:
    """Return whether an element lies within the window as a whole."""
    box, size = present(one.bounding_box()), present(page.viewport_size)
    bottom = box["y"] + box["height"]
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] and bottom <= size["height"]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_a_match_begins_without_scrolling(people: BrowserSessions, width: int, height: int) -> None:
    ann = people.open("Ann", width=width, height=height)
    page = ann.page
    ann.goto("/game/dobble_connect")
    play = page.get_by_role("button", name="Play now")
    play.wait_for()
    cover = present(page.locator(".about .cover").bounding_box())
    assert cover["width"] / cover["height"] == pytest.approx(RATIO_OF_PICTURE, rel=0.03)
    assert is_in_view(page, play)
    assert page.get_by_role("button", name="Simulate 100,000 matches").count() == 0
    play.click()
    dialog = page.get_by_role("dialog")
    start = dialog.get_by_role("button", name="Play", exact=True)
    expect(start).to_be_visible()
    page.wait_for_timeout(400)
    assert dialog.get_by_role("button").filter(has_text="Play").count() == 1
    assert is_in_view(page, start)
    assert is_in_view(page, dialog.get_by_label("Your name"))
    start.click()
    begin = dialog.get_by_role("button", name="Start")
    begin.wait_for()
    page.wait_for_timeout(400)
    assert is_in_view(page, begin)
    assert dialog.locator(".content").evaluate("one => one.scrollTop") == 0


def test_the_end_of_a_match_catches_no_tap_for_the_table(served: RunningServer, people: BrowserSessions) -> None:
    person, table = open_match(served, people, "dot_tiles", 2)
    page = person.page
    page.evaluate(
        """() => {
          window.caught = 0;
          const sheet = "section[aria-label=Result] *, .continue *";
          const count = ({ target }) => { window.caught += target.closest(sheet) ? 1 : 0; };
          addEventListener("click", count, true);
          const tap = () => {
            const over = document.querySelector("section[aria-label=Result]");
            window.overAt ??= over ? performance.now() : undefined;
            for (const one of document.querySelectorAll("section[aria-label=Result] .button, .continue .button")) {
              const { left, top, width, height } = one.getBoundingClientRect();
              document.elementFromPoint(left + width / 2, top + height / 2)?.click();
            }
            if (!window.overAt || performance.now() < window.overAt + 800) requestAnimationFrame(tap);
            else document.body.dataset.tapped = "yes";
          };
          tap();
        }"""
    )
    fast_forward(served, table, {0: person.token})
    expect(page.locator("body")).to_have_attribute("data-tapped", "yes")
    assert page.evaluate("window.caught") == 0
    rematch = page.get_by_role("button", name="Rematch")
    assert is_in_view(page, rematch)
    rematch.click()
    expect(page).not_to_have_url(f"{served.url}/table/{table}")


def test_each_round_begins_with_continue_and_a_whole_countdown(served: RunningServer, ann: Person) -> None:
    ann.goto("/game/dobble_connect")
    ann.press("Play now")
    ann.enter_name()
    page, table = ann.page, ann.table_id
    page.locator(".match").wait_for()
    proceed = page.get_by_role("button", name="Continue")
    fast_forward(served, table, {0: ann.token}, stop=proceed.is_visible)
    line = page.locator(".table .stroke")
    expect(line).to_have_count(1)
    page.wait_for_timeout(3000)
    expect(proceed).to_be_visible()
    assert is_in_view(page, proceed)
    proceed.click()
    expect(page.get_by_text("The round begins in 3")).to_be_attached()
    expect(page.locator(".gifts .gift")).to_have_count(1)
