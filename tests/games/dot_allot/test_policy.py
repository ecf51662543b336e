"""The advice that bots follow: legal, honest, and what a sensible person would do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from dottable.core import quick
from dottable.core.decks import Deck
from dottable.core.match import Match, action_buffer
from dottable.core.record import for_rules
from dottable.games.dot_allot import policy
from dottable.games.dot_allot.appraisal import appraise
from dottable.games.dot_allot.pieces import IN_PLAY
from dottable.games.dot_allot.state import DEAL, LAYING

from .positions import GAME, finish_round, generator, new_match, odd_deck, slim_deck

WAYS = [
    {"orientation": orientation, "side": side, "scoring": scoring}
    for orientation, side, scoring in product(
        ("vertical", "horizontal"), ("dark", "light"), ("standard", "colour-locked")
    )
]
DRAWN = ("yy.rr....", "bb.yb....", "bb.bb....", ".........", "bb.bb....", "bb.yb....", "yy.rr....")


def luck_of(number: int) -> Any:
    q = quick.generator()
    quick.start(for_rules(q), number * 2654435761, number * 2246822519)
    return for_rules(q)


def advice(match: Match, seat: int, luck: int = 1) -> int:
    return int(policy.greedy(match.state, seat, luck_of(luck), action_buffer(GAME)))


def shortlist(match: Match, seat: int) -> list[int]:
    out = for_rules(np.zeros(GAME.state.ACTIONS.size, np.int32))
    count = policy.shortlist(match.state, seat, luck_of(1), action_buffer(GAME), out)
    return [int(out[k]) for k in range(count)]


def worths(match: Match) -> dict[int, int]:
    """What each legal placement is worth."""
    out = for_rules(np.zeros(GAME.state.ACTIONS.size, np.int32))
    buffer = action_buffer(GAME)
    count = appraise(match.state, buffer, out)
    return {int(buffer[k]): int(out[k]) for k in range(count)}


def positions(match: Match, luck: Random) -> Iterator[tuple[Match, int]]:
    """Every position of a match in which half of the moves are advised, with the seat that has to act."""
    while not match.is_over:
        seat = match.to_act[0]
        yield match, seat
        action = advice(match, seat) if luck.random() < 0.5 else luck.choice(match.legal(seat))
        assert match.apply(seat, action) is None


def check_lists(match: Match, seat: int) -> None:
    before, legal, listed = match.state_bytes, set(match.legal(seat)), shortlist(match, seat)
    assert advice(match, seat) in legal
    assert 1 <= len(listed) == len(set(listed)) <= policy.SHORT
    assert set(listed) <= legal
    assert match.state_bytes == before


@pytest.mark.parametrize("options", WAYS)
def test_advice_and_shortlist_are_legal_whatever_the_options(options: dict[str, Any]) -> None:
    for seed in range(2):
        for match, seat in positions(new_match(seed=seed, **options), Random(seed)):
            check_lists(match, seat)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_advice_and_shortlist_are_legal_for_any_number_of_players(seats: int) -> None:
    for match, seat in positions(new_match(seats, seed=seats), Random(seats)):
        check_lists(match, seat)


@pytest.mark.parametrize("deck", [odd_deck(), slim_deck()], ids=["odd", "slim"])
def test_A12_advice_is_legal_with_decks_that_may_give_no_dot(deck: Deck) -> None:
    for seed in range(4):
        for match, seat in positions(new_match(seed=seed, deck=deck), Random(seed)):
            check_lists(match, seat)


def test_advice_is_the_same_in_all_states_that_the_seat_cannot_tell_apart() -> None:
    count = 0
    for seed in range(40):
        for match, seat in positions(new_match(seed=seed), Random(seed)):
            if match.state.round_index > 0:
                break
            for number in range(3):
                dream = match.imagine(seat, generator(number))
                assert advice(dream, seat, seed + 1) == advice(match, seat, seed + 1)
                assert shortlist(dream, seat) == shortlist(match, seat)
            count += 1
    assert count >= 300


def test_the_shortlist_has_the_best_placements_in_order() -> None:
    for match, seat in positions(new_match(seed=8), Random(8)):
        if match.state.phase == LAYING:
            worth = worths(match)
            listed = [worth[action] for action in shortlist(match, seat)]
            assert listed == sorted(worth.values(), reverse=True)[: len(listed)]
            assert worth[advice(match, seat)] == listed[0]


def lead_after(match: Match, side: int, action: int) -> int:
    """How many points more a side gets if the last card of the round lies like this."""
    twin = match.copy()
    assert twin.apply(int(twin.state.at[side]), action) is None
    points = twin.state.round_points.tolist()
    return int(points[side] - points[1 - side])


@pytest.mark.parametrize("options", WAYS)
def test_A13_the_last_card_of_a_round_gets_all_the_points_it_can(options: dict[str, Any]) -> None:
    count = 0
    for match, seat in positions(new_match(seed=3, **options), Random(3)):
        if match.state.phase == LAYING and match.state.laid_count == IN_PLAY - 1:
            side = int(match.state.turn)
            leads = {action: lead_after(match, side, action) for action in match.legal(seat)}
            assert leads[advice(match, seat)] == max(leads.values())
            count += 1
    assert count >= 4


def test_equal_placements_are_chosen_by_chance() -> None:
    for seed in range(30):
        match = new_match(seed=seed)
        seat, worth = match.to_act[0], worths(match)
        equals = {action for action in worth if worth[action] == max(worth.values())}
        assert {advice(match, seat, luck) for luck in range(1, 60)} == equals


def test_between_rounds_the_next_one_is_dealt() -> None:
    match = finish_round(new_match(), *DRAWN)
    assert advice(match, match.to_act[0]) == DEAL
    assert shortlist(match, match.to_act[0]) == [DEAL]


def test_the_stage_changes_exactly_when_a_round_ends() -> None:
    stages = []
    for match, _ in positions(new_match(seed=6), Random(6)):
        stages.append((int(policy.stage(match.state)), int(match.state.laid_count)))
    rounds = [stage for stage, laid in stages if laid == IN_PLAY]
    assert rounds == [1, 2, 3]
    assert [stage for stage, laid in stages if laid == 0] == [0, 1, 2, 3]


def outlook(match: Match) -> list[float]:
    out = np.zeros(match.seats, np.float32)
    policy.outlook(match.state, for_rules(out))
    return [float(value) for value in out]


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_outlook_is_zero_sum_and_follows_the_points(seats: int) -> None:
    match = finish_round(new_match(seats), *DRAWN)
    for seat in range(seats):
        match.state.totals[seat] = 3 if seat == 1 else 0
    values = outlook(match)
    assert sum(values) == pytest.approx(0, abs=1e-5)
    assert max(values) == values[1] <= 1
    assert min(values) >= -1


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_A15_before_the_last_round_two_points_are_far_more_than_one(orientation: str) -> None:
    match = finish_round(new_match(orientation=orientation), *DRAWN)
    match.state.round_index = match.state.columns - 3
    leads = []
    for points in (1, 2):
        match.state.totals[0], match.state.totals[1] = points, 0
        leads.append(outlook(match)[0])
    assert leads[1] > 0.9 > 0.5 > leads[0] > 0
