"""The settings page: a player deletes himself after a confirmation."""

from __future__ import annotations

from tests.server.running_server import RunningServer
from tests.web.browser_sessions import BrowserSessions


def test_a_player_is_deleted_after_a_confirmation(served: RunningServer, people: BrowserSessions) -> None:
    person = people.open("Ann", width=390, height=844)
    person.goto("/game/dot_tiles")
    person.press("Play now")
    person.enter_name()
    table, token = person.table_id, person.token
    person.goto("/settings")
    person.press("Delete me…")
    person.press("Cancel")
    assert served.get("/api/v1/players/me", token).status_code == 200
    person.press("Delete me…")
    person.press("Delete me for good")
    person.page.get_by_text("No name yet").wait_for()
    assert served.get("/api/v1/players/me", token).status_code == 401
    assert served.get(f"/api/v1/tables/{table}").json()["status"] == "aborted"
