"""Every screen: no serious fault by axe, nothing wider than the screen, and a picture to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.serving import Running
from tests.web.chromium import AXE
from tests.web.hands import HANDS
from tests.web.hurry import hurry
from tests.web.people import Person, Street
from tests.web.test_matches import play_by_hand

SIZES = [(360, 640), (390, 844), (1440, 900)]
THEMES = ["light", "dark"]
STEPS = {"dot_tiles": 8, "dots_72": 3, "dot_allot": 4, "dots_52": 4, "dobble_connect": 4}


@pytest.fixture(scope="session")
def finished(served: Running) -> tuple[dict[str, str], dict[str, dict]]:
    """A finished match of each game, and who played it."""
    ann, ben, tables = served.player("Ann"), served.player("Ben"), {}
    for game in HANDS:
        table = served.table(ann, game, seats=2)["table"]
        served.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, ben["token"])
        served.post(f"/api/v1/tables/{table}/commands", {"kind": "start"}, ann["token"])
        hurry(served, table, {0: ann["token"], 1: ben["token"]})
        tables[game] = table
    return tables, ann


def faults(person: Person) -> list[str]:
    """What axe finds serious or critical."""
    person.page.evaluate(AXE.read_text())  # not as a script of the page, whose policy forbids that
    found = person.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def look(person: Person, pictures: Path, name: str) -> None:
    """Three sizes in both themes: a picture of each; axe where it can find something new."""
    page = person.page
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(250)
            page.screenshot(path=pictures / f"{name}-{width}x{height}-{theme}.png")
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} px wide on a screen of {width}"
            if width != 390:
                assert faults(person) == [], f"{name} {width}x{height} {theme}"


@pytest.mark.parametrize("game", list(HANDS))
def test_boards(served: Running, people: Street, pictures: Path, finished, game: str) -> None:
    person = people.comes("Ann", width=390, height=844)
    person.goes_to(f"/game/{game}")
    look(person, pictures, f"{game}-page")
    person.presses("Play now")
    person.is_asked_for_a_name()
    table = person.table_id
    play_by_hand(game, person, steps=STEPS[game])
    look(person, pictures, f"{game}-board")
    hurry(served, table, {0: person.token})
    person.page.get_by_role("region", name="Result").wait_for()
    look(person, pictures, f"{game}-result")
    person.goes_to(f"/replay/{finished[0][game]}")
    person.page.get_by_role("slider").first.wait_for()
    look(person, pictures, f"{game}-replay")


@pytest.mark.parametrize("path", ["/", "/tables", "/matches", "/settings", "/about", "/game/nothing", "/table/nothing"])
def test_pages(people: Street, pictures: Path, finished, path: str) -> None:
    person = people.comes("Ann", width=390, height=844)
    person.may_lose_the_server = "nothing" in path  # a 404 is on the console too
    person.goes_to("/about")
    kept = {"token": finished[1]["token"], "name": "Ann", "colour": finished[1]["colour"]}
    person.page.evaluate("me => localStorage.setItem('dottable.me', JSON.stringify(me))", kept)
    person.goes_to(path)
    person.page.wait_for_load_state("networkidle")
    look(person, pictures, path.strip("/").replace("/", "-") or "home")


def test_a_table_that_waits(people: Street, pictures: Path) -> None:
    person = people.comes("Ann", width=390, height=844)
    person.goes_to("/game/dots_52")
    person.presses("Invite")
    person.is_asked_for_a_name()
    person.page.get_by_role("img").first.wait_for()
    look(person, pictures, "waiting-room")
