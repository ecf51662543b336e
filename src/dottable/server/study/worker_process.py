"""Program of a study worker process: reads jobs from standard input and writes results to standard output."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import BinaryIO

import msgspec

from dottable.core.errors import DottableError
from dottable.server.sandbox.process_limits import OUT_OF_MEMORY_EXIT, JobLimits, limit_process, lower_worker_priority
from dottable.server.study.worker_frames import DONE, FAILED, FRAME_HEADER, REFUSED, RESULT, JobRequest, encode_frame
from dottable.study.worker_jobs import make_daily_puzzle, review_log

JobFunction = Callable[..., Iterator[bytes]]
JOBS: dict[str, JobFunction] = {"review": review_log, "daily_puzzle": make_daily_puzzle}


def serve_jobs(jobs: Mapping[str, JobFunction]) -> None:
    """Run the jobs read from standard input until it is closed. Anything that a job prints goes to standard error."""
    lower_worker_priority()
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    with suppress(BrokenPipeError):  # the server has ended
        while header := questions.read(FRAME_HEADER.size):
            length, _ = FRAME_HEADER.unpack(header)
            request = msgspec.json.decode(questions.read(length), type=JobRequest)
            run_job(jobs[request.job], request, answers)


def run_job(job: JobFunction, request: JobRequest, answers: BinaryIO) -> None:
    """Run the job that a request names, and write its results as frames to `answers`."""
    try:
        with limit_process(JobLimits(request.cpu_s, request.memory_bytes)):
            for result in job(*request.args):
                answers.write(encode_frame(RESULT, result))
        answers.write(encode_frame(DONE))
    except DottableError as error:
        answers.write(encode_frame(REFUSED, str(error).encode()))
    except MemoryError:
        os._exit(OUT_OF_MEMORY_EXIT)
    except BrokenPipeError:
        raise
    except Exception:
        answers.write(encode_frame(FAILED, traceback.format_exc().encode()))


if __name__ == "__main__":
    serve_jobs(JOBS)
