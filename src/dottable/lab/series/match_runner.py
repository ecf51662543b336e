"""Runs a single match between bots to its end. If a bot fails, a default action replaces its choice."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.safe_choose import BotFault, FaultKind, default_choice, safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.lab.series.virtual_time_match import play_in_virtual_time

MAX_FAULT_WEIGHT = 20
"""Total weight of a bot's faults in one match above which default actions replace the bot."""
FAULT_WEIGHTS: dict[FaultKind, int] = {"timeout": 4, "death": 4, "garbage": 4, "start": MAX_FAULT_WEIGHT}
"""Weight by kind of fault; 1 for all other kinds. Faults that restart a process weigh more, because a restart is
slow."""


class MatchFault(msgspec.Struct, frozen=True):
    """A fault of a bot during a match: the seat, the move, the kind and a message."""

    seat: int
    move: int
    """Number of moves made before the fault."""
    kind: FaultKind
    message: str


def run_match(match: Match, bots: Sequence[Bot], budgets: Sequence[Budget], seed: bytes) -> list[MatchFault]:
    """Play a match to its end, with one bot and one budget per seat. Return the bots' faults.

    The same seed gives the same match.
    """
    runner = MatchRunner(match, bots, budgets, seed)
    runner.play()
    return runner.faults


class MatchRunner:
    """Lets bots choose the moves of one match, and records their faults and thinking times."""

    def __init__(self, match: Match, bots: Sequence[Bot], budgets: Sequence[Budget], seed: bytes) -> None:
        self.match, self.bots, self.budgets, self.seed = match, bots, budgets, seed
        self.faults: list[MatchFault] = []
        self.think_ms: list[list[float]] = [[] for _ in bots]
        self._tolerance = [MAX_FAULT_WEIGHT] * len(bots)

    def play(self) -> None:
        """Play to the end. In games without races, seats that may act at the same time act in seat order."""
        if self.match.game.races:
            play_in_virtual_time(self.match, self.choose, self.seed)
            return
        while not self.match.is_over:
            seat = self.match.to_act[0]
            if seat == CLOCK:
                self.match.apply_clock_move()
            else:
                self.match.apply(seat, self.choose(self.match, seat, len(self.match.moves)).action)

    def choose(self, match: Match, seat: int, n: int) -> Choice:
        """Return a legal choice of the seat's bot.

        `n` is the number of the choice in the match; the bot's seed depends on it.
        """
        access, seed = SeatAccess(match, seat), choice_seed(self.seed, n, seat)
        if self._tolerance[seat] <= 0:
            return default_choice(access, seed)
        answer = safe_choose(self.bots[seat], access, self.budgets[seat], seed)
        self.think_ms[seat].append(answer.ms)
        if answer.fault is not None:
            self._record_fault(seat, answer.fault)
        return answer.choice

    def _record_fault(self, seat: int, fault: BotFault) -> None:
        moves = len(self.match.moves)
        self.faults.append(MatchFault(seat, moves, fault.kind, fault.message))
        self._tolerance[seat] -= FAULT_WEIGHTS.get(fault.kind, 1)
        if self._tolerance[seat] <= 0:
            self.faults.append(MatchFault(seat, moves, "dropped", "too many faults: default moves from here on"))


def choice_seed(seed: bytes, n: int, seat: int) -> bytes:
    """Return the seed of a seat's choice number `n` in a match."""
    return hashlib.sha256(b"move" + seed + n.to_bytes(8, "big") + seat.to_bytes(1, "big")).digest()
