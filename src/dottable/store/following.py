"""What follows a write: somebody who waits for it goes on, or something is done."""

from __future__ import annotations

import asyncio
import logging

from dottable.store.contract import Then

log = logging.getLogger("dottable.store")


def tell(written: asyncio.Future[None], error: Exception | None) -> None:
    """Let whoever waits go on, unless they were cancelled."""
    if written.done():
        return
    if error is None:
        written.set_result(None)
    else:
        written.set_exception(error)


def follow(then: Then, error: Exception | None) -> None:
    """Do what follows; if that fails, others must still hear of their writes."""
    try:
        then(error)
    except Exception:
        log.exception("what follows a write failed")
