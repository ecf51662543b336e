"""The greedy policy: always legal, the same whatever lies hidden, and sensible in positions made by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dottable.core.matches.match import Match
from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.record import rule_array
from dottable.games.dot_tiles.bot import evaluation, policy
from dottable.games.dot_tiles.pieces import FULL_HOUSE, NO_TILE, RUN
from dottable.games.dot_tiles.state import ACTIONS
from dottable.games.dot_tiles.view import notation
from tests.games.dot_tiles.positions import FULL_KINDS_SHEET, SHEET_WITHOUT_PLACE_FOR_1, match_at, new_match

BUFFER = rule_array(np.zeros(ACTIONS.size, np.int32))
OUT = rule_array(np.zeros(ACTIONS.size, np.int32))


def fast_generator(number: int = 1):
    q = rule_array(fast_rng.new_generator())
    fast_rng.set_seed(q, number, number + 1)
    return q


def greedy_action(match: Match, seat: int | None = None) -> int:
    seat = match.to_act[0] if seat is None else seat
    return int(policy.greedy(match.state, seat, fast_generator(), BUFFER))


def greedy_move(match: Match) -> str:
    return notation.write_action(greedy_action(match))


def ranked_candidates(match: Match) -> list[int]:
    count = policy.rank_candidates(match.state, match.to_act[0], fast_generator(), BUFFER, OUT)
    return [int(OUT[k]) for k in range(count)]


def positions_of_match(seats: int, number: int, *, single_colour_bonus: bool = True):
    """Yield every position of a match in which each move is random or the policy's, with equal probability."""
    match, rng = new_match(seats, seed=number, single_colour_bonus=single_colour_bonus), Random(number)
    while not match.is_over:
        yield match
        seat = match.to_act[0]
        action = greedy_action(match) if rng.random() < 0.5 else rng.choice(match.legal(seat))
        assert match.apply(seat, action) is None


@pytest.mark.parametrize("single_colour_bonus", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_policy_and_its_candidates_are_legal_with_all_seat_counts_and_options(seats, single_colour_bonus):
    for match in positions_of_match(seats, seats, single_colour_bonus=single_colour_bonus):
        legal, chosen = match.legal(match.to_act[0]), ranked_candidates(match)
        assert greedy_action(match) in legal
        assert set(chosen) <= set(legal)
        assert len(set(chosen)) == len(chosen) > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_policy_cannot_tell_the_true_state_from_sampled_ones(seats):
    for number in range(2):
        for k, match in enumerate(positions_of_match(seats, 10 + number)):
            seat = match.to_act[0]
            for sample in range(3):
                sampled = match.determinize(seat, seeded_generator(bytes([k, sample] * 16)))
                assert greedy_action(sampled) == greedy_action(match)
                assert ranked_candidates(sampled) == ranked_candidates(match)


def test_the_ranking_begins_with_what_the_policy_does():
    for match in positions_of_match(2, 5):
        assert ranked_candidates(match)[0] == greedy_action(match)


def test_it_completes_a_group_in_one_colour_rather_than_in_two_C12():
    sheet = "r6:3k r6:3k b6:2k"
    assert greedy_move(match_at(sheet, drawn="r6", hot="b1", bag="r1 r2 b3 b4 r5 b5")) == "r6:3k"


def test_it_takes_the_hot_swap_tile_that_completes_a_group_C6():
    sheet = "b6:house b6:house b6:house b5:house"
    assert greedy_move(match_at(sheet, drawn="r1", hot="b5", bag="r1 r2 b3 b4 r5 r4")) == "b5:house"


def test_it_does_not_leave_the_next_player_the_tile_that_completes_a_group_C6():
    mine, bag = "r2:2k", "r1 r2 b3 b4 r5 r4 b1 b2"
    rival = f"{FULL_KINDS_SHEET} b1:odds b5:odds b6:evens b2:evens b6:house b6:house b6:house b5:house"
    harmless = match_at(mine, "", drawn="r3", hot="b5", bag=bag)
    harmful = match_at(mine, rival, drawn="r3", hot="b5", bag=bag)
    assert greedy_move(harmful).startswith("b5")
    assert policy.best_placement_gain(
        harmful.state, 1, notation.FACE_BY_NOTATION["b5"], 20, 0
    ) > policy.best_placement_gain(harmless.state, 1, notation.FACE_BY_NOTATION["b5"], 20, 0)


def test_it_burns_the_tile_that_the_next_player_could_use_C7():
    rival = "b6:house b6:house b6:house b1:house"
    match = match_at(SHEET_WITHOUT_PLACE_FOR_1, rival, drawn="b1", hot="r1", bag="r2 r4 b4")
    assert greedy_move(match) == "b1:burn"


def test_it_counts_the_tiles_that_are_left():
    plenty = match_at("r4:run b5:run r6:run", drawn="r1", hot="r1", bag="r3 b3 r3 b3 r3 b3 r1 r1")
    scarce = match_at("r4:run b5:run r6:run", drawn="r1", hot="r1", bag="r1 b1 r2 b2 r1 b1 b4 r4")
    values = []
    for match in (plenty, scarce):
        pool = policy.pack_unseen_tiles(match.state, 0)
        values.append(evaluation.evaluate_group(match.state, 0, RUN, NO_TILE, 30, 0, pool)[1])
    assert values[0] > values[1] == 0


def test_a_third_of_one_number_makes_a_full_house_likelier():
    match = match_at("r6:house b6:house", drawn="r6", hot="r1", bag="r1 b1 r2 b2 r5 b5 r6 b6 r4 b4")
    s, pool = match.state, policy.pack_unseen_tiles(match.state, 0)
    before = evaluation.evaluate_group(s, 0, FULL_HOUSE, NO_TILE, 30, 0, pool)
    after = evaluation.evaluate_group(s, 0, FULL_HOUSE, notation.FACE_BY_NOTATION["r6"], 30, 0, pool)
    assert after[0] > before[0]
    assert after[1] > before[1]


def test_the_probabilities_are_those_of_the_binomial_distribution():
    half = evaluation.ARRIVAL_RATE_STEPS // 2
    assert evaluation.BINOMIAL_TAILS[half, 0, 7] == 1
    assert evaluation.BINOMIAL_TAILS[half, 1, 3] == pytest.approx(7 / 8)
    assert evaluation.BINOMIAL_TAILS[half, 2, 3] == pytest.approx(1 / 2)
    assert evaluation.BINOMIAL_TAILS[half, 3, 2] == 0
    assert evaluation.BINOMIAL_TAILS[0, 1, 60] == 0


def test_with_few_boxes_left_it_values_the_full_sheet_C13():
    nearly = f"{FULL_KINDS_SHEET} r1:odds r3:odds r5:odds r2:evens r4:evens r6:evens b6:flush b6:flush b6:flush"
    sheet = f"{nearly} b6:flush b6:flush r5:house r5:house r6:house r6:house r3:run r4:run r5:run"
    bag = "r6 r2 b5 b6"
    hopeful = match_at(sheet, drawn="b1", hot="b1", bag=bag)
    early = match_at("", drawn="b1", hot="b1", bag=bag)
    pool = policy.pack_unseen_tiles(hopeful.state, 0)
    assert policy.expected_full_sheet_bonus(hopeful.state, 0, 40, 0, pool) > 1
    assert policy.expected_full_sheet_bonus(early.state, 0, 40, 0, pool) == 0


def test_it_beats_random_play_nearly_always():
    won, rng = 0, Random(7)
    for number in range(60):
        match = new_match(seed=100 + number)
        while not match.is_over:
            seat = match.to_act[0]
            action = greedy_action(match) if seat == number % 2 else rng.choice(match.legal(seat))
            assert match.apply(seat, action) is None
        won += match.returns()[number % 2] > 0
    assert won >= 56
