"""Knowledge: all seats know everything except future tosses."""

from __future__ import annotations

from typing import Any

from dottable.core.primitives.chance import rekey
from dottable.core.primitives.rule import rule

OBSERVATION_SIZE = 1


@rule
def observe(s: Any, seat: int, out: Any) -> None:
    out[0] = s.tossed


@rule
def resample(s: Any, seat: int, g: Any) -> None:
    rekey(s.rng, g)
