"""One match of the smallest game: moves, refusals, time, copies."""

from __future__ import annotations

import hashlib

import pytest

from dottable.core.errors import BadSeats
from dottable.core.matches.match import Match, Move
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.refusals import (
    BEFORE_DEADLINE,
    BEFORE_LAST_MOVE,
    MATCH_OVER,
    NO_SUCH_ACTION,
    NO_SUCH_SEAT,
    NOT_YOUR_TURN,
)
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import find_game

TAKE_1, TAKE_2, TAKE_3, DAWDLE = range(4)


@pytest.fixture
def match(last_dot):
    return Match(last_dot, seed=bytes(32), salt=bytes(16))


def test_a_move_changes_the_state_and_is_stored(match):
    assert match.to_act == (0, CLOCK)
    assert match.apply(0, TAKE_2, at_ms=700) is None
    assert match.moves == [Move(0, TAKE_2, 700)]
    assert match.to_act == (1, CLOCK)


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [(1, TAKE_1, NOT_YOUR_TURN), (2, TAKE_1, NO_SUCH_SEAT), (-1, TAKE_1, NO_SUCH_SEAT), (0, 99, NO_SUCH_ACTION)],
)
def test_a_refused_move_changes_no_byte_and_has_a_reason(match, seat, action, code):
    before = match.state_bytes
    refused = match.apply(seat, action)
    assert refused is not None
    assert refused.code == code
    assert refused.sentence.endswith(".")
    assert match.state_bytes == before
    assert match.moves == []


def test_the_games_own_reason_is_given(match):
    for action in (TAKE_3, TAKE_3, TAKE_3, TAKE_1):
        match.apply(match.to_act[0], action)
    refused = match.refusal(0, TAKE_3)
    assert refused is not None
    assert refused.sentence == "There are not enough dots left. Take fewer."


def test_time_does_not_run_backwards(match):
    match.apply(0, TAKE_1, at_ms=500)
    refused = match.apply(1, TAKE_1, at_ms=499)
    assert refused is not None
    assert refused.code == BEFORE_LAST_MOVE


def test_the_clock_moves_only_when_the_deadline_has_passed(match):
    refused = match.apply(CLOCK, DAWDLE, at_ms=9_999)
    assert refused is not None
    assert refused.code == BEFORE_DEADLINE
    assert match.apply(CLOCK, DAWDLE, at_ms=10_000) is None
    assert match.view(0).taken == [1, 0]
    assert match.deadline_ms == 20_000


def test_a_match_that_is_over_takes_no_more_moves(match):
    for n in range(4):
        match.apply(n % 2, TAKE_3)
    assert match.is_over
    refused = match.apply(0, TAKE_1)
    assert refused is not None
    assert refused.code == MATCH_OVER
    assert sum(match.returns()) == 0


def test_a_copy_is_independent(match):
    copy = match.copy()
    copy.apply(0, TAKE_3)
    assert match.moves == []
    assert match.view(0).heap == 12
    assert copy.view(0).heap == 9


def test_the_same_seed_gives_the_same_match(last_dot):
    first, second = (Match(last_dot, seed=bytes(range(32))) for _ in range(2))
    assert first.state_bytes == second.state_bytes
    assert Match(last_dot).state_bytes != first.state_bytes


def test_the_commitment_binds_the_seed_without_revealing_it(match):
    assert match.commitment == hashlib.sha256(bytes(48)).hexdigest()


def test_a_determinized_match_keeps_the_seats_knowledge_and_loses_the_seed(match):
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(bytes(range(32)))))
    cards = {tuple(match.determinize(0, g).view(1).cards) for _ in range(50)}
    assert len(cards) == 5  # seat 1 may hold any card but that of seat 0
    twin = match.determinize(0, g)
    assert twin.view(0) == match.view(0)
    assert twin.seed == bytes(32)
    assert twin.view(SPECTATOR).cards == [None, None]


def test_seats_outside_the_games_range_are_refused(last_dot):
    with pytest.raises(BadSeats, match="Last Dot takes 2 to 4 seats, not 5"):
        Match(last_dot, seats=5)


def test_the_score_history_has_the_points_after_every_change():
    match = Match(find_game("dots_52"), seats=3, seed=bytes(32))
    q = fast_rng.new_generator()
    fast_rng.set_seed(q, 1, 2)
    changes, before = [], match.scores()
    while not match.is_over:
        match.apply(*match.random_move(q), match.deadline_ms or match.now_ms)
        if match.scores() != before:
            before = match.scores()
            changes.append(tuple(before))
    assert match.score_history() == changes
    assert len(changes) > 1
    assert changes[-1] == tuple(match.scores())
