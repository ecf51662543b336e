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
    """Remembers the states before the last moves, so that nothing has to be played twice until somebody asks."""

    __slots__ = ("_match", "_steps")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._steps: deque[tuple[bytes, int, Step]] = deque(maxlen=MOVES_KEPT)

    def add(self, before: bytes, at_ms: int, version: int, event: Moved) -> None:
        """A move, and the match as it was before it."""
        self._steps.append((before, at_ms, Step(version, event)))

    def replay(self) -> Iterator[tuple[Step | None, Match]]:
        """The match before the last moves, then after each of them; the same object every time."""
        if not self._steps:
            yield None, self._match
            return
        before, at_ms, _ = self._steps[0]
        match = self._match.earlier(before, at_ms)
        yield None, match
        for _, _, step in self._steps:
            match.apply(step.event.seat, step.event.action, step.event.at_ms)
            yield step, match
