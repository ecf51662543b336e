"""The pages around the boards: invitation, chat, leaving, the ends of rounds and matches, sharing, keys and focus."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.present import present
from tests.server.running_server import RunningServer
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.fast_forward import fast_forward
from tests.web.layout_check import layout_problems
from tests.web.test_layout import SETTLE_MS, open_match

MARK_SOUND_SCRIPT = """() => {
  const Audio = window.AudioContext;
  window.AudioContext = class extends Audio {
    constructor() { super(); document.documentElement.dataset.sound = "yes"; }
  };
}"""


@pytest.fixture
def guests(served: RunningServer, people: BrowserSessions) -> tuple[Person, Person, str]:
    """Two guests with equal colours, Ann at a table with a free seat and Ben with the link to it, and the table."""
    ann, ben = (people.open(name, width=360, height=640) for name in ("Ann", "Ben"))
    for person in (ann, ben):
        player = served.post("/api/v1/players", {"name": person.name, "colour": "#d1495b"}).json()
        guide = '{"isDone": true, "seen": []}'
        person.store(**{"dottable.me": json.dumps(player), "dottable.guide.dot_tiles": guide})
    ann.goto("/game/dot_tiles")
    ann.press("Invite")
    table = ann.table_id
    ben.goto(f"/table/{table}")
    return ann, ben, table


def test_an_invitation_leads_to_a_match_with_two_colours_until_one_leaves(guests: tuple[Person, Person, str]) -> None:
    ann, ben, _ = guests
    expect(ben.page.get_by_role("heading", name=re.compile("^Ann invites you to DOT"))).to_be_visible()
    assert ben.page.locator(".waiting-room .button.primary").all_inner_texts() == ["Join"]
    ben.press("Join")
    ben.press("I am ready")
    ann.press("Start")
    chips = ann.page.locator(".chip")
    expect(chips).to_have_count(2)
    colours = chips.evaluate_all("chips => chips.map(one => one.style.getPropertyValue('--seat-colour'))")
    assert len(set(colours)) == 2

    ben.page.get_by_role("button", name="Chat").click()
    ben.page.get_by_role("button", name="good luck").click()
    expect(ben.page.get_by_role("list", name="Chat").get_by_text("good luck")).to_be_visible()
    for person in (ann, ben):
        person.page.reload()
        person.page.get_by_role("button", name="Chat").click()
        expect(person.page.get_by_role("list", name="Chat").get_by_text("good luck")).to_be_visible()
        person.page.keyboard.press("Escape")

    ben.page.get_by_role("button", name="Menu").click()
    ben.press("Leave the match…")
    ben.press("Yes, give up my seat")
    expect(ann.page.get_by_text("Ben left the match. A bot plays on.")).to_be_visible()
    for width, height in ((360, 640), (844, 390), (1440, 900)):  # the notice covers nothing
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.wait_for_timeout(SETTLE_MS)
        expect(ann.page.locator(".toast")).to_be_visible()
        assert [one for one in layout_problems(ann.page) if one.startswith("overlap")] == []
    ann.page.set_viewport_size({"width": 360, "height": 640})
    expect(ann.page.locator(".chip").nth(1)).to_have_attribute("aria-label", re.compile("^Ben, .*left the match"))


def test_the_end_of_a_match_is_shared_with_a_link_that_points_to_a_move(
    served: RunningServer, people: BrowserSessions
) -> None:
    person, table = open_match(served, people, "dot_tiles", 2)
    page = person.page
    fast_forward(served, table, {0: person.token})
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading").first).to_have_text(
        re.compile(r"^(You win!|Ada wins) \d+ : \d+$|share the win$")
    )
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text; }")
    page.evaluate("delete Navigator.prototype.share")
    result.get_by_role("button", name="Share").click()
    title = re.escape(present(served.get("/api/v1/games/dot_tiles").json()["title"]))
    copied = page.evaluate("window.copied")
    assert re.fullmatch(rf"(Ann|Ada) wins in {title}: \w+ \d+, \w+ \d+\. {served.url}/replay/{table}", copied), copied

    person.goto(f"/replay/{table}?move=3")
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Move 3 of"))
    page.get_by_role("button", name="Next move").click()
    expect(page).to_have_url(re.compile(r"\?move=4$"))
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(250)
    assert [one for one in layout_problems(page) if one.startswith("overlap")] == []


def test_the_end_of_a_round_is_told_at_the_seats(served: RunningServer, people: BrowserSessions) -> None:
    person, table = open_match(served, people, "dots_72", 2)
    page = person.page
    proceed = page.get_by_role("button", name="Continue")
    fast_forward(served, table, {0: person.token}, stop=proceed.is_visible)
    expect(page.get_by_test_id("status")).to_have_text(re.compile("^(You win|Ada wins) the hand$|^Hand over$"))
    gains = page.locator(".chip .full-note .gained").all_inner_texts()
    assert len(gains) == 2
    assert all(re.fullmatch(r"[+−]\d+", gain) for gain in gains)


def test_only_an_own_win_is_celebrated_and_a_key_ends_it(served: RunningServer, people: BrowserSessions) -> None:
    person, table = open_match(served, people, "dot_tiles", 2)
    page = person.page
    page.evaluate(
        """new MutationObserver(() => {
          const dots = document.querySelectorAll(".celebration i").length;
          if (dots) window.dots = dots;
        }).observe(document.body, { childList: true, subtree: true }); window.dots = 0;"""
    )
    page.emulate_media(reduced_motion="no-preference")
    fast_forward(served, table, {0: person.token})
    headline = page.get_by_role("region", name="Result").get_by_role("heading").first
    expect(headline).to_have_text(re.compile("^You win!|^Ada wins"))
    assert (page.evaluate("window.dots") > 20) == headline.inner_text().startswith("You win!")
    page.keyboard.press("Shift")
    expect(page.locator(".celebration")).to_have_count(0)


def test_the_keyboard_keeps_its_place_and_has_shortcuts(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dot_tiles", 2)
    page = person.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    expect(page.get_by_role("dialog", name="Moves")).to_be_visible()
    page.keyboard.press("Escape")
    for placed in (1, 2):
        page.locator(".hand button.tile").first.focus()
        page.keyboard.press("Enter")
        page.locator("button.group.legal").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".own .box .tile")).to_have_count(placed)
        expect(page.locator(".match :focus")).to_have_count(1)


def test_a_new_page_has_the_focus_on_its_heading(ann: Person) -> None:
    page = ann.page
    ann.goto("/")
    page.get_by_role("link", name="Matches").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="My matches")).to_be_focused()
    ann.goto("/")
    page.locator("a[href='/game/dot_tiles']").first.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Rules")).to_be_focused()
    page.get_by_role("button", name="Play now").click()
    ann.enter_name()
    page.locator(".match").wait_for()
    expect(page.locator(".match :focus, .lesson :focus")).to_have_count(1)


def test_sounds_are_off_until_the_player_wants_them(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dot_tiles", 2)
    page = person.page
    page.evaluate(MARK_SOUND_SCRIPT)
    lay = "() => { document.querySelector('.hand button.tile').click(); }"
    page.evaluate(lay)
    page.locator("button.group.legal").first.click()
    expect(page.locator(".own .box .tile")).to_have_count(1)
    expect(page.locator("html")).not_to_have_attribute("data-sound", "yes")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Sound").click()
    page.keyboard.press("Escape")
    page.evaluate(lay)
    page.locator("button.group.legal").first.click()
    expect(page.locator("html")).to_have_attribute("data-sound", "yes")
