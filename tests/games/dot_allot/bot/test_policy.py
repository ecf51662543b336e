"""The policy: it is legal, uses only what the seat knows, and makes sensible choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from dottable.core.deck_files import Deck
from dottable.core.matches.match import Match, action_buffer
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.games.dot_allot.bot import policy
from dottable.games.dot_allot.bot.evaluation import evaluate_placements
from dottable.games.dot_allot.pieces import CARDS_IN_PLAY
from dottable.games.dot_allot.state import DEAL, LAYING_CARDS
from tests.games.dot_allot.positions import GAME, finish_round, new_match, one_column_deck, one_row_deck, seeded_chance

OPTION_SETS = [
    {"orientation": orientation, "side": side, "scoring": scoring}
    for orientation, side, scoring in product(
        ("vertical", "horizontal"), ("dark", "light"), ("standard", "colour-locked")
    )
]
TIED_BOARD_ROWS = ("yy.rr....", "bb.yb....", "bb.bb....", ".........", "bb.bb....", "bb.yb....", "yy.rr....")


def fast_generator(number: int) -> Any:
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), number * 2654435761, number * 2246822519)
    return rule_array(q)


def greedy_action(match: Match, seat: int, rng: int = 1) -> int:
    return int(policy.greedy(match.state, seat, fast_generator(rng), action_buffer(GAME)))


def rank_candidates(match: Match, seat: int) -> list[int]:
    out = rule_array(np.zeros(GAME.state.ACTIONS.size, np.int32))
    count = policy.rank_candidates(match.state, seat, fast_generator(1), action_buffer(GAME), out)
    return [int(out[k]) for k in range(count)]


def placement_values(match: Match) -> dict[int, int]:
    """Return the value of each legal placement."""
    out = rule_array(np.zeros(GAME.state.ACTIONS.size, np.int32))
    buffer = action_buffer(GAME)
    count = evaluate_placements(match.state, buffer, out)
    return {int(buffer[k]): int(out[k]) for k in range(count)}


def positions_of_match(match: Match, rng: Random) -> Iterator[tuple[Match, int]]:
    """Yield every position of a match, half of whose moves follow the policy, with the seat at turn."""
    while not match.is_over:
        seat = match.to_act[0]
        yield match, seat
        action = greedy_action(match, seat) if rng.random() < 0.5 else rng.choice(match.legal(seat))
        assert match.apply(seat, action) is None


def check_greedy_and_candidates(match: Match, seat: int) -> None:
    before, legal, listed = match.state_bytes, set(match.legal(seat)), rank_candidates(match, seat)
    assert greedy_action(match, seat) in legal
    assert 1 <= len(listed) == len(set(listed)) <= policy.MAX_CANDIDATES
    assert set(listed) <= legal
    assert match.state_bytes == before


@pytest.mark.parametrize("options", OPTION_SETS)
def test_greedy_action_and_ranking_are_legal_whatever_the_options(options: dict[str, Any]) -> None:
    for seed in range(2):
        for match, seat in positions_of_match(new_match(seed=seed, **options), Random(seed)):
            check_greedy_and_candidates(match, seat)


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_greedy_action_and_ranking_are_legal_for_any_number_of_players(seats: int) -> None:
    for match, seat in positions_of_match(new_match(seats, seed=seats), Random(seats)):
        check_greedy_and_candidates(match, seat)


@pytest.mark.parametrize("deck", [one_row_deck(), one_column_deck()], ids=["odd", "slim"])
def test_A12_greedy_action_is_legal_with_decks_that_may_give_no_dot(deck: Deck) -> None:
    for seed in range(4):
        for match, seat in positions_of_match(new_match(seed=seed, deck=deck), Random(seed)):
            check_greedy_and_candidates(match, seat)


def test_greedy_action_is_the_same_in_all_states_that_the_seat_cannot_tell_apart() -> None:
    count = 0
    for seed in range(40):
        for match, seat in positions_of_match(new_match(seed=seed), Random(seed)):
            if match.state.round_index > 0:
                break
            for number in range(3):
                sample = match.determinize(seat, seeded_chance(number))
                assert greedy_action(sample, seat, seed + 1) == greedy_action(match, seat, seed + 1)
                assert rank_candidates(sample, seat) == rank_candidates(match, seat)
            count += 1
    assert count >= 300


def test_the_ranking_has_the_best_placements_in_order() -> None:
    for match, seat in positions_of_match(new_match(seed=8), Random(8)):
        if match.state.phase == LAYING_CARDS:
            values = placement_values(match)
            listed = [values[action] for action in rank_candidates(match, seat)]
            assert listed == sorted(values.values(), reverse=True)[: len(listed)]
            assert values[greedy_action(match, seat)] == listed[0]


def lead_after_placement(match: Match, side: int, action: int) -> int:
    """Return the lead in points of a side after the last card of the round."""
    twin = match.copy()
    assert twin.apply(int(twin.state.seat_at[side]), action) is None
    points = twin.state.round_points.tolist()
    return int(points[side] - points[1 - side])


@pytest.mark.parametrize("options", OPTION_SETS)
def test_A13_the_last_card_of_a_round_gets_all_the_points_it_can(options: dict[str, Any]) -> None:
    count = 0
    for match, seat in positions_of_match(new_match(seed=3, **options), Random(3)):
        if match.state.phase == LAYING_CARDS and match.state.laid_count == CARDS_IN_PLAY - 1:
            side = int(match.state.turn)
            leads = {action: lead_after_placement(match, side, action) for action in match.legal(seat)}
            assert leads[greedy_action(match, seat)] == max(leads.values())
            count += 1
    assert count >= 4


def test_equal_placements_are_chosen_by_chance() -> None:
    for seed in range(30):
        match = new_match(seed=seed)
        seat, values = match.to_act[0], placement_values(match)
        equals = {action for action in values if values[action] == max(values.values())}
        assert {greedy_action(match, seat, rng) for rng in range(1, 600)} == equals


def test_between_rounds_the_next_one_is_dealt() -> None:
    match = finish_round(new_match(), *TIED_BOARD_ROWS)
    assert greedy_action(match, match.to_act[0]) == DEAL
    assert rank_candidates(match, match.to_act[0]) == [DEAL]


def test_the_stage_changes_exactly_when_a_round_ends() -> None:
    stages = []
    for match, _ in positions_of_match(new_match(seed=6), Random(6)):
        stages.append((int(policy.stage_number(match.state)), int(match.state.laid_count)))
    rounds = [stage for stage, laid in stages if laid == CARDS_IN_PLAY]
    assert rounds == [1, 2, 3]
    assert [stage for stage, laid in stages if laid == 0] == [0, 1, 2, 3]


def evaluate_stage_end(match: Match) -> list[float]:
    out = np.zeros(match.seats, np.float32)
    policy.evaluate_stage_end(match.state, rule_array(out))
    return [float(value) for value in out]


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_stage_end_value_is_zero_sum_and_follows_the_points(seats: int) -> None:
    match = finish_round(new_match(seats), *TIED_BOARD_ROWS)
    for seat in range(seats):
        match.state.totals[seat] = 3 if seat == 1 else 0
    values = evaluate_stage_end(match)
    assert sum(values) == pytest.approx(0, abs=1e-5)
    assert max(values) == values[1] <= 1
    assert min(values) >= -1


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_A15_before_the_last_round_two_points_are_far_more_than_one(orientation: str) -> None:
    match = finish_round(new_match(orientation=orientation), *TIED_BOARD_ROWS)
    match.state.round_index = match.state.columns - 3
    leads = []
    for points in (1, 2):
        match.state.totals[0], match.state.totals[1] = points, 0
        leads.append(evaluate_stage_end(match)[0])
    assert leads[1] > 0.9 > 0.5 > leads[0] > 0
