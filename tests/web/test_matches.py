"""Whole matches in real browsers, by mouse and finger alone: two people, and one person against bots on a phone."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.server.serving import Running
from tests.web.hands import HANDS
from tests.web.people import Person, Street

GAMES = list(HANDS)
MOVING = "dots_52"
"""Here cards fly and turn; elsewhere they are at their places at once, for the sake of time."""
PATIENCE_S = 60
"""How long anybody waits for something to press."""
PAUSE_MS = 20
RESULT = "section[aria-label=Result]"


def play_by_hand(game: str, *people: Person, steps: int | None = None) -> None:
    """Everybody presses what lights up, until each has made so many steps or the match is over."""
    made = dict.fromkeys(people, 0)
    moved = time.monotonic()
    while steps is None or min(made.values()) < steps:
        pressed = {person: HANDS[game](person.page) for person in people}
        if any(pressed.values()):
            made = {person: made[person] + pressed[person] for person in people}
            moved = time.monotonic()
        elif any(person.page.query_selector(RESULT) for person in people):
            return
        else:
            people[0].page.wait_for_timeout(PAUSE_MS)
        assert time.monotonic() < moved + PATIENCE_S, f"stuck after {list(made.values())} steps"


def chooses(person: Person, **numbers: int) -> None:
    """Set options of the match, on the page of the game."""
    person.presses(re.compile("Options and time"))
    for name, wanted in numbers.items():
        number = person.page.get_by_role("group", name=name.replace("_", " "))
        while (now := int(number.locator("output").inner_text())) != wanted:
            number.get_by_role("button", name="More" if now < wanted else "Fewer").click()
    person.presses("Done")


def result_of(person: Person) -> str:
    result = person.page.get_by_role("region", name="Result")
    expect(result).to_be_visible()
    return result.get_by_role("heading").first.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_match(served: Running, ann: Person, ben: Person, game: str) -> None:
    ann.goes_to(f"/game/{game}")
    if game == "dobble_connect":
        chooses(ann, Points=2)
    ann.presses("Invite")
    ann.is_asked_for_a_name()
    table = ann.table_id
    ben.goes_to(f"/table/{table}")
    ben.presses("Sit here")
    ben.is_asked_for_a_name()
    ben.presses("I am ready")
    ann.presses("Start")
    play_by_hand(game, ann, ben)
    for person in (ann, ben):
        assert re.fullmatch("You win!|(Ann|Ben) wins|.* share the win", result_of(person))
    ann.presses("Rematch")
    expect(ann.page).not_to_have_url(f"{served.url}/table/{table}")
    expect(ben.page).to_have_url(ann.page.url)


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_bots_on_a_phone(people: Street, game: str) -> None:
    motion = "no-preference" if game == MOVING else "reduce"
    ann = people.comes("Ann", width=360, height=640, theme="dark", motion=motion)
    ann.goes_to("/")
    ann.page.locator(f"a[href='/game/{game}']").first.click()
    ann.page.get_by_role("radio", name="newcomer").first.check(force=True)
    if game == "dobble_connect":
        chooses(ann, Points=2)
    ann.presses("Play now")
    ann.is_asked_for_a_name()
    play_by_hand(game, ann, steps=6)
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 360
    play_by_hand(game, ann)
    assert result_of(ann)
    ann.presses("Verify the shuffle")
    ann.sees("the shuffle was fixed")
