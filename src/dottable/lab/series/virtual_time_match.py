"""Discrete-event simulation of a match between bots in virtual time. The seat that is due first acts first.

A seat chooses as soon as the match waits for it, and acts when its reaction time has passed. If its legal actions
change in the meantime (in Dobble Connect: another card was laid), it chooses again but keeps its due time. This is
possible until FIXED_CHOICE_MS_BEFORE_ACTION before it acts. If its chosen action becomes illegal after that, its
reaction starts again. No seat reacts faster than a person can.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from dottable.bots.bot import Choice
from dottable.bots.levels import reaction_model_of
from dottable.bots.selectable_bots import DEFAULT_LEVEL
from dottable.bots.timing.timed_bot import MIN_COMPARISON_MS, min_reaction_ms
from dottable.core.errors import DottableError
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK

ChooseCallback = Callable[[Match, int, int], Choice]
"""Returns a legal choice of a seat. The arguments are the match, the seat and the number of the choice in the match."""

FIXED_CHOICE_MS_BEFORE_ACTION = MIN_COMPARISON_MS
"""Time before its action, in milliseconds, from which a seat can no longer change its choice: the shortest reaction of
a person."""


class IllegalChoice(DottableError):
    """Raised when a seat chose an action that the rules do not allow."""


@dataclass
class PendingAction:
    """The action that a seat has chosen, its due time, and the legal actions at the time of the choice."""

    action: int
    due_ms: int
    tie_break: float
    """Random number that orders seats with the same due time."""
    legal: list[int]
    is_stale: bool = False
    """Whether the legal actions have changed since the choice."""

    @property
    def next_event_ms(self) -> int:
        """Virtual time of the seat's next event: choosing again if the choice is stale, else acting."""
        return self.due_ms - FIXED_CHOICE_MS_BEFORE_ACTION if self.is_stale else self.due_ms


def play_in_virtual_time(match: Match, choose: ChooseCallback, seed: bytes) -> None:
    """Play a match to its end. Every seat acts after the delay that its choice states.

    In a game without races time does not advance, and seats act in seat order.
    """
    VirtualTimeSimulator(match, choose, seed).play_to_end()


class VirtualTimeSimulator:
    """Simulates a match: keeps the pending action of every active seat and plays them in order of virtual time."""

    def __init__(self, match: Match, choose: ChooseCallback, seed: bytes) -> None:
        self.match = match
        self.now_ms = match.now_ms
        self._choose = choose
        self._choices = 0
        self._random = Random(seed)
        self._pending: dict[int, PendingAction] = {}

    def play_to_end(self) -> None:
        self._update_pending()
        while not self.match.is_over:
            self._process_next_event()

    def _process_next_event(self) -> None:
        """Process the next event: a seat chooses again, a seat acts, or the clock moves."""
        seat = min(self._pending, key=self._event_sort_key, default=CLOCK)
        deadline_ms = self.match.deadline_ms
        if seat == CLOCK or (deadline_ms is not None and deadline_ms <= self._pending[seat].next_event_ms):
            self.now_ms = max(self.now_ms, deadline_ms or 0)
            self.match.apply_clock_move()
            self._update_pending()
            return
        pending = self._pending[seat]
        self.now_ms = max(self.now_ms, pending.next_event_ms)
        if pending.is_stale:
            self._pending[seat] = self._choose_action(seat, due_ms=pending.due_ms)
        else:
            self._play_pending_action(seat, pending)

    def _event_sort_key(self, seat: int) -> tuple[int, float]:
        return self._pending[seat].next_event_ms, self._pending[seat].tie_break

    def _play_pending_action(self, seat: int, pending: PendingAction) -> None:
        del self._pending[seat]
        refused = self.match.apply(seat, pending.action, self.now_ms)
        if refused is not None:
            raise IllegalChoice(f"Seat {seat} chose action {pending.action}: {refused.sentence}")
        self._update_pending()

    def _update_pending(self) -> None:
        """Update the pending actions after a move.

        Drop those of inactive seats, replace illegal actions, and add actions for seats that became active.
        """
        awaited = [seat for seat in self.match.to_act if seat != CLOCK]
        self._pending = {seat: pending for seat, pending in self._pending.items() if seat in awaited}
        for seat in awaited:
            if seat not in self._pending:
                self._pending[seat] = self._choose_action(seat)
                continue
            pending, legal = self._pending[seat], self.match.offered_actions(seat)
            if legal != pending.legal and pending.due_ms - self.now_ms > FIXED_CHOICE_MS_BEFORE_ACTION:
                pending.is_stale = True
            elif pending.action not in legal:
                self._pending[seat] = self._choose_action(seat)

    def _choose_action(self, seat: int, *, due_ms: int | None = None) -> PendingAction:
        """Let a seat choose an action and return it with its due time.

        The action is due at `due_ms`, or after the seat's reaction time if `due_ms` is None.
        """
        legal = self.match.offered_actions(seat)
        choice = self._choose(self.match, seat, self._choices)
        self._choices += 1
        if not self.match.game.races:
            return PendingAction(choice.action, self.now_ms, seat, legal)
        if due_ms is None:
            due_ms = self.now_ms + self._reaction_ms(choice, legal)
        return PendingAction(choice.action, due_ms, self._random.random(), legal)

    def _reaction_ms(self, choice: Choice, legal: list[int]) -> int:
        """Return the reaction time of a choice in milliseconds. It is never shorter than a person's."""
        game = self.match.game
        if choice.after_ms <= 0:
            return reaction_model_of(DEFAULT_LEVEL, game).sample_ms(game, legal, self._random)
        return max(choice.after_ms, min_reaction_ms(game, legal))
