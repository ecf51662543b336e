"""What seats know about hands and piles, and redrawing what they cannot know (B6, B9, B10)."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_72.pieces import CARD_CODES, NO_CARD
from dottable.games.dots_72.rules.hands import add_card, remove_card_at
from dottable.games.dots_72.state import HAND_OVER, PASSING, viewer_bit
from dottable.games.dots_72.view import notation
from tests.games.dots_72 import worlds as possible
from tests.games.dots_72.positions import (
    GAME,
    NOTHING,
    cards_of,
    discards,
    for_oracle,
    generator,
    known,
    moves,
    new_match,
    pile,
    play,
    play_randomly,
    show,
    table,
)
from tests.present import present
from tests.sizes import sized

OTHER = "y y g g y2 g2"
THIRD = "b b b y4 y4 y6"


def imagined(match, viewer, number=1):
    return match.determinize(viewer, generator(number))


def passing(*hands, shown=(), **more):
    """Three seats have to choose a card to pass, some hands having been shown."""
    match = table(*hands, seats=3, pile="b2", discards="y8 b4 r4", **more)
    for seat in shown:
        show(match, seat)
    return play(match, "draw", "discard:b2")


def test_a_seat_knows_its_own_hand_and_no_other():
    match = table(NOTHING, OTHER, THIRD, seats=3)
    assert known(match, 1, 1) == "y y g g y2 g2"
    assert known(match, 1, 0) == known(match, 1, 2) == known(match, SPECTATOR, 1) == ""


def test_B6_a_card_taken_from_the_discards_is_known_to_all():
    match = play(table(NOTHING, OTHER, THIRD, seats=3, discards="b2"), "take", "discard:r8")
    assert known(match, 1, 0) == known(match, SPECTATOR, 0) == "b2!"
    assert "b2!" in known(match, 0, 0)


def test_B6_a_card_drawn_from_an_unknown_pile_is_known_to_the_drawer_only():
    match = play(table(NOTHING, OTHER, seats=3, pile="b2 g6"), "draw", "discard:r8")
    assert known(match, 1, 0) == ""
    assert "b2!" not in known(match, 0, 0)


def test_B6_a_discard_of_an_equal_card_leaves_one_less_to_be_sure_of():
    match = table("r r r4 r6 r8 r8", OTHER, seats=3, pile="r8 g6", discards="r8 b2")
    play(match, "take", "discard:r4")
    assert known(match, 1, 0) == "r8!"
    match.state.turn = 0
    play(match, "draw", "discard:r8")
    assert hand_count(match, 0, "r8") == 3
    assert known(match, 1, 0) == ""  # it may have been the one that was taken


def hand_count(match, seat, code):
    return cards_of(match, seat).count(code)


def test_B9_a_wrong_call_makes_the_hand_known_to_all():
    match = play(table(NOTHING, OTHER, seats=3), "call")
    for viewer in (1, 2, SPECTATOR):
        assert known(match, viewer, 0) == " ".join(f"{code}!" for code in NOTHING.split())


def test_B10_a_turned_over_pile_is_known_in_order():
    match = play(passing(NOTHING, OTHER, THIRD), "pass:r8", "pass:y2", "pass:b")
    for viewer in (0, 1, 2, SPECTATOR):
        assert match.view(viewer).pile_cards == ("r4", "b4", "y8", "b2")
        assert pile(imagined(match, viewer)) == ("r4", "b4", "y8", "b2")


def test_B10_a_card_drawn_from_a_turned_over_pile_is_known_to_all():
    match = play(passing(NOTHING, OTHER, THIRD), "pass:r8", "pass:y2", "pass:b", "draw", "discard:g")
    assert known(match, 0, 1) == "r4! r8"  # the r8 was seat 0's own
    assert known(match, 2, 1) == known(match, SPECTATOR, 1) == "r4!"


def test_B10_before_the_first_turning_nothing_is_known_of_the_pile():
    assert table(NOTHING).view(0).pile_cards == ()


def test_B10_a_passed_card_is_known_to_giver_and_taker_only():
    match = play(passing(NOTHING, OTHER, THIRD), "pass:r8", "pass:y2", "pass:b")
    assert known(match, 0, 1) == "r8"
    assert known(match, 1, 2) == "y2"
    assert known(match, 2, 0) == "b"
    assert known(match, 1, 0) == known(match, 2, 1) == known(match, 0, 2) == known(match, SPECTATOR, 1) == ""


def test_B10_a_third_seat_is_sure_of_one_less_of_every_face_that_was_shown():
    match = play(passing(NOTHING, OTHER, THIRD, shown=[1]), "pass:r8", "pass:g2", "pass:b")
    assert known(match, 0, 1) == "y! g! r8"  # of y y g g y2 g2 any one may be gone; r8 came from seat 0
    assert known(match, SPECTATOR, 1) == "y! g!"


def test_B10_the_taker_knows_which_of_the_shown_cards_has_left():
    match = play(passing(NOTHING, OTHER, THIRD, shown=[1]), "pass:r8", "pass:y", "pass:b")
    assert known(match, 2, 1) == "y! g! g y2 g2"


def test_B10_what_others_can_be_sure_of_does_not_tell_the_passed_card():
    views = set()
    for card in ("y", "g", "y2", "g2"):
        match = play(passing(NOTHING, OTHER, THIRD, shown=[1]), "pass:r8", f"pass:{card}", "pass:b")
        views.add((known(match, 0, 1), known(match, SPECTATOR, 1)))
    assert len(views) == 1


def test_B10_with_two_seats_each_knows_what_went_both_ways():
    match = table(NOTHING, OTHER, pile="b2", discards="y8 b4 r4")
    play(show(show(match, 0), 1), "draw", "discard:b2", "pass:r8", "pass:y2")
    assert known(match, 0, 1) == "y! y! g! g! r8! g2!"
    assert known(match, 1, 0) == "r! r! r8! r8! r8! y2!"
    assert known(match, SPECTATOR, 1) == "y! g!"


def test_B10_a_pending_choice_is_redrawn_for_others_and_kept_for_oneself():
    match = play(passing(NOTHING, OTHER, THIRD), "pass:r8", "pass:y2")
    others = {CARD_CODES[int(imagined(match, 2, n).state.chosen[1])] for n in range(40)}
    assert len(others) > 4
    for number in range(10):
        assert CARD_CODES[int(imagined(match, 1, number).state.chosen[1])] == "y2"
        twin = imagined(match, 2, number)
        assert CARD_CODES[int(twin.state.chosen[0])] in cards_of(twin, 0)


def test_B10_a_shuffled_pile_is_known_by_its_cards_only():
    match = play(passing(NOTHING, OTHER, THIRD, reshuffle=True), "pass:r8", "pass:y2", "pass:b")
    assert match.view(0).pile_cards == ("r4", "b2", "b4", "y8")
    assert not match.view(0).pile_order_known
    piles = {pile(imagined(match, 0, number)) for number in range(60)}
    assert len(piles) > 15
    assert {tuple(sorted(cards)) for cards in piles} == {("b2", "b4", "r4", "y8")}


def test_B10_from_a_shuffled_pile_only_its_own_cards_are_drawn():
    match = play(passing(NOTHING, OTHER, THIRD, reshuffle=True), "pass:r8", "pass:y2", "pass:b")
    drawn = pile(match)[0]
    play(match, "draw", "discard:g")
    assert sorted(match.view(1).pile_cards) == sorted({"r4", "b2", "b4", "y8"} - {drawn})
    assert drawn in match.view(2).pile_cards
    for number in range(30):
        assert drawn not in pile(imagined(match, 1, number))
        assert set(pile(imagined(match, 2, number))) <= {"r4", "b2", "b4", "y8"}


def test_resampling_keeps_what_is_known_and_redraws_the_rest():
    match = play(passing(NOTHING, OTHER, THIRD, shown=[1]), "pass:r8", "pass:y2", "pass:b")
    hands = set()
    for number in range(50):
        twin = imagined(match, 0, number)
        assert cards_of(twin, 0) == cards_of(match, 0)
        assert {"y", "g", "r8"} <= set(cards_of(twin, 1))
        both = [*cards_of(twin, 1), *cards_of(twin, 2)]
        assert Counter(both) == Counter([*cards_of(match, 1), *cards_of(match, 2)])
        hands.add(cards_of(twin, 1))
    assert len(hands) > 10


def test_with_two_seats_the_other_hand_is_certain_once_the_pile_is_known():
    match = play_to_first_pass(new_match(2, seed=3), Random(3))
    while match.state.phase == PASSING:
        play(match, moves(match)[0])
    for number in range(5):
        assert cards_of(imagined(match, 0, number), 1) == cards_of(match, 1)


def play_to_first_pass(match, rng):
    for _ in play_randomly(match, rng):
        if match.state.phase == PASSING:
            return match
    raise AssertionError("the match ended")


def follow(worlds, match, seat, move, before):
    """What seat 0 holds possible after a move."""
    verb, _, card = move.partition(":")
    if verb == "pass":
        if match.state.phase == PASSING:
            return worlds
        given = before.chosen[0] or card
        received = Counter(cards_of(match, 0)) - (Counter(before.hands[0]) - Counter([given]))
        return possible.passes(worlds, given, next(iter(received)))
    if seat == 0:
        return worlds
    if verb == "draw":
        worlds = possible.gains(worlds, seat, before.pile[0])
    elif verb == "take":
        worlds = possible.gains(worlds, seat, before.discards[0])
    elif card:
        worlds = possible.loses(worlds, seat, card)
    if verb == "call":
        worlds = possible.shows(worlds, seat, tuple(sorted(cards_of(match, seat))))
    return worlds


@pytest.mark.parametrize("seed", range(sized(6, 60)))
def test_what_a_seat_is_told_to_know_is_certain_by_all_it_has_seen(seed):
    """Against every split of the hidden cards; before the first pass, redrawn hands are such splits too."""
    rng = Random(seed)
    match = table(seats=3, pile="r8 b8 y8 g8 r6", discards="g6 b4", known_pile=True)
    worlds = possible.splits([*cards_of(match, 1), *cards_of(match, 2)])
    passed = False
    for _ in range(80):
        seat = rng.choice(match.to_act)
        listed = [move for move in moves(match, seat) if rng.random() < 0.3 or not move.startswith("call")]
        move = rng.choice(listed or moves(match, seat))
        before = for_oracle(match)
        assert match.apply(seat, notation.read_action(move)) is None
        if match.state.phase == HAND_OVER:
            return
        worlds = follow(worlds, match, seat, move, before)
        passed = passed or match.state.phase == PASSING
        assert tuple(tuple(sorted(cards_of(match, other))) for other in (1, 2)) in worlds
        twin = imagined(match, 0, rng.randrange(1000))
        for other in (1, 2):
            told = Counter(card.code for card in match.view(0).hands[other].cards)
            assert told <= possible.certain(worlds, other)
            assert told <= Counter(cards_of(twin, other))
        if not passed:
            assert tuple(tuple(sorted(cards_of(twin, other))) for other in (1, 2)) in worlds


def hidden_places(match, viewer):
    """Places of cards that a viewer cannot know: (seat, place) in a hand, or (-1, place) in the draw pile."""
    s = match.state
    found = [] if s.pile_is_known else [(-1, k) for k in range(int(s.pile_left))]
    for seat in range(match.seats):
        if seat != viewer:
            found += [(seat, k) for k in range(int(s.held[seat])) if not int(s.known[seat, k]) & viewer_bit(viewer)]
    return found


def card_at(match, place):
    seat, k = place
    return int(match.state.pile[k] if seat < 0 else match.state.hand[seat, k])


def put(match, place, old, new):
    """Exchange a hidden card; only its owner knows the new one."""
    seat, k = place
    if seat < 0:
        match.state.pile[k] = new
    else:
        at = match.state.hand[seat].tolist().index(old)
        at += match.state.hand[seat].tolist().count(old) - 1
        remove_card_at(match.state, seat, at)
        add_card(match.state, seat, new, viewer_bit(seat))


def swapped(match, viewer, rng):
    """A copy in which two cards that the viewer cannot know have changed places; None if there are none."""
    places = hidden_places(match, viewer)
    for _ in range(20):
        if len(places) < 2:
            return None
        one, two = rng.sample(places, 2)
        a, b = card_at(match, one), card_at(match, two)
        if a != b and NO_CARD not in (a, b) and not (match.options.reshuffle and match.state.turn_overs):
            other = match.copy()
            put(other, one, a, b)
            put(other, two, b, a)
            return other
    return None


def seen_by(match, viewer, number):
    """All that reaches a viewer: the view, the tensor, the legal moves, and a redrawn state."""
    tensor = np.zeros(GAME.knowledge.OBSERVATION_SIZE, np.int16)
    if viewer != SPECTATOR:
        GAME.kernels.observe_at(match._states, 0, viewer, rule_array(tensor))
    listed = moves(match, viewer) if viewer != SPECTATOR else []
    return match.view(viewer), tensor.tolist(), listed, imagined(match, viewer, number).state_bytes


@pytest.mark.parametrize("reshuffle", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_truths_that_a_seat_cannot_tell_apart_look_the_same_and_resample_to_the_same_bytes(seats, reshuffle):
    compared = 0
    for seed in range(sized(16, 60)):
        rng = Random(seed)
        viewer = rng.randrange(-1, seats)
        match = new_match(seats, seed=seed, reshuffle=reshuffle)
        for _ in range(rng.randrange(600)):
            seat = rng.choice(match.to_act)
            match.apply(seat, rng.choice(match.legal(seat)))
        other = None if match.is_over else swapped(match, viewer, rng)
        if other is None:
            continue
        for _ in range(40):
            assert seen_by(match, viewer, seed) == seen_by(other, viewer, seed)
            compared += 1
            seat = rng.choice(match.to_act)
            both = sorted(set(moves(match, seat)) & set(moves(other, seat)))
            if not both:
                break
            action = notation.read_action(rng.choice(both))
            match.apply(seat, action)
            other.apply(seat, action)
            if match.is_over or match.state.phase != other.state.phase or differ_openly(match, other, viewer):
                break
    assert compared > 80


def differ_openly(match, other, viewer):
    """Whether the swapped cards came to light."""
    if discards(match) != discards(other) or match.scores() != other.scores():
        return True
    if match.state.known.tolist() != other.state.known.tolist():
        return match.view(viewer).hands != other.view(viewer).hands
    own = viewer != SPECTATOR and cards_of(match, viewer) != cards_of(other, viewer)
    return own or match.view(viewer).hands != other.view(viewer).hands


def test_a_draw_from_a_shuffled_pile_leaves_no_trace_for_the_others():
    match = play(passing(NOTHING, OTHER, THIRD, reshuffle=True), "pass:r8", "pass:y2", "pass:b")
    other = match.copy()
    other.state.pile[3], other.state.pile[2] = int(match.state.pile[2]), int(match.state.pile[3])
    play(match, "draw", "discard:g")
    play(other, "draw", "discard:g")
    assert cards_of(match, 1) != cards_of(other, 1)
    for viewer in (0, 2, SPECTATOR):
        assert seen_by(match, viewer, 5) == seen_by(other, viewer, 5)


def test_the_record_has_no_gaps_that_a_copy_would_leave_undefined():
    sizes = [GAME.state.STATE[name].itemsize for name in present(GAME.state.STATE.names)]
    assert sum(sizes) == GAME.state.STATE.itemsize
