"""Turn scheduling: decides which seat acts next, and at what virtual time.

Times are simulated, so nothing sleeps. `bots/timing/reaction_time.py` holds the reaction-time model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from dottable.bots.timing.reaction_time import reaction_times_of, sample_reaction_ms
from dottable.core.matches.match import Match, Move
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.seats import CLOCK

DEFAULT_REACTION_LEVEL = "steady"
"""Level whose reaction times all seats have by default: the middle of five levels."""


class ScheduledTurn(NamedTuple):
    """A seat (or CLOCK) and the time in ms at which it may act."""

    seat: int
    at_ms: int


class TurnScheduler(Protocol):
    """Protocol of a scheduler, which chooses the next seat to act."""

    def next_turn(self, match: Match, candidates: Iterable[int]) -> ScheduledTurn | None:
        """Return the earliest turn of `candidates`; CLOCK if a deadline comes first; None if no turn is left."""

    def mark_acted(self, seat: int) -> None:
        """Discard the scheduled time of a seat, so that its next turn gets a new reaction time."""

    def advance_to(self, at_ms: int) -> None:
        """Advance the virtual time to `at_ms`, because no seat acted before that."""


def median_reactions_ms(levels: str | Sequence[str], seats: int) -> list[int]:
    """Return the median reaction time of every seat in ms, from one level name or one name per seat."""
    names = [levels] if isinstance(levels, str) else levels
    return [level.median_ms for level in reaction_times_of(names, seats)]


class ReactionTimeScheduler:
    """Schedules each seat one random reaction time after the match starts to wait for it.

    Compiled play does the same (`bots/timing/timed_play_kernels.py`). In games without races time does not advance, and
    seats that may act at the same time act in seat order.
    """

    def __init__(self, match: Match, medians: Sequence[int], rng: Array) -> None:
        self._has_races = bool(match.game.races)
        self._medians, self._rng = medians, rng
        self._due_ms: dict[int, int] = {}
        self._now_ms = 0

    def next_turn(self, match: Match, candidates: Iterable[int]) -> ScheduledTurn | None:
        now_ms = self._now_ms = max(self._now_ms, match.now_ms)
        self._schedule_active_seats(match)
        turns = [ScheduledTurn(seat, self._due_ms.get(seat, now_ms)) for seat in candidates]
        first = min(turns, key=lambda turn: (turn.at_ms, turn.seat), default=None)
        deadline_ms = match.deadline_ms
        if deadline_ms is not None and (first is None or (self._has_races and deadline_ms <= first.at_ms)):
            return ScheduledTurn(CLOCK, max(deadline_ms, now_ms))
        return None if first is None else ScheduledTurn(first.seat, max(first.at_ms, now_ms))

    def _schedule_active_seats(self, match: Match) -> None:
        """Draw a time for every seat that has just become active. Drop the times of inactive seats."""
        if self._has_races:
            active = [seat for seat in match.to_act if seat != CLOCK]
            self._due_ms = {
                seat: self._due_ms[seat] if seat in self._due_ms else self._now_ms + self._reaction_ms(seat)
                for seat in active
            }

    def _reaction_ms(self, seat: int) -> int:
        return int(sample_reaction_ms(self._medians[seat], rule_array(self._rng)))

    def mark_acted(self, seat: int) -> None:
        self._due_ms.pop(seat, None)

    def advance_to(self, at_ms: int) -> None:
        self._now_ms = max(self._now_ms, at_ms)
        self._due_ms = {seat: due for seat, due in self._due_ms.items() if due > at_ms}


class LogScheduler:
    """Schedules the seats at the times of recorded moves."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves

    def next_turn(self, match: Match, candidates: Iterable[int]) -> ScheduledTurn | None:  # noqa: ARG002
        if len(match.moves) >= len(self._moves):
            return None
        move = self._moves[len(match.moves)]
        return ScheduledTurn(move.seat, move.at_ms)

    def mark_acted(self, seat: int) -> None:
        """Do nothing, because the log determines the order."""

    def advance_to(self, at_ms: int) -> None:
        """Do nothing, because the log determines the times."""
