"""Teams of Dobble Connect in real browsers: chosen in the waiting room, then the colour of every player (E3)."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from playwright.sync_api import expect

from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.state import ACTIONS
from tests.server.running_server import RunningServer
from tests.web.browser_sessions import Person
from tests.web.fast_forward import fast_forward

BLUE, ORANGE = "#1c5fb8", "#c05600"


def sign_in(person: Person, served: RunningServer) -> str:
    """Give a browser the token of a new player, and return it."""
    player = served.create_player(person.name)
    person.store(**{"dottable.me": json.dumps(player)})
    return str(player["token"])


def choose_team(person: Person, owner: str, team: str) -> None:
    person.page.get_by_role("group", name=f"Team of {owner}", exact=True).get_by_role("button", name=team).click()


def colours_of(person: Person, selector: str) -> set[str]:
    """Return the fills of all avatars inside an element."""
    marks = person.page.locator(f"{selector} svg > circle[fill^='#'][r='16']")
    return set(marks.evaluate_all("all => all.map(one => one.getAttribute('fill'))"))


def wrong_claim(served: RunningServer, table: str, seat: int) -> int:
    """Return a claim that names a wrong symbol at the starting card."""
    view = served.host.live[table].table.live_match().view(seat)
    shared = set(view.players[seat].top.symbols) & set(view.table[0].card.symbols)
    place = next(k for k, name in enumerate(view.players[seat].top.symbols) if name not in shared)
    return ACTIONS.encode("claim", 0, 0, place)


def seat_both(served: RunningServer, ann: Person, ben: Person) -> tuple[str, dict[int, str]]:
    """Open a table for Ann, Ben and two bots, and return its id and the tokens of both by seat."""
    tokens = {seat: sign_in(person, served) for seat, person in enumerate((ann, ben))}
    options = {"points": 1, "lock-seconds": 3}
    table = served.create_table({"token": tokens[0]}, "dobble_connect", seats=4, options=options)["table"]
    for person in (ann, ben):
        person.goto(f"/table/{table}")
    ben.press("Join")
    for _ in range(2):
        served.post(f"/api/v1/tables/{table}/commands", {"kind": "seatbot", "level": "newcomer"}, tokens[0])
    return table, tokens


def test_E3_players_choose_their_teams_and_keep_their_colours(
    served: RunningServer, ann: Person, ben: Person, screenshot_folder: Path
) -> None:
    table, tokens = seat_both(served, ann, ben)
    choose_team(ann, "your seat", "Orange")
    choose_team(ann, "Ada", "Orange")
    ann.expect_text("All players are in team orange. There must be at least 2 teams.")
    expect(ann.page.get_by_role("button", name="Start")).to_be_disabled()
    ann.page.screenshot(path=screenshot_folder / "teams-refused-phone.png", full_page=True)
    choose_team(ben, "your seat", "Blue")
    expect(ann.page.get_by_role("button", name="Start")).to_be_enabled()
    assert colours_of(ben, ".seats") == {ORANGE, BLUE}
    for person, name in ((ann, "phone"), (ben, "desktop")):
        person.page.screenshot(path=screenshot_folder / f"teams-waiting-{name}.png", full_page=True)
    ann.press("Start")
    ben.page.locator(".match").wait_for()
    check_lock(served, table, tokens, ben, screenshot_folder)
    fast_forward(served, table, {1: tokens[1]})
    check_result(ann, ben, screenshot_folder)


def check_lock(served: RunningServer, table: str, tokens: dict[int, str], ben: Person, screenshot_folder: Path) -> None:
    """Check that a wrong claim costs three seconds and nothing else (E7)."""
    match = served.host.live[table].table.live_match()
    before = match.view(1).players[1]
    path = f"/api/v1/tables/{table}/commands"
    assert served.post(path, {"kind": "move", "action": wrong_claim(served, table, 1)}, tokens[1]).status_code == 200
    locked = match.view(1).players[1]
    move = next(move for move in reversed(match.moves) if move.seat == 1)
    assert locked.locked_until_ms == move.at_ms + 3000
    expect(ben.page.locator("div.own")).to_contain_text("wait 3 s")
    ben.page.screenshot(path=screenshot_folder / "teams-locked-desktop.png")
    began = time.monotonic()
    while match.view(1).players[1].locked_until_ms is not None:
        assert time.monotonic() < began + 30
        time.sleep(0.01)
    unlocked = next(other for other in match.moves if other.seat == CLOCK)
    assert 3000 <= unlocked.at_ms - move.at_ms < 4500
    assert (match.view(1).players[1].top, match.view(1).players[1].pack_left) == (before.top, before.pack_left)
    assert 1 in match.to_act


def check_result(ann: Person, ben: Person, screenshot_folder: Path) -> None:
    """Check that both see the same winner in their own words, and the colours of the teams."""
    for person, name in ((ann, "phone"), (ben, "desktop")):
        result = person.page.get_by_role("region", name="Result")
        expect(result).to_be_visible()
        person.page.screenshot(path=screenshot_folder / f"teams-result-{name}.png", full_page=True)
        assert colours_of(person, "section[aria-label=Result]") == {ORANGE, BLUE}
    headlines = [person.page.locator("section[aria-label=Result] h2").first.inner_text() for person in (ann, ben)]
    assert all(re.search(r" \d+ : \d+$", headline) for headline in headlines)
    winners = [re.sub(r" \d+ : \d+$", "", headline) for headline in headlines]
    assert winners in (["Your team wins!", "Team Orange wins"], ["Ben wins", "You win!"])


def test_E3_a_match_against_bots_has_the_teams_that_the_options_name(
    served: RunningServer, ann: Person, screenshot_folder: Path
) -> None:
    sign_in(ann, served)
    ann.goto("/game/dobble_connect")
    ann.press(re.compile("Options and time"))
    ann.page.get_by_label("Or one colour letter").fill("gb")
    ann.page.screenshot(path=screenshot_folder / "teams-options-phone.png")
    ann.press("Done")
    ann.press("Play now")
    ann.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    live = served.host.live[ann.table_id]
    ann.page.locator(".match").wait_for()
    assert [player.team for player in live.table.live_match().view(0).players] == ["green", "blue"]
