"""A day of abuse by one address on a virtual clock, while guests at other addresses play.

python -m tests.server.lifetimes.abuse_drill [--hours 24] [--step 900]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import sqlite3
import sys
import tempfile
from collections import Counter
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dottable.server.access.limits import Limits
from tests.server.virtual_server import Guest, VirtualServer, virtual_server

ATTACKER = "203.0.113.66"
GAME = "dot_tiles"
MAX_REQUESTS_PER_STEP = 30
"""Requests of one kind that the attacker makes in a step, if nothing refuses them sooner."""
SECOND_PER_MOVE = 1.0
HOUR_S = 3600


class Attacker:
    """One address that does everything as often as it may."""

    def __init__(self, server: VirtualServer, limits: Limits) -> None:
        self.server = server
        self.luck = random.Random(1)
        self.guests: list[Guest] = []
        self.tables: list[tuple[Guest, str]] = []
        self.answers: Counter[str] = Counter()
        deck = (files("dottable.games.dots_72") / "deck" / "house.toml").read_text("utf-8")
        self.deck = deck + "\n#" + "x" * (limits.max_deck_bytes - len(deck.encode()) - 2)

    async def step(self) -> None:
        await self.sign_up()
        await self.open_tables(self.open_padded_table)
        await self.open_tables(self.open_and_start)
        await self.open_tables(self.open_plain_table)
        await self.write_at_tables()
        await self.look_at_old_tables()

    def count(self, what: str, answer: Any) -> bool:
        self.answers[f"{what} {answer.status_code}"] += 1
        return bool(answer.status_code < 300)

    async def sign_up(self) -> None:
        while True:
            guest = self.server.guest(ATTACKER)
            if not self.count("sign up", await guest.sign_up("Eve")):
                return
            self.guests = [*self.guests[-200:], guest]

    async def open_tables(self, how: Any) -> None:
        refused = 0
        while refused < 3 and self.guests:
            guest = self.luck.choice(self.guests)
            refused += not await how(guest)

    async def open_padded_table(self, guest: Guest) -> bool:
        answer = await guest.open_table("dots_72", deck={"text": self.deck})
        return self.remember("padded table", guest, answer)

    async def open_plain_table(self, guest: Guest) -> bool:
        answer = await guest.open_table(GAME)
        is_open = self.remember("plain table", guest, answer)
        if is_open:  # closed and opened again, which no quota of open tables stops
            await guest.command(self.tables[-1][1], "abort")
            self.count("rematch", await guest.command(self.tables[-1][1], "rematch"))
        return is_open

    async def open_and_start(self, guest: Guest) -> bool:
        answer = await guest.open_table(GAME, settings={"move_limit_s": 7 * 24 * 3600})
        if not self.remember("started table", guest, answer):
            return False
        other = self.luck.choice(self.guests)
        await other.command(self.tables[-1][1], "sit")
        await guest.command(self.tables[-1][1], "start")
        return True

    def remember(self, what: str, guest: Guest, answer: Any) -> bool:
        if not self.count(what, answer):
            return False
        self.tables = [*self.tables[-500:], (guest, answer.json()["table"])]
        return True

    async def write_at_tables(self) -> None:
        for n in range(MAX_REQUESTS_PER_STEP):
            guest, table = self.luck.choice(self.tables)
            self.count("ready", await guest.command(table, "ready", is_ready=bool(n % 2)))
            self.count("say", await guest.command(table, "say", text="x" * 300))

    async def look_at_old_tables(self) -> None:
        for guest, table in self.luck.sample(self.tables, min(len(self.tables), MAX_REQUESTS_PER_STEP)):
            self.count("look", await guest.request("GET", f"/tables/{table}"))


class AbuseDrill:
    """The day: steps of the attacker, a match of other guests every hour, and measurements."""

    def __init__(self, server: VirtualServer, path: Path, step_s: int, match_every: int) -> None:
        self.server = server
        self.path = path
        self.step_s = step_s
        self.match_every = match_every
        """Hours between matches of others."""
        self.attacker = Attacker(server, server.host.limits)
        self.matches = 0
        self.max_live_tables = 0
        self.max_store_bytes = 0
        self.max_memory = self.memory_before = 0

    async def run(self, hours: int) -> None:
        await self.play_a_match(hour=100)  # loads the rules, which does not count as growth
        self.memory_before = resident_bytes()
        for hour in range(hours):
            for _ in range(HOUR_S // self.step_s):
                await self.attacker.step()
                self.measure()
                await self.server.advance(self.step_s)
                self.measure()
            await self.server.prune()
            if hour % self.match_every == 0:
                await self.play_a_match(hour)

    def measure(self) -> None:
        self.max_live_tables = max(self.max_live_tables, len(self.server.host.live))
        self.max_memory = max(self.max_memory, resident_bytes())
        self.max_store_bytes = max(self.max_store_bytes, database_bytes(self.path))

    async def play_a_match(self, hour: int) -> None:
        """Let two new guests open a table and play it to its end over HTTP."""
        guests = [self.server.guest(f"198.51.100.{2 * hour + k}") for k in range(2)]
        for guest in guests:
            assert (await guest.sign_up("Ann")).status_code == 201
        opened = await guests[0].open_table(GAME)
        assert opened.status_code == 201, opened.text
        table = opened.json()["table"]
        assert (await guests[1].command(table, "sit")).status_code == 200
        assert (await guests[0].command(table, "start")).status_code == 200
        live, luck = self.server.host.live[table], random.Random(hour)
        while not live.table.is_over:
            match = live.table.live_match()
            seat = match.to_act[0]
            answer = await guests[seat].command(table, "move", action=luck.choice(match.legal(seat)))
            assert answer.status_code == 200, answer.text
            self.server.clock.at_ms += int(SECOND_PER_MOVE * 1000)
            await self.server.settle()
        assert live.table.status == "over"
        self.matches += 1

    def report(self) -> dict[str, Any]:
        return {
            "matches_of_others": self.matches - 1,
            "max_live_tables": self.max_live_tables,
            "max_store_mb": round(self.max_store_bytes / 1e6, 1),
            "memory_growth_mb": round((self.max_memory - self.memory_before) / 1e6),
            "attacker": dict(sorted(self.attacker.answers.items())),
        }


def database_bytes(path: Path) -> int:
    """Return the size of a database, with what is still in its write-ahead log."""
    with closing(sqlite3.connect(path)) as connection:
        pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * size)


def resident_bytes() -> int:
    """Return the memory of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def continuous(limits: Limits, step_s: int) -> Limits:
    """Return limits that allow in one burst per step what the rates allow during the step, and any HTTP rate."""
    return replace(
        limits,
        requests_per_s=1e9,
        requests_burst=10**9,
        new_players_burst=max(limits.new_players_burst, int(limits.new_players_per_s * step_s)),
        new_tables_burst=max(limits.new_tables_burst, int(limits.new_tables_per_s * step_s)),
        new_tables_per_address_burst=max(
            limits.new_tables_per_address_burst, int(limits.new_tables_per_address_per_s * step_s)
        ),
    )


async def run_drill(folder: Path, limits: Limits, hours: int, step_s: int, match_every: int = 1) -> AbuseDrill:
    """Run the drill over a new store."""
    path = folder / "abused.db"
    async with virtual_server(path, continuous(limits, step_s)) as server:
        drill = AbuseDrill(server, path, step_s, match_every)
        await drill.run(hours)
        return drill


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--hours", type=int, default=24)
    arguments.add_argument("--step", type=int, default=900, help="seconds between steps of the attacker")
    args = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        drill = asyncio.run(run_drill(Path(folder), Limits(), args.hours, args.step))
    sys.stdout.write(json.dumps(drill.report(), indent=2) + "\n")


if __name__ == "__main__":
    main()
