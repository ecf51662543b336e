"""The table of Dobble Connect under a finger: cells stay where they are while the player has chosen something."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from dottable.core.matches.match import Match
from dottable.games.dobble_connect.state import ACTIONS
from tests.present import present
from tests.server.running_server import RunningServer
from tests.web.browser_sessions import Person
from tests.web.test_teams import sign_in

FOLLOW_MS = 1500
"""Time in milliseconds in which the camera would have followed a new card."""
SETTLE_MS = 2200
"""Time in milliseconds after which the board no longer counts as touched, and the camera has followed."""


def right_claim(match: Match, seat: int, spot: int, side: int) -> int:
    """Return the claim that lays the top card of a seat at a side of a spot."""
    view = match.view(seat)
    shared = set(view.players[seat].top.symbols) & set(view.table[spot].card.symbols)
    place = next(k for k, name in enumerate(view.players[seat].top.symbols) if name in shared)
    return ACTIONS.encode("claim", spot, side, place)


def centre_of(page: Page, label: str) -> tuple[int, int]:
    box = present(page.get_by_label(label).first.bounding_box())
    return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)


def test_cells_stay_while_a_symbol_is_chosen_and_another_player_lays(served: RunningServer, ann: Person) -> None:
    token = sign_in(ann, served)
    bob = served.create_player("Bob")
    table = served.create_table({"token": token}, "dobble_connect", seats=2)["table"]
    path = f"/api/v1/tables/{table}/commands"
    assert served.post(path, {"kind": "sit"}, bob["token"]).status_code == 200
    page = ann.page
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate("localStorage.setItem('dottable.guide.dobble_connect', '{\"isDone\":true,\"seen\":[]}')")
    ann.goto(f"/table/{table}")
    ann.press("Start")
    page.locator(".match").wait_for()
    expect(page.get_by_test_id("status")).to_have_text("Get ready…")
    expect(page.get_by_test_id("status")).to_have_text("Go! All at once", timeout=10_000)
    page.locator(".hand button").first.click()
    page.wait_for_timeout(SETTLE_MS)
    before = centre_of(page, "Empty place, left of S0")
    match = served.host.live[table].table.live_match()
    for spot in range(3):  # a row to the right, beyond the window
        move = {"kind": "move", "action": right_claim(match, 1, spot, 0)}
        assert served.post(path, move, bob["token"]).status_code == 200
        expect(page.locator(".table svg [data-spot]")).to_have_count(spot + 2)
        page.wait_for_timeout(FOLLOW_MS)
        assert centre_of(page, "Empty place, left of S0") == before
    page.set_viewport_size({"width": 360, "height": 610})  # as when a phone shows its address bar
    page.wait_for_timeout(FOLLOW_MS)
    assert centre_of(page, "Empty place, left of S0") == before
    page.keyboard.press("Escape")
    page.wait_for_timeout(SETTLE_MS)
    assert centre_of(page, "Empty place, left of S0") != before
