"""Transfer of a player to another device, and alerts from a hidden tab."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.server.running_server import RunningServer, wait_until
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.test_during_match import dismiss_guide, start_match

HAND_TILE_SELECTOR = ".hand button.tile"
PLACED_TILE_SELECTOR = ".own .box .tile"
LEGAL_GROUP_SELECTOR = "button.group.legal"
RECORD_ALERTS = """
window.notifications = [];
window.tones = [];
window.isTabHidden = false;
Object.defineProperty(document, "hidden", { get: () => window.isTabHidden });
window.Notification = new Proxy(window.Notification, {
  construct: (_, [title, { body }]) => (window.notifications.push({ title, body }), { close() {} }),
});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.tones.push(Math.round(this.frequency.value));
  return start.call(this, at);
};
"""
"""Script that records notifications and tones. The browser's permission still applies to notifications."""
CHIME_HZ = [523, 784]


def hand_tiles(person: Person) -> list[str | None]:
    person.page.locator(HAND_TILE_SELECTOR).first.wait_for()
    return [one.get_attribute("aria-label") for one in person.page.locator(HAND_TILE_SELECTOR).all()]


def place_tile(person: Person) -> None:
    person.page.locator(HAND_TILE_SELECTOR).first.click()
    person.page.locator(LEGAL_GROUP_SELECTOR).first.click()


def transfer_link(person: Person) -> str:
    person.goto("/settings")
    person.press("Continue on another device")
    return person.page.get_by_label("Link").input_value()


def test_a_link_takes_the_seat_to_another_device(people: BrowserSessions, ann: Person) -> None:
    table = start_match(ann, "dot_tiles")
    dismiss_guide(ann)
    place_tile(ann)
    expect(ann.page.locator(PLACED_TILE_SELECTOR)).to_have_count(1)
    left = hand_tiles(ann)
    link = transfer_link(ann)
    ann.goto(f"/table/{table}")

    phone = people.open("the other device", width=360, height=640)
    phone.page.goto(link)
    phone.press("Continue here")
    phone.expect_text("Hello, Ann")
    assert "#" not in phone.page.url  # the code is used up, and not left in the history
    phone.goto(f"/table/{table}")
    dismiss_guide(phone)
    expect(phone.page.locator(PLACED_TILE_SELECTOR)).to_have_count(1)
    assert hand_tiles(phone) == left
    place_tile(phone)
    expect(phone.page.locator(PLACED_TILE_SELECTOR)).to_have_count(2)
    expect(ann.page.locator(PLACED_TILE_SELECTOR)).to_have_count(2)  # it is one seat, seen from both


def test_a_transfer_link_works_once(people: BrowserSessions, ann: Person) -> None:
    start_match(ann, "dot_tiles")
    link = transfer_link(ann)
    first, second = (people.open(name, width=390, height=844) for name in ("the first", "the second"))
    second.allows_network_errors = True  # a refusal is on the console too
    for device in (first, second):
        device.page.goto(link)
        device.press("Continue here")
    first.expect_text("Hello, Ann")
    expect(second.page.get_by_role("alert")).to_be_visible()
    assert second.page.evaluate("localStorage.getItem('dottable.me')") is None


def recorded_alerts(person: Person) -> dict[str, Any]:
    return person.page.evaluate("({ notifications: window.notifications, tones: window.tones })")


def play_until_next_turn(served: RunningServer, table: str, person: Person) -> None:
    """Send moves over HTTP until the others have moved and it is this player's turn again."""
    start = served.get(f"/api/v1/tables/{table}", person.token).json()["version"]

    def comes_round() -> bool:
        told = served.get(f"/api/v1/tables/{table}", person.token).json()
        if told["you"] not in told["position"]["to_act"]:
            return False
        if any(move["seat"] != told["you"] and move["version"] > start for move in told["moves"]):
            return True
        move = {"kind": "move", "action": told["position"]["legal"][0]}
        served.post(f"/api/v1/tables/{table}/commands", move, person.token)
        return False

    wait_until(comes_round)


def switch_on(person: Person, *switches: str) -> None:
    person.goto("/settings")
    for name in switches:
        person.page.get_by_role("switch", name=name).click()
        expect(person.page.get_by_role("switch", name=name)).to_have_attribute("aria-checked", "true")


def test_a_hidden_tab_alerts_with_a_notification_and_a_sound(served: RunningServer, people: BrowserSessions) -> None:
    ann = people.open("Ann", width=390, height=844, permissions=["notifications"])
    ann.page.add_init_script(RECORD_ALERTS)
    table = start_match(ann, "dots_72")
    status = ann.page.get_by_test_id("status")
    expect(status).to_have_text("Your turn")
    ann.page.evaluate("window.isTabHidden = true")
    play_until_next_turn(served, table, ann)
    expect(status).to_have_text("Your turn")
    assert recorded_alerts(ann) == {"notifications": [], "tones": []}  # neither was asked for

    switch_on(ann, "Sound", "Notifications")
    assert recorded_alerts(ann) == {"notifications": [], "tones": CHIME_HZ}  # so that one knows what it will be like
    ann.goto(f"/table/{table}")
    expect(status).to_have_text("Your turn")
    status.click()  # browsers let no page make a sound that nobody has touched yet
    before = recorded_alerts(ann)
    assert before["notifications"] == []  # it is one's turn, but the tab is in sight
    ann.page.evaluate("window.isTabHidden = true")
    play_until_next_turn(served, table, ann)
    ann.page.wait_for_function("window.notifications.length > 0")
    assert recorded_alerts(ann) == {
        "notifications": [{"title": "Your turn", "body": "DOTS (72 cards) · Dottable"}],
        "tones": [*before["tones"], *CHIME_HZ],
    }
    assert ann.page.title().startswith("● Your turn")


def test_no_notification_is_made_without_permission(served: RunningServer, people: BrowserSessions) -> None:
    ann = people.open("Ann", width=390, height=844)
    ann.page.add_init_script(RECORD_ALERTS)
    table = start_match(ann, "dots_72")
    kept = '{"sound": true, "notices": true, "motion": "none"}'
    ann.page.evaluate("kept => localStorage.setItem('dottable.settings', kept)", kept)
    ann.goto(f"/table/{table}")
    expect(ann.page.get_by_test_id("status")).to_have_text("Your turn")
    ann.page.get_by_test_id("status").click()
    ann.page.evaluate("window.isTabHidden = true")
    play_until_next_turn(served, table, ann)
    ann.page.wait_for_function(f"window.tones.length >= {len(CHIME_HZ)}")
    assert recorded_alerts(ann)["notifications"] == []
