"""The ledger of a match splits each seat's result: result = start + deal + chance + choices of every seat.

Every state has a value V: the mean win share of each seat over rollouts of the policy. Rollouts know all cards and
redraw future chance. A move splits the change of V in two. `choice` is the value of the action minus that of the
policy's own choice, averaged over deals that the seat could not tell apart. `chance` is the rest: draws, and hidden
cards that turned out better or worse than expected. Its mean is 0 whatever the seat does, if the sampled deals have the
right distribution. It is a control variate, as in AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling, 2018). The parts
add up to the result by construction.

Moves without an alternative have no choice. In races, where several seats may act, the choice is M - V(before). M is
the value of the state right after the action, with chance redrawn. The same split is computed for points: each seat's
lead over the mean of the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match, Move
from dottable.core.primitives.record import Array
from dottable.core.primitives.seats import CLOCK
from dottable.study.decision_review import Decision, decision_at, is_race
from dottable.study.evaluation_settings import ReviewSettings
from dottable.study.review_types import CurvePoint, LedgerEntry, LedgerKind, PointsLedger, SeatLedger
from dottable.study.rollouts import GENERATOR_BYTES, RolloutWorkspace, rollout_workspace, seed_of

DEAL_MOVE = -1
"""Stands for the deal in place of the number of a move."""
PILOT_DEALS = 64
"""Number of sampled deals of a pilot comparison between a choice and the policy's choice.

If all outcomes are equal, the choice has value 0. Otherwise their variance determines the number of fresh deals. Only
fresh deals count, so that the pilot causes no bias.
"""
MIN_CHOICE_DEALS = 100
OTHER_SAMPLE_SEED = b"another sample of what is hidden"
"""Seed of a second sampled state. If both samples equal the true state, nothing is hidden from the seat."""
MIN_TURNING_POINT = 0.05
"""Minimum change of win chance of a turning point."""


class StepValue(NamedTuple):
    """Changes of value by one move. Arrays hold the win share of every seat, then the lead in points of every seat."""

    chance: Array
    choice: Array
    after: Array
    """Value of the state after the move."""
    variance: Array
    """Squared standard error of `choice`."""


class LedgerBook(NamedTuple):
    """The ledger of a whole match."""

    entries: tuple[LedgerEntry, ...]
    seats: tuple[SeatLedger, ...]
    curve: tuple[CurvePoint, ...]


class MatchValuation:
    """Computes the values of the states of one match, in the order of its moves."""

    def __init__(self, match: Match, seed: bytes, settings: ReviewSettings) -> None:
        self.work: RolloutWorkspace = rollout_workspace(match.game)
        self.seed, self.settings, self.rollouts = seed, settings, settings.ledger_rollouts
        self.match = match.before_first_move()
        self.start = self._mean(self.work.outcomes_of_new_deals(self.match, seed_of(seed, "start"), self.rollouts))
        self.key = seed_of(seed, "deal")
        self.value = self._value_of_state()

    def _mean(self, outcomes: Array) -> Array:
        """Return the mean of rollout outcomes: the win share of every seat, then its lead in points."""
        return with_leads(outcomes.mean(axis=0), self.match.game)

    def _value_of_state(self) -> Array:
        """Return the value V of the present state, estimated with the present random numbers."""
        match = self.match
        if match.is_over:
            return final_value(match)
        no_action = self.work.kernels.NO_ACTION
        return self._mean(self.work.rollout_outcomes(match.record, 0, no_action, match.now_ms, self.key, self.rollouts))

    def value_move(self, move: Move) -> StepValue:
        """Make a move. Return the changes of value by the move and by the chance after it."""
        match, work, before = self.match, self.work, self.value
        n = len(match.moves)
        made = (match.record, move.seat, move.action, move.at_ms)
        depends_on_chance = work.depends_on_chance(*made, seed_of(self.seed, "probe", n))
        decision = None if move.seat == CLOCK else decision_at(match, move.seat, move.action)
        middle: Array | None = None
        if decision is not None and not knows_all(decision.access, match):
            choice, variance = self._sampled_choice(decision)
            if not depends_on_chance:
                middle = self._mean(work.rollout_outcomes(*made, self.key, self.rollouts))
        else:
            middle = self._mean(work.rollout_outcomes(*made, self.key, self.rollouts))
            is_choice = decision is not None or self._is_claim(move)
            choice, variance = (middle - before) * is_choice, np.zeros_like(before)
        match.apply(*move)
        if depends_on_chance:
            self.key = seed_of(self.seed, "move", n)
        if middle is None or depends_on_chance or match.is_over:
            middle = self._value_of_state()
        self.value = middle
        return StepValue(self.value - before - choice, choice, self.value, variance)

    def _is_claim(self, move: Move) -> bool:
        """Return whether a move is a claim in a race. The value of a claim is computed in the true deal."""
        return move.seat != CLOCK and is_race(self.match.game, self.match.offered_actions(move.seat))

    def _sampled_choice(self, decision: Decision) -> tuple[Array, Array]:
        """Return the value of an action minus that of the policy's choice, by what the seat knew, and its variance."""
        access, work, settings = decision.access, self.work, self.settings
        seed = seed_of(self.seed, "choice", decision.move)
        pilot_pool = work.fill_pool_for_seat(access, seed, PILOT_DEALS)
        pilot = work.compare_with_policy(access, decision.played, PILOT_DEALS, pilot_pool)
        if not pilot.any():
            return np.zeros_like(self.value), np.zeros_like(self.value)
        seats = access.seats
        wanted = int((float(pilot[:, :seats].std(axis=0).max()) / settings.choice_error) ** 2)
        deals = min(max(wanted, MIN_CHOICE_DEALS), settings.max_choice_deals)
        pool_size = work.fill_pool_for_seat(access, seed_of("fresh", seed), settings.screening_pool)
        better = work.compare_with_policy(access, decision.played, deals, pool_size)
        variance = np.concatenate([better[:, :seats].var(axis=0) / deals, np.zeros(seats)])
        return self._mean(better), variance


def knows_all(access: SeatAccess, match: Match) -> bool:
    """Return whether a seat knows the whole state apart from future chance.

    It does if two sampled states both equal the true state.
    """
    true_state = match.record.tobytes()[GENERATOR_BYTES:]
    samples = (access.record, access.determinize(OTHER_SAMPLE_SEED).record)
    return all(one.tobytes()[GENERATOR_BYTES:] == true_state for one in samples)


def with_leads(outcome: Array, game: Game) -> Array:
    """Return an outcome with each seat's points replaced by its lead: its points minus the other seats' mean."""
    seats = len(outcome) // 2
    points = outcome[seats:]
    others = (points.sum() - points) / (seats - 1)
    sign = -1 if game.statistics is not None and game.statistics.LOWEST_WINS else 1
    return np.concatenate([outcome[:seats], sign * (points - others)])


def final_value(match: Match) -> Array:
    """Return the value of a finished match: every seat's share of the win, then its lead in points."""
    return with_leads(np.concatenate([win_shares(match), match.scores()]), match.game)


def win_shares(match: Match) -> Array:
    """Return every seat's share of the win at the end of a match."""
    winners = match.winners()
    shares = np.zeros(match.seats)
    shares[winners] = 1 / len(winners)
    return shares


def make_ledger(match: Match, seed: bytes, settings: ReviewSettings) -> LedgerBook:
    """Return the ledger of a finished match."""
    valuation = MatchValuation(match, seed, settings)
    start, dealt = valuation.start, valuation.value
    steps = [valuation.value_move(move) for move in match.moves]
    return ledger_book(match, start, dealt, steps)


def make_rough_ledger(match: Match, seed: bytes, rollouts: int) -> LedgerBook:
    """Return a ledger whose curve comes from few rollouts, and in which all changes of value count as chance."""
    work, again = rollout_workspace(match.game), match.before_first_move()

    def value() -> Array:
        given = (again.record, 0, work.kernels.NO_ACTION, again.now_ms, seed, rollouts)
        return with_leads(work.rollout_outcomes(*given).mean(axis=0), match.game)

    start = with_leads(work.outcomes_of_new_deals(again, seed, rollouts).mean(axis=0), match.game)
    dealt = before = value()
    steps, nothing = [], np.zeros_like(start)
    for move in match.moves:
        again.apply(*move)
        after = final_value(match) if again.is_over else value()
        steps.append(StepValue(after - before, nothing, after, nothing))
        before = after
    return ledger_book(match, start, dealt, steps)


def ledger_book(match: Match, start: Array, dealt: Array, steps: list[StepValue]) -> LedgerBook:
    """Return the ledger of a match from the values of its steps."""
    entries = [ledger_entry(DEAL_MOVE, "deal", None, dealt - start)]
    curve = [curve_point(DEAL_MOVE, dealt)]
    for n, (move, step) in enumerate(zip(match.moves, steps, strict=True)):
        seat = None if move.seat == CLOCK else move.seat
        if step.choice.any():
            entries.append(ledger_entry(n, "choice", seat, step.choice))
        if step.chance.any():
            entries.append(ledger_entry(n, "chance", seat, step.chance))
        curve.append(curve_point(n, step.after))
    result = final_value(match)
    noise = np.sqrt(np.sum([step.variance for step in steps], axis=0)) if steps else np.zeros_like(start)
    seats = tuple(seat_ledger(seat, start, result, entries, float(noise[seat])) for seat in range(match.seats))
    return LedgerBook(tuple(entries), seats, tuple(curve))


def ledger_entry(move: int, kind: LedgerKind, seat: int | None, change: Array) -> LedgerEntry:
    seats = len(change) // 2
    return LedgerEntry(move, kind, seat, tuple(map(float, change[:seats])), tuple(map(float, change[seats:])))


def curve_point(move: int, value: Array) -> CurvePoint:
    return CurvePoint(move, tuple(map(float, value[: len(value) // 2])))


def seat_ledger(
    seat: int, start: Array, result: Array, entries: Iterable[LedgerEntry], standard_error: float
) -> SeatLedger:
    """Return the sums of a seat's ledger entries by kind, in win share and in points."""
    seats = len(start) // 2
    shares = {"deal": 0.0, "chance": 0.0, "own_errors": 0.0, "other_errors": 0.0}
    points = dict(shares)
    for one in entries:
        kind: str = one.kind if one.kind != "choice" else ("own_errors" if one.seat == seat else "other_errors")
        shares[kind] += one.change[seat]
        points[kind] += one.points[seat]
    return SeatLedger(
        start=float(start[seat]),
        result=float(result[seat]),
        standard_error=standard_error,
        luck_adjusted_result=float(start[seat]) + shares["own_errors"] + shares["other_errors"],
        points=PointsLedger(start=float(start[seats + seat]), result=float(result[seats + seat]), **points),
        **shares,
    )


def residual(ledger: SeatLedger | PointsLedger) -> float:
    """Return the result minus the sum of a ledger's parts. It is 0 up to rounding."""
    parts = ledger.start + ledger.deal + ledger.chance + ledger.own_errors + ledger.other_errors
    return ledger.result - parts


def turning_points(curve: tuple[CurvePoint, ...], most: int) -> tuple[int, ...]:
    """Return the moves at which some seat's win chance changed most, in the order of the match."""
    changes = [
        (max(abs(a - b) for a, b in zip(one.win_chances, before.win_chances, strict=True)), one.move)
        for before, one in pairwise(curve)
    ]
    largest = sorted(changes, reverse=True)[:most]
    return tuple(sorted(move for change, move in largest if change >= MIN_TURNING_POINT))
