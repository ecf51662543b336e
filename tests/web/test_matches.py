"""Whole matches in real browsers: two people, and one person against bots on a phone."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.server.serving import Running
from tests.web.hands import HANDS
from tests.web.hurry import hurry
from tests.web.people import Person

GAMES = list(HANDS)
BY_HAND = 12
"""Steps that everybody makes with the mouse; then a long match is hurried to its end."""
SHORT = ("dot_tiles", "dot_allot")
"""These are played with the mouse from the first step to the last."""
WHOLE = 10_000
PATIENCE_S = 120


def play_by_hand(game: str, *people: Person, steps: int = BY_HAND) -> None:
    """Everybody presses what lights up, until each has made so many steps or the match is over."""
    made = dict.fromkeys(people, 0)
    until = time.monotonic() + PATIENCE_S
    while min(made.values()) < steps:
        assert time.monotonic() < until, f"stuck after {list(made.values())} steps"
        for person in people:
            if person.page.get_by_role("region", name="Result").count():
                return
            made[person] += HANDS[game](person.page)
        people[0].page.wait_for_timeout(30)


def result_of(person: Person) -> str:
    result = person.page.get_by_role("region", name="Result")
    expect(result).to_be_visible(timeout=1000 * PATIENCE_S)  # a browser may have hundreds of moves to catch up with
    return result.get_by_role("heading").first.inner_text()


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_match(served: Running, ann: Person, ben: Person, game: str) -> None:
    ann.goes_to(f"/game/{game}")
    ann.presses("Invite")
    ann.is_asked_for_a_name()
    table = ann.table_id
    ben.goes_to(f"/table/{table}")
    ben.presses("Sit here")
    ben.is_asked_for_a_name()
    ben.presses("I am ready")
    ann.presses("Start")
    play_by_hand(game, ann, ben, steps=WHOLE if game in SHORT else BY_HAND)
    if game not in SHORT:
        hurry(served, table, {0: ann.token, 1: ben.token})
    assert {result_of(ann), result_of(ben)} <= {"You win!", "Ann wins", "Ben wins", "All share the win"}
    ann.presses("Rematch")
    expect(ann.page).not_to_have_url(f"{served.url}/table/{table}")
    expect(ben.page).to_have_url(ann.page.url)


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_bots_on_a_phone(served: Running, people, game: str) -> None:
    ann = people.comes("Ann", width=360, height=640, theme="dark")
    ann.goes_to("/")
    ann.page.locator(f"a[href='/game/{game}']").first.click()
    ann.page.get_by_role("radio", name="newcomer").first.check(force=True)
    ann.presses("Play now")
    ann.is_asked_for_a_name()
    table = ann.table_id
    play_by_hand(game, ann, steps=6)
    assert ann.page.evaluate("document.documentElement.scrollWidth") == 360
    hurry(served, table, {0: ann.token})
    assert result_of(ann)
    ann.presses("Verify the shuffle")
    ann.sees("the shuffle was fixed")
