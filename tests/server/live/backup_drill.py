"""Backups of a server under load: every move acknowledged before a backup began is in the restored database.

python -m tests.server.live.backup_drill --times 20 [--store postgresql://...]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from dottable.store import open_store
from dottable.store.backup import backup_store, restore_backup
from dottable.table.events import Moved, decode_event
from dottable.table.table import Table
from tests.server.live.kill_drill import GAMES, START_TIMEOUT_S, KillDrill, ServerProcess

LOAD_S = 1.0
"""Time of play before each backup, in seconds."""


class BackupDrill(KillDrill):
    """Clients that play while the database is backed up and restored elsewhere."""

    def __init__(self, store: str, folder: Path) -> None:
        super().__init__(ServerProcess(store, folder))
        self.store = store
        self.folder = folder
        self.counts = {"backups": 0, "acknowledged": 0, "missing": 0, "later": 0, "events": 0}
        self.seconds: list[float] = []

    async def back_up(self, times: int) -> None:
        """Play at new tables during every backup, so that there is always load."""
        self.server.start()
        try:
            for k in range(times):
                await self.play_during_backup(k)
        finally:
            self.server.kill()

    async def play_during_backup(self, k: int) -> None:
        """Open a table of each game, and back up while its clients play."""
        self.clients = []
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.server.port}", timeout=START_TIMEOUT_S) as http:
            await self.server.wait_until_up(http)
            for n, game in enumerate(GAMES):
                await self.open_table(http, game, k * len(GAMES) + n)
        tasks = [asyncio.create_task(client.play_and_reconnect()) for client in self.clients]
        try:
            await asyncio.sleep(LOAD_S)
            await self.back_up_once(k)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def back_up_once(self, k: int) -> None:
        """Back up, restore, and compare with the moves acknowledged before the backup began."""
        before = {key: min(versions) for key, versions in self.acked.items()}
        started, count = time.perf_counter(), len(self.acked)
        await backup_store(self.store, self.folder / f"backup-{k}.db")
        self.seconds.append(time.perf_counter() - started)
        self.counts["later"] += len(self.acked) - count
        await restore_backup(self.folder / f"backup-{k}.db", str(self.folder / f"restored-{k}.db"))
        await self.compare(str(self.folder / f"restored-{k}.db"), before)
        self.counts["backups"] += 1

    async def compare(self, restored: str, before: dict[tuple[str, str, int], int]) -> None:
        """Count the acknowledged moves that are missing. Every restored table must replay."""
        store = open_store(restored)
        await store.start()
        try:
            for table in self.tables:
                events = [decode_event(body) for body in await store.read_events(table)]
                Table.restore(table, events, now=0)
                placed = {e.client_id: (n, e.action) for n, e in enumerate(events, start=1) if isinstance(e, Moved)}
                expected = [(key, version) for key, version in before.items() if key[0] == table]
                lost = [key for key, version in expected if placed.get(key[1]) != (version, key[2])]
                self.counts["acknowledged"] += len(expected)
                self.counts["missing"] += len(lost)
                self.counts["events"] += len(events)
        finally:
            await store.close()

    def report(self) -> dict[str, Any]:
        return {**self.counts, "slowest_backup_s": round(max(self.seconds), 3)}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--times", type=int, default=20)
    arguments.add_argument("--store", help="a PostgreSQL database (default: a temporary SQLite file)")
    args = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        drill = BackupDrill(args.store or str(Path(folder) / "live.db"), Path(folder))
        asyncio.run(drill.back_up(args.times))
    sys.stdout.write(json.dumps(drill.report()) + "\n")


if __name__ == "__main__":
    main()
