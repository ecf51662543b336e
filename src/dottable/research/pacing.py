"""Who acts next, and when: by tempo in games with races, by seat elsewhere, or as a log says.

Times are virtual: nobody waits for them. See `bots/tempo.py` for how long people take.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from dottable.bots.tempo import reaction_ms, tempi_of
from dottable.core.match import Match, Move
from dottable.core.record import Array, for_rules
from dottable.core.seats import CLOCK

DEFAULT_TEMPO = "steady"


class Turn(NamedTuple):
    """A seat, or the clock, may act at this time."""

    seat: int
    at_ms: int


class Pacing(Protocol):
    """Decides who is first."""

    def next_turn(self, match: Match, among: Iterable[int]) -> Turn | None:
        """Who of `among` acts next, or the clock if it comes before all of them; None if nobody can."""

    def has_acted(self, seat: int) -> None:
        """The seat has used its turn: its next one takes time again."""

    def let_pass(self, at_ms: int) -> None:
        """Nobody has done anything until now."""


def medians_ms(tempo: str | Sequence[str], seats: int) -> list[int]:
    """The median reaction times of all seats, from one name of a tempo or one for each seat."""
    names = [tempo] if isinstance(tempo, str) else tempo
    return [one.median_ms for one in tempi_of(names, seats)]


class ByTempo:
    """A seat acts its reaction time after the match began to wait for it, as in `bots/tempo_kernels.py`.

    Without races there is no hurry: time stands still, and seats awaited together act in their order.
    """

    def __init__(self, match: Match, medians: Sequence[int], luck: Array) -> None:
        self._is_racing = bool(match.game.races)
        self._medians, self._luck = medians, luck
        self._due_ms: dict[int, int] = {}
        self._now_ms = 0

    def next_turn(self, match: Match, among: Iterable[int]) -> Turn | None:
        now_ms = self._now_ms = max(self._now_ms, match.now_ms)
        self._schedule(match)
        candidates = [Turn(seat, self._due_ms.get(seat, now_ms)) for seat in among]
        first = min(candidates, key=lambda turn: (turn.at_ms, turn.seat), default=None)
        deadline_ms = match.deadline_ms
        if deadline_ms is not None and (first is None or (self._is_racing and deadline_ms <= first.at_ms)):
            return Turn(CLOCK, max(deadline_ms, now_ms))
        return None if first is None else Turn(first.seat, max(first.at_ms, now_ms))

    def _schedule(self, match: Match) -> None:
        """Give every newly awaited seat a time to act; a seat that is no longer awaited loses its own."""
        if self._is_racing:
            awaited = [seat for seat in match.to_act if seat != CLOCK]
            self._due_ms = {
                seat: self._due_ms[seat] if seat in self._due_ms else self._now_ms + self._reaction_ms(seat)
                for seat in awaited
            }

    def _reaction_ms(self, seat: int) -> int:
        return int(reaction_ms(self._medians[seat], for_rules(self._luck)))

    def has_acted(self, seat: int) -> None:
        self._due_ms.pop(seat, None)

    def let_pass(self, at_ms: int) -> None:
        self._now_ms = max(self._now_ms, at_ms)
        self._due_ms = {seat: due for seat, due in self._due_ms.items() if due > at_ms}


class ByScript:
    """The order and the times of a log."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves

    def next_turn(self, match: Match, among: Iterable[int]) -> Turn | None:  # noqa: ARG002
        if len(match.moves) >= len(self._moves):
            return None
        move = self._moves[len(match.moves)]
        return Turn(move.seat, move.at_ms)

    def has_acted(self, seat: int) -> None:
        """A script goes on by itself."""

    def let_pass(self, at_ms: int) -> None:
        """A script has its own times."""
