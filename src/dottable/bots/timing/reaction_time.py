"""Random reaction times, for simulating real-time play without waiting.

A reaction time is log-normal around a median that depends on the level. It is drawn from a table of integers, so
results are identical on every machine, whether interpreted, compiled or run on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from dottable.core.errors import DottableError
from dottable.core.primitives import fast_rng
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import CLOCK, has_seat

__sources__ = (Path(__file__).resolve(),)
"""Source files of the code compiled from this module, besides those of core; see `core/primitives/rule.py`."""

QUANTILE_COUNT = 1024
REACTION_TIME_SIGMA = 0.35
"""Sigma of the log-normal distribution. Reaction times of people vary by about a third."""
MIN_REACTION_MS = 180
"""Shortest time in milliseconds in which a person can see, decide and touch."""
NOT_DUE = -1
"""Due time of a seat that is not going to act."""

QUANTILES = np.array(
    [
        round(1000 * exp(REACTION_TIME_SIGMA * NormalDist().inv_cdf((k + 0.5) / QUANTILE_COUNT)))
        for k in range(QUANTILE_COUNT)
    ],
    np.int64,
)
"""Quantiles of a log-normal distribution with median 1, in thousandths."""


class ReactionTime(NamedTuple):
    """The median reaction time of a level, in milliseconds."""

    name: str
    median_ms: int


REACTION_TIMES = {
    level.name: level
    for level in (
        ReactionTime("newcomer", 2600),
        ReactionTime("casual", 1900),
        ReactionTime("steady", 1400),
        ReactionTime("sharp", 1000),
        ReactionTime("master", 750),
    )
}


def reaction_times_of(names: Sequence[str], seats: int) -> list[ReactionTime]:
    """Return one ReactionTime per seat for the named levels. A single name is used for all seats."""
    unknown = [name for name in names if name not in REACTION_TIMES]
    if unknown:
        raise DottableError(f"Unknown level '{unknown[0]}'. Available: {', '.join(REACTION_TIMES)}.")
    if len(names) not in (1, seats):
        raise DottableError(f"Expected 1 or {seats} levels for {seats} seats, not {len(names)}.")
    return [REACTION_TIMES[name] for name in (names if len(names) == seats else [names[0]] * seats)]


@rule
def sample_reaction_ms(median_ms: int, q: Any) -> int:
    """Return a random reaction time in milliseconds, at least MIN_REACTION_MS."""
    drawn = median_ms * QUANTILES[fast_rng.random_below(q, QUANTILE_COUNT)] // 1000
    return max(drawn, MIN_REACTION_MS)


@rule
def earliest_due_seat(
    seats: int, active: int, deadline_ms: int, now_ms: int, medians_ms: Any, q: Any, due_ms: Any
) -> int:
    """Return the active seat that is due first, or CLOCK if the deadline is not later.

    `due_ms` holds the time at which each seat is due. The function draws a random time for a seat that has become
    active, and sets NOT_DUE for a seat that is no longer active.
    """
    first = CLOCK
    for seat in range(seats):
        if not has_seat(active, seat):
            due_ms[seat] = NOT_DUE
            continue
        if due_ms[seat] == NOT_DUE:
            due_ms[seat] = now_ms + sample_reaction_ms(medians_ms[seat], q)
        if first == CLOCK or due_ms[seat] < due_ms[first]:
            first = seat
    if has_seat(active, CLOCK) and first != CLOCK and deadline_ms <= due_ms[first]:
        return CLOCK
    return first
