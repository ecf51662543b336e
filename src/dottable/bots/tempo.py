"""Tempo: how long a seat takes to act, so that real-time play can be simulated without a clock.

A time is log-normal around a median that belongs to a skill. It is drawn from a table of whole
numbers, so it is the same on every machine, interpreted, compiled or on a GPU.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from dottable.core import quick
from dottable.core.rule import rule

__sources__ = (Path(__file__).resolve(),)
"""What compiled code from here depends on besides core; see `core/rule.py`."""

STEPS = 1024
SPREAD = 0.35
"""The sigma of the log-normal: people's reaction times vary by about a third."""
SHORTEST_MS = 180
"""Nobody is faster: seeing, deciding and touching takes a person at least this long."""

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


@rule
def reaction_ms(median_ms: int, q: Any) -> int:
    """A random time to react, never shorter than a person's."""
    drawn = median_ms * QUANTILES[quick.below(q, STEPS)] // 1000
    return max(drawn, SHORTEST_MS)
