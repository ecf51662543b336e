"""Benchmark of the web client: size of the first load, time to a playable match, and script time per event.

Needs a built client (`make web`) and Chromium. Prints one JSON object. `chromium_trace.py` defines script time,
which is processor time and hardly depends on other processes. Wall time does.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import chromium_trace
import httpx
from playwright.sync_api import Page, sync_playwright

import dottable

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
WEB = Path(dottable.__file__).parent / "web"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


def first_load() -> int:
    """Return the gzip size in bytes of the scripts and styles of the home page's first load."""
    page = (WEB / "index.html").read_text()
    names = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page)
    return sum(len(gzip.compress((WEB / name.lstrip("/")).read_bytes(), 9)) for name in set(names))


class BenchmarkServer:
    """A server in a process of its own, with one registered player."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "dottable", "serve", "--port", str(port), "--data", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
        self.http = httpx.Client(base_url=self.url, timeout=120)
        self.wait_until_ready()
        self.player = self.http.post("/api/v1/players", json={"name": "Ann"}).json()
        self.http.headers["authorization"] = f"Bearer {self.player['token']}"

    def wait_until_ready(self) -> None:
        for _ in range(600):
            try:
                self.http.get("/health")
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise RuntimeError("The server did not start within 60 seconds.")

    def full_table(self, game: dict[str, Any]) -> str:
        seats = game["max_seats"]
        request = {"game": game["slug"], "seats": seats, "bots": ["casual"] * (seats - 1), "starts": True}
        return self.http.post("/api/v1/tables", json={**request, "settings": {"pace": "quick"}}).json()["table"]

    def move(self, table: str) -> None:
        """Send a random legal move if it is the player's turn."""
        snapshot = self.http.get(f"/api/v1/tables/{table}").json()
        position = snapshot["position"]
        if snapshot["you"] in position["to_act"] and position["legal"]:
            move = {"kind": "move", "action": random.choice(position["legal"])}
            self.http.post(f"/api/v1/tables/{table}/commands", json=move)


def event_costs(served: BenchmarkServer, page: Page, game: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Play at a full table and return the costs per event, without the first second, in which the page loads."""
    table = served.full_table(game)
    page.goto(f"{served.url}/table/{table}")
    page.wait_for_timeout(1000)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=chromium_trace.CATEGORIES)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        served.move(table)
        page.wait_for_timeout(30)
    return chromium_trace.summary(chromium_trace.MainThread(json.loads(browser.stop_tracing())).event_costs())


def warm_start(served: BenchmarkServer, page: Page) -> float:
    """Return the seconds from pressing "Play now" to a visible board, with the page already loaded."""
    page.goto(f"{served.url}/game/dot_tiles")
    button = page.get_by_role("button", name="Play now")
    button.wait_for()
    page.wait_for_load_state("networkidle")
    start = time.perf_counter()
    button.click()
    page.get_by_role("region", name="Board").or_(page.locator("section.board")).first.wait_for()
    return time.perf_counter() - start


def rounded(results: Any) -> Any:
    """Return nested results with numbers rounded to two decimals."""
    if isinstance(results, dict):
        return {key: rounded(value) for key, value in results.items()}
    return round(results, 2) if isinstance(results, float) else results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games to run (default: all)")
    parser.add_argument("--seconds", type=float, default=20, help="seconds of play per game (default: 20)")
    parser.add_argument("--desktop", action="store_true", help="use a window of 1440 x 900 instead of a phone's")
    args = parser.parse_args()
    found: dict[str, Any] = {"first_load_gzip_bytes": first_load(), "load_average": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = BenchmarkServer(folder)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        context = browser.new_context(viewport=DESKTOP if args.desktop else PHONE)  # type: ignore[arg-type]
        kept = json.dumps({key: served.player[key] for key in ("token", "name", "colour")})
        context.add_init_script(f"localStorage.setItem('dottable.me', {json.dumps(kept)})")
        context.add_init_script(chromium_trace.MARK_EVENTS)
        page = context.new_page()
        warm_start(served, page)
        found["warm_start_seconds"] = median(warm_start(served, page) for _ in range(3))
        for game in served.http.get("/api/v1/games").json()["games"]:
            if not args.games or game["slug"] in args.games:
                found[game["slug"]] = event_costs(served, page, game, args.seconds)
                print(game["slug"], rounded(found[game["slug"]]), file=sys.stderr)
        browser.close()
        served.process.terminate()
        served.process.wait()
    print(json.dumps(rounded(found), indent=2))


if __name__ == "__main__":
    main()
