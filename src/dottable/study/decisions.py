"""Judges one decision: candidates compared on the same sampled deals, by what the seat knew when it chose."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct

from dottable.bots.search.search_bot import workspace
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.primitives.record import Array
from dottable.study.reasons import ERRORS, known_facts, reason_sentence
from dottable.study.review_types import CandidateMove, DecisionReview, MeanEstimate, Verdict
from dottable.study.rollouts import rollout_workspace, seed_of
from dottable.study.search_check import search_loss
from dottable.study.settings import ReviewSettings

MIN_SURVIVORS = 2
"""Candidates besides the played one that reach the last screening phase."""


class JudgedAction(NamedTuple):
    """Results of one action, one number per sampled deal."""

    action: int
    values: Array
    points: Array


class Decision(Struct, frozen=True):
    """A decision to judge: the seat, its knowledge, and the action that it chose."""

    move: int
    access: SeatAccess
    played: int
    base_points: int
    """Points of the seat before the move."""


def is_race(game: Game, actions: list[int]) -> bool:
    """Return whether one of the actions is a claim for which several seats compete."""
    return bool(game.races) and any(game.state.ACTIONS.decode(action)[0] in game.races for action in actions)


def decision_at(match: Match, seat: int, played: int) -> Decision | None:
    """Return the decision of a seat in a position; None if it had no choice, or if the choice is part of a race."""
    access = SeatAccess(match, seat)
    offered = access.legal()
    if len(offered) < 2 or is_race(match.game, offered):
        return None
    return Decision(len(match.moves), access, played, match.scores()[seat])


def candidate_actions(access: SeatAccess, played: int | None, settings: ReviewSettings, seed: bytes) -> list[int]:
    """Return the actions to compare: the played one first, then the ranked ones of the game, best first.

    Offered actions that the game does not rank are added while there is room, so that weak rankings hide nothing.
    """
    import random

    work, rng = workspace(access.game, 1), random.Random(seed)
    work.start(access.record, rng)
    ranked = work.root_candidates(access.seat, access.legal(), is_ranked=work.kernels.has_ranking)
    first = [*([] if played is None else [played]), *ranked]
    others = [action for action in access.legal() if action not in first]
    rng.shuffle(others)
    ordered = dict.fromkeys([*first, *others[: max(1, settings.max_candidates // 3)]])
    return list(ordered)[: settings.max_candidates]


def judge(decision: Decision, settings: ReviewSettings, seed: bytes) -> DecisionReview:
    """Return the review of a decision. It depends only on what the seat knew, the action, settings and seed."""
    access = decision.access
    seed = seed_of(seed, decision.move, access.seat)
    comparison = Comparison(access, settings, seed)
    actions = candidate_actions(access, decision.played, settings, seed)
    ranking = comparison.screen(actions, keep=decision.played)
    rivals = [action for action in ranking if action != decision.played]
    best, played = comparison.duel(rivals[0], decision.played)
    loss = confirmed_loss(access, best, played, settings, seed)
    return make_review(decision, comparison, ranking, best, played, loss)


def confirmed_loss(
    access: SeatAccess, best: JudgedAction, played: JudgedAction, settings: ReviewSettings, seed: bytes
) -> MeanEstimate:
    """Return the loss by rollouts, as far as a tree search confirms it. The standard error is that of the rollouts."""
    loss = paired_difference(best.values, played.values)
    if verdict_of(loss, settings) not in ERRORS:
        return loss
    searched = search_loss(access, best.action, played.action, settings.search_simulations, seed)
    if searched.mean <= settings.search_noise * searched.standard_error:
        return MeanEstimate(min(loss.mean, loss.standard_error), loss.standard_error)
    return MeanEstimate(min(loss.mean, searched.mean), loss.standard_error)


class Comparison:
    """Rollouts of several actions of a seat on common sampled deals."""

    def __init__(self, access: SeatAccess, settings: ReviewSettings, seed: bytes) -> None:
        self.access, self.settings = access, settings
        self.work = rollout_workspace(access.game)
        self.pool_size = self.work.prepare(access, seed, settings.pool_size)
        self.results: dict[int, list[tuple[Array, Array]]] = {}

    def run(self, actions: list[int], deals: int) -> tuple[Array, Array]:
        """Compare actions on new deals and return win shares and points, one row per deal."""
        values, points = self.work.compare(self.access, actions, deals, self.pool_size)
        for k, action in enumerate(actions):
            self.results.setdefault(action, []).append((values[:, k], points[:, k]))
        return values, points

    def screen(self, actions: list[int], keep: int | None) -> list[int]:
        """Return the actions, best first, by sequential halving. The action `keep` stays in every phase."""
        dropped: list[int] = []
        remaining = list(actions)
        deals = self.settings.screening_deals
        while len(remaining) > 1:
            self.run(remaining, deals)
            remaining.sort(key=self.mean, reverse=True)
            if len(remaining) <= MIN_SURVIVORS + 1:
                break
            survivors = remaining[: max(MIN_SURVIVORS, (len(remaining) + 1) // 2)]
            if keep is not None and keep not in survivors:
                survivors.append(keep)
            if len(survivors) == len(remaining):
                break
            dropped = [action for action in remaining if action not in survivors] + dropped
            remaining = survivors
            deals *= 2
        return remaining + dropped

    def duel(self, best: int, played: int) -> tuple[JudgedAction, JudgedAction]:
        """Compare two actions on fresh deals, so that the choice of the best one causes no bias."""
        settings = self.settings
        values, points = self.run([best, played], settings.final_deals)
        loss = paired_difference(values[:, 0], values[:, 1])
        lowest = settings.inaccuracy
        if loss.mean + settings.noise * loss.standard_error > lowest and loss.mean > -loss.standard_error:
            more_values, more_points = self.run([best, played], settings.doubtful_deals)
            values, points = np.concatenate([values, more_values]), np.concatenate([points, more_points])
        return JudgedAction(best, values[:, 0], points[:, 0]), JudgedAction(played, values[:, 1], points[:, 1])

    def mean(self, action: int) -> float:
        """Return the mean win share of an action over all its deals."""
        return float(np.concatenate([values for values, _ in self.results[action]]).mean())

    def candidate(self, action: int, base_points: int) -> CandidateMove:
        """Return an action with the estimates of all its deals."""
        values = np.concatenate([values for values, _ in self.results[action]])
        points = np.concatenate([points for _, points in self.results[action]])
        return candidate_move(self.access, JudgedAction(action, values, points), base_points)


def candidate_move(access: SeatAccess, judged: JudgedAction, base_points: int) -> CandidateMove:
    """Return an action with its estimates, written in the game's notation and in words."""
    game = access.game
    return CandidateMove(
        action=judged.action,
        text=game.view.write_action(judged.action),
        win_chance=estimate(judged.values),
        points=estimate(judged.points - base_points),
        words=game.view.describe_action(access.view(), judged.action),
    )


def estimate(values: Array) -> MeanEstimate:
    """Return the mean of independent values and its standard error."""
    count = len(values)
    return MeanEstimate(float(values.mean()), float(values.std(ddof=1) / count**0.5) if count > 1 else 0.0)


def paired_difference(first: Array, second: Array) -> MeanEstimate:
    """Return the mean difference of two actions on the same deals, with its standard error."""
    return estimate(first - second)


def make_review(
    decision: Decision,
    comparison: Comparison,
    ranking: list[int],
    best: JudgedAction,
    played: JudgedAction,
    loss: MeanEstimate,
) -> DecisionReview:
    """Return the review from the final comparison. The played action is the best one unless it lost win chance."""
    access = decision.access
    verdict = verdict_of(loss, comparison.settings)
    played_move = candidate_move(access, played, decision.base_points)
    best_move = candidate_move(access, best, decision.base_points)
    finals = {played.action: played_move, best.action: best_move}
    others = [finals.get(a) or comparison.candidate(a, decision.base_points) for a in ranking]
    if verdict == "best":
        best_move, loss = played_move, MeanEstimate(0.0, loss.standard_error)
    draft = DecisionReview(
        move=decision.move,
        seat=access.seat,
        played=played_move,
        best=best_move,
        loss=loss,
        verdict=verdict,
        deals=len(best.values),
        candidates=tuple(sorted(others, key=lambda one: one.win_chance.mean, reverse=True)),
        reason="",
        known=(),
    )
    return with_texts(draft, access)


def with_texts(draft: DecisionReview, access: SeatAccess) -> DecisionReview:
    """Return the review with its reason and with what the seat could have known."""
    from msgspec.structs import replace

    view: Any = access.view()
    return replace(draft, reason=reason_sentence(draft, access, view), known=known_facts(draft, access, view))


def verdict_of(loss: MeanEstimate, settings: ReviewSettings) -> Verdict:
    """Return the verdict on a loss of win chance. Losses within the noise are never called errors."""
    if loss.mean <= 0:
        return "best"
    if loss.mean <= settings.noise * loss.standard_error or loss.mean < settings.inaccuracy:
        return "fine"
    if loss.mean >= settings.blunder:
        return "blunder"
    return "mistake" if loss.mean >= settings.mistake else "inaccuracy"
