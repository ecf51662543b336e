"""Tempo: how long a seat takes to act, so that real-time play can be simulated without a clock.

A time is log-normal around a median that belongs to a skill. It is drawn from a table of whole
numbers, so it is the same on every machine, interpreted, compiled or on a GPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from dottable.core import quick
from dottable.core.errors import DottableError
from dottable.core.rule import rule
from dottable.core.seats import CLOCK, has

__sources__ = (Path(__file__).resolve(),)
"""What compiled code from here depends on besides core; see `core/rule.py`."""

STEPS = 1024
SPREAD = 0.35
"""The sigma of the log-normal: people's reaction times vary by about a third."""
SHORTEST_MS = 180
"""Nobody is faster: seeing, deciding and touching takes a person at least this long."""
NOT_WAITING = -1
"""Instead of the time at which a seat is due."""

QUANTILES = np.array(
    [round(1000 * exp(SPREAD * NormalDist().inv_cdf((k + 0.5) / STEPS))) for k in range(STEPS)], np.int64
)
"""A log-normal around 1, in thousandths, by its quantiles."""


class Tempo(NamedTuple):
    """A skill by its median time to react, in ms."""

    name: str
    median_ms: int


TEMPI = {
    tempo.name: tempo
    for tempo in (
        Tempo("newcomer", 2600),
        Tempo("casual", 1900),
        Tempo("steady", 1400),
        Tempo("sharp", 1000),
        Tempo("master", 750),
    )
}


def tempi_of(names: Sequence[str], seats: int) -> list[Tempo]:
    """Tempi by name, one for all seats or one for each."""
    unknown = [name for name in names if name not in TEMPI]
    if unknown:
        raise DottableError(f"There is no tempo '{unknown[0]}'; there is: {', '.join(TEMPI)}.")
    if len(names) not in (1, seats):
        raise DottableError(f"Give one tempo for all or one for each of the {seats} seats, not {len(names)}.")
    return [TEMPI[name] for name in (names if len(names) == seats else [names[0]] * seats)]


@rule
def reaction_ms(median_ms: int, q: Any) -> int:
    """A random time to react, never shorter than a person's."""
    drawn = median_ms * QUANTILES[quick.below(q, STEPS)] // 1000
    return max(drawn, SHORTEST_MS)


@rule
def next_in_time(seats: int, waiting: int, deadline_ms: int, now_ms: int, medians_ms: Any, q: Any, due_ms: Any) -> int:
    """Who acts next: the seat that is due first, or the clock if its deadline comes before.

    `due_ms` keeps when each seat is due. A newly awaited one gets a time; one that is no longer awaited loses its own.
    """
    first = CLOCK
    for seat in range(seats):
        if not has(waiting, seat):
            due_ms[seat] = NOT_WAITING
            continue
        if due_ms[seat] == NOT_WAITING:
            due_ms[seat] = now_ms + reaction_ms(medians_ms[seat], q)
        if first == CLOCK or due_ms[seat] < due_ms[first]:
            first = seat
    if has(waiting, CLOCK) and first != CLOCK and deadline_ms <= due_ms[first]:
        return CLOCK
    return first
