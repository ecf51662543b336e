"""Ways to report that a write is complete: resolve a future or run a callback."""

from __future__ import annotations

import asyncio
import logging

from dottable.store.contract import WriteCallback

log = logging.getLogger("dottable.store")


def resolve_future(future: asyncio.Future[None], error: Exception | None) -> None:
    """Set the result or the exception of a future, unless it was cancelled."""
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def run_callback(callback: WriteCallback, error: Exception | None) -> None:
    """Run the callback of a write. An exception in it is logged, so that other callbacks still run."""
    try:
        callback(error)
    except Exception:
        log.exception("a callback after a write failed")
