"""The review of a finished match, as it is stored, sent to clients and written as JSON."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

REVIEW_VERSION = 3
"""Version of the evaluation. Reviews of different versions are not comparable; stored older ones are replaced."""

Verdict = Literal["best", "fine", "inaccuracy", "mistake", "blunder"]
"""Judgement of a decision. "inaccuracy", "mistake" and "blunder" require a loss that exceeds the noise."""


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
    """Expected points that the seat gains until the end of the round; None in a game without points."""
    words: str = ""
    """The action in words."""


class DecisionReview(Struct, frozen=True):
    """One decision of a seat, judged by what the seat knew when it chose."""

    move: int
    """Number of the move in the log, from 0."""
    seat: int
    played: CandidateMove
    best: CandidateMove
    """The candidate with the highest expected result; equal to `played` if the seat chose this candidate."""
    loss: MeanEstimate
    """Win chance of the best candidate minus the win chance of the played candidate.

    Rollouts on the same sampled deals give one estimate. For errors, a tree search gives a second estimate, and the
    smaller of the two estimates counts. `best` and `played` hold the win chances of the estimate that counts. The
    standard error is that of the rollouts.
    """
    is_searched: bool
    """Whether the win chances of `best` and `played` are those of the tree search."""
    verdict: Verdict
    deals: int
    """Number of sampled deals on which `best` and `played` were compared."""
    candidates: tuple[CandidateMove, ...]
    """The compared actions, best first, with win chances by rollouts."""
    reason: str
    """A sentence that says why the best candidate is better; empty for good moves."""
    known: tuple[str, ...]
    """Sentences on what the seat saw and what follows from it."""


class RaceReview(Struct, frozen=True):
    """The review of what one seat did with one chance to claim in a race: reaction time, and whether it was right."""

    move: int
    seat: int
    reaction_ms: int | None
    """Time in milliseconds from the moment at which the claim became possible; None if the seat did not claim."""
    was_right: bool
    """Whether the claim, or passing, was right by what the seat knew."""
    reason: str


LedgerKind = Literal["deal", "chance", "choice"]


class LedgerEntry(Struct, frozen=True):
    """Change of every seat's win chance by one move, or by the chance after it."""

    move: int
    """Number of the move; -1 stands for the deal."""
    kind: LedgerKind
    seat: int | None
    """Seat that made the choice; None for the deal and the clock."""
    change: tuple[float, ...]
    """Change of each seat's win chance."""
    points: tuple[float, ...]
    """Change of each seat's lead, as in `PointsLedger`."""


class PointsLedger(Struct, frozen=True):
    """The parts of a seat's lead in points: its points minus the mean of the others.

    If the fewest points win, the signs are reversed. The value of a state counts points up to the end of the round.
    """

    start: float
    result: float
    deal: float
    chance: float
    own_errors: float
    other_errors: float


class SeatLedger(Struct, frozen=True):
    """The parts of a seat's result, in win chance. They add up to `result - start` exactly."""

    start: float
    """Win chance before the deal."""
    result: float
    """Share of the win: 1, 0, or 1/n for n winners."""
    deal: float
    chance: float
    own_errors: float
    other_errors: float
    luck_adjusted_result: float
    """The result without luck (deal and chance): start + own_errors + other_errors."""
    standard_error: float
    """Standard error of the luck-adjusted result and of the luck, caused by sampling deals."""
    points: PointsLedger
    """The parts of the seat's lead in points."""


class SeatSummary(Struct, frozen=True):
    """Figures of one player in a match: accuracy, numbers of errors, and ledger."""

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
    """Whether all decisions have been judged."""
    progress: float
    """Share of the work that is done, 0 to 1."""
    is_rough: bool
    """Whether curve and ledger still come from few rollouts."""
    seats: tuple[SeatSummary, ...]
    curve: tuple[CurvePoint, ...]
    turning_points: tuple[int, ...]
    """Numbers of the moves at which the curve changed most."""
    decisions: tuple[DecisionReview, ...]
    races: tuple[RaceReview, ...]
    ledger: tuple[LedgerEntry, ...]
