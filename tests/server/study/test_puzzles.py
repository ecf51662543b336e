"""Puzzles over HTTP: from own errors, and daily ones. The computation of daily puzzles is tested with one game."""

from __future__ import annotations

import msgspec
import pytest

from dottable.core.registry import find_game
from dottable.server.study.daily_puzzles import DailyPuzzles
from dottable.store import ReviewRow
from dottable.study import puzzles
from dottable.study.review_types import (
    REVIEW_VERSION,
    CandidateMove,
    DecisionReview,
    MatchReview,
    MeanEstimate,
    Verdict,
)
from dottable.study.worker_jobs import gzipped_json
from tests.server.running_server import run_server
from tests.server.study.fake_worker import part_of_review
from tests.server.study.test_reviews import run_in


def candidate(action: int, chance: float, error: float = 0.01) -> CandidateMove:
    return CandidateMove(action, str(action), MeanEstimate(chance, error), None, f"Move {action}")


def decision(seat: int, chances: list[float], verdict: Verdict = "blunder", error: float = 0.01) -> DecisionReview:
    """A decision in which the last candidate was played."""
    moves = tuple(candidate(n, chance, error) for n, chance in enumerate(chances))
    loss = MeanEstimate(chances[0] - chances[-1], error)
    return DecisionReview(4, seat, moves[-1], moves[0], loss, False, verdict, 2000, moves, "Why.", ())


@pytest.mark.parametrize(
    ("found", "has_single_answer"),
    [
        (decision(0, [0.6, 0.5, 0.4]), True),
        (decision(0, [0.6, 0.58, 0.4]), False),
        (decision(0, [0.6, 0.5, 0.4], error=0.05), False),
        (decision(0, [0.6, 0.5, 0.57], "inaccuracy"), False),
    ],
)
def test_a_puzzle_has_one_clear_answer(found, has_single_answer):
    assert puzzles.has_single_answer(found) == has_single_answer


def test_own_puzzles_come_from_own_errors_only(tmp_path):
    with run_server(tmp_path / "d.db") as up:
        ann, bob = up.create_player("Ann"), up.create_player("Bob")
        table = up.create_table(ann)["table"]
        up.post(f"/api/v1/tables/{table}/commands", {"kind": "sit"}, bob["token"])
        store = up.host.store
        row = run_in(up, store.find_table(table))
        run_in(
            up,
            store.append_events(
                table, up.host.live[table].table.version, [], msgspec.structs.replace(row, status="over")
            ),
        )
        review = msgspec.structs.replace(
            part_of_review("dot_tiles", ("Ann", "Bob"), 1.0),
            decisions=(decision(0, [0.6, 0.4]), decision(1, [0.9, 0.1]), decision(0, [0.6, 0.59])),
        )
        save_review(up, table, review)
        answer = up.get("/api/v1/puzzles", ann["token"]).json()["puzzles"]
        assert [(one["match"], one["decision"]["seat"]) for one in answer] == [(table, 0)]
        assert up.get("/api/v1/puzzles").status_code == 401


def save_review(up, table: str, review: MatchReview) -> None:
    claim = ReviewRow(table, REVIEW_VERSION, "me", 10**15, is_complete=False, body=b"")
    assert run_in(up, up.host.store.claim_review(claim, 0))
    run_in(up, up.host.store.save_review(claim._replace(is_complete=True, body=gzipped_json(review))))


def test_a_daily_puzzle_is_stored_once_and_shown(tmp_path, monkeypatch):
    with run_server(tmp_path / "d.db") as up:
        day = up.server.application.daily_puzzles.current_date()
        body = gzipped_json({"game": "dot_tiles"})
        run_in(up, up.host.store.save_daily_puzzle("dot_tiles", day, puzzles.PUZZLE_VERSION, body))
        assert up.get("/api/v1/puzzles/daily/dot_tiles").json() == {"game": "dot_tiles"}
        assert up.get("/api/v1/puzzles/daily/chess").status_code == 400

        async def find_none(self: DailyPuzzles, slug: str, day: str) -> None:
            pass

        monkeypatch.setattr(DailyPuzzles, "_make_puzzle", find_none)
        assert up.get("/api/v1/puzzles/daily/dots_72").status_code == 202
        answer = up.get("/api/v1/puzzles/daily/dots_72")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_puzzle")


def test_decisions_are_taken_from_the_middle_first():
    assert list(puzzles.alternate_from_middle(list(range(7)), 4)) == [3, 2, 4, 1]
    assert list(puzzles.alternate_from_middle([5], 4)) == [5]


def test_a_bot_match_depends_on_its_seed_alone():
    game = find_game("dot_tiles")
    first, again = puzzles.bot_match(game, bytes(32)), puzzles.bot_match(game, bytes(32))
    assert first.is_over
    assert first.moves == again.moves
    position = puzzles.past_position(first.before_first_move(), first.moves, 5, first.moves[5].seat)
    assert first.moves[5].action in position.legal
