"""Skill and luck over a collection of matches: shares of variance, where errors happen, luck-adjusted results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from msgspec import Struct

from dottable.core.errors import DottableError
from dottable.core.matches.match_log import read_log, verify_log
from dottable.core.primitives.record import Array
from dottable.lab.statistics.estimates import Ratio, estimate_ratio
from dottable.study.evaluation_settings import DEFAULT_SETTINGS, ReviewSettings
from dottable.study.reasons import ERROR_VERDICTS
from dottable.study.result_ledger import make_ledger
from dottable.study.review import complete_review, review_seed
from dottable.study.review_types import REVIEW_VERSION, MeanEstimate, SeatLedger
from dottable.study.rollouts import seed_of

MATCH_THIRDS = ("first third", "middle third", "last third")
SETTINGS_WITHOUT_DECISIONS = ReviewSettings(ledger_rollouts=100, choice_error=0.02)
"""Review settings for ledgers alone, when no decision is judged."""


class MatchFigures(Struct, frozen=True):
    """What a collection needs of one match: ledgers and errors, or why the match cannot be reviewed."""

    game: str
    players: tuple[str, ...]
    ledgers: tuple[SeatLedger, ...]
    decisions: int = 0
    errors: tuple[tuple[str, str, float], ...] = ()
    """One entry per error: the third of the match, the verb of the action, and the lost win chance."""
    problem: str = ""
    """Why the match is left out of the collection; empty for a match that counts."""


class PlayerFigures(Struct, frozen=True):
    """Mean results of one player over all matches of a collection, with and without luck."""

    name: str
    matches: int
    result: MeanEstimate
    luck_adjusted_result: MeanEstimate


class ShareEstimate(Struct, frozen=True):
    """A share of the variance of results, with its 95 % interval over matches."""

    share: float
    low: float
    high: float


class ErrorPlace(Struct, frozen=True):
    """Count and cost of the errors in one third of the match, or of the errors with one verb."""

    place: str
    """One of MATCH_THIRDS, or "action" followed by a verb."""
    errors: int
    lost: float
    lost_per_match: MeanEstimate


class CollectionReview(Struct, frozen=True):
    """Skill and luck in a collection of matches of one game."""

    version: int
    game: str
    matches: int
    skill_share: ShareEstimate
    """Share of the variance of results that choices explain, 0 to 1: covariance of result and choices over variance."""
    deal_share: ShareEstimate
    chance_share: ShareEstimate
    """Share of the variance that chance after the deal explains. The three shares add up to 1."""
    matches_saved: float
    """Variance of results divided by the variance of luck-adjusted results.

    Luck-adjusted results need this many times fewer matches for the same precision.
    """
    players: tuple[PlayerFigures, ...]
    decisions: int
    errors: tuple[ErrorPlace, ...]
    left_out: tuple[str, ...]


def log_files(folder: Path) -> list[Path]:
    """Return the logs in a folder in the order of their names. Raise DottableError if there are none."""
    if not folder.is_dir():
        raise DottableError(f"There is no folder '{folder}'.")
    found = sorted(folder.glob("*.log"))
    if not found:
        raise DottableError(f"The folder '{folder}' has no file that ends with .log. Write some with simulate --logs.")
    return found


def figures_of_log(path: str, method: Literal["ledger", "decisions"]) -> MatchFigures:
    """Return the figures of one log file, or the problem if it cannot be reviewed. Called in worker processes."""
    try:
        log = read_log(Path(path).read_text(encoding="utf-8"))
        match = verify_log(log)
        if not match.is_over:
            raise DottableError("the match is not finished")
    except (DottableError, OSError, UnicodeDecodeError) as error:
        return MatchFigures("", (), (), problem=f"{Path(path).name}: {error}")
    names = tuple(name or f"Player {n + 1}" for n, name in enumerate(log.players)) or tuple(
        f"Player {n + 1}" for n in range(match.seats)
    )
    if method == "ledger":
        book = make_ledger(match, seed_of(review_seed(match), "ledger"), SETTINGS_WITHOUT_DECISIONS)
        return MatchFigures(match.game.slug, names, book.seats)
    review = complete_review(match, DEFAULT_SETTINGS, players=names)
    verb_of = match.game.state.ACTIONS.decode
    errors = tuple(
        (MATCH_THIRDS[min(2, 3 * one.move // review.moves)], str(verb_of(one.played.action)[0]), one.loss.mean)
        for one in review.decisions
        if one.verdict in ERROR_VERDICTS
    )
    ledgers = tuple(seat.ledger for seat in review.seats)
    return MatchFigures(review.game, names, ledgers, len(review.decisions), errors)


def review_collection(figures: Sequence[MatchFigures]) -> list[CollectionReview]:
    """Return a review of all matches of each game, one review per game."""
    left_out = tuple(one.problem for one in figures if one.problem)
    by_game: dict[str, list[MatchFigures]] = defaultdict(list)
    for one in figures:
        if not one.problem:
            by_game[one.game].append(one)
    if not by_game:
        raise DottableError(f"No log of the folder can be reviewed. The first problem: {left_out[0]}")
    return [review_of_game(game, matches, left_out) for game, matches in sorted(by_game.items())]


def review_of_game(game: str, matches: Sequence[MatchFigures], left_out: tuple[str, ...]) -> CollectionReview:
    """Return skill and luck in the matches of one game."""
    result = parts_by_match(matches, lambda one: one.result - one.start)
    skill = parts_by_match(matches, lambda one: one.own_errors + one.other_errors)
    luck = [parts_by_match(matches, lambda one: one.deal), parts_by_match(matches, lambda one: one.chance)]
    shares = [covariance_share(part, result) for part in (skill, *luck)]
    return CollectionReview(
        version=REVIEW_VERSION,
        game=game,
        matches=len(matches),
        skill_share=shares[0],
        deal_share=shares[1],
        chance_share=shares[2],
        matches_saved=matches_saved(matches),
        players=player_figures(matches),
        decisions=sum(one.decisions for one in matches),
        errors=error_places(matches),
        left_out=left_out,
    )


def parts_by_match(matches: Sequence[MatchFigures], part: Callable[[SeatLedger], float]) -> list[Array]:
    """Return one part of the ledgers (such as the deal) for every seat, as one array per match."""
    return [np.array([part(ledger) for ledger in one.ledgers]) for one in matches]


def matches_saved(matches: Sequence[MatchFigures]) -> float:
    """Return the variance of results divided by that of luck-adjusted results, both around each player's mean."""
    spreads = np.zeros(2)
    for own in ledgers_by_player(matches).values():
        both = np.array([(one.result, one.luck_adjusted_result) for one in own])
        spreads += ((both - both.mean(axis=0)) ** 2).sum(axis=0)
    return float(spreads[0] / spreads[1]) if spreads[1] else 0.0


def ledgers_by_player(matches: Sequence[MatchFigures]) -> dict[str, list[SeatLedger]]:
    """Return the ledgers of every player, by name."""
    by_name: dict[str, list[SeatLedger]] = defaultdict(list)
    for one in matches:
        for name, ledger in zip(one.players, one.ledgers, strict=True):
            by_name[name].append(ledger)
    return by_name


def covariance_share(part: list[Array], result: list[Array]) -> ShareEstimate:
    """Return the share of the variance of results that one part of the ledger explains.

    The sampling unit is the match.
    """
    mean, mean_result = (float(np.concatenate(each).mean()) for each in (part, result))
    common = np.array([((a - mean) * (b - mean_result)).sum() for a, b in zip(part, result, strict=True)])
    spread = np.array([((b - mean_result) ** 2).sum() for b in result])
    found = estimate_ratio(Ratio(common, spread))
    return ShareEstimate(*found) if found is not None else ShareEstimate(0.0, 0.0, 0.0)


def player_figures(matches: Sequence[MatchFigures]) -> tuple[PlayerFigures, ...]:
    """Return results and luck-adjusted results of every player, by name."""
    return tuple(
        PlayerFigures(
            name,
            len(own),
            mean_estimate([one.result for one in own]),
            mean_estimate([one.luck_adjusted_result for one in own]),
        )
        for name, own in sorted(ledgers_by_player(matches).items())
    )


def mean_estimate(values: Sequence[float] | Array) -> MeanEstimate:
    """Return the mean of values and its standard error."""
    array = np.array(values)
    return MeanEstimate(float(array.mean()), float(array.std(ddof=1) / len(array) ** 0.5) if len(array) > 1 else 0.0)


def error_places(matches: Sequence[MatchFigures]) -> tuple[ErrorPlace, ...]:
    """Return the errors grouped by third of the match and by verb of the action, the costliest group first."""
    counts, losses = Counter[str](), defaultdict[str, Array](lambda: np.zeros(len(matches)))
    for n, one in enumerate(matches):
        for third, verb, loss in one.errors:
            for place in (third, f"action {verb}"):
                counts[place] += 1
                losses[place][n] += loss
    places = [
        ErrorPlace(place, counts[place], float(lost.sum()), mean_estimate(lost)) for place, lost in losses.items()
    ]
    return tuple(sorted(places, key=lambda one: -one.lost))
