"""Runs one job in a worker process, with limits on memory and CPU time.

A job that exceeds a limit ends its process, and the server starts a new process. On systems without these limits, such
as Windows, only the time limit of `Sandbox` applies.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from dottable.core.child_processes import end_with_parent
from dottable.core.errors import DottableError
from dottable.core.matches.precompile import precompile_rules
from dottable.core.registry import installed_games

if sys.platform != "win32":
    import resource

WORKER_NICENESS = 5
"""Niceness of workers (as in `nice`): a lower priority than the server's."""
OUT_OF_MEMORY_EXIT = 77
"""Exit code of a worker whose job exceeded the memory limit."""
STATUS_FILE = Path("/proc/self/statm")
DATA_FIELD = 5
"""Index of the size of data and stack, in pages, in Linux' `/proc/self/statm`."""


class JobLimits(NamedTuple):
    """Limits of one job, in addition to what the worker used before it."""

    cpu_s: int
    memory_bytes: int


class JobFailed(Exception):
    """Raised for an unexpected exception in a job. Its text is the traceback."""


def run_with_limits(job: Callable[..., Any], args: tuple[Any, ...], slug: str | None, limits: JobLimits) -> Any:
    """Run a job and return its result. Raise its DottableError, or JobFailed for any other exception."""
    lower_worker_priority()
    if slug is not None:
        load_game(slug)
    with limit_process(limits):
        try:
            return job(*args)
        except DottableError:
            raise
        except MemoryError:
            os._exit(OUT_OF_MEMORY_EXIT)
        except Exception:
            raise JobFailed(traceback.format_exc()) from None


@cache
def lower_worker_priority() -> None:
    """Lower the priority of this process, disable core dumps, and make it end with the server."""
    end_with_parent()
    if sys.platform != "win32":
        os.nice(WORKER_NICENESS)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@cache
def load_game(slug: str) -> None:
    """Load a game's compiled rules and its deck code before the limits of a job apply."""
    game = installed_games()[slug]
    precompile_rules(game)
    if game.house_deck is not None:
        list(game.deck.card_pictures(game.house_deck.numbers))


@contextmanager
def limit_process(limits: JobLimits) -> Iterator[None]:
    """Limit the CPU time and the memory of this process while the context is open.

    At the CPU limit, Linux ends the process with SIGXCPU.
    """
    if sys.platform == "win32":
        yield
        return
    data_bytes = private_data_bytes()
    set_soft_limit(resource.RLIMIT_CPU, ceil(time.process_time()) + limits.cpu_s)
    if data_bytes:
        set_soft_limit(resource.RLIMIT_DATA, data_bytes + limits.memory_bytes)
    try:
        yield
    finally:
        for kind in (resource.RLIMIT_CPU, resource.RLIMIT_DATA):
            set_soft_limit(kind, resource.getrlimit(kind)[1])


def set_soft_limit(kind: int, value: int) -> None:
    """Set a soft limit of this process, but not above its hard limit."""
    hard = resource.getrlimit(kind)[1]
    is_within = hard == resource.RLIM_INFINITY or 0 <= value <= hard
    resource.setrlimit(kind, (value if is_within else hard, hard))


def private_data_bytes() -> int:
    """Return the size of this process's private writable memory in bytes; 0 if the system does not report it."""
    if not STATUS_FILE.exists():
        return 0
    return int(STATUS_FILE.read_text().split()[DATA_FIELD]) * resource.getpagesize()
