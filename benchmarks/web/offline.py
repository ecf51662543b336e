"""Measures play without a server in Chromium: the start from the cache, the page's longest task, and `master`'s moves.

`python benchmarks/web/offline.py [SLUG ...]` prints one JSON line per game. Run it on a free machine, after `make web`.
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

from dottable.bots.search.kernel_loader import is_search_compiled
from dottable.cli.site import write_site
from dottable.core.registry import find, games
from tests.web.chromium import FLAGS, executable_path

POSITIONS = 25
"""Positions a game; every fifth one asks `master`."""
PLAY_MS = 8000
"""Milliseconds of a match in which long tasks are counted."""
KEEP_ALL_ASSETS = """async () => {
  (await navigator.serviceWorker.ready).active.postMessage("keep all assets");
  const wanted = await (await fetch("/assets.json")).json();
  const cache = await caches.open("dottable-2");
  const kept = async () => (await cache.keys()).filter(({ url }) => url.includes("/assets/")).length;
  while (await kept() < wanted.length) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
OBSERVE_LONG_TASKS = """window.longTasks = [];
new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) window.longTasks.push(duration); })
  .observe({ type: "longtask", buffered: true });"""
ASK_BOTS = """async ({ slug, cases }) => {
  const name = (await (await fetch("/assets.json")).json()).find((path) => path.includes("/botWorker"));
  const worker = new Worker(name, { type: "module" });
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  const ask = (one, n) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.took_ms);
    worker.postMessage({ n, slug, request: { ...one, state: bytes(one.state), histories: [[], []] } });
  });
  const times = [];
  await ask(cases[0], 0);
  for (const [n, one] of cases.entries()) times.push(await ask(one, n));
  return times;
}"""
NATIVE_MASTER = """
import json, sys, time
from dottable.bots.bot import Budget
from dottable.bots.levels import level_bot
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.registry import find
game = find(sys.argv[1])
bot, times = level_bot("master", game), []
for one in json.load(sys.stdin):
    match = Match(game, seats=one["seats"]).with_state(bytes.fromhex(one["state"]), one["now_ms"])
    for _ in range(1 + (not times)):
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
    page.locator(".match, dialog .lesson, dialog[open] button:has-text('Start')").first.wait_for()
    return 1000 * (time.perf_counter() - began)


def measure(browser: Browser, url: str, slug: str) -> dict[str, Any]:
    """Return the figures of one game."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_init_script(OBSERVE_LONG_TASKS)
    page = context.new_page()
    page.goto(url)
    page.evaluate("""localStorage.setItem("dottable.me", '{"token":"offline","name":"Ann","colour":"#d1495b"}')""")
    page.evaluate(KEEP_ALL_ASSETS)
    context.set_offline(True)
    first_ms = start_match(page, url, slug)
    page.wait_for_timeout(PLAY_MS)
    longest_ms = max(page.evaluate("window.longTasks"), default=0)
    context.set_offline(False)
    cases = positions_of_master(slug)
    browser_ms = page.evaluate(ASK_BOTS, {"slug": slug, "cases": cases})
    context.close()
    backend = "compiled" if is_search_compiled(find(slug)) else "portable"
    return {
        "game": slug,
        "first_board_ms": round(first_ms),
        "longest_task_ms": round(longest_ms),
        "master_ms": round(statistics.mean(browser_ms), 1),
        "master_native_ms": round(statistics.mean(native_times(slug, cases, backend)), 1),
        "native": backend,
        "positions": len(cases),
    }


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=f"{folder}/site")) as host,
    ):
        write_site(Path(folder) / "site")
        threading.Thread(target=host.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=executable_path(), args=FLAGS)
        for slug in sys.argv[1:] or games():
            print(json.dumps(measure(browser, f"http://127.0.0.1:{host.server_port}", slug)), flush=True)
        browser.close()
        host.shutdown()


if __name__ == "__main__":
    main()
