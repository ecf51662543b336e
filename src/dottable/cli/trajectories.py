"""`dottable simulate --trajectories`: write every step of every match to a file."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from dottable.cli.console import (
    EXIT_STATUS_INTERRUPTED,
    print_json,
    print_status,
    progress_bar,
)
from dottable.cli.interrupts import DeferredInterrupts
from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.lab.simulation.trajectories import TrajectorySeries
    from dottable.lab.worker_pool import WorkerPool

EXCLUDED_ARGUMENTS = ("out", "logs", "statistics", "reaction_times")
"""Arguments of `simulate` that write something else or play without steps to record."""


def add_argument(command: argparse.ArgumentParser) -> None:
    """Add `--trajectories`."""
    command.add_argument(
        "--trajectories",
        metavar="FILE",
        help="instead write every step to a .parquet or .arrow file: observation, mask, action, return",
    )


def check_arguments(args: argparse.Namespace) -> None:
    """Raise DottableError for a file that cannot be written or an argument that does not fit."""
    from dottable.lab.simulation.trajectory_files import check_trajectory_file

    for name in EXCLUDED_ARGUMENTS:
        if getattr(args, name):
            raise DottableError(f"--trajectories cannot be combined with --{name.replace('_', '-')}. Leave one out.")
    check_trajectory_file(Path(args.trajectories))


def write_trajectories(series: TrajectorySeries, args: argparse.Namespace, pool: WorkerPool) -> int:
    """Record the matches with a progress bar until the end or Ctrl-C. Return the exit status."""
    from dottable.lab.simulation.trajectories import trajectories
    from dottable.lab.simulation.trajectory_files import open_trajectory_writer

    path, start, steps, matches = Path(args.trajectories), time.perf_counter(), 0, 0
    try:
        with ExitStack() as stack:
            writer = stack.enter_context(open_trajectory_writer(path, series))
            advance = stack.enter_context(progress_bar(series.game.title, args.matches))
            interrupts = stack.enter_context(DeferredInterrupts().install())
            for columns in stack.enter_context(closing(trajectories(series, args.matches, pool))):
                with interrupts.deferred():
                    writer.write(columns)
                    played = int(columns["match"][-1]) + 1 - matches
                    steps, matches = steps + len(columns["action"]), matches + played
                    advance(played)
    except KeyboardInterrupt:
        print_status(f"Stopped after {matches:,} of {args.matches:,} matches. The file holds these.")
    report = {
        "file": str(path),
        "matches": matches,
        "steps": steps,
        "bytes": path.stat().st_size,
        "seed": series.seed.hex(),
    }
    if args.json:
        print_json(report)
    else:
        print_report(report, time.perf_counter() - start)
    return 0 if matches == args.matches else EXIT_STATUS_INTERRUPTED


def print_report(report: dict[str, object], seconds: float) -> None:
    print("{steps:,} steps of {matches:,} matches".format(**report), f"in {seconds:.1f} s")
    print("{bytes:,} bytes in {file}".format(**report))
    print("seed {seed}".format(**report))
