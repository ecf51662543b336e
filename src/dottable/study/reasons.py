"""Sentences of a review that say why a move was better, and what the player could have known."""

from __future__ import annotations

from typing import Any

from dottable.bots.seat_access import SeatAccess
from dottable.core.contract import SampledStudyFacts, SimulatedStudyFacts, StudyFacts
from dottable.core.views.move_reason import MoveReason
from dottable.study.review_types import CandidateMove, DecisionReview
from dottable.study.simulated_ends import simulated_ends

ERROR_VERDICTS = ("inaccuracy", "mistake", "blunder")
"""Verdicts that count as errors."""
REASON_SEED = bytes(32)
"""Seed of the sampled state in which the two actions are made to find reasons."""
REASON_DEALS = 60
"""Number of sampled deals over which a game counts hidden cards for its reasons."""
SIMULATED_ROUNDS = 100
"""Number of simulated rounds after each of the two moves, so that counts in sentences read like percentages."""
MAX_REASONS = 3
MIN_POINTS_APART = 0.5
"""Minimum difference in expected points that a review mentions."""
NO_REASON = "The simulation prefers it clearly; there is no simple reason."
"""Stands where the game has no reason for the better move."""


def percent(share: float) -> str:
    """Return a win chance as a whole percentage. A rare event never reads 0 %, a likely one never 100 %."""
    if 0 < share < 0.01:
        return "under 1 %"
    if 0.99 < share < 1:
        return "over 99 %"
    return f"{100 * share:.0f} %"


def lower_first(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def quoted(words: str) -> str:
    """Return a move in words in quotation marks. Marks inside the words become single ones."""
    inner = words.replace('"', "‘", 1).replace('"', "’", 1)
    return f"“{inner}”"


def reason_sentence(review: DecisionReview, access: SeatAccess, view: Any) -> str:
    """Return why the best candidate is better: the game's reasons, then the points. Empty for a good move."""
    if review.verdict not in ERROR_VERDICTS:
        return ""
    best, played = review.best, review.played
    reasons = all_reasons(access, view, best.action, played.action)[:MAX_REASONS]
    sentences = [reason_text(one) for one in reasons] or [NO_REASON, chances_sentence(best, played)]
    points = points_sentence(access, best, played)
    return " ".join([*sentences, points] if points else sentences)


def reason_text(reason: MoveReason) -> str:
    """Return a reason as a sentence: the better move first, then the played one."""
    if not reason.better:
        return f"With your move {reason.played}."
    if not reason.played:
        return f"With the better move {reason.better}."
    return f"With the better move {reason.better}; with your move {reason.played}."


def chances_sentence(best: CandidateMove, played: CandidateMove) -> str:
    """Return a sentence with the win chances of two moves."""
    better, own = percent(best.win_chance.mean), percent(played.win_chance.mean)
    return f"You win {better} of the simulated matches with the better move, {own} with yours."


def all_reasons(access: SeatAccess, view: Any, best: int, played: int) -> list[MoveReason]:
    """Return the game's reasons why an action is better: from simulated rounds, from sampled deals, from the view.

    Tentative reasons are left out next to simulated ones. Those that only say how often something happens come last.
    """
    simulated = reasons_from_simulations(access, view, best, played)
    known = game_reasons(access, view, best, played)
    kept = [one for one in known if not (one.is_tentative and simulated)]
    found = [*simulated, *reasons_from_sampled_deals(access, view, best, played), *kept]
    return sorted(found, key=lambda one: one.is_outcome)


def reasons_from_simulations(access: SeatAccess, view: Any, best: int, played: int) -> tuple[MoveReason, ...]:
    """Return the game's reasons from the ends of simulated rounds; empty if it has no such hook."""
    hook = access.game.view
    if not isinstance(hook, SimulatedStudyFacts):
        return ()
    ends = [simulated_ends(access, action, SIMULATED_ROUNDS) for action in (best, played)]
    return tuple(hook.reasons_from_simulations(view, best, played, ends[0], ends[1]))


def reasons_from_sampled_deals(access: SeatAccess, view: Any, best: int, played: int) -> tuple[MoveReason, ...]:
    """Return the reasons that the game counts over sampled deals; empty if it has no such hook."""
    hook = access.game.view
    if not isinstance(hook, SampledStudyFacts):
        return ()
    samples = (access.determinize(REASON_SEED[:-2] + n.to_bytes(2, "big")) for n in range(REASON_DEALS))
    deals = [tuple(match.view(seat) for seat in range(access.seats)) for match in samples]
    return tuple(hook.reasons_from_sampled_deals(view, best, played, deals))


def points_sentence(access: SeatAccess, best: CandidateMove, played: CandidateMove) -> str:
    """Return a sentence on how many points the played move loses on average; empty if the difference is small."""
    lost = points_lost(access, best, played)
    return f"On average your score was worse by {lost:.1f} points." if lost > 0 else ""


def points_lost(access: SeatAccess, best: CandidateMove, played: CandidateMove) -> float:
    """Return the mean points that the played move loses to the best one; 0 if it is small or within the noise."""
    if best.points is None or played.points is None:
        return 0.0
    statistics = access.game.statistics
    sign = -1 if statistics is not None and statistics.LOWEST_WINS else 1
    lost = sign * (best.points.mean - played.points.mean)
    noise = 2 * (best.points.standard_error**2 + played.points.standard_error**2) ** 0.5
    return lost if lost >= max(MIN_POINTS_APART, noise) else 0.0


def game_reasons(access: SeatAccess, view: Any, best: int, played: int) -> tuple[MoveReason, ...]:
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
    if review.verdict not in ERROR_VERDICTS or not isinstance(hook, StudyFacts):
        return ()
    return tuple(hook.known_facts(view))
