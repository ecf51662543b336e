"""The format of messages between the server and a study worker: a length of 4 bytes, then one byte for the kind."""

from __future__ import annotations

import struct
from typing import Any, Literal

from msgspec import Struct

HEADER = struct.Struct(">IB")
"""Length of the content, and the kind."""
RESULT, DONE, REFUSED, FAILED = range(4)
"""Kinds: one result, the end of a job, an error for people, and an unexpected error with its traceback."""

JobName = Literal["review", "daily_puzzle"]


class JobRequest(Struct, frozen=True):
    """A job for a study worker."""

    job: JobName
    args: list[Any]
    cpu_s: int
    """CPU time that the job may use, in seconds."""
    memory_bytes: int
    """Memory that the job may use on top of what its process used before."""


def frame(kind: int, content: bytes = b"") -> bytes:
    """Return a message with its header."""
    return HEADER.pack(len(content), kind) + content
