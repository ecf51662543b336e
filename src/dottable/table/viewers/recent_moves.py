"""The last moves of a match and the state before each, so that they can be narrated to a new viewer."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from dottable.core.matches.match import Match
from dottable.table.events import Moved

MAX_RECENT_MOVES = 6
"""Number of latest moves that a newly connected viewer gets."""


class RecordedMove(NamedTuple):
    """A move, and the version of the table after it."""

    version: int
    event: Moved


class RecentMoves:
    """Ring buffer of the last 6 moves, with the state before each. They are replayed when a new viewer connects."""

    __slots__ = ("_match", "_moves")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._moves: deque[tuple[bytes, int, RecordedMove]] = deque(maxlen=MAX_RECENT_MOVES)

    def add_move(self, before: bytes, at_ms: int, version: int, event: Moved) -> None:
        """Add a move, with the state bytes and the match time before it."""
        self._moves.append((before, at_ms, RecordedMove(version, event)))

    def holds_all_after(self, since: int, version: int) -> bool:
        """Return whether all events after version `since`, up to `version`, are moves kept here."""
        kept = [recorded.version for _, _, recorded in self._moves if recorded.version > since]
        return len(kept) == version - since

    def replay_moves(self) -> Iterator[tuple[RecordedMove | None, Match]]:
        """Yield (None, match before the moves), then (move, match after it) for each move. Reuses one match object."""
        if not self._moves:
            yield None, self._match
            return
        before, at_ms, _ = self._moves[0]
        match = self._match.with_state(before, at_ms)
        yield None, match
        for _, _, move in self._moves:
            match.apply(move.event.seat, move.event.action, move.event.at_ms)
            yield move, match
