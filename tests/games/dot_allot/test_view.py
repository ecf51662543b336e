"""What a seat may see, and what people read about moves and refusals."""

from __future__ import annotations

from random import Random

import msgspec
import numpy as np
import pytest

from dottable.core.errors import BadNotation
from dottable.core.record import for_rules
from dottable.core.seats import SPECTATOR
from dottable.games.dot_allot import notation, placement, view
from dottable.games.dot_allot.knowledge import OBSERVATION, observe
from dottable.games.dot_allot.state import ACTIONS, DEAL

from .positions import (
    GAME,
    arrange,
    finish_round,
    generator,
    new_match,
    odd_deck,
    play,
    play_randomly,
    play_round,
    refusal,
    set_hands,
)

EMPTY = "........."
LINE = 80


def seen(match, seat):
    return msgspec.json.encode(match.view(seat))


def tensor(match, seat):
    out = np.zeros(OBSERVATION, np.int16)
    observe(match.state, seat, for_rules(out))
    return out.tolist()


def hands(match):
    return match.state.hand.tolist()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_no_view_changes_when_what_it_cannot_know_is_redrawn(seats):
    for seed in range(4):
        match = new_match(seats, seed=seed, deck=odd_deck() if seed % 2 else None)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            for seat in (*range(seats), SPECTATOR):
                twin = match.imagine(seat, generator(1000 * seed + step))
                assert seen(twin, seat) == seen(match, seat)
                if seat != SPECTATOR:
                    assert tensor(twin, seat) == tensor(match, seat)


def test_in_round_1_the_opponents_hand_is_redrawn_from_all_cards_not_seen():
    match = arrange(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    drawn = set()
    for k in range(80):
        own, other = hands(match.imagine(0, generator(k)))
        assert own == [0, 1, 2, 3]
        drawn |= set(other)
    assert drawn == set(range(4, 17))


def test_cards_already_laid_are_never_redrawn():
    match = arrange(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    card = int(notation.write(match.legal(0)[0]).split("@")[0])
    play(match, notation.write(match.legal(0)[0]))
    for k in range(40):
        twin = match.imagine(SPECTATOR, generator(k))
        assert twin.view(1).placements == match.view(1).placements
        assert card - 1 not in [c for hand in hands(twin) for c in hand]
        assert [sum(c >= 0 for c in hand) for hand in hands(twin)] == [3, 4]


def test_who_waits_in_the_queue_sees_no_hand_in_round_1():
    match = arrange(new_match(3))
    assert [side.hand for side in match.view(2).sides] == [None, None]
    assert [side.hand for side in match.view(SPECTATOR).sides] == [None, None]
    assert match.view(0).sides[0].hand is not None
    assert match.view(0).sides[1].hand is None


def test_after_round_1_everybody_knows_every_hand():
    match = play(play_round(new_match(3, seed=1), Random(1)), "deal")
    for seat in (0, 1, 2, SPECTATOR):
        assert all(len(side.hand) == 4 for side in match.view(seat).sides)
        assert hands(match.imagine(seat, generator(1))) == hands(match)


def test_resampling_changes_the_future_luck_of_the_match():
    match = play(play_round(new_match(seed=1), Random(1)), "deal")
    assert match.imagine(0, generator(1)).state.rng.tolist() != match.state.rng.tolist()


def test_the_tensor_tells_the_own_hand_and_hides_the_others():
    match = arrange(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    at = OBSERVATION - 8 * 49 - 9 * 7 - 49 - 8
    assert tensor(match, 0)[at : at + 8] == [1, 2, 3, 4, 0, 0, 0, 0]
    assert tensor(match, 1)[at : at + 8] == [0, 0, 0, 0, 5, 6, 7, 8]
    faces = tensor(match, 1)[-8 * 49 :]
    assert not any(faces[: 4 * 49])
    first = [faces[4 * 49 + 7 * column + row] for row in range(7) for column in range(5)]
    assert "".join(".bry"[cell] for cell in first) == "".join(match.view(1).sides[1].hand[0].face)


def test_refusals_have_sentences():
    match = arrange(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    assert refusal(match, "9@0+0") == placement.NOT_IN_HAND
    for code, sentence in view.REASONS.items():
        assert GAME.sentence(code) == sentence
        assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("7@90-2", "Lay card 7, a quarter turn to the right, its top row 2 above the track"),
        ("12@180r+4", "Lay card 12 reversed, upside down, its top row on row 5"),
        ("1@0+0", "Lay card 1, upright, its top row on row 1"),
        ("1@270r+0", "Lay card 1 reversed, a quarter turn to the left, its top row on row 1"),
        ("deal", "Deal round 2"),
    ],
)
def test_actions_have_words(move, words):
    assert view.words(new_match().view(0), notation.read(move)) == words


def narrated(match, move, viewer=0):
    before, seat = match.view(viewer), match.to_act[0]
    play(match, move)
    return view.narrate(before, seat, notation.read(move), match.view(viewer))


def test_a_placement_is_told_to_everyone():
    match = arrange(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    twin = match.copy()
    assert narrated(match, "3@0-1") == "You lay card 3, upright, its top row 1 above the track."
    assert narrated(twin, "3@0-1", 1) == "Player 1 lays card 3, upright, its top row 1 above the track."


def test_the_end_of_a_round_is_told_with_points_bonus_and_who_leaves():
    match = finish_round(arrange(new_match(3)), *[EMPTY] * 7)
    after = match.view(1)
    said = view.round_in_words(after, after.result)
    assert said == "Round 1 is tied at 0. You take the bonus point. Player 1 joins the end of the queue."
    match = finish_round(arrange(new_match()), "b........", *[EMPTY] * 6)
    after = match.view(1)
    assert view.round_in_words(after, after.result) == "Round 1 goes to you by 1 to 0."
    after = match.view(0)
    assert view.round_in_words(after, after.result) == "Round 1 goes to Player 2 by 1 to 0."


def test_a_deal_is_told_with_who_joins_in():
    match = finish_round(arrange(new_match(3)), *[EMPTY] * 7)
    assert narrated(match, "deal") == "Player 3 deals round 2, from column 2 on. Player 3 joins in."
    assert narrated(finish_round(arrange(new_match()), *[EMPTY] * 7), "deal") == "You deal round 2, from column 2 on."


@pytest.mark.parametrize("text", ["", "7", "7@45+0", "18@0+0", "0@0+0", "7@0+7", "7@0", "7@0x+1", "deals", "7@90 +1"])
def test_a_text_that_is_no_move_is_refused(text):
    with pytest.raises(BadNotation):
        notation.read(text)


def test_every_action_reads_back():
    assert all(notation.read(notation.write(action)) == action for action in range(ACTIONS.size))
    assert notation.read(" DEAL ") == DEAL


@pytest.mark.parametrize("seats", [2, 3, 7])
@pytest.mark.parametrize("scoring", ["standard", "colour-locked"])
def test_a_screen_is_never_wider_than_80_columns(seats, scoring):
    for seed in range(3):
        match = new_match(seats, seed=seed, scoring=scoring)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            text = GAME.screen.draw(match.view(step % (seats + 1) - 1))
            assert max(map(len, text.splitlines())) <= LINE
        assert max(map(len, GAME.screen.draw(match.view(0)).splitlines())) <= LINE


def test_a_screen_shows_the_board_with_its_owners():
    match = arrange(new_match())
    for seat, points in enumerate((1, 4)):
        match.state.totals[seat] = points
    lines = GAME.screen.draw(match.view(0)).splitlines()
    assert lines[0].endswith("You lay a card")
    assert lines[2].split() == [str(k) for k in range(1, 10)]
    assert lines[3].endswith("Player 2: 4 points")
    assert lines[7].endswith("* You: 1 point")
    assert "".join(lines[3].split()[1:10]) == match.view(0).visible[0]
    assert "rows 1 to 7" in lines[10]


def test_a_screen_shows_only_the_own_hand_in_round_1():
    match = arrange(new_match(), hands=("1 2 3 4", "5 6 7 8"))
    text = GAME.screen.draw(match.view(0))
    assert "Player 2 has 4 hidden cards" in text
    assert "card 3" in text
    assert "card 5" not in text
    set_hands(match, "1 2 3 4", "9")
    assert "Player 2 has 1 hidden card\n" in GAME.screen.draw(match.view(0))


def test_a_screen_shows_what_a_round_brought():
    match = finish_round(arrange(new_match(3)), "bb.......", *[EMPTY] * 3, "rrr......", EMPTY, EMPTY)
    text = GAME.screen.draw(match.view(1))
    assert "Player 1  blue  0  red  3  yellow  0  = 1" in text
    assert "You  blue  2  red  0  yellow  0  = 1 + bonus" in text
    assert "Waiting: Player 3 (0)" in text


@pytest.mark.parametrize(
    ("totals", "said"),
    [((3, 1), "You win with 3 points"), ((1, 3), "Player 2 wins with 3 points"), ((2, 2), "Everybody shares the win")],
)
def test_a_screen_tells_who_won(totals, said):
    match = arrange(new_match())
    match.state.round_index = 3
    finish_round(match, *[EMPTY] * 7)
    for seat, points in enumerate(totals):
        match.state.totals[seat] = points
    assert said in GAME.screen.draw(match.view(0)).splitlines()[0]
