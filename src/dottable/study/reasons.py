"""Sentences of a review that say why a move was better, and what the player could have known."""

from __future__ import annotations

from typing import Any

from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import StudyFacts
from dottable.study.review_types import CandidateMove, DecisionReview

ERRORS = ("inaccuracy", "mistake", "blunder")
"""Verdicts that count as errors."""
REASON_SEED = bytes(32)
"""Seed of the state in which the two actions are made for the game's clauses."""
MIN_POINTS_APART = 0.5
"""Difference in expected points that is worth a clause."""


def percent(share: float) -> str:
    """Return a win chance as a whole percentage; a rare event never reads 0 %, nor a likely one 100 %."""
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{100 * share:.0f} %"


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def reason_sentence(review: DecisionReview, access: SeatAccess, view: Any) -> str:
    """Return why the best candidate is better, or an empty text for a good move."""
    if review.verdict not in ERRORS:
        return ""
    best, played = review.best, review.played
    facts = [points_clause(access, best, played), *game_reasons(access, view, best.action, played.action)]
    why = "; ".join(fact for fact in facts if fact)
    chances = f"{percent(best.win_chance.mean)} against {percent(played.win_chance.mean)} in {review.deals:,} deals"
    return f"{chances}: {why}." if why else f"{chances}."


def points_clause(access: SeatAccess, best: CandidateMove, played: CandidateMove) -> str:
    """Return how many points more the best candidate brings; empty where they hardly differ."""
    if best.points is None or played.points is None:
        return ""
    apart = best.points.mean - played.points.mean
    noise = 2 * (best.points.standard_error**2 + played.points.standard_error**2) ** 0.5
    statistics = access.game.statistics
    is_better = apart < 0 if statistics is not None and statistics.LOWEST_WINS else apart > 0
    if abs(apart) < max(MIN_POINTS_APART, noise) or not is_better:
        return ""
    return f"on average {abs(apart):.1f} points {'fewer' if apart < 0 else 'more'}"


def game_reasons(access: SeatAccess, view: Any, best: int, played: int) -> tuple[str, ...]:
    """Return the reasons that the game's own hook gives for one action over another; empty without such a hook."""
    hook = access.game.view
    if not isinstance(hook, StudyFacts):
        return ()
    return tuple(hook.move_reasons(view, best, played, view_after(access, best), view_after(access, played)))


def view_after(access: SeatAccess, action: int) -> Any:
    """Return the seat's view after an action, in a state that depends only on what the seat knows."""
    match = access.determinize(REASON_SEED)
    match.apply(access.seat, action)
    return match.view(access.seat)


def known_facts(review: DecisionReview, access: SeatAccess, view: Any) -> tuple[str, ...]:
    """Return what the seat could have known: sentences of the game's hook, for moves that are worth seeing."""
    hook = access.game.view
    if review.verdict not in ERRORS or not isinstance(hook, StudyFacts):
        return ()
    return tuple(hook.known_facts(view))
