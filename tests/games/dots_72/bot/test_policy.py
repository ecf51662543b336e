"""The advice that bots follow: legal, honest, and what a sensible person would do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from dottable.core.matches.match import Match, action_buffer
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.games.dots_72.bot import evaluation, penalty_features, policy, turn_choices
from dottable.games.dots_72.bot.forgetting import forget
from dottable.games.dots_72.bot.hand_value import (
    BEST_PLAN_OFFSET,
    CARDS_OFFSET,
    FEATURES_OFFSET,
    LOSSES_OFFSET,
    TOTAL_OFFSET,
    UNSEEN_OFFSET,
    evaluate_hand,
)
from dottable.games.dots_72.bot.weights import FITTED_INDEX, WEIGHTS
from dottable.games.dots_72.pieces import CARD_CODES, FACE_OF_CODE, NO_CARD
from dottable.games.dots_72.state import HAND_OVER, PASSING, START
from dottable.games.dots_72.view import notation
from tests.games.dots_72.positions import COMPLETE, GAME, generator, hand, new_match, play_randomly, show, table

WAYS = [(seats, reshuffle) for seats in GAME.seat_counts for reshuffle in (False, True)]


def luck_of(number: int) -> Any:
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), number * 2654435761, number * 2246822519)
    return rule_array(q)


def advice(match: Match, seat: int = 0) -> int:
    return int(policy.greedy(match.state, seat, luck_of(1), action_buffer(GAME)))


def rollout_advice(match: Match, seat: int = 0) -> int:
    return int(policy.rollout_policy(match.state, seat, luck_of(1), action_buffer(GAME)))


def rollout_costs(match: Match, seat: int = 0) -> dict[str, int]:
    """Return the cost of discarding each card of a hand by the fitted weights."""
    buffer = action_buffer(GAME)
    turn_choices.write_discard_losses(match.state, seat, rule_array(WEIGHTS)[FITTED_INDEX], buffer)
    cards = [int(buffer[CARDS_OFFSET + k]) for k in range(int(match.state.held[seat]))]
    return {CARD_CODES[face]: int(buffer[LOSSES_OFFSET + k]) for k, face in enumerate(cards)}


def advised(match: Match, seat: int = 0) -> str:
    return notation.write_action(advice(match, seat))


def rank_candidates(match: Match, seat: int = 0) -> list[int]:
    out = rule_array(np.zeros(GAME.state.ACTIONS.size, np.int32))
    count = policy.rank_candidates(match.state, seat, luck_of(1), action_buffer(GAME), out)
    return [int(out[k]) for k in range(count)]


def positions(seats: int, *, reshuffle: bool, seed: int, moves: int) -> Iterator[tuple[Match, int]]:
    """Positions of a match in which every third move is the advised one, with a seat that has to act."""
    match, rng = new_match(seats, seed=seed, reshuffle=reshuffle), Random(seed)
    while not match.is_over and len(match.moves) < moves:
        seat = rng.choice(match.to_act)
        yield match, seat
        action = advice(match, seat) if rng.random() < 0.3 else rng.choice(quiet(match, seat))
        assert match.apply(seat, action) is None


def quiet(match: Match, seat: int) -> list[int]:
    """Legal actions without calls, so that hands last long enough for the pile to be turned over."""
    legal = match.legal(seat)
    return [action for action in legal if "call" not in notation.write_action(action)] or legal


def remembered(match: Match, seat: int) -> list[tuple[int, int]]:
    s = match.state
    return [
        (other, int(s.hand[other, k]))
        for other in range(match.seats)
        for k in range(int(s.held[other]))
        if other != seat and int(s.known[other, k]) >> seat & 1
    ]


@pytest.mark.parametrize(("seats", "reshuffle"), WAYS)
def test_advice_and_shortlist_are_legal_and_agree(seats: int, reshuffle: bool) -> None:
    for match, seat in positions(seats, reshuffle=reshuffle, seed=seats, moves=350):
        before, legal, listed = match.state_bytes, match.legal(seat), rank_candidates(match, seat)
        assert listed[0] == advice(match, seat)
        assert rollout_advice(match, seat) in listed
        assert set(listed) <= set(legal)
        assert len(set(listed)) == len(listed)
        assert match.state_bytes == before


@pytest.mark.parametrize(("seats", "reshuffle"), [(2, False), (2, True), (3, False), (5, True)])
def test_advice_is_the_same_in_all_states_that_the_seat_cannot_tell_apart(seats: int, reshuffle: bool) -> None:
    for match, seat in positions(seats, reshuffle=reshuffle, seed=70 + seats, moves=260):
        action, rollout_policy, listed = advice(match, seat), rollout_advice(match, seat), rank_candidates(match, seat)
        for number in range(3):
            sample = match.determinize(seat, generator(number))
            assert advice(sample, seat) == action
            assert rollout_advice(sample, seat) == rollout_policy
            assert rank_candidates(sample, seat) == listed


def test_B7_a_complete_hand_is_called_before_drawing() -> None:
    assert advised(table(COMPLETE)) == "call"


def test_B9_a_wrong_call_is_never_advised() -> None:
    match = table("r r8 d3 b b8 y")
    assert "call" not in [notation.write_action(action) for action in rank_candidates(match)]


def test_B12_the_call_that_scores_most_is_chosen() -> None:
    assert advised(table("r r8 d3 b b8 wn d1")) == "call:b8"
    assert rank_candidates(table("r r8 d3 b b8 wn d1")) == [notation.read_action("call:b8")]


def test_B6_the_discard_that_completes_the_hand_is_taken() -> None:
    assert advised(table("r r8 d3 b b8 y", discards="d4")) == "take"


def test_B6_a_discard_that_goes_with_nothing_is_left() -> None:
    assert advised(table("r r8 d3 b b8 y", discards="d9")) == "draw"


def test_B10_of_a_known_pile_the_better_card_is_chosen() -> None:
    cards = "d4 y8 y8 y8 g8 g8"
    assert advised(table("r r8 d3 b b8 y", discards="d18", pile=cards, known_pile=True)) == "draw"
    assert advised(table("r r8 d3 b b8 y", discards="d17", pile="d4 y8", known_pile=True)) == "draw"
    assert advised(table("r r8 d3 b b8 y", discards="d4", pile="d9 y8", known_pile=True)) == "take"


def test_a_card_that_goes_with_nothing_is_discarded() -> None:
    assert advised(table("r r8 d3 b b8 b4 d9")) == "discard:d9"


def test_a_set_is_not_broken_up() -> None:
    action = advised(table("r r8 d3 y g6 b4 d20"))
    assert action not in ("discard:r", "discard:r8", "discard:d3")


@pytest.mark.parametrize("wild", ["ws", "wn", "wd"])
def test_wilds_are_kept(wild: str) -> None:
    assert notation.read_action(f"discard:{wild}") in rank_candidates(table(f"r r8 b b4 y6 g4 {wild}"))[-3:]


def test_a_card_is_not_given_to_a_neighbour_who_is_known_to_want_it() -> None:
    mine = "r r8 d3 b b8 y g"
    yellow, green = "y8 y6 d18 d16 d20 y4", "g8 g6 g4 d14 d10 d2"
    assert advised(show(table(mine, yellow), 1)) == "discard:g"
    assert advised(show(table(mine, green), 1)) == "discard:y"


def test_rollout_policy_gives_no_card_to_a_neighbour_known_to_want_it() -> None:
    mine = "r r8 d3 b b8 y g"
    yellow, green = "y8 y6 d18 d16 d20 y4", "g8 g6 g4 d14 d10 d2"
    for theirs, wanted, unwanted in ((yellow, "y", "g"), (green, "g", "y")):
        costs = rollout_costs(show(table(mine, theirs), 1))
        assert costs[wanted] > costs[unwanted]


def test_unseen_partners_are_the_unseen_cards_that_match() -> None:
    match, buffer = table("r r8 d3 b b8 y g"), action_buffer(GAME)
    evaluate_hand(match.state, 0, NO_CARD, rule_array(WEIGHTS)[FITTED_INDEX], buffer)
    left = {code: int(buffer[UNSEEN_OFFSET + face]) for code, face in FACE_OF_CODE.items()}
    partners = {
        code: int(penalty_features.count_unseen_partners(match.state, FACE_OF_CODE[code], buffer))
        for code in ("r", "r8")
    }
    assert partners == {"r": left["r2"] + left["r4"] + left["r6"] + left["r8"], "r8": left["r"]}


def test_a_hand_is_spread_the_more_the_less_of_it_is_the_best_plan() -> None:
    buffer = action_buffer(GAME)
    buffer[BEST_PLAN_OFFSET] = 1000
    spreads = []
    for total in (1000, 1500, 2100, 4200, 1_000_000):
        buffer[TOTAL_OFFSET] = total
        spreads.append(int(penalty_features.plan_spread_band(buffer)))
    assert spreads == [0, 1, 2, 4, penalty_features.PLAN_SPREAD_BAND_COUNT - 1]


def test_recent_discards_that_match_lower_the_penalty_of_a_swatch() -> None:
    def penalty(discards: str) -> int:
        buffer = action_buffer(GAME)
        count = penalty_features.list_recent_discards(table(discards=discards).state, FACE_OF_CODE["r"], buffer, 0)
        return sum(int(WEIGHTS[FITTED_INDEX].discard[buffer[FEATURES_OFFSET + k]]) for k in range(count))

    assert penalty("r g8") < penalty("y g8") == 0
    assert penalty("r r g8") < penalty("r g8")


def test_rollout_policy_the_discard_that_completes_the_hand_is_taken_and_a_complete_hand_called() -> None:
    assert notation.write_action(rollout_advice(table("r r8 d3 b b8 y", discards="d4"))) == "take"
    assert notation.write_action(rollout_advice(table(COMPLETE))) == "call"


def test_B10_the_card_that_is_missed_least_is_passed() -> None:
    match = table("r r8 d3 b b8 d9")
    match.state.phase = PASSING
    assert advised(match) == "pass:d9"


def test_B13_more_points_than_are_wanting_are_worth_nothing_extra() -> None:
    match = table("r r8 d3 b b2 b8 y4", discards="y6")
    rich = rank_candidates(match)
    match.state.scores[0] = 475
    near = rank_candidates(match)
    two = notation.read_action("discard:b2")
    assert near.index(two) < rich.index(two)


def test_greedy_hands_end_with_a_call_and_soon() -> None:
    called, turns = 0, 0
    for seed in range(60):
        match = new_match(seed=seed)
        while match.state.phase < HAND_OVER:
            seat = match.to_act[0]
            turns += int(match.state.phase == START)
            assert match.apply(seat, advice(match, seat)) is None
        called += int(match.state.caller >= 0)
    assert called >= 58
    assert turns / 60 < 30


def test_the_stage_changes_exactly_when_a_hand_ends() -> None:
    match, rng = new_match(3, seed=5), Random(5)
    hands, was = 0, int(evaluation.stage_number(match.state))
    while not match.is_over and len(match.moves) < 400:
        phase, seat = int(match.state.phase), match.to_act[0]
        assert match.apply(seat, advice(match, seat) if rng.random() < 0.9 else quiet(match, seat)[0]) is None
        ended = phase < HAND_OVER <= int(match.state.phase)
        hands += ended
        assert int(evaluation.stage_number(match.state)) - was == hands
    assert hands > 2


def evaluate_stage_end(scores: list[int]) -> list[float]:
    match = new_match(len(scores))
    for seat, points in enumerate(scores):
        match.state.scores[seat] = points
    out = np.zeros(len(scores), np.float32)
    evaluation.evaluate_stage_end(match.state, rule_array(out))
    return [float(value) for value in out]


@pytest.mark.parametrize("scores", [[0, 0], [475, 0], [100, 250, 0], [0, 25, 50, 475, 300, 100]])
def test_the_outlook_is_zero_sum_and_in_the_order_of_the_points(scores: list[int]) -> None:
    values = evaluate_stage_end(scores)
    assert sum(values) == pytest.approx(0, abs=1e-5)
    assert all(-1 <= value <= 1 for value in values)
    assert sorted(range(len(scores)), key=lambda seat: scores[seat]) == sorted(
        range(len(scores)), key=lambda seat: values[seat]
    )


def test_a_hundred_points_are_worth_more_near_the_end() -> None:
    assert evaluate_stage_end([400, 300])[0] > evaluate_stage_end([100, 0])[0] > 0


@pytest.mark.parametrize("capacity", [0, 1, 3])
def test_forgetting_leaves_so_many_things_and_the_same_ones_in_every_imagined_state(capacity: int) -> None:
    most = 0
    for match, seat in positions(4, reshuffle=False, seed=9, moves=300):
        before = remembered(match, seat)
        sample = match.determinize(seat, generator(1))
        true = match.copy()
        for twin in (sample, true):
            forget(twin.state, seat, capacity)
        assert remembered(true, seat) == remembered(sample, seat)
        assert len(remembered(true, seat)) == min(capacity, len(before))
        assert set(remembered(true, seat)) <= set(before)
        assert not true.state.pile_is_known
        most = max(most, len(before))
    assert most > 3


def test_after_forgetting_the_rest_can_be_imagined_and_one_has_the_same_moves() -> None:
    for match, seat in positions(3, reshuffle=False, seed=12, moves=250):
        twin = match.copy()
        forget(twin.state, seat, 1)
        sample = twin.determinize(seat, generator(2))
        assert hand(sample, seat) == hand(match, seat)
        assert sample.legal(seat) == match.legal(seat)
        assert sorted(all_cards(sample)) == sorted(all_cards(match))
        assert len(remembered(sample, seat)) <= 1
        assert advice(sample, seat) in match.legal(seat)


def all_cards(match: Match) -> list[int]:
    s = match.state
    hands = [int(s.hand[seat, k]) for seat in range(match.seats) for k in range(int(s.held[seat]))]
    return hands + s.pile.tolist()[: int(s.pile_left)] + s.discards.tolist()[: int(s.discards_left)]


def test_without_a_limit_nothing_is_forgotten() -> None:
    match = new_match(4, seed=3)
    for _ in play_randomly(match, Random(3)):
        if len(match.moves) == 200:
            break
    before = match.state_bytes
    forget(match.state, 0, -1)
    assert match.state_bytes == before


def test_the_order_of_a_turned_pile_is_kept_by_who_can_remember_so_much() -> None:
    match = table("r r8 d3 b b8 y", pile="d4 y8 y8", known_pile=True)
    forget(match.state, 0, 3)
    assert match.state.pile_is_known
    forget(match.state, 0, 2)
    assert not match.state.pile_is_known
