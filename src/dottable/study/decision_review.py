"""Judges one decision: compares candidate actions on the same sampled deals, by what the seat knew when it chose."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from dottable.bots.search.search_bot import thread_workspace
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.primitives.record import Array
from dottable.study.evaluation_settings import ReviewSettings
from dottable.study.loss_confirmation import SearchedPair, search_pair
from dottable.study.reasons import ERROR_VERDICTS, known_facts, reason_sentence
from dottable.study.review_types import CandidateMove, DecisionReview, MeanEstimate, Verdict
from dottable.study.rollouts import rollout_workspace, seed_of

MIN_SURVIVORS = 2
"""Minimum number of plausible rivals of the played action that a screening phase keeps."""


class JudgedAction(NamedTuple):
    """Rollout results of one action: one win share and one number of points per sampled deal."""

    action: int
    values: Array
    points: Array


class Decision(Struct, frozen=True):
    """A decision to judge: the seat, its knowledge, and the action that it chose."""

    move: int
    access: SeatAccess
    played: int
    base_points: int
    """Points of the seat before the move; expected points are counted from here."""


def is_race(game: Game, actions: list[int]) -> bool:
    """Return whether one of the actions is a claim for which several seats compete."""
    return bool(game.races) and any(game.state.ACTIONS.decode(action)[0] in game.races for action in actions)


def decision_at(match: Match, seat: int, played: int) -> Decision | None:
    """Return the decision of a seat in a position; None if it has no choice or the choice is part of a race."""
    access = SeatAccess(match, seat)
    offered = access.legal()
    if len(offered) < 2 or is_race(match.game, offered):
        return None
    return Decision(len(match.moves), access, played, match.scores()[seat])


def candidate_actions(access: SeatAccess, played: int | None, settings: ReviewSettings, seed: bytes) -> list[int]:
    """Return the actions to compare: the played action, then those that the game ranks, best first.

    Offered actions that the game does not rank follow while there is room, so that a weak ranking hides nothing.
    """
    import random

    work, rng = thread_workspace(access.game, 1), random.Random(seed)
    work.set_root_and_seed(access.record, rng)
    ranked = work.root_candidates(access.seat, access.legal(), is_ranked=work.kernels.has_ranking)
    first = [*([] if played is None else [played]), *ranked]
    others = [action for action in access.legal() if action not in first]
    rng.shuffle(others)
    ordered = dict.fromkeys([*first, *others[: max(1, settings.max_candidates // 3)]])
    return list(ordered)[: settings.max_candidates]


def review_decision(decision: Decision, settings: ReviewSettings, seed: bytes) -> DecisionReview:
    """Return the review of a decision.

    It depends only on the seat's knowledge, the action, the settings and the seed.
    """
    access = decision.access
    seed = seed_of(seed, decision.move, access.seat)
    screening = RolloutComparison(access, settings, seed, settings.screening_pool)
    actions = candidate_actions(access, decision.played, settings, seed)
    rivals = screening.screen_rivals(decision.played, actions)
    ranking = sorted(actions, key=screening.mean_win_share, reverse=True)
    if not rivals:
        leader = next(action for action in ranking if action != decision.played)
        best, played = screening.common_results(leader, decision.played)
        return make_review(decision, screening, ranking, best, played, None)
    leader = min(screening.rivals_equal_to_leader(rivals), key=actions.index)
    final = RolloutComparison(access, settings, seed_of("final", seed), settings.pool_size)
    best, played = final.compare_on_fresh_deals(leader, decision.played)
    searched: SearchedPair | None = None
    if verdict_of(paired_difference(best.values, played.values), settings) in ERROR_VERDICTS:
        searched = search_pair(access, leader, decision.played, settings.search_simulations, seed)
    return make_review(decision, screening, ranking, best, played, searched)


def confirmed_loss(rollouts: MeanEstimate, searched: SearchedPair | None, settings: ReviewSettings) -> MeanEstimate:
    """Return the smaller of the losses by rollouts and by tree search, with the standard error of the rollouts.

    If the tree search finds no significant loss, the result is at most one standard error.
    """
    if searched is None:
        return rollouts
    found = searched.loss
    if found.mean <= settings.search_noise * found.standard_error:
        return MeanEstimate(min(rollouts.mean, rollouts.standard_error), rollouts.standard_error)
    return MeanEstimate(min(rollouts.mean, found.mean), rollouts.standard_error)


class RolloutComparison:
    """Rollouts of several actions of a seat on common sampled deals.

    An action that was dropped early has results only for the first deals.
    """

    def __init__(self, access: SeatAccess, settings: ReviewSettings, seed: bytes, pool_size: int) -> None:
        """Sample the deals' hidden cards. `pool_size` is the number of states to infer, in a game with inference."""
        self.access, self.settings = access, settings
        self.work = rollout_workspace(access.game)
        self.pool_size = self.work.fill_pool_for_seat(access, seed, pool_size)
        self.results: dict[int, tuple[Array, Array]] = {}

    def roll_out(self, actions: list[int], deals: int) -> tuple[Array, Array]:
        """Roll out the actions on `deals` new deals.

        Return win shares and points: a row per deal, a column per action.
        """
        values, points = self.work.compare_actions(self.access, actions, deals, self.pool_size)
        for k, action in enumerate(actions):
            before = self.results.get(action, (values[:0, k], points[:0, k]))
            new = (values[:, k], points[:, k])
            self.results[action] = (np.concatenate([before[0], new[0]]), np.concatenate([before[1], new[1]]))
        return values, points

    def screen_rivals(self, played: int, actions: list[int]) -> list[int]:
        """Return the actions that may beat the played one by at least an inaccuracy, best first."""
        rivals = [action for action in actions if action != played]
        for deals in self.settings.screening_deals:
            self.roll_out([played, *rivals], deals)
            rivals = self.plausible_rivals(played, rivals)
            if not rivals:
                return []
        return rivals

    def plausible_rivals(self, played: int, rivals: list[int]) -> list[int]:
        """Return the better half of the rivals, best first, without those that are clearly not better."""
        settings = self.settings
        hopeful = [one for one in rivals if self.highest_lead(one, played) >= settings.inaccuracy]
        hopeful.sort(key=self.mean_win_share, reverse=True)
        kept = [one for one in hopeful if self.highest_lead(one, hopeful[0]) >= 0]
        return kept[: max(MIN_SURVIVORS, (len(rivals) + 1) // 2)]

    def rivals_equal_to_leader(self, rivals: list[int]) -> list[int]:
        """Return the leading rival, followed by the rivals that differ from it only by noise."""
        least = self.mean_win_share(rivals[0]) - self.settings.inaccuracy / 2
        others = [
            one for one in rivals[1:] if self.mean_win_share(one) >= least and self.highest_lead(one, rivals[0]) >= 0
        ]
        return [rivals[0], *others]

    def highest_lead(self, action: int, other: int) -> float:
        """Return the upper confidence limit of the lead of `action` over `other` in mean win share."""
        first, second = self.common_results(action, other)
        lead, deals = paired_difference(first.values, second.values), len(first.values)
        # Of equal results on n deals one knows little more than that differences are rarer than 1/n.
        return lead.mean + self.settings.screening_noise * max(lead.standard_error, 1 / deals)

    def common_results(self, action: int, other: int) -> tuple[JudgedAction, JudgedAction]:
        """Return the results of two actions, restricted to the deals on which both were rolled out."""
        deals = min(len(self.results[action][0]), len(self.results[other][0]))
        first, second = (JudgedAction(one, *(part[:deals] for part in self.results[one])) for one in (action, other))
        return first, second

    def compare_on_fresh_deals(self, best: int, played: int) -> tuple[JudgedAction, JudgedAction]:
        """Compare the best and the played action on fresh deals, and return the results of both actions.

        Fresh deals avoid the bias of having selected the best action.
        """
        settings = self.settings
        self.roll_out([best, played], settings.final_deals)
        loss = paired_difference(self.results[best][0], self.results[played][0])
        is_certain_blunder = loss.mean - settings.noise * loss.standard_error >= settings.blunder
        if self.highest_lead(best, played) >= settings.inaccuracy and not is_certain_blunder:
            self.roll_out([best, played], settings.doubtful_deals)
        return self.common_results(best, played)

    def mean_win_share(self, action: int) -> float:
        """Return the mean win share of an action over all its deals."""
        return float(self.results[action][0].mean())

    def candidate_with_estimates(self, action: int, base_points: int) -> CandidateMove:
        """Return an action with its estimates over all its deals."""
        return candidate_move(self.access, JudgedAction(action, *self.results[action]), base_points)


def candidate_move(access: SeatAccess, judged: JudgedAction, base_points: int) -> CandidateMove:
    """Return an action with its estimates, written in the game's notation and in words."""
    game = access.game
    return CandidateMove(
        action=judged.action,
        text=game.view.write_action(judged.action),
        win_chance=mean_with_standard_error(judged.values),
        points=mean_with_standard_error(judged.points - base_points),
        words=game.view.describe_action(access.view(), judged.action),
    )


def mean_with_standard_error(values: Array) -> MeanEstimate:
    """Return the mean of independent values, with its standard error."""
    count = len(values)
    return MeanEstimate(float(values.mean()), float(values.std(ddof=1) / count**0.5) if count > 1 else 0.0)


def paired_difference(first: Array, second: Array) -> MeanEstimate:
    """Return the mean difference of two actions on the same deals, with its standard error."""
    return mean_with_standard_error(first - second)


def make_review(
    decision: Decision,
    screening: RolloutComparison,
    ranking: list[int],
    best: JudgedAction,
    played: JudgedAction,
    searched: SearchedPair | None,
) -> DecisionReview:
    """Return the review of a decision from the final comparison.

    The played action counts as the best one unless it lost win chance.
    """
    access, settings = decision.access, screening.settings
    rollouts = paired_difference(best.values, played.values)
    loss = confirmed_loss(rollouts, searched, settings)
    verdict = verdict_of(loss, settings)
    played_move = candidate_move(access, played, decision.base_points)
    best_move = candidate_move(access, best, decision.base_points)
    finals = {played.action: played_move, best.action: best_move}
    others = [finals.get(a) or screening.candidate_with_estimates(a, decision.base_points) for a in ranking]
    is_searched = searched is not None and verdict in ERROR_VERDICTS and loss.mean < rollouts.mean
    if is_searched:
        assert searched is not None
        best_move = replace(best_move, win_chance=searched.best)
        played_move = replace(played_move, win_chance=searched.played)
    if verdict == "best":
        best_move, loss = played_move, MeanEstimate(0.0, loss.standard_error)
    draft = DecisionReview(
        move=decision.move,
        seat=access.seat,
        played=played_move,
        best=best_move,
        loss=loss,
        is_searched=is_searched,
        verdict=verdict,
        deals=settings.search_simulations if is_searched else len(best.values),
        candidates=tuple(sorted(others, key=lambda one: one.win_chance.mean, reverse=True)),
        reason="",
        known=(),
    )
    return with_texts(draft, access)


def with_texts(draft: DecisionReview, access: SeatAccess) -> DecisionReview:
    """Return the review with two texts added: the reason, and what the seat could have known."""
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
