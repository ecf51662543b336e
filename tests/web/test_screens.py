"""Every page: no serious accessibility violation (axe), no horizontal overflow, and a screenshot for review."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.server.running_server import RunningServer
from tests.sizes import sized
from tests.web.board_steps import BOARD_STEPS
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.chromium import AXE_SCRIPT_PATH
from tests.web.fast_forward import fast_forward
from tests.web.test_matches import play_by_hand

Screen = tuple[int, int, str]
"""Width, height and theme of a screen."""
PHONE: Screen = (360, 640, "light")
DESKTOP: Screen = (1440, 900, "dark")
SCREENS: list[Screen] = [
    (width, height, theme) for theme in ("light", "dark") for width, height in ((360, 640), (390, 844), (1440, 900))
]
"""Screens of a full run. A quick run checks the one screen that the test names."""
WITHOUT_AXE = (390, 844)
"""Size whose layout is that of 360 x 640, so axe need not examine it again."""
GAMES_WITH_A_RESULT = sized(["dot_tiles"], list(BOARD_STEPS))
"""Games whose result and replay are checked: a quick run plays one of them to the end."""
STEPS_BEFORE_SCREENSHOT = {"dot_tiles": 8, "dots_72": 3, "dot_allot": 4, "dots_52": 4, "dobble_connect": 4}


@pytest.fixture(scope="session")
def finished_matches(served: RunningServer) -> tuple[dict[str, str], dict[str, dict]]:
    """Return the table of a finished match of each game, and its first player."""
    ann, ben, tables = served.create_player("Ann"), served.create_player("Ben"), {}
    for game in GAMES_WITH_A_RESULT:
        table = served.create_table(ann, game, seats=2)["table"]
        served.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, ben["token"])
        served.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
        fast_forward(served, table, {0: ann["token"], 1: ben["token"]})
        tables[game] = table
    return tables, ann


def axe_violations(person: Person) -> list[str]:
    """Return the serious and critical violations found by axe."""
    person.page.evaluate(AXE_SCRIPT_PATH.read_text())  # the content security policy forbids a script element
    found = person.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def check_screen(person: Person, screenshot_folder: Path, name: str, quick: Screen = PHONE) -> None:
    """Take a screenshot of every screen, in a quick run of one, and let axe examine all but those of WITHOUT_AXE."""
    page = person.page
    for width, height, theme in sized([quick], SCREENS):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(250)
        page.screenshot(path=screenshot_folder / f"{name}-{width}x{height}-{theme}.png")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{name} is {wide} px wide on a screen of {width}"
        if (width, height) != WITHOUT_AXE:
            assert axe_violations(person) == [], f"{name} {width}x{height} {theme}"


@pytest.mark.parametrize("game", list(BOARD_STEPS))
def test_boards(
    served: RunningServer, people: BrowserSessions, screenshot_folder: Path, finished_matches, game: str
) -> None:
    person = people.open("Ann", width=390, height=844)
    person.goto(f"/game/{game}")
    check_screen(person, screenshot_folder, f"{game}-page", PHONE)
    person.press("Play now")
    person.enter_name()
    table = person.table_id
    play_by_hand(game, person, steps=STEPS_BEFORE_SCREENSHOT[game])
    check_screen(person, screenshot_folder, f"{game}-board", DESKTOP)
    if game not in GAMES_WITH_A_RESULT:
        return
    fast_forward(served, table, {0: person.token})
    person.page.get_by_role("region", name="Result").wait_for()
    check_screen(person, screenshot_folder, f"{game}-result", PHONE)
    person.goto(f"/replay/{finished_matches[0][game]}")
    person.page.get_by_role("slider").first.wait_for()
    check_screen(person, screenshot_folder, f"{game}-replay", DESKTOP)


@pytest.mark.parametrize(
    "path", ["/", "/tables", "/matches", "/settings", "/about", "/stage", "/game/nothing", "/table/nothing"]
)
def test_pages(people: BrowserSessions, screenshot_folder: Path, finished_matches, path: str) -> None:
    person = people.open("Ann", width=390, height=844)
    person.allows_network_errors = "nothing" in path  # the console logs the 404
    kept = {"token": finished_matches[1]["token"], "name": "Ann", "colour": finished_matches[1]["colour"]}
    person.store(**{"dottable.me": json.dumps(kept)})
    person.goto(path)
    person.page.wait_for_load_state("networkidle")
    check_screen(person, screenshot_folder, path.strip("/").replace("/", "-") or "home")


def test_waiting_room(people: BrowserSessions, screenshot_folder: Path) -> None:
    person = people.open("Ann", width=390, height=844)
    person.goto("/game/dots_52")
    person.press("Invite")
    person.enter_name()
    person.page.get_by_role("img").first.wait_for()
    check_screen(person, screenshot_folder, "waiting-room", DESKTOP)
