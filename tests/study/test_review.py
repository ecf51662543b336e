"""Reviews of whole matches: refusals, growth, determinism, verdicts and planted blunders."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
import pytest

from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.core.views.narration import default_seat_name
from dottable.study import review
from dottable.study.decision_review import Decision, RolloutComparison, decision_at, review_decision, verdict_of
from dottable.study.evaluation_settings import DEFAULT_SETTINGS, ReviewSettings
from dottable.study.result_ledger import residual
from dottable.study.review import (
    UnfinishedMatch,
    accuracy,
    complete_review,
    decisions_of,
    review_match,
    review_seed,
)
from dottable.study.review_text import luck_sentence, reason_sentences, worst_move_sentence
from dottable.study.review_types import DecisionReview, MatchReview, MeanEstimate
from tests.sizes import sized
from tests.study.finished import GAMES, SETTINGS, SMALL, TURN_BASED, finished_match


@pytest.mark.parametrize("slug", GAMES)
def test_unfinished_match_is_refused_at_once(slug: str) -> None:
    with pytest.raises(UnfinishedMatch, match="Only a finished match can be reviewed"):
        review_match(Match(find_game(slug), seed=bytes(32)))


@cache
def reviews_of(slug: str) -> list[MatchReview]:
    """Return the reviews of a match as they grow, the last one complete."""
    return list(review_match(finished_match(slug), SETTINGS, players=["Ada"]))


@pytest.mark.parametrize("slug", GAMES)
def test_review_grows_to_a_complete_one(slug: str) -> None:
    match, reviews = finished_match(slug), reviews_of(slug)
    progress = [one.progress for one in reviews]
    last = reviews[-1]
    assert progress == sorted(progress)
    assert [one.is_complete for one in reviews] == [False] * (len(reviews) - 1) + [True]
    assert last.players == ("Ada", "Player 2")
    assert [(one.move, one.seat) for one in last.decisions] == [(d.move, d.access.seat) for d in decisions_of(match)]
    assert max(abs(residual(seat.ledger)) for seat in last.seats) < 1e-9
    assert msgspec.json.decode(msgspec.json.encode(last), type=MatchReview) == last


@pytest.mark.parametrize("slug", sized(("dot_tiles", "dobble_connect"), GAMES))
def test_review_is_deterministic(slug: str) -> None:
    match = finished_match(slug)
    assert complete_review(match, SMALL) == complete_review(match.copy(), SMALL)


def test_order_of_judging_changes_nothing() -> None:
    decisions = list(decisions_of(finished_match("dots_72")))[:6]
    forward = [review_decision(one, SMALL, bytes(32)) for one in decisions]
    backward = [review_decision(one, SMALL, bytes(32)) for one in reversed(decisions)]
    assert forward == backward[::-1]


def test_verdict_needs_a_loss_beyond_the_noise() -> None:
    settings = DEFAULT_SETTINGS
    for loss in (0.03, 0.07, 0.3):
        assert verdict_of(MeanEstimate(loss, loss / (settings.noise - 0.01)), settings) == "fine"
        assert verdict_of(MeanEstimate(loss, loss / (settings.noise + 0.01)), settings) in (
            "inaccuracy",
            "mistake",
            "blunder",
        )
    assert verdict_of(MeanEstimate(-0.1, 0.2), settings) == "best"
    assert verdict_of(MeanEstimate(settings.inaccuracy / 2, 0.0), settings) == "fine"


@pytest.mark.parametrize("slug", TURN_BASED)
def test_verdicts_of_a_review_exceed_the_noise(slug: str) -> None:
    review = reviews_of(slug)[-1]
    for one in review.decisions:
        is_error = one.verdict in ("inaccuracy", "mistake", "blunder")
        assert is_error == bool(one.reason)
        assert not is_error or one.loss.mean > SETTINGS.noise * one.loss.standard_error
        shown = one.best.win_chance.mean - one.played.win_chance.mean
        assert not is_error or one.loss.mean == pytest.approx(shown)  # the figures of an error agree


def test_screening_drops_rivals_that_cannot_be_better() -> None:
    screening = RolloutComparison(
        next(decisions_of(finished_match("dot_tiles"))).access, DEFAULT_SETTINGS, bytes(32), 0
    )
    even, worse, better = np.tile([0.0, 1.0], 200), np.zeros(400), np.ones(400)
    screening.results = {n: (values, values) for n, values in enumerate((even, worse, better, even))}
    assert screening.plausible_rivals(0, [1, 2, 3]) == [2]
    screening.results[2] = (better[:3], better[:3])  # too few deals to drop the others
    assert screening.plausible_rivals(0, [1, 2]) == [2]
    assert screening.plausible_rivals(2, [0, 3]) == []


def test_planted_blunder_is_found() -> None:
    """A call with far too many points is a blunder, and so is a tile that spoils a nearly complete set."""
    match = finished_match("dots_52")
    calls = [one for one in decisions_of(match) if "call" in map(match.game.view.write_action, one.access.legal())]
    found = [review_decision(planted(one, "call"), DEFAULT_SETTINGS, review_seed(match)) for one in calls[:3]]
    assert [one.verdict for one in found] == ["blunder"] * 3
    assert all(one.best.text != "call" and one.loss.mean > 0.1 and "ith your move" in one.reason for one in found)


def planted(decision: Decision, text: str) -> Decision:
    """Return a decision with another action played, given in the game's notation."""
    write = decision.access.game.view.write_action
    action = next(action for action in decision.access.legal() if write(action) == text)
    return msgspec.structs.replace(decision, played=action)


def test_race_positions_are_no_decisions() -> None:
    match = finished_match("dobble_connect")
    again = match.before_first_move()
    assert decision_at(again, match.moves[0].seat, match.moves[0].action) is None
    review = complete_review(match, SMALL)
    assert review.decisions == ()
    assert all(one.reaction_ms is not None and one.reaction_ms >= 0 for one in review.races)
    assert sum(one.was_right for one in review.races) > 0.9 * len(review.races) > 0
    assert all("was wrong" in one.reason for one in review.races if not one.was_right)
    assert all("Worst move: n" in line for line in worst_moves(review))


def test_equal_names_are_numbered_as_in_the_web_client(monkeypatch: pytest.MonkeyPatch) -> None:
    named = set[str]()

    def judge_and_note_name(decision: Decision, settings: ReviewSettings, seed: bytes) -> DecisionReview:
        named.add(default_seat_name(1))
        return review_decision(decision, settings, seed)

    monkeypatch.setattr(review, "review_decision", judge_and_note_name)
    found = complete_review(finished_match("dot_tiles"), SMALL, players=["casual", "casual"])
    assert named == {"casual 2"}
    assert found.players == ("casual", "casual")
    assert "Luck: casual 2 was " in luck_sentence(found, found.seats[1])


def test_sentences_of_a_reason_are_told_apart() -> None:
    first = "With the better move A. Bee calls in 3 of 9 rounds (2.5 points); with your move in none."
    assert reason_sentences(f"{first} On average your score was worse by 1.4 points.") == [
        first,
        "On average your score was worse by 1.4 points.",
    ]


def worst_moves(review: MatchReview) -> list[str]:
    return [worst_move_sentence(review, seat.seat) for seat in review.seats]


def test_accuracy_is_100_without_losses() -> None:
    assert accuracy(()) == 100
