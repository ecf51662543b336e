"""What heat maps share: how much of something, in seven steps from pale to strong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import isfinite
from typing import TypeGuard

from dottable.lab.report.charts_drawing import BOLD, Scale, width_of
from dottable.lab.report.wording import amount, fixed, number, share

STEPS = 7
"""As many as page.css has colours for."""
TEN = 0.1
"""Only shares of ten per cent and more may lose their decimal."""
Wording = Callable[[float], str]


@dataclass(frozen=True)
class Heat:
    """The values that are palest and strongest."""

    low: float
    high: float
    is_share: bool

    def step(self, value: float) -> int:
        if self.high == self.low:
            return STEPS // 2
        return min(int((value - self.low) / (self.high - self.low) * STEPS), STEPS - 1)

    def scale(self) -> Scale:
        return Scale(amount(self.low, is_share=self.is_share), amount(self.high, is_share=self.is_share))


def is_known(value: float | None) -> TypeGuard[float]:
    return value is not None and isfinite(value)


def known_of(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if is_known(value)]


def heat_of(known: list[float], *, is_share: bool) -> Heat:
    """The scale of some values. It starts from nothing, unless they are all far away from that."""
    low, high = min(known, default=0.0), max(known, default=0.0)
    return Heat(0.0 if 0 <= low < high / 2 else low, high, is_share)


def cell_wording(known: list[float], room: float, *, is_share: bool) -> Wording | None:
    """How values are written into cells: as exactly as all of them fit; None if they do not."""
    wordings = _wordings(known, is_share=is_share)
    return next((say for say in wordings if all(BOLD * width_of(say(value)) <= room for value in known)), None)


def _wordings(known: list[float], *, is_share: bool) -> list[Wording]:
    if is_share:
        wordings: list[Wording] = [share, lambda value: fixed(100 * value, 1)]
        return [*wordings, lambda value: fixed(100 * value, 0)] if max(known) >= TEN else wordings
    if all(value == int(value) for value in known):
        return [lambda value: fixed(value, 0)]
    return [number]
