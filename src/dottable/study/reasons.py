"""Sentences of a review that say why a move was better, and what the player could have known."""

from __future__ import annotations

from typing import Any

from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import SampledStudyFacts, StudyFacts
from dottable.core.views.narration import capitalized
from dottable.study.review_types import CandidateMove, DecisionReview

ERRORS = ("inaccuracy", "mistake", "blunder")
"""Verdicts that count as errors."""
REASON_SEED = bytes(32)
"""Seed of the sampled state in which the two actions are made to find reasons."""
REASON_DEALS = 60
"""Number of sampled deals over which a game counts hidden cards for its clauses."""
MAX_REASONS = 3
MIN_POINTS_APART = 0.5
"""Minimum difference in expected points that a review mentions."""


def percent(share: float) -> str:
    """Return a win chance as a whole percentage. A rare event never reads 0 %, a likely one never 100 %."""
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{100 * share:.0f} %"


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def reason_sentence(review: DecisionReview, access: SeatAccess, view: Any) -> str:
    """Return why the best candidate is better: the game's reasons, then win chances. Empty for a good move."""
    if review.verdict not in ERRORS:
        return ""
    best, played = review.best, review.played
    reasons = all_reasons(access, view, best.action, played.action)[:MAX_REASONS]
    why = f"{capitalized('; '.join(reasons))}. " if reasons else ""
    points = points_clause(access, best, played)
    chances = f"The win chance was {percent(played.win_chance.mean)} instead of {percent(best.win_chance.mean)}"
    source = "a search over" if review.is_searched else ""
    return f"{why}{chances}{points} (in {source} {review.deals:,} sampled deals).".replace("in  ", "in ")


def all_reasons(access: SeatAccess, view: Any, best: int, played: int) -> tuple[str, ...]:
    """Return the game's clauses on why an action is better: from the seat's own view, then from sampled deals."""
    return (*game_reasons(access, view, best, played), *sampled_reasons(access, view, best, played))


def sampled_reasons(access: SeatAccess, view: Any, best: int, played: int) -> tuple[str, ...]:
    """Return the clauses that the game counts over sampled deals; empty if it has no such hook."""
    hook = access.game.view
    if not isinstance(hook, SampledStudyFacts):
        return ()
    samples = (access.determinize(REASON_SEED[:-2] + n.to_bytes(2, "big")) for n in range(REASON_DEALS))
    deals = [tuple(match.view(seat) for seat in range(access.seats)) for match in samples]
    return tuple(hook.sampled_reasons(view, best, played, deals))


def points_clause(access: SeatAccess, best: CandidateMove, played: CandidateMove) -> str:
    """Return a clause on how many points the played move loses on average; empty if the difference is small."""
    if best.points is None or played.points is None:
        return ""
    apart = best.points.mean - played.points.mean
    noise = 2 * (best.points.standard_error**2 + played.points.standard_error**2) ** 0.5
    statistics = access.game.statistics
    is_better = apart < 0 if statistics is not None and statistics.LOWEST_WINS else apart > 0
    if abs(apart) < max(MIN_POINTS_APART, noise) or not is_better:
        return ""
    return f", and your points were {abs(apart):.1f} {'higher' if apart < 0 else 'lower'} on average"


def game_reasons(access: SeatAccess, view: Any, best: int, played: int) -> tuple[str, ...]:
    """Return the game's reasons for one action over another, from its hook `move_reasons`; empty without the hook."""
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
    """Return the game's sentences on what the seat could have known; empty for moves that are no errors."""
    hook = access.game.view
    if review.verdict not in ERRORS or not isinstance(hook, StudyFacts):
        return ()
    return tuple(hook.known_facts(view))
