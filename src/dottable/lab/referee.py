"""Plays a match between bots to its end. No bot can stop it: whoever errs loses the move to a default action."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from dottable.bots.asking import BotFault, Kind, ask, default_choice
from dottable.bots.bot import Bot, Budget, Choice
from dottable.bots.chair import Chair
from dottable.core.match import Match
from dottable.core.seats import CLOCK
from dottable.lab.realtime import play_in_time

PATIENCE = 20
"""After faults of this weight a seat is not asked again in the match."""
WEIGHTS: dict[Kind, int] = {"timeout": 4, "death": 4, "garbage": 4, "start": PATIENCE}
"""Faults that cost a process weigh more than others, which weigh 1: every new one takes a while."""


class Fault(msgspec.Struct, frozen=True):
    """What a bot did wrong."""

    seat: int
    move: int
    """How many moves had been made."""
    kind: Kind
    message: str


def play_match(match: Match, bots: Sequence[Bot], budgets: Sequence[Budget], seed: bytes) -> list[Fault]:
    """Play to the end, one bot and budget a seat; what the bots did wrong. The same seed gives the same match."""
    referee = Referee(match, bots, budgets, seed)
    referee.play()
    return referee.faults


class Referee:
    """Asks whoever is awaited; keeps the faults, and every seat's times to answer."""

    def __init__(self, match: Match, bots: Sequence[Bot], budgets: Sequence[Budget], seed: bytes) -> None:
        self.match, self.bots, self.budgets, self.seed = match, bots, budgets, seed
        self.faults: list[Fault] = []
        self.took_ms: list[list[float]] = [[] for _ in bots]
        self._patience = [PATIENCE] * len(bots)

    def play(self) -> None:
        """Play to the end; where nobody races, whoever is awaited moves in the order of seats."""
        if self.match.game.races:
            play_in_time(self.match, self.ask, self.seed)
            return
        while not self.match.is_over:
            seat = self.match.to_act[0]
            if seat == CLOCK:
                self.match.pass_time()
            else:
                self.match.apply(seat, self.ask(self.match, seat, len(self.match.moves)).action)

    def ask(self, match: Match, seat: int, n: int) -> Choice:
        """A legal choice for question number `n` of the match."""
        chair, seed = Chair(match, seat), seed_of_move(self.seed, n, seat)
        if self._patience[seat] <= 0:
            return default_choice(chair, seed)
        answer = ask(self.bots[seat], chair, self.budgets[seat], seed)
        self.took_ms[seat].append(answer.ms)
        if answer.fault is not None:
            self._note(seat, answer.fault)
        return answer.choice

    def _note(self, seat: int, fault: BotFault) -> None:
        moves = len(self.match.moves)
        self.faults.append(Fault(seat, moves, fault.kind, fault.message))
        self._patience[seat] -= WEIGHTS.get(fault.kind, 1)
        if self._patience[seat] <= 0:
            self.faults.append(Fault(seat, moves, "dropped", "not asked again in this match"))


def seed_of_move(seed: bytes, n: int, seat: int) -> bytes:
    """The luck of one move of a bot."""
    return hashlib.sha256(b"move" + seed + n.to_bytes(8, "big") + seat.to_bytes(1, "big")).digest()
