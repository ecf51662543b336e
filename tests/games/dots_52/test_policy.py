"""The greedy policy: always legal, the same whatever lies hidden, and sensible in positions made by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dottable.bots.chair import generator_of
from dottable.core import quick
from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.core.seats import CLOCK
from dottable.games.dots_52 import notation, policy
from dottable.games.dots_52.calling import SILLY, gain_of_calling, standing
from dottable.games.dots_52.memory import count_remembered
from dottable.games.dots_52.state import (
    ACTIONS,
    ALL_SEE,
    CALLING,
    JACK_OWN,
    KING_LOOK,
    QUEEN_LOOK,
    SNAPPING,
    bit_of,
)

from .positions import known, new_match, play, table

BUFFER = for_rules(np.zeros(ACTIONS.size, np.int32))
OUT = for_rules(np.zeros(ACTIONS.size, np.int32))


def luck(number: int = 1):
    q = for_rules(quick.generator())
    quick.start(q, number, number + 1)
    return q


def advice(match: Match, seat: int) -> int:
    return int(policy.greedy(match.state, seat, luck(), BUFFER))


def advised(match: Match, seat: int = 0) -> str:
    return notation.write(advice(match, seat))


def listed(match: Match, seat: int = 0) -> list[int]:
    count = policy.shortlist(match.state, seat, luck(), BUFFER, OUT)
    return [int(OUT[k]) for k in range(count)]


def listed_texts(match: Match) -> list[str]:
    return [notation.write(action) for action in listed(match)]


def know(match: Match, viewer: int, *places: tuple[int, int]) -> Match:
    """Let a seat know cards, each by owner and place."""
    for owner, place in places:
        match.state.known_by[owner, place - 1] |= bit_of(viewer)
    return match


def know_own(match: Match, *places: int) -> Match:
    return know(match, 0, *((0, place) for place in places))


def positions(seats: int, number: int, steps: int, **options: bool):
    """Positions of a match in which the policy makes most moves and chance the others, with who is awaited."""
    match, chooser = new_match(seats, seed=number, **options), Random(number)
    for _ in range(steps):
        players = [seat for seat in match.to_act if seat != CLOCK]
        if not players:
            return
        yield match, players
        seat = chooser.choice(players)
        action = advice(match, seat) if chooser.random() < 0.8 else chooser.choice(match.legal(seat))
        assert match.apply(seat, action) is None


@pytest.mark.parametrize("lock_caller", [True, False])
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_policy_and_its_shortlist_are_legal_with_all_seat_counts_and_options(seats, lock_caller):
    for match, players in positions(seats, seats, 250, lock_caller=lock_caller):
        for seat in players:
            legal, chosen = match.legal(seat), listed(match, seat)
            assert advice(match, seat) in legal
            assert set(chosen) <= set(legal)
            assert len(set(chosen)) == len(chosen) > 0
            assert chosen[0] == advice(match, seat)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_policy_cannot_tell_the_true_state_from_imagined_ones(seats):
    for k, (match, players) in enumerate(positions(seats, 20 + seats, 300)):
        for seat in players:
            for dream in range(3):
                imagined = match.imagine(seat, generator_of(bytes([k % 256, dream] * 16)))
                assert advice(imagined, seat) == advice(match, seat)
                assert listed(imagined, seat) == listed(match, seat)


def test_it_puts_a_low_card_in_place_of_its_highest_D4():
    match = know_own(table("Ks 3h 2d 9c", "4s 4h 5d 6c", drawn="As"), 1, 2, 3, 4)
    assert advised(match) == "put:1"


def test_it_replaces_an_unknown_card_before_a_known_seven():
    match = know_own(table("7s 3h 2d 8c", "4s 4h 5d 6c", drawn="As"), 1, 2, 3)
    assert advised(match) == "put:4"


def test_it_lays_a_high_card_on_the_pile_D4():
    match = know_own(table("3s 3h 2d Ac", "4s 4h 5d 6c", drawn="9s"), 1, 2, 3, 4)
    assert advised(match) == "discard"


def test_it_takes_a_ten_from_the_pile_D1():
    match = know_own(table("8s 3h 2d 9c", "4s 4h 5d 6c", pile="10h"), 1, 2, 3, 4)
    assert advised(match) == "take:4"


def test_it_draws_when_a_high_card_lies_on_the_pile_D4():
    match = know_own(table("8s 3h 2d 9c", "4s 4h 5d 6c", pile="Qh"), 1, 2, 3, 4)
    assert advised(match) == "draw"


def test_it_discards_a_card_on_which_it_can_snap_its_own_D7():
    match = know_own(table("8s 3h 2d Ac", "4s 4h 5d 6c", drawn="8h"), 1, 2, 3, 4)
    assert advised(match) == "discard"


def test_it_breaks_up_a_pair_that_it_can_snap_away_D7():
    match = know_own(table("6s 6h 9d 2c", "4s 4h 5d 7c", drawn="As"), 1, 2, 3, 4)
    assert advised(match) in ("put:1", "put:2")


def test_it_snaps_a_card_that_it_knows_D7():
    match = table("8s 3h 2d 9c", "4s 4h 5d 6c", pile="8h", phase=SNAPPING)
    match.state.waiting = 3
    assert advised(match) == "pass"
    assert advised(know_own(match, 1)) == "snap:1"


def test_it_never_guesses_and_never_snaps_a_wrong_card_D8():
    match = know_own(table("7s 3h 2d 9c", "4s 4h 5d 6c", pile="8h", phase=SNAPPING), 1, 2)
    match.state.waiting = 3
    assert listed_texts(match) == ["pass"]


def test_it_swaps_its_highest_card_for_the_lowest_it_knows_of_another_D5():
    match = know_own(table("Ks 3h 2d Ac", "4s 10h 5d 6c", pile="Jh", phase=JACK_OWN), 1, 2, 3, 4)
    know(match, 0, (1, 2))
    assert advised(match) == "swap:1"
    play(match, "p1 swap:1")
    assert advised(match) == "target:2,2"


def test_it_keeps_its_low_cards_from_a_swap_D5():
    match = know_own(table("As 3h 2d Ac", "Ks Kh Qd 9c", pile="Jh", phase=JACK_OWN), 1, 2, 3, 4)
    know(match, 0, (1, 1), (1, 2), (1, 3), (1, 4))
    assert advised(match) == "decline"


def test_a_king_looks_at_an_unknown_card_of_its_own_D5():
    match = know_own(table("As 3h 2d Ac", "4s 10h 5d 6c", pile="Kh", phase=KING_LOOK), 1, 2, 4)
    assert advised(match) == "look:1,3"


def test_a_queen_looks_at_a_card_that_it_does_not_know_D5():
    match = know(table("As 3h 2d Ac", "4s 10h", pile="Qh", phase=QUEEN_LOOK), 0, (1, 1))
    assert advised(match) == "look:2,2"


def test_it_calls_early_with_a_low_tableau_that_it_knows_D11():
    match = know_own(table("As 10h 2d Ac", "4s 10d 5d 6c", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    assert advised(match) == "call"


def test_it_does_not_call_with_ten_points_or_more_D11():
    match = know_own(table("As 6h 2d Ac", "Ks Kd Qd Qc", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    assert advised(match) == "end"
    assert listed_texts(match) == ["end"]


def test_it_does_not_call_against_a_player_without_cards_D13():
    match = know_own(table("10s", "-- --", pile="Kh", phase=CALLING), 1)
    assert gain_of_calling(match.state, 0) == SILLY


def test_it_does_not_call_when_it_knows_that_another_has_less_D13():
    match = know_own(table("As 3h 2d Ac", "10s 10d Ad", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    know(match, 0, (1, 1), (1, 2), (1, 3))
    assert advised(match) == "end"


def test_it_risks_no_call_when_the_other_is_about_to_lose_anyway_D14():
    match = know_own(table("As 10h 2d Ac", "4s 10d 5d 6c", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    match.state.scores[0], match.state.scores[1] = 20, 95
    assert advised(match) == "end"
    match.state.scores[0], match.state.scores[1] = 60, 60
    assert advised(match) == "call"


def test_it_believes_a_card_low_that_its_owner_knows_and_keeps():
    match = know_own(table("As 10h 2d Ac", "4s 8d 5d 6c", pile="Kh", phase=CALLING), 1, 2, 3, 4)
    unseen = gain_of_calling(match.state, 0)
    know(match, 1, (1, 1), (1, 2))
    assert gain_of_calling(match.state, 0) < unseen


def test_the_stage_changes_when_a_round_ends_and_when_the_next_begins():
    changes = []
    for match, _ in positions(2, 3, 600):
        stage = (int(policy.stage(match.state)), int(match.state.round_number), "round over" in match.view(0).phase)
        if not changes or changes[-1][0] != stage[0]:
            changes.append(stage)
    assert [stage for stage, _, _ in changes] == [2 + k for k in range(len(changes))]
    assert len(changes) > 2
    assert all(is_over == (stage % 2 == 1) and stage // 2 == number for stage, number, is_over in changes)


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_outlook_sums_to_zero_and_favours_whoever_has_fewest_points_D14(seats):
    match = new_match(seats)
    out = for_rules(np.zeros(seats, np.float64))
    for seat in range(seats):
        match.state.scores[seat] = 11 * seat
    policy.outlook(match.state, out)
    values = [float(out[seat]) for seat in range(seats)]
    assert sum(values) == pytest.approx(0, abs=1e-9)
    assert values == sorted(values, reverse=True)
    assert all(-1 <= value <= 1 for value in values)


def test_a_lead_counts_more_near_the_end_D14():
    early, late = new_match(2), new_match(2)
    early.state.scores[1] = 20
    late.state.scores[0], late.state.scores[1] = 70, 90
    assert 0 < standing(early.state, 0, 0.0, 0.0) < standing(late.state, 0, 0.0, 0.0)
    assert standing(late.state, 0, 0.0, 30.0) == pytest.approx(1)


@pytest.mark.parametrize("capacity", [0, 1, 3])
def test_forgetting_leaves_about_as_many_cards_as_there_is_room_for_D17(capacity):
    for match, players in positions(4, 9, 200):
        seat = players[0]
        before = count_remembered(match.state, seat)
        policy.forget(match.state, seat, capacity)
        assert count_remembered(match.state, seat) == min(before, capacity)


def remembering() -> Match:
    match = table("As 6h 2d Ac", "Ks Kd Qd Qc", pile="Kh")
    return know(match, 0, (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3))


def test_who_has_room_for_everything_forgets_nothing_D17():
    match = remembering()
    before = known(match, 0)
    policy.forget(match.state, 0, -1)
    assert known(match, 0) == before
    policy.forget(match.state, 0, 6)
    assert known(match, 0) == before


def test_forgetting_touches_nobody_elses_memory_D17():
    match = remembering()
    match.state.known_by[0, 0] = ALL_SEE
    policy.forget(match.state, 0, 0)
    assert known(match, 0) == []
    assert known(match, 1) == ["p1:1=As"]


def test_what_is_being_shown_is_not_forgotten_D17():
    match = remembering()
    match.state.shown_to[1, 0] |= bit_of(0)
    policy.forget(match.state, 0, 0)
    assert known(match, 0) == ["p2:1=Ks"]


def test_what_is_forgotten_depends_only_on_what_the_seat_knew_D17():
    for k, (match, players) in enumerate(positions(3, 4, 200)):
        seat = players[0]
        imagined = match.imagine(seat, generator_of(bytes([k % 256] * 32)))
        true = match.copy()
        for twin in (imagined, true):
            policy.forget(twin.state, seat, 2)
        assert known(imagined, seat) == known(true, seat)


def test_the_same_cards_stay_forgotten_while_nothing_new_is_seen_D17():
    match = remembering()
    play(match, "p1 draw")
    first, second = match.copy(), match.copy()
    policy.forget(first.state, 0, 3)
    play(second, "p1 discard")
    policy.forget(second.state, 0, 3)
    assert known(first, 0) == known(second, 0)


def test_after_forgetting_the_rest_can_be_imagined_D17():
    for k, (match, players) in enumerate(positions(2, 6, 200)):
        seat = players[0]
        dream = match.imagine(seat, generator_of(bytes(32)))
        policy.forget(dream.state, seat, 1)
        again = dream.imagine(seat, generator_of(bytes([k % 256] * 32)))
        assert known(again, seat) == known(dream, seat)
        assert again.legal(seat) == match.legal(seat)


def test_it_beats_random_play_always():
    chooser = Random(7)
    for number in range(20):
        match = new_match(seed=100 + number)
        while not match.is_over:
            seat = match.to_act[0]
            action = advice(match, seat) if seat == number % 2 else chooser.choice(match.legal(seat))
            assert match.apply(seat, action) is None
        assert match.returns()[number % 2] == 1
