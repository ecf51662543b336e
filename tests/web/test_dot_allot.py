"""The board of Dot Allot on all screens: the newest card stays visible, the round is named, hints lie on the track."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.present import present
from tests.server.running_server import RunningServer
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.layout_check import layout_problems
from tests.web.test_during_match import start_match
from tests.web.test_layout import SETTLE_MS, open_match

SCREENS = [(360, 640), (390, 844), (844, 390), (1440, 900)]
MIN_CELL_PX = 20
"""Minimum size of a cell of the track on the smallest phone with the guide open."""


def overlap(one: Locator, other: Locator) -> bool:
    """Return whether the boxes of two elements have a common area."""
    a, b = present(one.bounding_box()), present(other.bounding_box())
    across = min(a["x"] + a["width"], b["x"] + b["width"]) - max(a["x"], b["x"])
    down = min(a["y"] + a["height"], b["y"] + b["height"]) - max(a["y"], b["y"])
    return across > 1 and down > 1


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(SETTLE_MS)


def test_with_the_guide_open_nothing_covers_the_newest_card_and_the_track_is_large(ann: Person) -> None:
    start_match(ann, "dot_allot")
    page = ann.page
    resize(page, 360, 640)
    page.locator(".choice.legal").first.click()
    page.get_by_role("button", name="Lay it").click()
    button = page.get_by_role("button", name="Ada laid this. Show it again")
    expect(button).to_be_visible()
    expect(page.locator(".lesson")).to_be_visible()
    page.wait_for_timeout(SETTLE_MS)
    track = page.locator(".track-view")
    assert not overlap(button, track)
    assert [one for one in layout_problems(page) if one.startswith("overlap")] == []
    assert present(page.locator("rect.grey").bounding_box())["height"] >= MIN_CELL_PX


def test_the_round_is_named_on_every_screen(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dot_allot", 2)
    for width, height in SCREENS:
        resize(person.page, width, height)
        expect(person.page.get_by_text("Round 1 of 4", exact=True)).to_be_visible()


def test_a_hint_lies_on_the_track_as_a_draft_that_can_be_laid(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dot_allot", 2)
    page = person.page
    page.locator(".choice.legal").first.wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile("^There is a move|^Think of|^The "))).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    expect(page.get_by_text("It lies as suggested. Lay it, or move it.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".preview")).to_be_visible()
    before = page.locator(".choice").count()
    page.get_by_role("button", name="Lay it").click()
    expect(page.locator(".choice")).to_have_count(before - 1)


def test_a_drag_from_anywhere_on_the_track_slides_the_card_and_selects_no_text(
    served: RunningServer, people: BrowserSessions
) -> None:
    person, _ = open_match(served, people, "dot_allot", 2)
    page = person.page
    resize(page, 390, 844)
    page.locator(".choice.legal").first.click()
    card, track = page.locator(".preview .paper"), present(page.locator(".track-view").bounding_box())
    before = present(card.bounding_box())
    x, y = track["x"] + track["width"] - 4, track["y"] + 6
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + before["height"] / 3, steps=6)
    page.mouse.up()
    assert present(card.bounding_box())["y"] > before["y"] + before["height"] / 4
    assert page.evaluate("getSelection().toString()") == ""


def test_columns_run_to_the_right_for_both_players(served: RunningServer, people: BrowserSessions) -> None:
    """The track is at the left edge of the table whether the player is at the starter's side or at the other."""
    person, _ = open_match(served, people, "dot_allot", 2)
    page = person.page
    page.locator(".choice.legal").first.wait_for()
    frame, column = (present(page.locator(one).first.bounding_box()) for one in (".frame.own", ".next.mine"))
    laid = page.locator(".placed").count()
    cell = column["width"] / 0.88
    assert abs(column["x"] - frame["x"] - (laid + 1) * cell) < cell / 2
