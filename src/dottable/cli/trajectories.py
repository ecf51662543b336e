"""`dottable simulate --trajectories`: writes every step of every match to a file."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack, closing, suppress
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
"""Arguments of `simulate` that cannot be combined with `--trajectories`."""


def add_argument(command: argparse.ArgumentParser) -> None:
    """Add the argument `--trajectories`, which names the file for every step of every match."""
    command.add_argument(
        "--trajectories",
        metavar="FILE",
        help="instead write every step to a .parquet or .arrow file: observation, mask, action, return",
    )


def check_arguments(args: argparse.Namespace) -> None:
    """Raise DottableError if the file cannot be written or an argument cannot be combined with `--trajectories`."""
    from dottable.lab.simulation.trajectory_files import check_trajectory_file

    for name in EXCLUDED_ARGUMENTS:
        if getattr(args, name):
            raise DottableError(f"--trajectories cannot be combined with --{name.replace('_', '-')}. Leave one out.")
    check_trajectory_file(Path(args.trajectories))


def write_trajectories(series: TrajectorySeries, args: argparse.Namespace, pool: WorkerPool) -> int:
    """Record the matches and print a summary. Return the exit status."""
    path, start = Path(args.trajectories), time.perf_counter()
    matches, steps = record_with_progress_bar(series, args.matches, pool, path)
    if matches < args.matches:
        print_status(f"Stopped after {matches:,} of {args.matches:,} matches. The file holds these.")
    size = path.stat().st_size
    if args.json:
        print_json({"file": str(path), "matches": matches, "steps": steps, "bytes": size, "seed": series.seed.hex()})
    else:
        print(f"{steps:,} steps of {matches:,} matches in {time.perf_counter() - start:.1f} s")
        print(f"{size:,} bytes in {path}")
        print(f"seed {series.seed.hex()}")
    return 0 if matches == args.matches else EXIT_STATUS_INTERRUPTED


def record_with_progress_bar(series: TrajectorySeries, matches: int, pool: WorkerPool, path: Path) -> tuple[int, int]:
    """Write matches until the end or Ctrl-C. Return the numbers of matches and steps written."""
    from dottable.lab.simulation.trajectories import record_trajectories
    from dottable.lab.simulation.trajectory_files import open_trajectory_writer

    done = steps = 0
    with suppress(KeyboardInterrupt), ExitStack() as stack:
        writer = stack.enter_context(open_trajectory_writer(path, series))
        advance = stack.enter_context(progress_bar(series.game.title, matches))
        interrupts = stack.enter_context(DeferredInterrupts().install_handler())
        for columns in stack.enter_context(closing(record_trajectories(series, matches, pool))):
            with interrupts.hold_interrupts():
                writer.write(columns)
                played = int(columns["match"][-1]) + 1 - done
                done, steps = done + played, steps + len(columns["action"])
                advance(played)
    return done, steps
