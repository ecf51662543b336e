"""Whole matches in real browsers by mouse and touch: two people, and one person against bots on a phone."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.server.running_server import RunningServer
from tests.sizes import sized
from tests.web.board_steps import BOARD_STEPS
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.fast_forward import fast_forward

GAMES = list(BOARD_STEPS)
GAMES_FOR_TWO = sized(["dot_tiles"], GAMES)
"""Games that two people play to the end."""
GAMES_WITH_AN_END = sized(["dot_allot"], GAMES)
"""Games that one person plays to the end; of the others only the first steps are played."""
ANIMATED_GAME = "dots_52"
"""The game that is tested with animations. The others run without, to save time."""
STUCK_AFTER_S = 60
"""Longest wait in seconds for something to press."""
POLL_INTERVAL_MS = 20
STEPS_BY_HAND: int | None = sized(6, None)
"""Steps of each person by hand; None plays the whole match so."""
RESULT_SELECTOR = "section[aria-label=Result]"


def play_by_hand(game: str, *people: Person, steps: int | None = None) -> None:
    """Let all people press highlighted elements until each has made `steps` steps or the match is over."""
    made = dict.fromkeys(people, 0)
    moved = time.monotonic()
    while steps is None or min(made.values()) < steps:
        pressed = {person: BOARD_STEPS[game](person.page) for person in people}
        if any(pressed.values()):
            made = {person: made[person] + pressed[person] for person in people}
            moved = time.monotonic()
        elif any(person.page.query_selector(RESULT_SELECTOR) for person in people):
            return
        else:
            people[0].page.wait_for_timeout(POLL_INTERVAL_MS)
        assert time.monotonic() < moved + STUCK_AFTER_S, f"stuck after {list(made.values())} steps"


def play_to_the_end(served: RunningServer, game: str, *people: Person) -> None:
    """Let people in seats 0, 1, ... play a match by hand; in a quick run only its start, the rest over HTTP."""
    play_by_hand(game, *people, steps=STEPS_BY_HAND)
    if STEPS_BY_HAND is not None:
        fast_forward(served, people[0].table_id, {seat: person.token for seat, person in enumerate(people)})


def choose_options(person: Person, **numbers: int) -> None:
    """Set options of the match on the game's page."""
    person.press(re.compile("Options and time"))
    for name, wanted in numbers.items():
        number = person.page.get_by_role("group", name=name.replace("_", " "))
        while (now := int(number.locator("output").inner_text())) != wanted:
            number.get_by_role("button", name="More" if now < wanted else "Fewer").click()
    person.press("Done")


def result_of(person: Person) -> str:
    result = person.page.get_by_role("region", name="Result")
    expect(result).to_be_visible()
    return result.get_by_role("heading").first.inner_text()


@pytest.mark.parametrize("game", GAMES_FOR_TWO)
def test_two_people_play_a_whole_match(served: RunningServer, ann: Person, ben: Person, game: str) -> None:
    ann.goto(f"/game/{game}")
    if game == "dobble_connect":
        choose_options(ann, Points=2)
    ann.press("Invite")
    ann.enter_name()
    table = ann.table_id
    ben.goto(f"/table/{table}")
    ben.press("Join")
    ben.enter_name()
    ben.press("I am ready")
    ann.press("Start")
    play_to_the_end(served, game, ann, ben)
    for person in (ann, ben):
        assert re.fullmatch(r"(You win!|(Ann|Ben) wins)( \d+ : \d+)?|.* share the win", result_of(person))
    ann.press("Rematch")
    expect(ann.page).not_to_have_url(f"{served.url}/table/{table}")
    expect(ben.page).to_have_url(ann.page.url)


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_bots_on_a_phone(served: RunningServer, people: BrowserSessions, game: str) -> None:
    motion = "no-preference" if game == ANIMATED_GAME else "reduce"
    ann = people.open("Ann", width=360, height=640, theme="dark", motion=motion)
    ann.goto("/")
    ann.page.locator(f"a[href='/game/{game}']").first.click()
    ann.page.get_by_role("radio", name="newcomer").first.check(force=True)
    if game == "dobble_connect":
        choose_options(ann, Points=2)
    ann.press("Play now")
    ann.enter_name()
    play_by_hand(game, ann, steps=6)
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 360
    if game in GAMES_WITH_AN_END:
        check_end(served, ann, game)


def check_end(served: RunningServer, ann: Person, game: str) -> None:
    """Play to the end, and verify the shuffle."""
    play_to_the_end(served, game, ann)
    assert result_of(ann)
    ann.press("Verify the shuffle")
    ann.expect_text("the shuffle was fixed")
    ann.expect_text("Your browser took part in the shuffle.")
    ann.expect_text("Every move follows from the shuffle.")
