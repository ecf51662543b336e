"""The review of a finished match, as it is stored, sent to clients and written as JSON."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

REVIEW_VERSION = 3
"""Version of the evaluation. Reviews of different versions are not comparable, and stored ones are made anew."""

Verdict = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
"""Judgement of a decision. The last three are given only where the loss exceeds the noise."""


class MeanEstimate(Struct, frozen=True):
    """An estimated mean with its standard error."""

    mean: float
    standard_error: float


class CandidateMove(Struct, frozen=True):
    """A legal action and its expected result for the seat, given what the seat knew."""

    action: int
    text: str
    """The action in the game's notation."""
    win_chance: MeanEstimate
    """Probability of winning, 0 to 1. A shared win of n players counts 1/n."""
    points: MeanEstimate | None
    """Expected points that the seat gains from here to the end of the round, where the game counts points."""
    words: str = ""
    """The action in words, as the seat is offered it."""


class DecisionReview(Struct, frozen=True):
    """One decision of a seat, judged by what the seat knew when it chose."""

    move: int
    """Number of the move in the log, from 0."""
    seat: int
    played: CandidateMove
    best: CandidateMove
    """The candidate with the highest expected result; equal to `played` if that is the best one."""
    loss: MeanEstimate
    """Win chance of the best candidate less that of the played one. Rollouts on the same sampled deals give one figure,
    for errors a tree search gives another; the smaller loss counts, and `best` and `played` have the win chances that
    belong to it. The standard error is that of the rollouts."""
    is_searched: bool
    """Whether the win chances of `best` and `played` are those of the tree search."""
    verdict: Verdict
    deals: int
    """Number of sampled deals on which both were compared."""
    candidates: tuple[CandidateMove, ...]
    """The compared actions, best first. Their win chances are those of rollouts."""
    reason: str
    """Why the best candidate is better, as a sentence made from the numbers; empty for good moves."""
    known: tuple[str, ...]
    """What the seat could have known: sentences about what it saw and what follows from it."""


class RaceReview(Struct, frozen=True):
    """The review of one chance to claim in a race: reaction time, and whether the seat acted right."""

    move: int
    seat: int
    reaction_ms: int | None
    """Time from the moment at which claiming became possible; None if the seat did not claim."""
    was_right: bool
    """Whether claiming, or not claiming, was right by what the seat knew."""
    reason: str


LedgerKind = Literal["deal", "chance", "choice"]


class LedgerEntry(Struct, frozen=True):
    """What one move and the chance after it changed, in win chance of every seat."""

    move: int
    """Number of the move; -1 stands for the deal."""
    kind: LedgerKind
    seat: int | None
    """Seat whose choice it was; None for the deal and the clock."""
    change: tuple[float, ...]
    """Change of each seat's win chance."""
    points: tuple[float, ...]
    """Change of each seat's lead, as in `PointsLedger`."""


class PointsLedger(Struct, frozen=True):
    """Where a seat's lead comes from: its points less the mean of the others'. Where fewest points win, signs change.

    Values of states count the points up to the end of the round.
    """

    start: float
    result: float
    deal: float
    chance: float
    own_errors: float
    other_errors: float


class SeatLedger(Struct, frozen=True):
    """Where a seat's result comes from. The parts add up to `result - start` exactly."""

    start: float
    """Win chance before the deal."""
    result: float
    """Share of the win: 1, 0, or 1/n for n winners."""
    deal: float
    chance: float
    own_errors: float
    other_errors: float
    luck_adjusted_result: float
    """The result without deal and chance: start + own_errors + other_errors."""
    standard_error: float
    """Standard error of the luck-adjusted result, and so of the luck: the noise of the sampled deals."""
    points: PointsLedger
    """The same in points."""


class SeatSummary(Struct, frozen=True):
    """The figures of one player's match: accuracy, numbers of errors, and ledger."""

    seat: int
    name: str
    decisions: int
    accuracy: float
    """0 to 100; 100 means that no decision lost win chance."""
    inaccuracies: int
    mistakes: int
    blunders: int
    ledger: SeatLedger


class CurvePoint(Struct, frozen=True):
    """Win chance of every seat after a move, with all cards known; move -1 is before the deal."""

    move: int
    win_chances: tuple[float, ...]


class MatchReview(Struct, frozen=True):
    """The review of a finished match, complete or partial."""

    version: int
    game: str
    moves: int
    players: tuple[str, ...]
    is_complete: bool
    """False while decisions are still being judged."""
    progress: float
    """Share of the work that is done, 0 to 1."""
    is_rough: bool
    """Whether curve and ledger come from few rollouts as yet."""
    seats: tuple[SeatSummary, ...]
    curve: tuple[CurvePoint, ...]
    turning_points: tuple[int, ...]
    """Numbers of the moves at which the curve changed most."""
    decisions: tuple[DecisionReview, ...]
    races: tuple[RaceReview, ...]
    ledger: tuple[LedgerEntry, ...]
