"""What a new player sees: lessons beside the board, reasons of the rules, own rows, and a card to compare with."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from dottable.games.dot_allot.view.refusal_sentences import REFUSAL_SENTENCES as ALLOT_REFUSALS
from dottable.games.dot_tiles.view.refusal_sentences import REFUSAL_SENTENCES as TILES_REFUSALS
from tests.present import present
from tests.server.running_server import RunningServer
from tests.sizes import sized
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.layout_check import layout_problems
from tests.web.test_during_match import dismiss_guide, start_match
from tests.web.test_layout import SETTLE_MS, open_match
from tests.web.test_matches import play_by_hand


@pytest.mark.parametrize(("width", "height"), sized([(844, 390)], [(360, 640), (844, 390), (1440, 900)]))
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
    down = page.get_by_role("button", name="Slide down")
    for _ in range(14):
        down.click(force=True)  # at the end of the card's travel the button only says why
    expect(down).to_have_attribute("aria-disabled", "true")
    stop = page.locator(".own .board-hint")
    expect(stop).not_to_have_text(re.compile("^Slide, turn or flip it"))
    assert stop.text_content() in {*ALLOT_REFUSALS.values(), "The card cannot lie further that way."}


def test_a_dragged_card_of_dot_allot_stays_under_the_finger(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dot_allot", 2)
    page = person.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.wait_for_timeout(SETTLE_MS)
    page.locator(".choice.legal").first.click()
    card = page.locator(".preview .paper")
    before = present(card.bounding_box())
    cell = before["height"] / 7
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 2 * cell, steps=6)
    page.mouse.up()
    assert abs(present(card.bounding_box())["y"] - before["y"] - 2 * cell) < cell / 2


def test_dobble_connect_shows_a_card_to_compare_with_at_once(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dobble_connect", 2)
    expect(person.page.locator(".inspected")).to_be_visible()


def test_dots_marks_sets_counts_dots_and_tells_why_the_own_call_failed(
    served: RunningServer, people: BrowserSessions
) -> None:
    person, _ = open_match(served, people, "dots_72", 2)
    page = person.page
    dots_cards = page.get_by_role("button", name=re.compile("^DOTS card"))
    expect(dots_cards.first.locator(".count")).not_to_have_count(0)
    page.get_by_role("button", name="Count dots").click()
    expect(dots_cards.first.locator(".count")).to_have_count(0)
    marked = page.get_by_role("button", name=re.compile("complete set 1"))
    listed = page.get_by_role("list", name="Sets in your hand").get_by_role("listitem")
    assert (marked.count() > 0) == (listed.count() > 0)
    call = page.get_by_role("button", name="Call DOTS")
    expect(call).to_be_enabled()
    hand = page.locator(".hand .sets")
    place = hand.bounding_box()
    call.click()
    expect(page.get_by_text("Tap again to call.")).to_be_visible()
    assert hand.bounding_box() == place
    page.get_by_role("button", name="Sure? Call DOTS").click()
    expect(page.get_by_text("Wrong call.")).to_be_visible()
    assert hand.bounding_box() == place
    assert layout_problems(page) == []


def test_a_move_of_dot_allot_is_shown_and_shown_again_on_demand(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dot_allot", 2)
    page = person.page
    play_by_hand("dot_allot", person, steps=2)
    again = page.get_by_role("button", name="Ada laid this. Show it again")
    expect(again).to_be_visible()
    expect(page.locator(".last-move .latest")).to_have_text(
        re.compile(r"^Ada lays an? [a-z0-9 ]*card[a-z0-9 ]*: .*(for|dots|anybody).*\.$")
    )
    page.evaluate("document.querySelector('.placed.newest').dataset.isOld = 'yes'")
    again.click()
    expect(page.locator(".placed.newest:not([data-is-old])")).to_be_visible()


def test_dobble_connect_counts_down_before_anybody_sees_a_card(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dobble_connect", 2)
    card = person.page.locator(".hand .large-card")
    expect(person.page.get_by_role("timer")).to_contain_text(re.compile("begins in [123]"))
    expect(card).to_be_hidden()
    expect(card).to_be_visible()
    expect(person.page.get_by_role("timer")).to_have_count(0)


SMALLEST_CARD_PX = {
    ("dots_72", 360, 640): (".hand .place", 60),
    ("dots_72", 1440, 900): (".hand .place", 110),
    ("dots_52", 820, 1180): (".own .place", 160),
    ("dots_52", 844, 390): (".own .place", 90),
    ("dobble_connect", 360, 640): (".hand .large-card", 160),
    ("dobble_connect", 820, 1180): (".hand .large-card", 280),
    ("dot_tiles", 844, 390): (".tray .tile", 60),
}
"""Least width in pixels of the own cards by game and screen."""


@pytest.mark.parametrize("game", ["dots_72", "dots_52", "dobble_connect", "dot_tiles"])
def test_the_own_cards_use_the_screen(served: RunningServer, people: BrowserSessions, game: str) -> None:
    person, _ = open_match(served, people, game, 2)
    for (of_game, width, height), (selector, least_px) in SMALLEST_CARD_PX.items():
        if of_game == game:
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_timeout(SETTLE_MS)
            card = person.page.locator(selector).first
            card.wait_for()
            assert present(card.bounding_box())["width"] >= least_px, f"{game} {width}x{height}"
