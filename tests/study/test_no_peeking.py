"""A review uses only what the seat knew: hidden cards that it could not tell apart change nothing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.seats import CLOCK
from dottable.study.decision_review import decision_at, review_decision
from dottable.study.race_review import OpenRace, RaceJudge, claims_of
from tests.sizes import sized
from tests.study.finished import SETTINGS, TURN_BASED, finished_match

SEED = bytes(32)
DECISIONS = sized(4, 25)


@pytest.mark.parametrize("slug", TURN_BASED)
def test_decision_is_judged_the_same_with_other_hidden_cards(slug: str) -> None:
    again = (match := finished_match(slug)).before_first_move()
    compared = changed = 0
    step = max(1, len(match.moves) // (3 * DECISIONS))
    for n, move in enumerate(match.moves):
        decision = decision_at(again, move.seat, move.action) if move.seat != CLOCK and n % step == 0 else None
        if decision is not None and compared < DECISIONS:
            twin = again.determinize(move.seat, seeded_generator(bytes([n % 256] * 32)))
            changed += twin.state_bytes != again.state_bytes
            other = decision_at(twin, move.seat, move.action)
            assert other is not None
            assert review_decision(replace(other, move=n), SETTINGS, SEED) == review_decision(decision, SETTINGS, SEED)
            compared += 1
        again.apply(*move)
    assert compared == changed == DECISIONS


def test_snap_is_judged_the_same_with_other_hidden_cards() -> None:
    again = (match := finished_match("dots_52")).before_first_move()
    compared = 0
    for n, move in enumerate(match.moves):
        if move.seat != CLOCK and move.action in claims_of(again, move.seat) and compared < DECISIONS:
            twin = again.determinize(move.seat, seeded_generator(bytes([n % 256] * 32)))
            races = [OpenRace(one, move.seat) for one in (again, twin)]
            for race in races:
                race.move = n
                race.record_claims(claims_of(again, move.seat), again.now_ms)
            judge = RaceJudge(SETTINGS, SEED)
            mine, other = (list(judge.review_race_move(race, move, again)) for race in races)
            assert mine == other
            compared += 1
        again.apply(*move)
    assert compared
