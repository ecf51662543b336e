"""The shared shuffle and rematches in real browsers: reloads, cancelled starts, and waits on the server's clock."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.running_server import RunningServer
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.fast_forward import fast_forward

HOLD_REVEALS_SCRIPT = """const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (!(sessionStorage.getItem("holds-reveals") && text.includes('"kind":"reveal"'))) send.call(this, text);
};"""
"""Makes a page lose the message `reveal` while `holds-reveals` is set in its session storage."""
MATCH_SELECTOR = ".match"
WAITING_ROOM_SELECTOR = ".waiting-room"


@pytest.fixture
def clock(served: RunningServer) -> Iterator[ServerClock]:
    clock = ServerClock(served)
    yield clock
    served.host.clock_ms = clock.original


class ServerClock:
    """The clock of the server, which a test may advance."""

    def __init__(self, served: RunningServer) -> None:
        self.served = served
        self.original = served.host.clock_ms

    def stop(self) -> None:
        """Stop the clock, so that no time limit depends on the speed of this machine."""
        now = self.original()
        self.served.host.clock_ms = lambda: now

    def advance(self, ms: int) -> None:
        """Let the clock run again, `ms` milliseconds later."""
        self.served.host.clock_ms = lambda: self.original() + ms
        for live in list(self.served.host.live.values()):
            self.served.loop.call_soon_threadsafe(live.advance)


@pytest.fixture
def holding_ann(people: BrowserSessions, served: RunningServer, clock: ServerClock) -> Person:
    """Return a person whose match waits for their part of the shuffle. The server's clock stands still."""
    served.create_table(served.create_player("Eve"), "dot_tiles")  # returns when the game is compiled
    clock.stop()
    ann = people.open("Ann", width=390, height=844)
    ann.page.add_init_script(HOLD_REVEALS_SCRIPT)
    ann.goto("/game/dot_tiles")
    ann.page.evaluate("sessionStorage.setItem('holds-reveals', '1')")
    ann.press("Play now")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
    expect(ann.page.get_by_text("Shuffling")).to_be_attached()
    return ann


def release_reveals(person: Person) -> None:
    person.page.evaluate("sessionStorage.removeItem('holds-reveals')")


def test_a_reload_between_the_phases_starts_the_match(holding_ann: Person, served: RunningServer) -> None:
    table = served.host.live[holding_ann.table_id].table
    assert table.shuffle.unrevealed_seats == [0]
    release_reveals(holding_ann)
    holding_ann.page.reload()
    expect(holding_ann.page.locator(MATCH_SELECTOR)).to_be_visible()
    assert [one.seat for one in table.live_match().contributions] == [0]


def test_a_cancelled_start_is_explained_and_can_be_repeated(
    holding_ann: Person, served: RunningServer, clock: ServerClock
) -> None:
    table_id = holding_ann.table_id
    clock.advance(11_000)
    holding_ann.expect_text(re.compile("The match did not start: Ann did not send"))
    expect(holding_ann.page.locator(WAITING_ROOM_SELECTOR)).to_be_visible()
    release_reveals(holding_ann)
    holding_ann.press("Start")
    expect(holding_ann.page.locator(MATCH_SELECTOR)).to_be_visible()
    fast_forward(served, table_id, {0: holding_ann.token})
    holding_ann.press("Verify the shuffle")
    holding_ann.expect_text("Your browser took part in the shuffle.")
    holding_ann.expect_text("Every move follows from the shuffle.")


def open_table_for_two(ann: Person, ben: Person) -> str:
    """Seat two people at a new table of dot_tiles and start the match."""
    ann.goto("/game/dot_tiles")
    ann.press("Invite")
    ann.enter_name()
    table = ann.table_id
    ben.goto(f"/table/{table}")
    ben.press("Join")
    ben.enter_name()
    start_together(ann, ben)
    return table


def start_together(ann: Person, ben: Person) -> None:
    ben.press("I am ready")
    ann.press("Start")
    for person in (ann, ben):
        expect(person.page.locator(MATCH_SELECTOR)).to_be_visible()


def test_two_people_meet_at_a_rematch_long_after_the_end(
    served: RunningServer, ann: Person, ben: Person, clock: ServerClock
) -> None:
    table = open_table_for_two(ann, ben)
    fast_forward(served, table, {0: ann.token, 1: ben.token})
    for person in (ann, ben):
        expect(person.page.get_by_role("region", name="Result")).to_be_visible()
    clock.advance(600_000)
    ann.press("Rematch")
    expect(ann.page).not_to_have_url(f"{served.url}/table/{table}")
    expect(ben.page).to_have_url(ann.page.url)
    for person in (ann, ben):
        expect(person.page.locator(WAITING_ROOM_SELECTOR)).to_be_visible()
    start_together(ann, ben)
    again = served.host.live[ann.table_id].table
    assert again.opened.rematch_of == table
    assert [one.seat for one in again.live_match().contributions] == [0, 1]
