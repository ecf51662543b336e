"""Binary frames of the messages between the server and a study worker: length (4 bytes), kind (1 byte), content."""

from __future__ import annotations

import struct
from typing import Any, Literal

from msgspec import Struct

FRAME_HEADER = struct.Struct(">IB")
"""Header of a frame: length of the content in bytes, and kind."""
RESULT, DONE, REFUSED, FAILED = range(4)
"""Kinds of frames: a result, the end of a job, an error sentence for people, an unexpected error's traceback."""

JobName = Literal["review", "daily_puzzle"]


class JobRequest(Struct, frozen=True):
    """A request to a study worker to run one job: its name, arguments and limits."""

    job: JobName
    args: list[Any]
    cpu_s: int
    """CPU time that the job may use, in seconds."""
    memory_bytes: int
    """Memory in bytes that the job may use, in addition to what its process used before."""


def encode_frame(kind: int, content: bytes = b"") -> bytes:
    """Return a message as a frame of bytes: the header followed by the content."""
    return FRAME_HEADER.pack(len(content), kind) + content
