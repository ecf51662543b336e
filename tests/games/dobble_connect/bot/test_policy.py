"""The greedy policy: lines of four (E8), rivals' cards in the own pack (E9), and properties of every policy."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

from dottable.core.matches.match import action_buffer
from dottable.core.matches.seeded_series import seed_from
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.bot import policy
from dottable.games.dobble_connect.rules.grid import lay_at
from dottable.games.dobble_connect.state import ACTIONS, MAX_SPOTS
from tests.games.dobble_connect.positions import GAME, is_playing, new_match, position, right_place, step

DEAL = ACTIONS.encode("deal")
SETTINGS = [
    (seats, {"teams": teams, "points": points})
    for seats in GAME.seat_counts
    for teams, points in (("rulebook", 0), ("2", 1), ("3", 5), ("4", 3))
]


def generator(seed=1):
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), seed * 2_654_435_761, 7)
    return rule_array(q)


def greedy(match, seat, seed=1):
    return int(policy.greedy(match.state, seat, generator(seed), rule_array(action_buffer(GAME))))


def rank_candidates(match, seat, seed=1):
    out = rule_array(np.zeros(ACTIONS.size, np.int32))
    count = policy.rank_candidates(match.state, seat, generator(seed), rule_array(action_buffer(GAME)), out)
    return [int(out[k]) for k in range(count)]


def evaluate_stage_end(match):
    out = rule_array(np.zeros(match.seats, np.float32))
    policy.evaluate_stage_end(match.state, out)
    return [float(out[seat]) for seat in range(match.seats)]


def place_of(match, action):
    """Return the hexagon of a claim."""
    spot, side, _ = ACTIONS.decode(action)[1]
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    return int(match.state.q[spot]) + steps[side][0], int(match.state.r[spot]) + steps[side][1]


def places(match, seat=0, seeds=12):
    """Return where a seat lays its card, over several seeds."""
    return {place_of(match, greedy(match, seat, seed)) for seed in range(seeds)}


def in_play(count, *, moves=40):
    """Yield positions of all seat counts and options, after random and sometimes wrong claims."""
    random = Random(5)
    for k in range(count):
        seats, options = SETTINGS[k % len(SETTINGS)]
        match = new_match(seats, seed=k, **options)
        for _ in range(random.randrange(moves)):
            if not match.is_over:
                step(match, random, chance_of_right=0.8)
        for seat in match.to_act:
            if seat != CLOCK:
                yield match, seat


def test_every_choice_of_the_policy_is_legal():
    asked = 0
    for match, seat in in_play(320):
        legal = set(match.legal(seat))
        listed = rank_candidates(match, seat, asked)
        assert greedy(match, seat, asked) in legal
        assert set(listed) <= legal
        assert 1 <= len(listed) == len(set(listed))
        asked += 1
    assert asked > 500


def test_E7_no_symbol_is_named_wrongly_on_purpose():
    for match, seat in in_play(64):
        if is_playing(match):
            for action in (greedy(match, seat), *rank_candidates(match, seat)):
                spot, _, place = ACTIONS.decode(action)[1]
                assert place == right_place(match, seat, spot)


def test_the_policy_does_not_depend_on_hidden_cards():
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(seed_from("twins"))))
    for match, seat in in_play(128):
        advice, listed = greedy(match, seat), rank_candidates(match, seat)
        for _ in range(3):
            twin = match.determinize(seat, g)
            assert greedy(twin, seat) == advice
            assert rank_candidates(twin, seat) == listed


def test_the_policy_is_legal_with_all_cards_in_one_long_row():
    for steps in ((1, 0), (0, 1), (1, -1)):
        match = position(tops="p1 o1")
        for k in range(1, MAX_SPOTS - 2):
            lay_at(match.state, k, k * steps[0], k * steps[1])
        assert greedy(match, 0) in match.legal(0)
        assert set(rank_candidates(match, 0)) <= set(match.legal(0))


def test_E8_a_line_of_four_is_completed():
    match = position("p2@1,0 p3@2,0 p4@3,0 o2@0,1 o3@0,2 o4@0,3", packs=("p5 p6", "o5 o6"))
    assert places(match) == {(4, 0)}
    assert places(match, 1) == {(0, 4)}


def test_E8_a_gap_in_a_line_is_filled():
    match = position("p2@1,0 p3@2,0 o2@3,-1 o3@3,1 p4@4,0", packs=("p5", "o5"))
    assert places(match) == {(3, 0)}


def test_E8_a_rivals_three_is_blocked():
    match = position("o2@1,0 o3@2,0 o4@3,0 p2@0,1", packs=("p5", "o5"))
    assert places(match) == {(4, 0)}


def test_E8_an_own_line_comes_before_a_block():
    match = position("o2@1,0 o3@2,0 o4@3,0 p2@0,1 p3@0,2 p4@0,3", packs=("p5", "o5"))
    assert places(match) == {(0, 4)}


def test_E8_a_dead_three_is_not_blocked():
    match = position("o2@1,0 o3@2,0 o4@3,0 p2@4,0 p3@4,1", packs=("p5", "o5"))
    for q, r in places(match):
        assert r != 0
        assert {(q, r)} <= {(4, -1), (4, -2), (4, 2), (4, 3)}, "it goes on with its own two"


def test_E9_a_rivals_card_never_completes_the_rivals_line():
    match = position("o2@1,0 o3@2,0 o4@3,0 p2@0,1", tops="o1 o5", packs=("p5 p6", "o6 o7"))
    assert (4, 0) not in places(match, seeds=60)
    assert all(place_of(match, action) != (4, 0) for action in rank_candidates(match, 0)[:-1])


def test_E9_a_rivals_card_makes_no_three_of_the_rivals_two():
    match = position("o2@1,0 o3@2,0 p2@0,1 p3@-1,0", tops="o1 o5", packs=("p5 p6", "o6 o7"))
    assert (3, 0) not in places(match, seeds=60)
    assert (3, 0) in places(position("o2@1,0 o3@2,0 p2@0,1 p3@-1,0", tops="p1 o5"), 1, seeds=60)


def test_E9_a_rival_who_shows_no_own_card_is_less_urgent_to_block():
    table = "o2@1,0 o3@2,0 o4@3,0 p2@0,1 p3@0,2"
    packs = ("p5 p6", "o5 o6")
    assert places(position(table, tops="p1 o1", packs=packs)) == {(4, 0)}
    assert places(position(table, tops="p1 p7", packs=packs)) <= {(0, 3), (0, 4)}


def test_the_candidates_begin_with_the_greedy_choice_and_have_each_place_once():
    for match, seat in in_play(48):
        listed = rank_candidates(match, seat, 3)
        assert listed[0] == greedy(match, seat, 3)
        if is_playing(match):
            assert len({place_of(match, action) for action in listed}) == len(listed)


def test_ties_are_broken_by_chance():
    assert len(places(position(), seeds=60)) == 6


def test_the_dealer_deals_on():
    random = Random(3)
    match = new_match(seed=3)
    while is_playing(match):
        step(match, random, chance_of_right=1.0)
    assert greedy(match, match.to_act[0]) == DEAL
    assert rank_candidates(match, match.to_act[0]) == [DEAL]


def test_a_stage_is_a_round():
    random = Random(4)
    match = new_match(seed=4)
    while not match.is_over:
        before = policy.stage_number(match.state), is_playing(match)
        step(match, random, chance_of_right=0.9)
        assert (policy.stage_number(match.state) != before[0]) == (is_playing(match) != before[1])


@pytest.mark.parametrize("teams", [2, 3, 4])
def test_the_stage_end_evaluation_is_zero_sum_and_grows_with_points(teams):
    for seats in GAME.seat_counts:
        match = new_match(seats, teams=str(teams))
        values = []
        for points in range(int(match.state.goal)):
            match.state.points[0] = points
            expected = evaluate_stage_end(match)
            assert sum(expected) == pytest.approx(0, abs=1e-5)
            assert all(-1 <= value <= 1 for value in expected)
            values.append(expected[0])
        assert all(worse < better for worse, better in pairwise(values))


def test_the_stage_end_evaluation_at_the_start_is_even_for_teams_of_one():
    assert evaluate_stage_end(new_match(3)) == pytest.approx([0, 0, 0], abs=1e-6)


def random_claim(match, seat, random):
    """Return a right claim at a random free side."""
    edge = random.choice(match.legal(seat)) // 10
    return edge * 10 + right_place(match, seat, edge // 6)


def test_greedy_placement_beats_random_placement():
    random = Random(6)
    for k in range(20):
        match = new_match(seed=k // 2)
        while not match.is_over:
            seat = random.choice(match.to_act)
            is_random = seat != k % 2 and is_playing(match)
            action = random_claim(match, seat, random) if is_random else greedy(match, seat, random.getrandbits(30))
            assert match.apply(seat, action) is None
        assert match.returns()[k % 2] > 0
