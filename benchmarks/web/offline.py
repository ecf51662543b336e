"""Measures play without a server in Chromium: the start from the cache, the page's longest task, and `master`'s moves.

`python benchmarks/web/offline.py [SLUG ...]` prints one JSON line per game. Run it on a free machine, after `make web`.
The longest task is that of the load, the start and the first moves, by the clock and by processor time.
`native` is `compiled` (Numba), or `portable` (wasmtime) where no compiled search is in the cache.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.web.chromium_trace import CATEGORIES, LongestTask, longest_task

from dottable.bots.search.kernel_loader import is_search_compiled
from dottable.cli.site import write_site
from dottable.core.registry import find_game, installed_games
from tests.web.board_steps import BOARD_STEPS
from tests.web.chromium import FLAGS, executable_path

POSITIONS = 25
"""Positions a game; every fifth one asks `master`."""
PLAY_S = 10
"""Seconds of a match in which long tasks are counted. A move is made whenever one is possible."""
POLL_MS = 100
KEEP_ALL_ASSETS = """async () => {
  (await navigator.serviceWorker.ready).active.postMessage("keep all assets");
  const wanted = await (await fetch("/assets.json")).json();
  const cache = await caches.open("dottable-2");
  const kept = async () => (await cache.keys()).filter(({ url }) => url.includes("/assets/")).length;
  while (await kept() < wanted.length) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
ASK_BOTS = """async ({ slug, cases }) => {
  const name = (await (await fetch("/assets.json")).json()).find((path) => path.includes("/botWorker"));
  const worker = new Worker(name, { type: "module" });
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const ask = (one, n) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.took_ms);
    worker.postMessage({ n, slug, request: { ...one, state: bytes(one.state), histories: [[], []] } });
  });
  const times = [];
  for (const [n, one] of cases.entries()) {
    await ask(one, n); // the first one loads or compiles code
    times.push(await ask(one, n));
  }
  return times;
}"""
NATIVE_MASTER = """
import json, sys, time
from dottable.bots.bot import Budget
from dottable.bots.levels import level_bot
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
game = find_game(sys.argv[1])
bot, times = level_bot("master", game), []
for one in json.load(sys.stdin):
    match = Match(game, seats=one["seats"]).with_state(bytes.fromhex(one["state"]), one["now_ms"])
    for _ in range(2):  # the first one loads or compiles code
        began = time.perf_counter()
        bot.choose(SeatAccess(match, one["seat"]), Budget(), bytes.fromhex(one["seed"]))
    times.append(1000 * (time.perf_counter() - began))
print(json.dumps(times))
"""


def positions_of_master(slug: str) -> list[dict[str, Any]]:
    """Return positions of a game in which `master` is asked."""
    command = [sys.executable, "-m", "tools.browser.bot_cases", slug, str(POSITIONS)]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return [one for one in found if one["level"] == "master"]


def native_times(slug: str, cases: list[dict[str, Any]], backend: str) -> list[float]:
    """Return the milliseconds of each choice in a Python process with one backend of the rules."""
    command = ["env", f"DOTTABLE_RULES={backend}", sys.executable, "-c", NATIVE_MASTER, slug]
    done = subprocess.run(command, check=True, capture_output=True, text=True, input=json.dumps(cases))
    return list(json.loads(done.stdout))


def start_match(page: Page, url: str, slug: str) -> float:
    """Open a game without a network and start a match. Return the milliseconds until its board can be seen."""
    began = time.perf_counter()
    page.goto(f"{url}/game/{slug}")
    page.get_by_role("button", name="Play now").click()
    start = page.get_by_role("dialog").get_by_role("button", name="Start")
    board = page.locator(".match .board-space")
    start.or_(board).first.wait_for()
    if start.is_visible():  # a real-time game shows an introduction first
        start.click()
        board.wait_for()
    return 1000 * (time.perf_counter() - began)


def play(page: Page, slug: str) -> int:
    """Play for some seconds. Return the number of presses."""
    until, presses = time.monotonic() + PLAY_S, 0
    while time.monotonic() < until:
        presses += BOARD_STEPS[slug](page)
        page.wait_for_timeout(POLL_MS)
    return presses


def measure_tasks(browser: Browser, page: Page, url: str, slug: str) -> tuple[int, LongestTask]:
    """Return the number of presses and the longest task of another load and match."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    start_match(page, url, slug)
    presses = play(page, slug)
    return presses, longest_task(json.loads(browser.stop_tracing()))


def measure(browser: Browser, url: str, slug: str, cases: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of one game."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(url)
    page.evaluate("""localStorage.setItem("dottable.me", '{"token":"offline","name":"Ann","colour":"#d1495b"}')""")
    page.evaluate(KEEP_ALL_ASSETS)
    context.set_offline(True)
    first_ms = start_match(page, url, slug)  # without a trace, which makes it slower
    presses, longest = measure_tasks(browser, page, url, slug)
    context.set_offline(False)
    browser_ms = page.evaluate(ASK_BOTS, {"slug": slug, "cases": cases})
    context.close()
    backend = "compiled" if is_search_compiled(find_game(slug)) else "portable"
    return {
        "game": slug,
        "first_board_ms": round(first_ms),
        "presses": presses,
        "longest_task_ms": round(longest.wall),
        "longest_task_cpu_ms": round(longest.cpu),
        "master_ms": round(statistics.mean(browser_ms), 1),
        "master_native_ms": round(statistics.mean(native_times(slug, cases, backend)), 1),
        "native": backend,
        "positions": len(cases),
    }


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def main() -> None:
    slugs = sys.argv[1:] or list(installed_games())
    positions = {slug: positions_of_master(slug) for slug in slugs}
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=f"{folder}/site")) as host,
    ):
        write_site(Path(folder) / "site")
        threading.Thread(target=host.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=executable_path(), args=FLAGS)
        for slug in slugs:
            figures = measure(browser, f"http://127.0.0.1:{host.server_port}", slug, positions[slug])
            print(json.dumps(figures), flush=True)
        browser.close()
        host.shutdown()


if __name__ == "__main__":
    main()
