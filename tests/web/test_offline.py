"""Matches in a real browser in airplane mode: the page alone plays, and `dottable verify` accepts its logs."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect

from dottable.cli.site import write_site
from dottable.core.matches.match_log import read_log, verify_log
from dottable.core.registry import find_game
from dottable.server.routes import web_client
from tests.sizes import IS_FULL, sized
from tests.web.board_steps import BOARD_STEPS
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.test_matches import play_by_hand, result_of

MATCHES: list[tuple[str, str]] = sized(
    [("dot_tiles", "newcomer")], [(game, level) for game in BOARD_STEPS for level in ("newcomer", "master")]
)
FAST_CLOCK = b"""{
  const [later, clock, start] = [setTimeout, Date.now.bind(Date), Date.now()];
  globalThis.setTimeout = (call, ms) => later(call, ms / 50);
  Date.now = () => start + (clock() - start) * 50;
}
"""
"""Script before that of the tables: their time passes 50 times as fast."""
KEEP_ALL_ASSETS = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep all assets");
  const wanted = await (await fetch("/assets.json")).json();
  const cache = await caches.open("dottable-2");
  const kept = async () => (await cache.keys()).filter(({ url }) => url.includes("/assets/")).length;
  while (await kept() < wanted.length) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
READ_LOG = """async (id) => {
  const worker = new Worker(performance.getEntriesByType("resource").map((one) => one.name)
    .find((name) => name.includes("/assets/tableWorker-")), { type: "module" });
  worker.postMessage({ kind: "request", n: 1, method: "GET", path: `/matches/${id}/log`, profile: { name: "" } });
  return new Promise((resolve) => (worker.onmessage = ({ data }) => resolve(data.value ?? data.sentence)));
}"""


@pytest.fixture
def fast_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the server hand out a worker whose time passes 50 times as fast."""
    find_file = web_client.find_file

    def with_fast_clock(name: str, accepted: str) -> web_client.WebFile | None:
        if not name.startswith("assets/tableWorker"):
            return find_file(name, accepted)
        found = find_file(name, "")
        return found and found._replace(content=FAST_CLOCK + found.content)

    monkeypatch.setattr(web_client, "find_file", with_fast_clock)


def go_offline(person: Person) -> None:
    """Open the page once, let it keep the app, and cut the network."""
    person.allows_network_errors = True
    person.goto("/")
    person.page.evaluate(KEEP_ALL_ASSETS)
    person.page.context.set_offline(True)


def take_hint(person: Person, game: str) -> None:
    """Open a hint and let the board show the move: in Dot Allot as a draft, elsewhere as a text that is then hidden."""
    person.page.get_by_role("button", name="Hint", exact=True).click()
    person.page.get_by_role("button", name="Show the move").click(timeout=60_000)
    if game == "dot_allot":
        expect(person.page.get_by_text("It lies as suggested. Lay it, or move it.")).to_be_visible(timeout=60_000)
        return
    hide = person.page.get_by_role("button", name="Hide the hint")
    expect(hide).to_be_visible(timeout=60_000)
    hide.click()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[str]:
    """Return the address of a plain web host with a site that `dottable site` wrote."""
    write_site(tmp_path / "site")

    class QuietHandler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=tmp_path / "site")) as host:
        threading.Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()


def test_a_site_of_static_files_plays_a_match(sessions: BrowserSessions, site: str) -> None:
    sessions.url = site
    ann = sessions.open("Ann", width=390, height=844)
    ann.goto("/game/dot_tiles/")
    expect(ann.page.get_by_role("button", name="Invite")).to_have_count(0)
    ann.press("Play now")
    ann.enter_name()
    assert ann.table_id.startswith("local-")
    play_by_hand("dot_tiles", ann, steps=3)
    ann.goto("/")
    ann.page.get_by_role("link", name="Continue playing").click()
    ann.page.locator(".match").wait_for()
    ann.goto("/settings/")
    ann.page.get_by_role("heading", name="Display").wait_for()
    expect(ann.page.get_by_role("button", name=re.compile("another device|Sign out|Delete me"))).to_have_count(0)
    expect(ann.page.get_by_role("link", name="Tables")).to_have_count(0)
    ann.goto("/puzzles/")
    ann.page.get_by_role("heading", name="From your matches").wait_for()
    expect(ann.page.get_by_role("heading", name="Today")).to_have_count(0)
    sessions.close_all()


@pytest.mark.usefixtures("fast_tables", "served")
def test_an_own_deck_without_a_network(people: BrowserSessions, tmp_path: Path) -> None:
    ann = people.open("Ann", width=390, height=844)
    go_offline(ann)
    ann.goto("/game/dots_72")
    ann.press("Options and time")
    house = find_game("dots_72").house_deck
    assert house is not None
    own = tmp_path / "own.toml"
    own.write_text(house.text.replace("red = 4, blue = 2", "red = 4, blew = 2"))
    ann.page.locator("input[type=file]").set_input_files(own)
    expect(ann.page.get_by_role("alert")).to_contain_text("own.toml, line 9: DOTS card 1: there is no colour 'blew'")
    ann.page.get_by_role("textbox", name="Deck file").fill(house.text.replace("red = 4, blue = 2", "red = 1, blue = 2"))
    ann.press("Check and use")
    ann.expect_text("The deck is valid.")
    ann.press("Done")
    ann.press(re.compile("Options and time"))
    ann.press("Simulate 100,000 matches")
    ann.press("Play 100,000 matches")
    expect(ann.page.locator("dialog code")).to_contain_text("--deck own.toml", timeout=60_000)
    ann.press("Close")
    ann.press("Play now")
    ann.enter_name()
    play_by_hand("dots_72", ann, steps=2)
    ann.page.evaluate("location.reload()")
    ann.page.locator(".match").wait_for()


@pytest.mark.usefixtures("fast_tables", "served")
def test_a_match_of_the_device_is_uploaded_later(people: BrowserSessions) -> None:
    ann = people.open("Ann", width=390, height=844)
    go_offline(ann)
    ann.goto("/game/dot_allot")
    ann.press("Play now")
    ann.enter_name()
    table = ann.table_id
    play_by_hand("dot_allot", ann)
    expect(ann.page.get_by_role("button", name="Upload to the server")).to_have_count(0)
    ann.page.context.set_offline(False)
    ann.goto(f"/table/{table}")
    ann.press("Upload to the server")
    ann.page.get_by_role("link", name="Open it on the server").click()
    ann.page.get_by_role("group", name="Replay").wait_for()
    uploaded = ann.page.url.rsplit("/", 1)[1]
    assert not uploaded.startswith("local-")
    ann.goto(f"/table/{table}")
    ann.page.locator(f"a[href='/replay/{uploaded}']").wait_for()


@pytest.mark.usefixtures("fast_tables", "served")
@pytest.mark.parametrize(("game", "level"), MATCHES)
def test_a_whole_match_without_a_network(people: BrowserSessions, game: str, level: str) -> None:
    ann = people.open("Ann", width=1440, height=900)
    go_offline(ann)
    ann.goto(f"/game/{game}")
    ann.page.get_by_role("radio", name=level).check(force=True)
    ann.press("Play now")
    ann.enter_name()
    table = ann.table_id
    assert table.startswith("local-")
    if game != "dobble_connect":
        take_hint(ann, game)
    play_by_hand(game, ann)
    assert result_of(ann)
    ann.expect_text("This match was played on this device")
    log = read_log(ann.page.evaluate(READ_LOG, table))
    assert log.players[0] == "Ann"
    assert verify_log(log).is_over
    ann.page.get_by_role("link", name="Review").click()
    ann.page.get_by_role("region", name="In short").wait_for(timeout=60_000)
    if IS_FULL:  # a whole review takes half a minute
        expect(ann.page.locator("progress")).to_have_count(0, timeout=300_000)
    expect(ann.page.get_by_role("alert")).to_have_count(0)
    ann.goto("/puzzles")
    ann.page.get_by_role("heading", name="From your matches").wait_for()
    ann.goto("/matches")
    ann.page.locator(f"a[href='/replay/{table}']").first.click()
    ann.page.get_by_role("group", name="Replay").wait_for()
