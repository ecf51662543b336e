"""What a new player sees: lessons beside the board, reasons of the rules, own rows, and a card to compare with."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from dottable.games.dot_allot.view.refusals import REFUSAL_SENTENCES as ALLOT_REFUSALS
from dottable.games.dot_tiles.view.refusals import REFUSAL_SENTENCES as TILES_REFUSALS
from tests.present import present
from tests.server.running_server import RunningServer
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.layout_check import layout_problems
from tests.web.test_during_match import dismiss_guide, start_match
from tests.web.test_layout import open_match


@pytest.mark.parametrize(("width", "height"), [(360, 640), (844, 390), (1440, 900)])
def test_a_lesson_covers_nothing_and_goes_when_its_action_is_done(ann: Person, width: int, height: int) -> None:
    start_match(ann, "dot_tiles")
    page = ann.page
    page.set_viewport_size({"width": width, "height": height})
    first = present(page.locator(".lesson p").text_content())
    page.wait_for_timeout(250)
    assert [one for one in layout_problems(page) if one.startswith("overlap")] == []
    page.locator(".hand button.tile").first.click()
    page.locator("button.group.legal").first.click()
    expect(page.locator(".own .box .tile")).to_have_count(1)
    expect(page.locator(".lesson").filter(has_text=first)).to_have_count(0)


def test_a_group_tells_why_it_does_not_take_a_tile(ann: Person) -> None:
    start_match(ann, "dot_tiles")
    dismiss_guide(ann)
    ann.page.locator(".hand button.tile").first.click()
    ann.page.locator(".own div.group").first.click()
    hint = ann.page.locator(".unavailable-hint")
    expect(hint).to_be_visible()
    assert hint.text_content() in TILES_REFUSALS.values()


def test_the_own_rows_are_at_the_bottom_and_sliding_tells_why_it_stops(
    served: RunningServer, people: BrowserSessions
) -> None:
    person, _ = open_match(served, people, "dot_allot", 2)
    page = person.page
    tops = {name: present(page.locator("text.name", has_text=name).bounding_box())["y"] for name in ("You", "Ada")}
    assert tops["You"] > tops["Ada"]
    card = page.locator(".choice.legal").first
    card.click()
    for _ in range(14):
        page.get_by_role("button", name="Slide down").click()
    stop = page.locator(".own .board-hint")
    expect(stop).not_to_have_text("Slide, turn or flip it, then lay it down.")
    assert stop.text_content() in {*ALLOT_REFUSALS.values(), "The card cannot lie further that way."}


def test_dobble_connect_shows_a_card_to_compare_with_at_once(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dobble_connect", 2)
    expect(person.page.locator(".inspected")).to_be_visible()
