"""Judges claims in races: the reaction time, and whether claiming was right by what the seat knew.

There are two kinds of races. If a seat can pass (a snap), a claim is compared with passing on sampled deals. If it
cannot (Dobble Connect, all cards face up), a claim is right if it changes the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from dottable.bots.seat_access import SeatAccess
from dottable.bots.timing.timed_bot import race_claims
from dottable.core.matches.match import Match, Move
from dottable.core.primitives.seats import CLOCK
from dottable.study.decision_review import candidate_actions, paired_difference
from dottable.study.evaluation_settings import ReviewSettings
from dottable.study.reasons import percent, quoted
from dottable.study.review_types import RaceReview
from dottable.study.rollouts import rollout_workspace, seed_of


class OpenRace:
    """An open race as one seat sees it: since when each claim is possible, and the seat's knowledge at the start."""

    def __init__(self, match: Match, seat: int) -> None:
        self.move, self.seat = len(match.moves), seat
        self.access = SeatAccess(match, seat)
        self.possible_since: dict[int, int] = {}

    def record_claims(self, claims: list[int], now_ms: int) -> None:
        """Record the claims that are possible now, and the time since which each has been possible."""
        self.possible_since = {claim: self.possible_since.get(claim, now_ms) for claim in claims}


def review_races(match: Match, settings: ReviewSettings, seed: bytes) -> Iterator[RaceReview]:
    """Yield a review of every claim of a match, and of every claim that a seat missed."""
    if not match.game.races:
        return
    judge = RaceJudge(settings, seed_of(seed, "races"))
    again, races = match.before_first_move(), dict[int, OpenRace]()
    for move in match.moves:
        follow_races(again, races)
        race = races.pop(move.seat, None) if move.seat != CLOCK else None
        if race is not None:
            yield from judge.review_race_move(race, move, again)
        again.apply(*move)
        for seat in [seat for seat in races if not claims_of(again, seat)]:
            yield from judge.review_missed_claim(races.pop(seat), len(again.moves) - 1)


def follow_races(match: Match, races: dict[int, OpenRace]) -> None:
    """Start tracking the races that begin in this position, and update the claims of the races that continue."""
    for seat in match.to_act:
        claims = claims_of(match, seat) if seat != CLOCK else []
        if claims:
            if seat not in races:
                races[seat] = OpenRace(match, seat)
            races[seat].record_claims(claims, match.now_ms)


def claims_of(match: Match, seat: int) -> list[int]:
    """Return the claims that a seat can make now, if it is in a race."""
    return race_claims(match.game, match.offered_actions(seat)) if seat in match.to_act else []


class RaceJudge:
    """Compares claiming with passing, by what a seat knew."""

    def __init__(self, settings: ReviewSettings, seed: bytes) -> None:
        self.settings, self.seed = settings, seed

    def review_race_move(self, race: OpenRace, move: Move, match: Match) -> Iterator[RaceReview]:
        """Yield the review of a seat's move in a race; nothing if the seat rightly passed."""
        since_ms = race.possible_since.get(move.action)
        if since_ms is None:
            yield from self.review_missed_claim(race, len(match.moves))
            return
        reaction_ms = move.at_ms - since_ms
        passing = passing_action(race.access)
        was_right, reason = (
            self.compare_two_actions(race, move.action, passing)
            if passing is not None
            else judge_by_effect(match, move)
        )
        yield RaceReview(len(match.moves), race.seat, reaction_ms, was_right, reason)

    def review_missed_claim(self, race: OpenRace, move: int) -> Iterator[RaceReview]:
        """Yield a review if the seat did not claim although, by what it knew, a claim had the higher win chance."""
        passing = passing_action(race.access)
        if passing is None:
            return
        best = self.best_claim(race, passing)
        if best is None:
            return
        should_pass, reason = self.compare_two_actions(race, passing, best)
        if not should_pass:
            yield RaceReview(move, race.seat, reaction_ms=None, was_right=False, reason=reason)

    def best_claim(self, race: OpenRace, passing: int) -> int | None:
        """Return the claim that the game ranks above passing; None if there is none."""
        first = candidate_actions(race.access, None, self.settings, seed_of(self.seed, race.move, race.seat))[0]
        return first if first != passing else None

    def compare_two_actions(self, race: OpenRace, chosen: int, other: int) -> tuple[bool, str]:
        """Return whether the chosen action was as good as another one, and a sentence with both win chances."""
        settings = self.settings
        work = rollout_workspace(race.access.game)
        pool_size = work.fill_pool_for_seat(race.access, seed_of(self.seed, race.move, race.seat), settings.pool_size)
        values, _ = work.compare_actions(race.access, [chosen, other], settings.final_deals, pool_size)
        loss = paired_difference(values[:, 1], values[:, 0])
        was_right = loss.mean <= max(settings.noise * loss.standard_error, 0.0)
        chances = [percent(float(values[:, k].mean())) for k in (0, 1)]
        describe, view = race.access.game.view.describe_action, race.access.view()
        words = [quoted(describe(view, action)) for action in (chosen, other)]
        return was_right, f"Win chance {chances[0]} with {words[0]}, {chances[1]} with {words[1]}."


def passing_action(access: SeatAccess) -> int | None:
    """Return the action by which a seat in a race passes; None if there is none."""
    legal = access.legal()
    claims = set(race_claims(access.game, legal))
    return next((action for action in legal if action not in claims), None)


def judge_by_effect(match: Match, move: Move) -> tuple[bool, str]:
    """Return whether a claim was right, judged by its effect, and a sentence that says so.

    A right claim changes what other seats can claim, or in a match without other active seats what the seat itself can
    claim. A wrong claim changes nothing on the table; it only makes the seat wait.
    """
    again = match.copy()
    again.apply(*move)
    others = [seat for seat in match.to_act if seat not in (CLOCK, move.seat)] or [move.seat]
    was_right = any(match.offered_actions(seat) != again.offered_actions(seat) for seat in others)
    claim = match.game.view.describe_action(match.view(move.seat), move.action)
    return was_right, "The claim was right." if was_right else f"The claim {quoted(claim)} was wrong."
