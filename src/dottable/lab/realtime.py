"""One match between bots in virtual time: whoever is due first moves first.

A seat is asked as soon as the match waits for it and acts when its choice is due. If its legal
actions change meanwhile (in Dobble Connect a card was laid), it keeps its time but looks again, for
the last time LAST_LOOK_MS before: what happens later than that comes too late to be heeded. Should
just then its own place be taken, it has to start anew. Nobody is faster than a person could be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from dottable.bots.bot import Choice
from dottable.bots.levels import reflexes_of
from dottable.bots.names import USUAL_LEVEL
from dottable.bots.real_time import FIND_FLOOR_MS, fastest_ms
from dottable.core.errors import DottableError
from dottable.core.match import Match
from dottable.core.seats import CLOCK

Ask = Callable[[Match, int, int], Choice]
"""Asks whoever sits at a seat for a legal choice; the last number counts the questions of the match."""

LAST_LOOK_MS = FIND_FLOOR_MS
"""Nobody sees a change, finds another symbol and points at another place faster."""


class IllegalChoice(DottableError):
    """A seat chose what the rules do not allow."""


@dataclass
class Plan:
    """What a seat is about to do, when, and what it could do when it decided."""

    action: int
    due_ms: int
    order: float
    """Breaks ties between seats that are due at once."""
    legal: list[int]
    is_stale: bool = False

    @property
    def next_ms(self) -> int:
        """When the seat acts, or looks again before."""
        return self.due_ms - LAST_LOOK_MS if self.is_stale else self.due_ms


def play_in_time(match: Match, ask: Ask, seed: bytes) -> None:
    """Play the match to its end; every awaited seat acts as long after it was asked as its choice says.

    In a game without races time stands still, and seats that are awaited together move in their order.
    """
    Clockwork(match, ask, seed).run()


class Clockwork:
    """The plans of all awaited seats, carried out in the order of time."""

    def __init__(self, match: Match, ask: Ask, seed: bytes) -> None:
        self.match = match
        self.now_ms = match.now_ms
        self._ask = ask
        self._asked = 0
        self._luck = Random(seed)
        self._plans: dict[int, Plan] = {}

    def run(self) -> None:
        self._revise()
        while not self.match.is_over:
            self._step()

    def _step(self) -> None:
        """The next thing that happens: somebody looks again, somebody acts, or the clock moves."""
        seat = min(self._plans, key=self._turn_of, default=CLOCK)
        deadline_ms = self.match.deadline_ms
        if seat == CLOCK or (deadline_ms is not None and deadline_ms <= self._plans[seat].next_ms):
            self.now_ms = max(self.now_ms, deadline_ms or 0)
            self.match.pass_time()
            self._revise()
            return
        plan = self._plans[seat]
        self.now_ms = max(self.now_ms, plan.next_ms)
        if plan.is_stale:
            self._plans[seat] = self._plan(seat, due_ms=plan.due_ms)
        else:
            self._act(seat, plan)

    def _turn_of(self, seat: int) -> tuple[int, float]:
        return self._plans[seat].next_ms, self._plans[seat].order

    def _act(self, seat: int, plan: Plan) -> None:
        del self._plans[seat]
        refused = self.match.apply(seat, plan.action, self.now_ms)
        if refused is not None:
            raise IllegalChoice(f"Seat {seat} chose action {plan.action}: {refused.sentence}")
        self._revise()

    def _revise(self) -> None:
        """After a move: drop the plans of seats that are not awaited, ask the new ones, note what has changed."""
        awaited = [seat for seat in self.match.to_act if seat != CLOCK]
        self._plans = {seat: plan for seat, plan in self._plans.items() if seat in awaited}
        for seat in awaited:
            if seat not in self._plans:
                self._plans[seat] = self._plan(seat)
                continue
            plan, legal = self._plans[seat], self.match.legal(seat)
            if legal != plan.legal and plan.due_ms - self.now_ms > LAST_LOOK_MS:
                plan.is_stale = True
            elif plan.action not in legal:
                self._plans[seat] = self._plan(seat)

    def _plan(self, seat: int, *, due_ms: int | None = None) -> Plan:
        """Ask a seat; it acts at `due_ms`, or else as late as it says."""
        legal = self.match.legal(seat)
        choice = self._ask(self.match, seat, self._asked)
        self._asked += 1
        if not self.match.game.races:
            return Plan(choice.action, self.now_ms, seat, legal)
        if due_ms is None:
            due_ms = self.now_ms + self._after_ms(choice, legal)
        return Plan(choice.action, due_ms, self._luck.random(), legal)

    def _after_ms(self, choice: Choice, legal: list[int]) -> int:
        """How late a choice is made: as it says, but no faster than a person."""
        game = self.match.game
        if choice.after_ms <= 0:
            return reflexes_of(USUAL_LEVEL, game).time_ms(game, legal, self._luck)
        return max(choice.after_ms, fastest_ms(game, legal))
