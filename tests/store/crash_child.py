"""A process to be killed: appends to several tables at once and prints each event only after its commit."""

from __future__ import annotations

import asyncio
import sys

from dottable.store import Store, open_store
from tests.store.rows import table

TABLES = 12


def body(table_id: str, n: int) -> bytes:
    return f"{table_id}/{n}/".encode() * (1 + n % 5)


async def play(store: Store, table_id: str) -> None:
    n = len(await store.events(table_id))
    while True:
        count = 1 + n % 3
        await store.append(table_id, n, [body(table_id, n + k) for k in range(count)], table(table_id, moves=n + count))
        n += count
        sys.stdout.write(f"{table_id} {n}\n")
        sys.stdout.flush()


async def main(address: str) -> None:
    store = open_store(address)
    await store.start()
    await asyncio.gather(*(play(store, f"t{k}") for k in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
