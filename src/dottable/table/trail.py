"""The last moves of a match, and the match as it was before them: so that they can be told again to anyone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from dottable.core.match import Match
from dottable.table.events import Moved

MOVES_KEPT = 6


class Step(NamedTuple):
    """A move and the version it led to."""

    version: int
    event: Moved


class Trail:
    """Follows a match at a distance of a few moves."""

    __slots__ = ("_behind", "_steps")

    def __init__(self, match: Match) -> None:
        self._behind = match.copy()
        self._steps: deque[Step] = deque()

    def add(self, version: int, event: Moved) -> None:
        self._steps.append(Step(version, event))
        if len(self._steps) > MOVES_KEPT:
            old = self._steps.popleft().event
            self._behind.apply(old.seat, old.action, old.at_ms)
            del self._behind.moves[:-1]  # only the time of the last one is needed

    def replay(self) -> Iterator[tuple[Step | None, Match]]:
        """The match before the last moves, then after each of them; the same object every time."""
        match = self._behind.copy()
        yield None, match
        for step in self._steps:
            match.apply(step.event.seat, step.event.action, step.event.at_ms)
            yield step, match
