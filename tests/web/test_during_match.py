"""Events during a match: server restart, spectators, guide, round ends and keyboard-only play."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from dottable.server.access.limits import Limits
from tests.present import present
from tests.server.running_server import RunningServer, run_server, wait_until
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.fast_forward import fast_forward


def start_match(person: Person, game: str, level: str = "newcomer") -> str:
    person.goto(f"/game/{game}")
    person.page.get_by_role("radio", name=re.compile(level, re.IGNORECASE)).first.check(force=True)
    person.press("Play now")
    person.enter_name()
    return person.table_id


def dismiss_guide(person: Person) -> None:
    button = person.page.get_by_role("button", name="Do not show again")
    button.wait_for()
    person.page.wait_for_timeout(400)  # a new card ignores taps for a moment
    button.click()
    expect(button).to_be_hidden()


def test_a_match_goes_on_after_a_restart_without_a_reload(sessions: BrowserSessions, tmp_path: Path) -> None:
    store = tmp_path / "dottable.db"
    with run_server(store, Limits()) as up:
        sessions.url, port = up.url, up.port
        ann = sessions.open("Ann", width=390, height=844)
        ann.allows_network_errors = True
        table = start_match(ann, "dot_tiles")
        dismiss_guide(ann)
        ann.page.evaluate("window.isSamePage = true")
        ann.page.locator(".hand button.tile").first.click()
        ann.page.locator("button.group.legal").first.click()
        expect(ann.page.locator(".own .box .tile")).to_have_count(1)
    expect(ann.page.get_by_text("Reconnecting")).to_be_visible()
    with run_server(store, Limits(), at=port) as up:
        expect(ann.page.get_by_text("Reconnecting")).to_be_hidden()
        ann.page.locator(".hand button.tile").first.click()
        ann.page.locator("button.group.legal").first.click()
        expect(ann.page.locator(".own .box .tile")).to_have_count(2)
        assert ann.page.evaluate("window.isSamePage") is True
        fast_forward(up, table, {0: ann.token})
        expect(ann.page.get_by_role("region", name="Result")).to_be_visible()
    sessions.close_all()


def test_a_spectator_sees_no_hand(served: RunningServer, people: BrowserSessions, ann: Person) -> None:
    table = start_match(ann, "dots_72")
    dismiss_guide(ann)
    hand = ann.page.get_by_role("group", name="Your hand")
    expect(hand.locator("button.place")).to_have_count(6)
    eve = people.open("Eve", width=1440, height=900)
    eve.goto(f"/table/{table}")
    expect(eve.page.get_by_role("list", name="Other players").get_by_role("listitem")).to_have_count(2)
    wait_until(lambda: served.get(f"/api/v1/tables/{table}").json()["position"]["to_act"] == [0])
    sent = served.get(f"/api/v1/tables/{table}").json()["position"]
    known = [len(shown["cards"]) for shown in sent["view"]["hands"]]  # the bot may have taken a card that all saw
    assert known[0] == 0
    assert sent["legal"] == []
    assert eve.page.get_by_role("group", name="Your hand").count() == 0
    expect(eve.page.locator(".others .mini svg:not([role=img])")).to_have_count(12 - sum(known))
    expect(eve.page.locator(".others .mini svg[role=img]")).to_have_count(sum(known))


COUNT_BOARD_CLICKS = """() => {
  window.boardClicks = 0;
  document.querySelector(".board").addEventListener("click", () => window.boardClicks++, { capture: true });
}"""


def test_a_tap_on_a_lesson_closes_it_and_never_reaches_the_table(ann: Person) -> None:
    start_match(ann, "dot_tiles")
    page = ann.page
    lesson, button = page.locator(".lesson"), page.get_by_role("button", name="Got it")
    button.wait_for()
    page.wait_for_timeout(500)
    page.evaluate(COUNT_BOARD_CLICKS)
    read, box = lesson.inner_text(), present(button.bounding_box())
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.evaluate("document.querySelector('.board').style.marginTop = '150px'")  # the board moves during the press
    page.wait_for_timeout(250)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.touchscreen.tap(at["x"], at["y"])  # a second tap by mistake
    expect(lesson.filter(has_text=read)).to_have_count(0)
    assert page.evaluate("window.boardClicks") == 0
    expect(page.locator(".own .box .tile")).to_have_count(0)


def test_the_end_of_a_round_stays_until_it_is_read(served: RunningServer, ann: Person) -> None:
    """The bot deals the next round at once, but the page shows it only when the player continues, however late."""
    ann.page.clock.install()
    table = start_match(ann, "dot_allot")
    dismiss_guide(ann)
    continue_button = ann.page.get_by_role("button", name="Continue")
    told = ann.page.get_by_role("img", name=re.compile("8 of 8 cards lie"))
    fast_forward(served, table, {0: ann.token}, stop=continue_button.is_visible)
    expect(continue_button).to_be_focused()
    expect(told).to_be_visible()
    ann.page.clock.fast_forward(120_000)
    ann.page.wait_for_timeout(500)
    expect(told).to_be_visible()
    expect(continue_button).to_be_visible()
    ann.page.keyboard.press("Enter")
    expect(continue_button).to_be_hidden()
    expect(told).to_be_hidden()


def test_a_match_can_be_played_with_the_keyboard_alone(served: RunningServer, people: BrowserSessions) -> None:
    ann = people.open("Ann", width=1440, height=900)
    ann.goto("/")
    page = ann.page

    def tab_to(selector: str) -> None:
        for _ in range(120):
            page.keyboard.press("Tab")
            if page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
        raise AssertionError(f"{selector} is not reached by Tab")

    page.get_by_text("Dice or Tiles").first.wait_for()
    tab_to("a[href='/game/dot_tiles']")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play now").wait_for()
    tab_to(".start .button.primary")
    page.keyboard.press("Enter")
    page.get_by_label("Your name").wait_for()
    tab_to("dialog .button.primary")
    page.keyboard.press("Enter")
    table = ann.table_id
    page.get_by_role("button", name="Do not show again").wait_for()
    tab_to(".lesson .button.quiet")
    page.keyboard.press("Enter")
    placed = 0
    while placed < 5:
        page.locator(".hand button.tile").first.wait_for()
        tab_to(".hand button.tile")
        page.keyboard.press("Enter")
        tab_to("button.group.legal")
        page.keyboard.press("Enter")
        placed += 1
        expect(page.locator(".own .box .tile")).to_have_count(placed)
    for _ in range(3):  # the digits name the groups of the sheet
        page.locator("button.group.legal, .burn").first.wait_for()
        if page.locator("button.group.legal").count():
            group = present(page.locator("button.group.legal").first.get_attribute("data-group"))
            page.keyboard.press(str(int(group) + 1))
        else:
            page.keyboard.press("b")
        page.wait_for_timeout(400)
    fast_forward(served, table, {0: ann.token})
    expect(page.get_by_role("region", name="Result")).to_be_visible()
