"""Simulates days of abuse by one address on a virtual clock, while guests at other addresses play.

python -m tests.server.lifetimes.abuse_drill [--kinds padded plain ...] [--hours 24] [--step 900] [--at-once 1]

Each kind of abuse gets its own day, process and store; then follows a day with all kinds. Prints a JSON object by day.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import resource
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dottable.core.matches.match import Match
from dottable.core.matches.match_log import write_log
from dottable.core.registry import find_game
from dottable.server.access.limits import Limits
from dottable.server.lifetimes.idle_table_sweeper import MAX_LOADED_TABLES
from tests.server.virtual_server import Guest, VirtualServer, virtual_server

ATTACKER = "203.0.113.66"
GAME = "dot_tiles"
MAX_REQUESTS_PER_STEP = 30
"""Maximum number of requests of one kind in a step, if none is refused."""
MAX_REFUSALS_PER_STEP = 3
"""Number of refusals after which the attacker stops one kind of abuse until the next step."""
TABLES_PER_DELETED_GUEST = 3
SECOND_PER_MOVE = 1.0
HOUR_S = 3600
OTHERS_BYTES = 1_000_000
"""Space in the store in bytes for the matches of other guests, for players and for indexes."""
KINDS = ("padded", "plain", "rematch", "import", "guests")
MIXED = "mixed"


class Attacker:
    """An address that commits its kinds of abuse as often as the limits allow."""

    def __init__(self, server: VirtualServer, limits: Limits, kinds: Sequence[str]) -> None:
        self.server = server
        self.kinds = list(kinds)
        self.rng = random.Random(1)
        self.guests: list[Guest] = []
        self.tables: list[tuple[Guest, str]] = []
        self.answers: Counter[str] = Counter()
        deck = (files("dottable.games.dots_72") / "deck" / "house.toml").read_text("utf-8")
        self.deck = deck + "\n#" + "x" * (limits.max_deck_bytes - len(deck.encode()) - 2)

    async def step(self) -> None:
        self.kinds.append(self.kinds.pop(0))  # the kinds take turns in being first
        for kind in self.kinds:
            if kind != "guests":  # this kind signs up its players itself
                await self.sign_up()
            await self.repeat(
                {
                    "padded": self.open_padded_table,
                    "plain": self.open_and_abort,
                    "rematch": self.play_rematches,
                    "import": self.import_log,
                    "guests": self.sign_up_and_delete,
                }[kind]
            )
            if kind == "padded":
                await self.repeat(self.open_and_start)
        if self.tables:
            await self.write_at_tables()
            await self.look_at_old_tables()

    async def repeat(self, act: Callable[[], Awaitable[bool]]) -> None:
        """Repeat an action until it has been refused a few times."""
        refused = 0
        while refused < MAX_REFUSALS_PER_STEP:
            refused += not await act()

    def count(self, what: str, answer: Any) -> bool:
        self.answers[f"{what} {answer.status_code}"] += 1
        return bool(answer.status_code < 300)

    async def sign_up(self) -> None:
        while True:
            guest = self.server.guest(ATTACKER)
            if not self.count("sign up", await guest.sign_up("Eve")):
                return
            self.guests = [*self.guests[-200:], guest]

    async def open_padded_table(self) -> bool:
        guest = self.rng.choice(self.guests)
        answer = await guest.open_table("dots_72", deck={"text": self.deck})
        return self.remember("padded table", guest, answer)

    async def open_and_abort(self) -> bool:
        """Open a table and close it at once, so that the quota of open tables does not stop the next table."""
        guest = self.rng.choice(self.guests)
        if not self.remember("plain table", guest, await guest.open_table(GAME)):
            return False
        return self.count("abort", await guest.command(self.tables[-1][1], "abort"))

    async def play_rematches(self) -> bool:
        """Close the last table and request a rematch there, which opens the next table."""
        guest = self.rng.choice(self.guests)
        if not self.remember("first table", guest, await guest.open_table(GAME)):
            return False
        while True:
            table = self.tables[-1][1]
            if not self.count("abort", await guest.command(table, "abort")):
                return False
            if not self.count("rematch", await guest.command(table, "rematch")):
                return False
            self.tables = [*self.tables[-500:], (guest, self.server.host.live[table].table.rematch)]

    async def import_log(self) -> bool:
        """Import the log of a match without moves, which is the smallest text that creates a table in the store."""
        text = write_log(Match(find_game(GAME), seed=self.rng.randbytes(32)), ["Eve", "Eve"])
        guest = self.rng.choice(self.guests)
        return self.count("import", await guest.request("POST", "/logs", {"text": text}))

    async def sign_up_and_delete(self) -> bool:
        """Sign up, open tables with chat, delete the player, and start again."""
        guest = self.server.guest(ATTACKER)
        if not self.count("sign up", await guest.sign_up("Eve")):
            return False
        for _ in range(TABLES_PER_DELETED_GUEST):
            if self.remember("table of a guest", guest, await guest.open_table(GAME)):
                self.count("say", await guest.command(self.tables[-1][1], "say", text="x" * 300))
        return self.count("delete", await guest.request("DELETE", "/players/me"))

    async def open_and_start(self) -> bool:
        guest, other = self.rng.choices(self.guests, k=2)
        answer = await guest.open_table(GAME, settings={"move_limit_s": 7 * 24 * 3600})
        if not self.remember("started table", guest, answer):
            return False
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
            guest, table = self.rng.choice(self.tables)
            self.count("ready", await guest.command(table, "ready", is_ready=bool(n % 2)))
            self.count("say", await guest.command(table, "say", text="x" * 300))

    async def look_at_old_tables(self) -> None:
        for guest, table in self.rng.sample(self.tables, min(len(self.tables), MAX_REQUESTS_PER_STEP)):
            self.count("look", await guest.request("GET", f"/tables/{table}"))


class AbuseDrill:
    """A simulated day: steps of the attacker, a match of other guests every hour, and measurements."""

    def __init__(self, server: VirtualServer, path: Path, kinds: Sequence[str], step_s: int, match_every: int) -> None:
        self.server = server
        self.path = path
        self.step_s = step_s
        self.match_every = match_every
        """Hours between matches of others."""
        self.attacker = Attacker(server, server.host.limits, kinds)
        self.matches = self.finished_matches = 0
        self.max_live_tables = 0
        self.max_store_bytes = 0
        self.max_memory = self.memory_before = 0

    async def run(self, hours: int) -> None:
        await self.play_to_the_end(hour=100)  # loads the rules, which does not count as growth
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
        """Let other guests play a match. Count it, and whether it could be finished."""
        self.matches += 1
        try:
            await self.play_to_the_end(hour)
        except AssertionError as error:
            sys.stderr.write(f"A match of others in hour {hour} was not finished: {error}\n")
        else:
            self.finished_matches += 1

    async def play_to_the_end(self, hour: int) -> None:
        """Let two new guests open a table and play it to its end over HTTP."""
        guests = [self.server.guest(f"198.51.100.{2 * hour + k}") for k in range(2)]
        for guest in guests:
            assert (await guest.sign_up("Ann")).status_code == 201
        opened = await guests[0].open_table(GAME)
        assert opened.status_code == 201, opened.text
        table = opened.json()["table"]
        assert (await guests[1].command(table, "sit")).status_code == 200
        assert (await guests[0].command(table, "start")).status_code == 200
        live, rng = self.server.host.live[table], random.Random(hour)
        while not live.table.is_over:
            match = live.table.live_match()
            seat = match.to_act[0]
            answer = await guests[seat].command(table, "move", action=rng.choice(match.legal(seat)))
            assert answer.status_code == 200, answer.text
            self.server.clock.at_ms += int(SECOND_PER_MOVE * 1000)
            await self.server.settle()
        assert live.table.status == "over"

    def check(self) -> None:
        """Raise AssertionError unless other guests could play, and memory and store stayed within their limits."""
        assert self.finished_matches == self.matches
        assert self.max_live_tables <= max_live_tables(self.server.host.limits)
        assert self.max_store_bytes <= max_store_bytes(self.server.host.limits, self.attacker.kinds)

    def report(self) -> dict[str, Any]:
        return {
            "matches_of_others": f"{self.finished_matches} of {self.matches}",
            "max_live_tables": self.max_live_tables,
            "max_live_tables_allowed": max_live_tables(self.server.host.limits),
            "max_store_mb": round(self.max_store_bytes / 1e6, 1),
            "max_store_mb_allowed": round(max_store_bytes(self.server.host.limits, self.attacker.kinds) / 1e6, 1),
            "memory_growth_mb": round((self.max_memory - self.memory_before) / 1e6),
            "refused_by_limit": {
                limit: count for limit, count in sorted(self.server.host.metrics.refused_by_limit.items()) if count
            },
            "attacker": dict(sorted(self.attacker.answers.items())),
        }


def max_live_tables(limits: Limits) -> int:
    """Return the number of tables that one address may have in memory.

    They are unfinished, viewed, or ended since the last sweep.
    """
    return limits.max_open_tables_per_address + MAX_LOADED_TABLES + limits.new_tables_per_address_burst


def max_store_bytes(limits: Limits, kinds: Sequence[str]) -> int:
    """Return the maximum size of the store after a day in bytes: twice the table quota, plus the imports of a day."""
    imports = limits.import_bytes_burst + int(24 * HOUR_S * limits.import_bytes_per_s)
    tables = 2 * limits.max_stored_bytes_per_address
    return OTHERS_BYTES + (imports if "import" in kinds else 0) + (tables if set(kinds) - {"import"} else 0)


def database_bytes(path: Path) -> int:
    """Return the size of a database in bytes, including its write-ahead log."""
    with closing(sqlite3.connect(path)) as connection:
        pages, size = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages * size)


def resident_bytes() -> int:
    """Return the resident memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def continuous(limits: Limits, step_s: int) -> Limits:
    """Return limits that allow, in one burst per step, what the rates allow during the step.

    Requests and commands are not limited.
    """
    return replace(
        limits,
        requests_per_s=1e9,
        requests_burst=10**9,
        messages_per_s=1e9,
        messages_burst=10**9,
        new_players_burst=max(limits.new_players_burst, int(limits.new_players_per_s * step_s)),
        new_tables_burst=max(limits.new_tables_burst, int(limits.new_tables_per_s * step_s)),
        new_tables_per_address_burst=max(
            limits.new_tables_per_address_burst, int(limits.new_tables_per_address_per_s * step_s)
        ),
    )


async def run_drill(
    folder: Path, limits: Limits, kinds: Sequence[str], hours: int, step_s: int = 900, match_every: int = 1
) -> AbuseDrill:
    """Run the drill over a new store, with one or more kinds of abuse."""
    path = folder / "abused.db"
    async with virtual_server(path, continuous(limits, step_s)) as server:
        drill = AbuseDrill(server, path, kinds, step_s, match_every)
        await drill.run(hours)
        return drill


def report_of_day(day: str, hours: int, step_s: int) -> dict[str, Any]:
    """Return the report of a day of one kind of abuse, or of all kinds, with the real limits."""
    kinds = KINDS if day == MIXED else (day,)
    with tempfile.TemporaryDirectory() as folder:
        drill = asyncio.run(run_drill(Path(folder), Limits(), kinds, hours, step_s))
    try:
        drill.check()
    except AssertionError:
        return {"is_within_limits": False, **drill.report()}
    return {"is_within_limits": True, **drill.report()}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kinds", nargs="+", choices=(*KINDS, MIXED), default=[*KINDS, MIXED])
    arguments.add_argument("--hours", type=int, default=24)
    arguments.add_argument("--step", type=int, default=900, help="seconds between steps of the attacker")
    arguments.add_argument("--at-once", type=int, default=1, help="days that are simulated at the same time")
    args = arguments.parse_args()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.at_once, mp_context=spawn, max_tasks_per_child=1) as processes:
        days = {day: processes.submit(report_of_day, day, args.hours, args.step) for day in args.kinds}
        reports = {day: future.result() for day, future in days.items()}
    sys.stdout.write(json.dumps(reports, indent=2) + "\n")
    sys.exit(not all(report["is_within_limits"] for report in reports.values()))


if __name__ == "__main__":
    main()
