"""Every board on every screen: no overlap of texts and controls, all actions in view, all names in full."""

from __future__ import annotations

import json

import pytest

from dottable.core.registry import find_game
from tests.server.running_server import RunningServer
from tests.sizes import sized
from tests.web.board_steps import BOARD_STEPS
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.fast_forward import fast_forward
from tests.web.layout_check import layout_problems
from tests.web.test_matches import play_by_hand

SCREENS = {
    "phone upright": (360, 640),
    "tall phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "desktop": (1440, 900),
    "desktop at 200 %": (720, 450),
}
QUICK_SCREENS = ("phone upright", "phone on its side")
STEPS: list[int] = sized([1], [0, 1, 2, 4])
"""Steps by hand before each check, counted from the last one."""
SETTLE_MS = 250
"""Time in milliseconds after a change of the screen's size, in which boards measure and move their pieces."""


def open_match(served: RunningServer, people: BrowserSessions, game: str, seats: int) -> tuple[Person, str]:
    """Start a match of a person against bots, with the guide switched off, and return the person and the table."""
    person = people.open("Ann", width=390, height=844)
    player = served.create_player("Ann")
    person.store(**{"dottable.me": json.dumps(player), f"dottable.guide.{game}": '{"isDone": true, "seen": []}'})
    table = served.create_table(player, game, seats=seats, bots=["newcomer"] * (seats - 1), starts=True)["table"]
    person.goto(f"/table/{table}")
    person.page.locator(".match .board section, .match section.board").first.wait_for()
    return person, table


def check_screens(person: Person, names: list[str]) -> None:
    """Fail with the list of all problems on all screens."""
    found = []
    for screen, (width, height) in SCREENS.items():
        if screen in sized(QUICK_SCREENS, tuple(SCREENS)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_timeout(SETTLE_MS)
            found += [f"{screen}: {problem}" for problem in layout_problems(person.page, names)]
    person.page.set_viewport_size({"width": 390, "height": 844})
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", list(BOARD_STEPS))
@pytest.mark.parametrize("seats", sized(["the most"], ["two", "the most"]))
def test_nothing_overlaps_and_all_actions_are_in_view(
    served: RunningServer, people: BrowserSessions, game: str, seats: str
) -> None:
    count = 2 if seats == "two" else find_game(game).max_seats
    person, table = open_match(served, people, game, count)
    names = [seat["name"] for seat in served.get(f"/api/v1/tables/{table}", person.token).json()["seats"]]
    for steps in STEPS:
        play_by_hand(game, person, steps=steps)
        check_screens(person, names)
    if len(STEPS) > 1:
        fast_forward(served, table, {0: person.token})
        person.page.get_by_role("region", name="Result").wait_for()
        check_screens(person, names)


def test_bots_have_short_names_of_their_own(served: RunningServer, people: BrowserSessions) -> None:
    person, table = open_match(served, people, "dots_52", 8)
    names = [seat["name"] for seat in served.get(f"/api/v1/tables/{table}", person.token).json()["seats"]]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 4
    assert layout_problems(person.page, names) == []


LONG_TEXT = "Newcomer lays a yellow and blue card: covers 3 of your dots; 2 yellow for you. " * 4


def test_a_long_text_of_a_move_never_reaches_the_board(served: RunningServer, people: BrowserSessions) -> None:
    person, _ = open_match(served, people, "dots_72", 2)
    person.page.set_viewport_size({"width": 360, "height": 640})
    line = person.page.locator(".last-move")
    line.evaluate("(line, text) => { line.querySelector('span').textContent = text; }", LONG_TEXT)
    box = line.evaluate("line => line.querySelector('span').getBoundingClientRect().toJSON()")
    assert (
        box["top"] >= line.evaluate("line => line.getBoundingClientRect().top") - 1
    )  # it takes the place of the earlier one
    bottom = box["bottom"]
    assert bottom <= person.page.locator("main.area").evaluate("area => area.getBoundingClientRect().top") + 1
