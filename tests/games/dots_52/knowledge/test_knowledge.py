"""Knowledge of a seat: ruling D17, the observation tensor, and resampling."""

from __future__ import annotations

from random import Random

import msgspec
import numpy as np
import pytest

from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_52.knowledge import observation as knowledge
from dottable.games.dots_52.pieces import NO_CARD
from dottable.games.dots_52.state import ACTIONS, MAX_SLOTS
from tests.games.dots_52.positions import GAME, choose_move, known, letters, new_match, play, table, tableau
from tests.present import present


def generator(number):
    g = chance.new_generator()
    chance.set_key(rule_array(g), rule_array(chance.key_from_seed(number.to_bytes(32, "little"))))
    return g


def redrawn(match, viewer, number=0):
    """Return the fields of the state with all that the viewer cannot know redrawn."""
    return match.determinize(viewer, generator(number))


def fields(match):
    """Return the record field by field, without padding."""
    return {name: match._states[0][name].tolist() for name in present(GAME.state.STATE.names)}


def tensor(match, seat):
    out = np.zeros(knowledge.OBSERVATION_SIZE, np.int16)
    GAME.kernels.observe_at(match._states, 0, seat, rule_array(out))
    return out.tolist()


def test_D17_with_memory_the_view_keeps_what_a_seat_has_seen():
    match = play(table("7s 2h", "9h", drawn="Ks", pile="5d"), "p1 discard", "p1 look:1,2")
    assert match.view(0).tableaux[0][1].shown
    play(match, "p1 end", "p2 draw")
    assert known(match, 0) == ["p1:2=2h"]
    assert not match.view(0).tableaux[0][1].shown


def test_D17_without_memory_only_what_is_visible_now():
    match = play(table("7s 2h", "9h", drawn="Ks", pile="3d 5d", memory=False), "p1 discard", "p1 look:1,2")
    assert known(match, 0) == ["p1:2=2h"]
    assert match.view(0).pile == ("K♠",)
    play(match, "p1 end", "p2 draw")
    assert known(match, 0) == []


def test_D17_without_memory_a_peek_lasts_until_the_first_move():
    match = play(new_match(memory=False), "p1 peek:1", "p1 peek:2", "p1 ready", "p2 ready")
    assert len(known(match, 0)) == 2
    play(match, f"p{match.state.turn + 1} draw")
    assert known(match, 0) == []


def test_D17_without_memory_a_wrong_snap_is_seen_until_the_next_turn_moves():
    match = play(table("7s", "9h", "8h", drawn="4c", memory=False, caller=2), "p1 discard", "p3 pass", "p2 pass")
    play(match, "p1 snap:1")
    assert match.to_act == (1,)
    assert known(match, 1) == known(match, SPECTATOR) == ["p1:1=7s"]
    play(match, "p2 draw")
    assert known(match, 1) == []


def test_D17_memory_changes_nothing_but_the_view():
    with_memory, without = new_match(memory=True), new_match(memory=False)
    for match in (with_memory, without):
        random = Random(3)
        while not match.is_over:
            match.apply(*choose_move(match, random))
    assert with_memory.moves == without.moves
    assert with_memory.scores() == without.scores()


def test_a_card_that_all_seats_know_may_be_unknown_to_a_spectator():
    match = play(table("7s 2h", "9h", drawn="Ks", stock="Qs"), "p1 discard", "p1 look:1,2", "p1 end")
    play(match, "p2 draw", "p2 discard", "p2 look:1,2")
    assert known(match, 0) == known(match, 1) == ["p1:2=2h"]
    assert known(match, SPECTATOR) == []


def test_redrawing_keeps_what_the_seat_knows_and_moves_the_rest():
    match = table("7s 2h 3h 4h", "9h 8h 7h 6h", drawn="Ks", pile="5d")
    play(match, "p1 discard", "p1 look:1,2")
    hands = {tableau(redrawn(match, 0, number), 0) for number in range(20)}
    assert all(hand.split()[1] == "2h" for hand in hands)
    assert len(hands) == 20
    assert all("2h" not in tableau(redrawn(match, 0, number), 1) for number in range(20))


def test_redrawing_changes_a_hidden_drawn_card_but_not_ones_own():
    match = play(table("7s 2h", "9h 8h", pile="5d"), "p1 draw")
    drawn = int(match.state.drawn)
    assert {int(redrawn(match, 0, number).state.drawn) for number in range(20)} == {drawn}
    assert len({int(redrawn(match, 1, number).state.drawn) for number in range(20)}) > 5


def test_redrawing_never_puts_a_card_of_the_new_stock_where_cards_lay_before_it():
    # The pile goes into the stock: the four unseen cards cannot be any of those.
    match = play(table("7s 2h", "9h 8h", pile="3c 4c 5c 6c 5d", stock=""), "p1 draw", "p1 put:1", "clock time-up")
    old = {"2h", "9h", "8h"}
    for number in range(20):
        twin = redrawn(match, 1, number)
        first, second = tableau(twin, 0).split()
        assert {second, *tableau(twin, 1).split()} == old
        assert first in ("3c", "4c", "5c", "6c")


@pytest.mark.parametrize(("seats", "call"), [(2, 0.0), (3, 0.02), (4, 0.3), (8, 0.02)])
def test_redrawing_depends_only_on_what_the_seat_knows(seats, call):
    match, random = new_match(seats, seed=100 + seats), Random(seats)
    for _ in range(500):
        if match.is_over:
            break
        match.apply(*choose_move(match, random, call=call))
        viewer = random.randrange(-1, seats)
        twin = redrawn(match, viewer, 1)
        assert fields(redrawn(twin, viewer, 2)) == fields(redrawn(match, viewer, 2))
        assert msgspec.json.encode(twin.view(viewer)) == msgspec.json.encode(match.view(viewer))
        if viewer != SPECTATOR:
            assert tensor(twin, viewer) == tensor(match, viewer)
            assert twin.legal(viewer) == match.legal(viewer)
            for action in random.sample(range(ACTIONS.size), 20):
                assert twin.refusal(viewer, action) == match.refusal(viewer, action)


def test_stock_and_pile_hold_nothing_beyond_their_end():
    match, random = new_match(3, seed=5), Random(5)
    s = match.state
    while not match.is_over:
        match.apply(*choose_move(match, random, call=0.01))
        assert set(s.stock.tolist()[int(s.stock_left) :]) <= {NO_CARD}
        assert set(s.pile.tolist()[int(s.pile_left) :]) <= {NO_CARD}
        empty = np.array(s.tableau.tolist())[:3] == NO_CARD
        assert not np.array(s.known_by.tolist())[:3][empty].any()
        assert not np.array(s.shown_to.tolist())[:3][empty].any()


def test_the_tensor_matches_its_description():
    match = play(table("7s 2h", "-- 9h", "10c", drawn="Ks", pile="5d", caller=1), "p1 discard", "p1 look:1,2")
    match.state.scores[1] = 33
    seen = tensor(match, 2)
    assert seen[1] == 3
    assert seen[4] == 1 + 2  # the caller sits two to the left of seat 2
    assert seen[6:8] == [2, 13]
    assert seen[knowledge.SCORES_OFFSET : knowledge.SCORES_OFFSET + 3] == [0, 0, 33]
    ranks = seen[knowledge.PILE_RANKS_OFFSET : knowledge.TABLEAUX_OFFSET]
    assert ranks == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert seen[knowledge.AWAITED_SEATS_OFFSET :] == [0] * 8
    assert knowledge.AWAITED_SEATS_OFFSET == knowledge.TABLEAUX_OFFSET + 8 * MAX_SLOTS


def test_the_tensor_shows_known_cards_by_rank_mine_first():
    match = play(table("7s 2h", "-- 9h", "10c", drawn="Ks", pile="5d"), "p1 discard", "p1 look:1,2")
    slots = knowledge.TABLEAUX_OFFSET
    assert tensor(match, 0)[slots : slots + 3] == [1, 3, 0]
    assert tensor(match, 0)[slots + MAX_SLOTS : slots + MAX_SLOTS + 3] == [0, 1, 0]
    assert tensor(match, 2)[slots : slots + 2] == [1, 0]
    assert tensor(match, 2)[slots + MAX_SLOTS : slots + MAX_SLOTS + 2] == [1, 1]


def test_only_the_player_sees_the_drawn_card_in_the_tensor():
    match = table("7s", "9h", drawn="Ks")
    assert [tensor(match, seat)[8] for seat in (0, 1)] == [13, knowledge.UNKNOWN_DRAWN_CODE]
    assert letters(int(match.state.drawn)) == "Ks"
