"""Runs functions in daemon threads, so that a player can leave while a bot computes or a line is read."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")


async def run_in_daemon_thread(function: Callable[[], Result]) -> Result:
    """Run a function in a daemon thread and return its result.

    The process does not wait for the thread when it exits.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Result] = loop.create_future()

    def finish(result: Result | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)  # type: ignore[arg-type]  # there is a result where there is no error

    def run() -> None:
        result: Result | None = None
        error: BaseException | None = None
        try:
            result = function()
        except BaseException as raised:
            error = raised
        with suppress(RuntimeError):  # the loop is closed: the player has left
            loop.call_soon_threadsafe(finish, result, error)

    threading.Thread(target=run, name="work", daemon=True).start()
    return await done
