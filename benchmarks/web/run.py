"""How light the web client is: bytes of the first load, time to a playable match, script per event at a full table.

Needs a built client (`make web`) and Chromium. Prints one JSON object; times are of this machine as it is now.
What counts as script is told in traces.py. Other processes make the clock's time longer, hardly the script's.
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

import httpx
import traces
from playwright.sync_api import Page, sync_playwright

import dottable

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
WEB = Path(dottable.__file__).parent / "web"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


def first_load() -> int:
    """Bytes, as gzip sends them, of the script and style that the home page loads at once."""
    page = (WEB / "index.html").read_text()
    names = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page)
    return sum(len(gzip.compress((WEB / name.lstrip("/")).read_bytes(), 9)) for name in set(names))


class Served:
    """A server of our own, with a player who is known to it."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        command = [sys.executable, "-m", "dottable", "serve", "--port", str(port), "--data", folder]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=os.environ)
        self.http = httpx.Client(base_url=self.url, timeout=120)
        self.wait()
        self.player = self.http.post("/api/v1/players", json={"name": "Ann"}).json()
        self.http.headers["authorization"] = f"Bearer {self.player['token']}"

    def wait(self) -> None:
        for _ in range(600):
            try:
                self.http.get("/health")
                return
            except httpx.TransportError:
                time.sleep(0.1)
        raise RuntimeError("the server did not start")

    def full_table(self, game: dict[str, Any]) -> str:
        seats = game["max_seats"]
        wish = {"game": game["slug"], "seats": seats, "bots": ["casual"] * (seats - 1), "starts": True}
        return self.http.post("/api/v1/tables", json={**wish, "settings": {"pace": "quick"}}).json()["table"]

    def move(self, table: str) -> None:
        """Any legal move, if one is awaited."""
        told = self.http.get(f"/api/v1/tables/{table}").json()
        position = told["position"]
        if told["you"] in position["to_act"] and position["legal"]:
            move = {"kind": "move", "action": random.choice(position["legal"])}
            self.http.post(f"/api/v1/tables/{table}/commands", json=move)


def work_per_event(served: Served, page: Page, game: dict[str, Any], seconds: float) -> dict[str, Any]:
    """A full table, played until the time is up; the first second, in which the page comes, does not count."""
    table = served.full_table(game)
    page.goto(f"{served.url}/table/{table}")
    page.wait_for_timeout(1000)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=traces.CATEGORIES)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        served.move(table)
        page.wait_for_timeout(30)
    return traces.summary(traces.Thread(json.loads(browser.stop_tracing())).work())


def warm_start(served: Served, page: Page) -> float:
    """Seconds from pressing "Play now" to a board that waits for us; the page was loaded before."""
    page.goto(f"{served.url}/game/dot_tiles")
    button = page.get_by_role("button", name="Play now")
    button.wait_for()
    page.wait_for_load_state("networkidle")
    start = time.perf_counter()
    button.click()
    page.get_by_role("region", name="Board").or_(page.locator("section.board")).first.wait_for()
    return time.perf_counter() - start


def rounded(told: Any) -> Any:
    """The same with two decimals: more would be noise."""
    if isinstance(told, dict):
        return {key: rounded(value) for key, value in told.items()}
    return round(told, 2) if isinstance(told, float) else told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="only these (default: all)")
    parser.add_argument("--seconds", type=float, default=20, help="of play for each game (default: 20)")
    parser.add_argument("--desktop", action="store_true", help="a window of 1440 by 900 instead of a phone's")
    args = parser.parse_args()
    found: dict[str, Any] = {"first_load_gzip_bytes": first_load(), "load_average": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(folder)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        context = browser.new_context(viewport=DESKTOP if args.desktop else PHONE)  # type: ignore[arg-type]
        kept = json.dumps({key: served.player[key] for key in ("token", "name", "colour")})
        context.add_init_script(f"localStorage.setItem('dottable.me', {json.dumps(kept)})")
        context.add_init_script(traces.WATCH)
        page = context.new_page()
        warm_start(served, page)
        found["warm_start_seconds"] = median(warm_start(served, page) for _ in range(3))
        for game in served.http.get("/api/v1/games").json()["games"]:
            if not args.games or game["slug"] in args.games:
                found[game["slug"]] = work_per_event(served, page, game, args.seconds)
                print(game["slug"], rounded(found[game["slug"]]), file=sys.stderr)
        browser.close()
        served.process.terminate()
        served.process.wait()
    print(json.dumps(rounded(found), indent=2))


if __name__ == "__main__":
    main()
