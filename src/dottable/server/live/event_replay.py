"""Rebuilds tables from stored events in short time slices, so that a long match does not block the event loop.

Replaying takes about 0.1 ms per event with portable rules. A thread would compete with the event loop for the
interpreter lock, and would need its own copy of the rules' memory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TypeVar

import msgspec

from dottable.table.events import decode_event
from dottable.table.table import InvalidTableEvents, Table

TIME_SLICE_S = 0.003
"""Duration of one time slice in seconds. All replays together get one slice per iteration of the event loop."""

Result = TypeVar("Result")


class TableRestorer:
    """Rebuilds stored tables in time slices, in turn if there are several."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def restore_table(self, table_id: str, bodies: Sequence[bytes], clock_ms: Callable[[], int]) -> Table:
        """Return a table rebuilt from its encoded events, like `Table.restore`. Raise InvalidTableEvents.

        Its clock continues from the last event, at the host time that `clock_ms` returns after the replay.
        """
        try:
            table = Table.restore(table_id, [decode_event(body) for body in bodies[:1]], now=0)
            await self.run_in_slices(map(table.apply_event, map(decode_event, bodies[1:])))
        except msgspec.MsgspecError as error:
            raise InvalidTableEvents(f"The stored events of this table cannot be read: {error}") from None
        table.clock.resume(clock_ms())
        table.presence.count_absences_from(table.clock.last_ms)
        return table

    async def run_in_slices(self, steps: Iterator[Result]) -> list[Result]:
        """Exhaust an iterator in time slices, between which other tasks run, and return the items that it yielded."""
        results: list[Result] = []
        while True:
            async with self._turn:
                if run_slice(steps, results):
                    return results
                await asyncio.sleep(0)  # the next slice (of any table) runs in the next iteration


def run_slice(steps: Iterator[Result], results: list[Result]) -> bool:
    """Append items of an iterator to `results` until the time slice is over. Return whether it is exhausted."""
    until_s = perf_counter() + TIME_SLICE_S
    for result in steps:
        results.append(result)
        if perf_counter() >= until_s:
            return False
    return True
