"""The greedy policy: legal, independent of hidden cards, and sensible in hand-made positions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dottable.core.matches.match import Match
from dottable.core.primitives import fast_rng
from dottable.core.primitives.chance import seeded_generator
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import CLOCK
from dottable.games.dots_52.bot import policy
from dottable.games.dots_52.bot.call_decision import (
    REJECTED_VALUE,
    estimate_own_total,
    expected_return,
    value_of_calling,
)
from dottable.games.dots_52.bot.card_estimates import is_forgotten
from dottable.games.dots_52.bot.forgetting import count_remembered, forget
from dottable.games.dots_52.state import (
    ACTIONS,
    ALL_VIEWERS,
    CALLING,
    CHOOSING_JACK_OWN_CARD,
    CHOOSING_KING_TARGET,
    CHOOSING_QUEEN_TARGET,
    SNAPPING,
    viewer_bit,
)
from dottable.games.dots_52.view import notation
from tests.games.dots_52.positions import known, new_match, play, table

BUFFER = rule_array(np.zeros(ACTIONS.size, np.int32))
OUT = rule_array(np.zeros(ACTIONS.size, np.int32))


def generator(number: int = 1):
    q = rule_array(fast_rng.new_generator())
    fast_rng.set_seed(q, number, number + 1)
    return q


def greedy_action(match: Match, seat: int) -> int:
    return int(policy.greedy(match.state, seat, generator(), BUFFER))


def greedy_notation(match: Match, seat: int = 0) -> str:
    return notation.write_action(greedy_action(match, seat))


def candidates(match: Match, seat: int = 0) -> list[int]:
    count = policy.rank_candidates(match.state, seat, generator(), BUFFER, OUT)
    return [int(OUT[k]) for k in range(count)]


def candidate_notations(match: Match) -> list[str]:
    return [notation.write_action(action) for action in candidates(match)]


def know(match: Match, viewer: int, *places: tuple[int, int]) -> Match:
    """Let a seat know cards, each given by owner and place."""
    for owner, place in places:
        match.state.known_by[owner, place - 1] |= viewer_bit(viewer)
    return match


def know_own(match: Match, *places: int) -> Match:
    return know(match, 0, *((0, place) for place in places))


def positions(seats: int, number: int, steps: int, **options: bool):
    """Yield positions of a match, with the seats to act. The policy makes most moves, chance the others."""
    match, chooser = new_match(seats, seed=number, **options), Random(number)
    for _ in range(steps):
        players = [seat for seat in match.to_act if seat != CLOCK]
        if not players:
            return
        yield match, players
        seat = chooser.choice(players)
        action = greedy_action(match, seat) if chooser.random() < 0.8 else chooser.choice(match.legal(seat))
        assert match.apply(seat, action) is None


@pytest.mark.parametrize("lock_caller", [True, False])
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_policy_and_its_shortlist_are_legal_with_all_seat_counts_and_options(seats, lock_caller):
    for match, players in positions(seats, seats, 250, lock_caller=lock_caller):
        for seat in players:
            legal, chosen = match.legal(seat), candidates(match, seat)
            assert greedy_action(match, seat) in legal
            assert set(chosen) <= set(legal)
            assert len(set(chosen)) == len(chosen) > 0
            assert chosen[0] == greedy_action(match, seat)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_policy_cannot_tell_the_true_state_from_imagined_ones(seats):
    for k, (match, players) in enumerate(positions(seats, 20 + seats, 300)):
        for seat in players:
            for sample in range(3):
                determinized = match.determinize(seat, seeded_generator(bytes([k % 256, sample] * 16)))
                assert greedy_action(determinized, seat) == greedy_action(match, seat)
                assert candidates(determinized, seat) == candidates(match, seat)


def test_it_puts_a_low_card_in_place_of_its_highest_D4():
    match = know_own(table("Ks 3h 2d 9c", "4s 4h 5d 6c", drawn="As"), 1, 2, 3, 4)
    assert greedy_notation(match) == "put:1"


def test_it_replaces_an_unknown_card_before_a_known_seven():
    match = know_own(table("7s 3h 2d 8c", "4s 4h 5d 6c", drawn="As"), 1, 2, 3)
    assert greedy_notation(match) == "put:4"


def test_it_lays_a_high_card_on_the_pile_D4():
    match = know_own(table("3s 3h 2d Ac", "4s 4h 5d 6c", drawn="9s"), 1, 2, 3, 4)
    assert greedy_notation(match) == "discard"


def test_it_takes_a_ten_from_the_pile_D1():
    match = know_own(table("8s 3h 2d 9c", "4s 4h 5d 6c", pile="10h"), 1, 2, 3, 4)
    assert greedy_notation(match) == "take:4"


def test_it_draws_when_a_high_card_lies_on_the_pile_D4():
    match = know_own(table("8s 3h 2d 9c", "4s 4h 5d 6c", pile="Qh"), 1, 2, 3, 4)
    assert greedy_notation(match) == "draw"


def test_it_discards_a_card_on_which_it_can_snap_its_own_D7():
    match = know_own(table("8s 3h 2d Ac", "4s 4h 5d 6c", drawn="8h"), 1, 2, 3, 4)
    assert greedy_notation(match) == "discard"


def test_it_breaks_up_a_pair_that_it_can_snap_away_D7():
    match = know_own(table("6s 6h 9d 2c", "4s 4h 5d 7c", drawn="As"), 1, 2, 3, 4)
    assert greedy_notation(match) in ("put:1", "put:2")


def test_it_snaps_a_card_that_it_knows_D7():
    match = table("8s 3h 2d 9c", "4s 4h 5d 6c", pile="8h", phase=SNAPPING)
    match.state.waiting = 3
    assert greedy_notation(match) == "pass"
    assert greedy_notation(know_own(match, 1)) == "snap:1"


def test_it_never_guesses_and_never_snaps_a_wrong_card_D8():
    match = know_own(table("7s 3h 2d 9c", "4s 4h 5d 6c", pile="8h", phase=SNAPPING), 1, 2)
    match.state.waiting = 3
    assert candidate_notations(match) == ["pass"]


def test_it_swaps_its_highest_card_for_the_lowest_it_knows_of_another_D5():
    match = know_own(table("Ks 3h 2d Ac", "4s 10h 5d 6c", pile="Jh", phase=CHOOSING_JACK_OWN_CARD), 1, 2, 3, 4)
    know(match, 0, (1, 2))
    assert greedy_notation(match) == "swap:1"
    play(match, "p1 swap:1")
    assert greedy_notation(match) == "target:2,2"


def test_it_keeps_its_low_cards_from_a_swap_D5():
    match = know_own(table("As 3h 2d Ac", "Ks Kh Qd 9c", pile="Jh", phase=CHOOSING_JACK_OWN_CARD), 1, 2, 3, 4)
    know(match, 0, (1, 1), (1, 2), (1, 3), (1, 4))
    assert greedy_notation(match) == "decline"


def test_a_king_looks_at_an_unknown_card_of_its_own_D5():
    match = know_own(table("As 3h 2d Ac", "4s 10h 5d 6c", pile="Kh", phase=CHOOSING_KING_TARGET), 1, 2, 4)
    assert greedy_notation(match) == "look:1,3"


def test_a_queen_looks_at_a_card_that_it_does_not_know_D5():
    match = know(table("As 3h 2d Ac", "4s 10h", pile="Qh", phase=CHOOSING_QUEEN_TARGET), 0, (1, 1))
    assert greedy_notation(match) == "look:2,2"


def test_it_calls_early_with_a_low_tableau_that_it_knows_D11():
    match = know_own(table("As 10h 2d Ac", "4s 10d 5d 6c", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    assert greedy_notation(match) == "call"


def test_it_does_not_call_with_ten_points_or_more_D11():
    match = know_own(table("As 6h 2d Ac", "Ks Kd Qd Qc", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    assert greedy_notation(match) == "end"
    assert candidate_notations(match) == ["end"]


def test_it_does_not_call_against_a_player_without_cards_D13():
    match = know_own(table("10s", "-- --", pile="Kh", phase=CALLING), 1)
    assert value_of_calling(match.state, 0) == REJECTED_VALUE


@pytest.mark.parametrize("turns", [6, 12, 30])
def test_it_calls_with_nothing_left_D13(turns):
    match = know(table("-- -- --", "9s 8d", pile="Kh", phase=CALLING), 1, (1, 1), (1, 2))
    match.state.turns = turns
    assert greedy_notation(match) == "call"


def test_it_calls_sooner_the_longer_a_round_lasts_D16():
    match = know_own(table("As 2h", "4s 8d", pile="Kh", phase=CALLING), 1, 2)
    know(match, 1, (1, 1), (1, 2))
    values = []
    for turn in (2, 6, 10):
        match.state.turns = 2 * turn
        know(match, 0, (1, 1), (1, 2))  # so that the estimate of the other total does not change
        values.append(value_of_calling(match.state, 0))
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_a_forgotten_card_of_its_own_counts_as_low_D17():
    match = know_own(table("As 6h 2d Ac", "Ks Kd Qd Qc", pile="Kh"), 1, 2, 3, 4)
    match.state.turns = 10
    unknown = table("As 6h 2d Ac", "Ks Kd Qd Qc", pile="Kh")
    unknown.state.turns = 10
    forget(match.state, 0, 0)
    assert known(match, 0) == []
    assert all(is_forgotten(match.state, 0, slot) for slot in range(4))
    assert estimate_own_total(match.state, 0)[0] < 10 < estimate_own_total(unknown.state, 0)[0]


@pytest.mark.parametrize("seats", [2, 5])
def test_it_looks_at_two_cards_and_is_ready_D2(seats):
    match = new_match(seats)
    made = []
    while match.to_act and match.view(0).phase == "prepare":
        seat = match.to_act[0]
        assert len(candidates(match, seat)) == 1
        made.append(greedy_notation(match, seat))
        play(match, f"p{seat + 1} {made[-1]}")
    assert made == ["peek:1", "peek:2", "ready"] * seats


def test_it_does_not_call_when_it_knows_that_another_has_less_D13():
    match = know_own(table("As 3h 2d Ac", "10s 10d Ad", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    know(match, 0, (1, 1), (1, 2), (1, 3))
    assert greedy_notation(match) == "end"


def test_it_risks_no_call_when_the_other_is_about_to_lose_anyway_D14():
    match = know_own(table("As 10h 2d Ac", "4s 10d 5d 6c", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    match.state.scores[0], match.state.scores[1] = 20, 95
    assert greedy_notation(match) == "end"
    match.state.scores[0], match.state.scores[1] = 60, 60
    assert greedy_notation(match) == "call"


def test_it_believes_a_card_low_that_its_owner_knows_and_keeps():
    match = know_own(table("As 10h 2d Ac", "4s 8d 5d 6c", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    unseen = value_of_calling(match.state, 0)
    know(match, 1, (1, 1), (1, 2))
    assert value_of_calling(match.state, 0) < unseen


def test_the_stage_changes_when_a_round_ends_and_when_the_next_begins():
    changes: list[tuple[int, int, bool]] = []
    for match, _ in positions(2, 3, 600):
        stage = (
            int(policy.stage_number(match.state)),
            int(match.state.round_number),
            "round over" in match.view(0).phase,
        )
        if not changes or changes[-1][0] != stage[0]:
            changes.append(stage)
    assert [stage for stage, _, _ in changes] == [2 + k for k in range(len(changes))]
    assert len(changes) > 2
    assert all(is_over == (stage % 2 == 1) and stage // 2 == number for stage, number, is_over in changes)


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_outlook_sums_to_zero_and_favours_whoever_has_fewest_points_D14(seats):
    match = new_match(seats)
    out = rule_array(np.zeros(seats, np.float64))
    for seat in range(seats):
        match.state.scores[seat] = 11 * seat
    policy.evaluate_stage_end(match.state, out)
    values = [float(out[seat]) for seat in range(seats)]
    assert sum(values) == pytest.approx(0, abs=1e-9)
    assert values == sorted(values, reverse=True)
    assert all(-1 <= value <= 1 for value in values)


def test_a_lead_counts_more_near_the_end_D14():
    early, late = new_match(2), new_match(2)
    early.state.scores[1] = 20
    late.state.scores[0], late.state.scores[1] = 70, 90
    assert 0 < expected_return(early.state, 0, 0.0, 0.0) < expected_return(late.state, 0, 0.0, 0.0)
    assert expected_return(late.state, 0, 0.0, 30.0) == pytest.approx(1)


@pytest.mark.parametrize("capacity", [0, 1, 3])
def test_forgetting_leaves_about_as_many_cards_as_there_is_room_for_D17(capacity):
    for match, players in positions(4, 9, 200):
        seat = players[0]
        before = count_remembered(match.state, seat)
        forget(match.state, seat, capacity)
        assert count_remembered(match.state, seat) == min(before, capacity)


def remembering() -> Match:
    match = table("As 6h 2d Ac", "Ks Kd Qd Qc", pile="Kh")
    return know(match, 0, (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3))


def test_who_has_room_for_everything_forgets_nothing_D17():
    match = remembering()
    before = known(match, 0)
    forget(match.state, 0, -1)
    assert known(match, 0) == before
    forget(match.state, 0, 6)
    assert known(match, 0) == before


def test_forgetting_touches_nobody_elses_memory_D17():
    match = remembering()
    match.state.known_by[0, 0] = ALL_VIEWERS
    forget(match.state, 0, 0)
    assert known(match, 0) == []
    assert known(match, 1) == ["p1:1=As"]


def test_what_is_being_shown_is_not_forgotten_D17():
    match = remembering()
    match.state.shown_to[1, 0] |= viewer_bit(0)
    forget(match.state, 0, 0)
    assert known(match, 0) == ["p2:1=Ks"]


def test_what_is_forgotten_depends_only_on_what_the_seat_knew_D17():
    for k, (match, players) in enumerate(positions(3, 4, 200)):
        seat = players[0]
        determinized = match.determinize(seat, seeded_generator(bytes([k % 256] * 32)))
        true = match.copy()
        for twin in (determinized, true):
            forget(twin.state, seat, 2)
        assert known(determinized, seat) == known(true, seat)


def test_the_same_cards_stay_forgotten_while_nothing_new_is_seen_D17():
    match = remembering()
    play(match, "p1 draw")
    first, second = match.copy(), match.copy()
    forget(first.state, 0, 3)
    play(second, "p1 discard")
    forget(second.state, 0, 3)
    assert known(first, 0) == known(second, 0)


def test_after_forgetting_the_rest_can_be_imagined_D17():
    for k, (match, players) in enumerate(positions(2, 6, 200)):
        seat = players[0]
        sample = match.determinize(seat, seeded_generator(bytes(32)))
        forget(sample.state, seat, 1)
        again = sample.determinize(seat, seeded_generator(bytes([k % 256] * 32)))
        assert known(again, seat) == known(sample, seat)
        assert again.legal(seat) == match.legal(seat)


def test_it_beats_random_play_always():
    chooser = Random(7)
    for number in range(20):
        match = new_match(seed=100 + number)
        while not match.is_over:
            seat = match.to_act[0]
            action = greedy_action(match, seat) if seat == number % 2 else chooser.choice(match.legal(seat))
            assert match.apply(seat, action) is None
        assert match.returns()[number % 2] == 1
