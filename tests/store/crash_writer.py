"""A child process that tests kill: it appends to several tables and prints each event after its commit."""

from __future__ import annotations

import asyncio
import sys

from dottable.store import Store, open_store
from tests.store.sample_rows import table_row

TABLE_COUNT = 12


def event_body(table_id: str, n: int) -> bytes:
    return f"{table_id}/{n}/".encode() * (1 + n % 5)


async def append_forever(store: Store, table_id: str) -> None:
    n = len(await store.read_events(table_id))
    while True:
        count = 1 + n % 3
        await store.append_events(
            table_id, n, [event_body(table_id, n + k) for k in range(count)], table_row(table_id, moves=n + count)
        )
        n += count
        sys.stdout.write(f"{table_id} {n}\n")
        sys.stdout.flush()


async def main(address: str) -> None:
    store = open_store(address)
    await store.start()
    await asyncio.gather(*(append_forever(store, f"t{k}") for k in range(TABLE_COUNT)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
