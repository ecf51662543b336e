"""Makes the review of a finished match step by step: first a rough ledger and curve, then the judged decisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp

from msgspec.structs import replace

from dottable.core.errors import DottableError
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.views.narration import seat_names, unique_names
from dottable.study.decision_review import Decision, decision_at, review_decision
from dottable.study.evaluation_settings import DEFAULT_SETTINGS, ReviewSettings
from dottable.study.race_review import review_races
from dottable.study.reasons import ERROR_VERDICTS
from dottable.study.result_ledger import LedgerBook, make_ledger, make_rough_ledger, turning_points
from dottable.study.review_types import REVIEW_VERSION, DecisionReview, MatchReview, RaceReview, SeatSummary
from dottable.study.rollouts import seed_of

ROUGH_ROLLOUTS = 16
"""Number of rollouts per state for the first, rough curve."""
MAX_TURNING_POINTS = 8
ACCURACY_RATE = 10.0
"""Decay of a decision's accuracy with its loss: 2 % of win chance leave 82 of 100, 10 % leave 37."""
ROUGH_PROGRESS, LEDGER_PROGRESS, RACES_PROGRESS = 0.02, 0.12, 0.15
"""Share of the work, 0 to 1, that is done after the rough ledger, the ledger and the races."""


class UnfinishedMatch(DottableError):
    """Raised for a match that is not over, because only a finished match can be reviewed."""


def review_match(
    match: Match,
    settings: ReviewSettings = DEFAULT_SETTINGS,
    seed: bytes | None = None,
    *,
    players: Sequence[str] = (),
) -> Iterator[MatchReview]:
    """Yield partial reviews of a finished match, and last the complete one (`is_complete`).

    Each review has more of the match judged than the one before. The default seed depends only on the match, so that
    everybody gets the same review. Raise UnfinishedMatch at once if the match is not over.
    """
    require_finished(match)
    return _growing_reviews(ReviewDraft(match, settings, review_seed(match) if seed is None else seed, players))


def complete_review(
    match: Match, settings: ReviewSettings = DEFAULT_SETTINGS, *, players: Sequence[str] = ()
) -> MatchReview:
    """Return the last and complete one of the growing reviews that `review_match` yields for a finished match."""
    *_, last = review_match(match, settings, players=players)
    return last


def require_finished(match: Match) -> None:
    """Raise UnfinishedMatch unless the match is over."""
    if not match.is_over:
        raise UnfinishedMatch("Only a finished match can be reviewed. Play this one to its end first.")


def review_seed(match: Match) -> bytes:
    """Return the default seed of a match's review. It depends only on what all players know before the first move."""
    return seed_of("review", REVIEW_VERSION, match.game.slug, match.public_seed)


def _growing_reviews(draft: ReviewDraft) -> Iterator[MatchReview]:
    """Yield the review after each step of the work."""
    draft.book = make_rough_ledger(draft.match, seed_of(draft.seed, "rough"), ROUGH_ROLLOUTS)
    yield draft.review_so_far(ROUGH_PROGRESS)
    draft.book = make_ledger(draft.match, seed_of(draft.seed, "ledger"), draft.settings)
    yield draft.review_so_far(LEDGER_PROGRESS)
    draft.races = tuple(review_races(draft.match, draft.settings, draft.seed))
    waiting = draft.decisions_by_size()
    for n, decision in enumerate(waiting):
        yield draft.review_so_far(RACES_PROGRESS + (1 - RACES_PROGRESS) * n / len(waiting))
        with seat_names(unique_names(draft.players)):
            judged = review_decision(decision, draft.settings, draft.seed)
        draft.add_decision(judged)
    yield draft.review_so_far(1.0)


class ReviewDraft:
    """A review in progress: ledger, races and the decisions judged so far."""

    def __init__(self, match: Match, settings: ReviewSettings, seed: bytes, players: Sequence[str]) -> None:
        self.match, self.settings, self.seed = match, settings, seed
        given = dict(enumerate(players))
        self.players = tuple(given.get(seat) or f"Player {seat + 1}" for seat in range(match.seats))
        self.book: LedgerBook
        self.races: tuple[RaceReview, ...] = ()
        self.decisions: dict[tuple[int, int], DecisionReview] = {}

    def decisions_by_size(self) -> list[Decision]:
        """Return all decisions in the order in which to judge them: turning points, then by change in win chance."""
        sizes = {entry.move: abs(entry.change[entry.seat]) for entry in self.book.entries if entry.seat is not None}
        first = set(self.turning_points())
        return sorted(
            decisions_of(self.match), key=lambda one: (one.move not in first, -sizes.get(one.move, 0.0), one.move)
        )

    def add_decision(self, review: DecisionReview) -> None:
        """Add the review of a decision. Of good moves only the two compared candidates are kept, to save space."""
        if review.verdict not in ERROR_VERDICTS:
            compared = {review.played.action, review.best.action}
            kept = tuple(one for one in review.candidates if one.action in compared)
            review = replace(review, candidates=kept)
        self.decisions[review.move, review.seat] = review

    def turning_points(self) -> tuple[int, ...]:
        return turning_points(self.book.curve, MAX_TURNING_POINTS)

    def review_so_far(self, progress: float) -> MatchReview:
        """Return the review with all results so far. `progress` is the share of the work that is done, 0 to 1."""
        decisions = tuple(self.decisions[key] for key in sorted(self.decisions))
        return MatchReview(
            version=REVIEW_VERSION,
            game=self.match.game.slug,
            moves=len(self.match.moves),
            players=self.players,
            is_complete=progress >= 1,
            progress=progress,
            is_rough=progress < LEDGER_PROGRESS,
            seats=tuple(self.seat_summary(seat, decisions) for seat in range(self.match.seats)),
            curve=self.book.curve,
            turning_points=self.turning_points(),
            decisions=decisions,
            races=self.races,
            ledger=self.book.entries,
        )

    def seat_summary(self, seat: int, decisions: Sequence[DecisionReview]) -> SeatSummary:
        """Return the summary of one seat: accuracy, numbers of errors and ledger, from the decisions judged so far."""
        own = [one for one in decisions if one.seat == seat]
        verdicts = [one.verdict for one in own]
        return SeatSummary(
            seat=seat,
            name=self.players[seat],
            decisions=len(own),
            accuracy=accuracy(own),
            inaccuracies=verdicts.count("inaccuracy"),
            mistakes=verdicts.count("mistake"),
            blunders=verdicts.count("blunder"),
            ledger=self.book.seats[seat],
        )


def decisions_of(match: Match) -> Iterator[Decision]:
    """Yield every decision of a finished match in the order of the moves.

    Moves without an alternative and claims in races are not decisions.
    """
    again = match.before_first_move()
    for move in match.moves:
        decision = decision_at(again, move.seat, move.action) if move.seat != CLOCK else None
        if decision is not None:
            yield decision
        again.apply(*move)


def accuracy(decisions: Sequence[DecisionReview]) -> float:
    """Return the mean accuracy of decisions, 0 to 100. Losses within the noise count as 0."""
    if not decisions:
        return 100.0
    losses = [one.loss.mean if one.verdict in ERROR_VERDICTS else 0.0 for one in decisions]
    return 100 * sum(exp(-ACCURACY_RATE * loss) for loss in losses) / len(losses)
