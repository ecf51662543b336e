"""Beyond one tab in sight: another device takes over the seat, and a hidden tab calls its player back."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.server.serving import Running, wait_until
from tests.web.people import Person, Street
from tests.web.test_staying import gets_rid_of_the_guide, starts_a_match

HAND = ".hand button.tile"
PLACED = ".own .box .tile"
GROUP = "button.group.legal"
WITNESS = """
window.notes = [];
window.tones = [];
window.isAway = false;
Object.defineProperty(document, "hidden", { get: () => window.isAway });
window.Notification = new Proxy(window.Notification, {
  construct: (_, [title, { body }]) => (window.notes.push({ title, body }), { close() {} }),
});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.tones.push(Math.round(this.frequency.value));
  return start.call(this, at);
};
"""
"""Writes down notes and tones; the browser's own permission still decides whether a note may be made."""
CHIME = [523, 784]


def tiles_of(person: Person) -> list[str | None]:
    person.page.locator(HAND).first.wait_for()
    return [one.get_attribute("aria-label") for one in person.page.locator(HAND).all()]


def places_a_tile(person: Person) -> None:
    person.page.locator(HAND).first.click()
    person.page.locator(GROUP).first.click()


def link_to_another_device(person: Person) -> str:
    person.goes_to("/settings")
    person.presses("Continue on another device")
    return person.page.get_by_label("Link").input_value()


def test_a_link_takes_the_seat_to_another_device(people: Street, ann: Person) -> None:
    table = starts_a_match(ann, "dot_tiles")
    gets_rid_of_the_guide(ann)
    places_a_tile(ann)
    expect(ann.page.locator(PLACED)).to_have_count(1)
    left = tiles_of(ann)
    link = link_to_another_device(ann)
    ann.goes_to(f"/table/{table}")

    phone = people.comes("the other device", width=360, height=640)
    phone.page.goto(link)
    phone.presses("Go on here")
    phone.sees("Hello, Ann")
    assert "#" not in phone.page.url  # the code is used up, and not left in the history
    phone.goes_to(f"/table/{table}")
    gets_rid_of_the_guide(phone)
    expect(phone.page.locator(PLACED)).to_have_count(1)
    assert tiles_of(phone) == left
    places_a_tile(phone)
    expect(phone.page.locator(PLACED)).to_have_count(2)
    expect(ann.page.locator(PLACED)).to_have_count(2)  # it is one seat, seen from both


def test_a_link_to_another_device_works_once(people: Street, ann: Person) -> None:
    starts_a_match(ann, "dot_tiles")
    link = link_to_another_device(ann)
    first, second = (people.comes(name, width=390, height=844) for name in ("the first", "the second"))
    second.may_lose_the_server = True  # a refusal is on the console too
    for device in (first, second):
        device.page.goto(link)
        device.presses("Go on here")
    first.sees("Hello, Ann")
    expect(second.page.get_by_role("alert")).to_be_visible()
    assert second.page.evaluate("localStorage.getItem('dottable.me')") is None


def witnessed(person: Person) -> dict[str, Any]:
    return person.page.evaluate("({ notes: window.notes, tones: window.tones })")


def has_a_turn_elsewhere(served: Running, table: str, person: Person) -> None:
    """Moves by HTTP, since the tab is not in sight, until others have moved and it is this player's turn again."""
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


def turns_on(person: Person, *switches: str) -> None:
    person.goes_to("/settings")
    for name in switches:
        person.page.get_by_role("switch", name=name).click()
        expect(person.page.get_by_role("switch", name=name)).to_have_attribute("aria-checked", "true")


def test_a_hidden_tab_calls_back_with_a_note_and_a_sound(served: Running, people: Street) -> None:
    ann = people.comes("Ann", width=390, height=844, permissions=["notifications"])
    ann.page.add_init_script(WITNESS)
    table = starts_a_match(ann, "dots_72")
    status = ann.page.get_by_test_id("status")
    expect(status).to_have_text("Your turn")
    ann.page.evaluate("window.isAway = true")
    has_a_turn_elsewhere(served, table, ann)
    expect(status).to_have_text("Your turn")
    assert witnessed(ann) == {"notes": [], "tones": []}  # neither was asked for

    turns_on(ann, "Sound", "Notifications")
    assert witnessed(ann) == {"notes": [], "tones": CHIME}  # so that one knows what it will be like
    ann.goes_to(f"/table/{table}")
    expect(status).to_have_text("Your turn")
    status.click()  # browsers let no page make a sound that nobody has touched yet
    before = witnessed(ann)
    assert before["notes"] == []  # it is one's turn, but the tab is in sight
    ann.page.evaluate("window.isAway = true")
    has_a_turn_elsewhere(served, table, ann)
    ann.page.wait_for_function("window.notes.length > 0")
    assert witnessed(ann) == {
        "notes": [{"title": "Your turn", "body": "DOTS (72 cards) · Dottable"}],
        "tones": [*before["tones"], *CHIME],
    }
    assert ann.page.title().startswith("● Your turn")


def test_without_the_permission_of_the_browser_no_note_is_made(served: Running, people: Street) -> None:
    ann = people.comes("Ann", width=390, height=844)
    ann.page.add_init_script(WITNESS)
    table = starts_a_match(ann, "dots_72")
    kept = '{"sound": true, "notices": true, "motion": "none"}'
    ann.page.evaluate("kept => localStorage.setItem('dottable.settings', kept)", kept)
    ann.goes_to(f"/table/{table}")
    expect(ann.page.get_by_test_id("status")).to_have_text("Your turn")
    ann.page.get_by_test_id("status").click()
    ann.page.evaluate("window.isAway = true")
    has_a_turn_elsewhere(served, table, ann)
    ann.page.wait_for_function(f"window.tones.length >= {len(CHIME)}")
    assert witnessed(ann)["notes"] == []
