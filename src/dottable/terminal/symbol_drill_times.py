"""Answer times of the drill: statistics of a run, and a JSON file with all runs of a player."""

from __future__ import annotations

from pathlib import Path
from statistics import mean, median

import msgspec

from dottable.core.errors import DottableError

MAX_RUNS = 1000
"""Maximum number of runs in the file. The oldest runs are dropped, so that the file stays small."""


class BadDrillTimes(DottableError):
    """Raised when a file of drill times cannot be read or written."""


class DrillAnswer(msgspec.Struct, frozen=True):
    """Whether the named symbol was right, and the time to answer in ms."""

    is_right: bool
    took_ms: int


class DrillSummary(msgspec.Struct, frozen=True):
    """Statistics of a run. Times are those of right answers; None if there was no right answer."""

    right: int
    wrong: int
    best_ms: int | None
    median_ms: int | None
    mean_ms: int | None


class DrillRun(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One run: its date, the times of right answers in ms, and the number of wrong answers."""

    day: str
    times_ms: tuple[int, ...]
    wrong: int


class DrillRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All runs of the drill by one player, oldest first."""

    runs: tuple[DrillRun, ...] = ()

    @property
    def best_ms(self) -> int | None:
        """Shortest time of all right answers in ms; None if there is none."""
        return min((time for run in self.runs for time in run.times_ms), default=None)

    @property
    def best_median_ms(self) -> int | None:
        """Smallest median time of all runs in ms; None if there is none."""
        return min((round(median(run.times_ms)) for run in self.runs if run.times_ms), default=None)


def summarize_run(answers: list[DrillAnswer]) -> DrillSummary:
    """Return the statistics of one run of the drill from its answers."""
    times = [answer.took_ms for answer in answers if answer.is_right]
    wrong = len(answers) - len(times)
    if not times:
        return DrillSummary(0, wrong, None, None, None)
    return DrillSummary(len(times), wrong, min(times), round(median(times)), round(mean(times)))


def add_run(record: DrillRecord, day: str, answers: list[DrillAnswer]) -> DrillRecord:
    """Return the record with a run added. A run without answers is not added."""
    if not answers:
        return record
    times = tuple(answer.took_ms for answer in answers if answer.is_right)
    run = DrillRun(day=day, times_ms=times, wrong=len(answers) - len(times))
    return DrillRecord(runs=(*record.runs, run)[-MAX_RUNS:])


def load_drill_record(path: Path) -> DrillRecord:
    """Return the record in a file; an empty record if there is no file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=DrillRecord)
    except FileNotFoundError:
        return DrillRecord()
    except OSError as error:
        raise BadDrillTimes(f"{path}: the times cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise BadDrillTimes(f"{path}: this is no record of drill times: {error}. Move the file away.") from None


def save_record(path: Path, record: DrillRecord) -> None:
    """Write the record to a file atomically: if writing fails, the old file is kept."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
        unfinished.replace(path)
    except OSError as error:
        raise BadDrillTimes(f"{path}: the times cannot be written: {error.strerror}.") from None
