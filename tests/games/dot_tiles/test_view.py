"""What a seat may see, and what people read about moves and refusals."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from dottable.core import chance
from dottable.core.record import for_rules
from dottable.core.seats import SPECTATOR
from dottable.games.dot_tiles import notation, view

from .positions import GAME, STUCK, moves, new_match, play_randomly, set_hand, table

ALMOST_FULL = (
    "r1:1k r1:2k r1:2k r1:3k r1:3k r1:3k r2:4k r2:4k r2:4k r2:4k r1:odds r3:odds r5:odds r2:evens r4:evens r6:evens "
    "b1:flush b1:flush b1:flush b1:flush b2:flush r4:house r4:house r4:house b2:house b2:house r3:run r4:run r5:run"
)
"""Only the Run has an empty box."""


def generator(number):
    g = chance.generator()
    chance.start(for_rules(g), for_rules(chance.key_of(number.to_bytes(32, "big"))))
    return g


def seen(match, seat):
    return msgspec.json.encode(match.view(seat))


def who_sees(match, other):
    """The viewers to whom two matches look different."""
    return [seat for seat in (*range(match.seats), SPECTATOR) if seen(match, seat) != seen(other, seat)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_changes_when_what_it_cannot_know_is_redrawn(seats):
    changed = 0
    for seed in range(6):
        match = new_match(seats, seed=seed)
        for step, _ in enumerate(play_randomly(match, Random(seed))):
            if step > 5 * seats and step % 7:
                continue
            for seat in (*range(seats), SPECTATOR):
                twin = match.imagine(seat, generator(1000 * seed + step))
                changed += twin.state.hand.tolist() != match.state.hand.tolist()
                assert seen(twin, seat) == seen(match, seat)
                assert seen(twin, SPECTATOR) == seen(match, SPECTATOR)
    assert changed > 50  # otherwise nothing was compared


def test_no_view_shows_the_hand_of_another_seat():
    match = table(hands=("r1 r1 r1 r1 r1", "b2 b2 b2 b2 b2", "r3 r3 r3 r3 r3"), bag="r6", seats=3)
    other = match.copy()
    set_hand(other, 1, "b5 r5 b5 r6 b6")
    assert who_sees(match, other) == [1]


def test_no_view_shows_what_is_in_the_bag():
    assert who_sees(table(drawn="r1", bag="r6 r6 b2"), table(drawn="r1", bag="b1 b1 b1")) == []


def test_no_view_shows_chance():
    match = table(drawn="r1", bag="r6 r6 b2")
    other = match.copy()
    other.state.rng[0] = 12345
    assert who_sees(match, other) == []


def test_only_the_seat_at_turn_sees_the_drawn_tile():
    assert who_sees(table(drawn="r1", hot="b6"), table(drawn="b5", hot="b6")) == [0]


def test_a_spectator_has_no_hand():
    match = new_match(4)
    assert match.view(SPECTATOR).hand == ()
    assert match.view(SPECTATOR).hand_counts == (5, 5, 5, 5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_goes_through_json_and_back(seats):
    match = new_match(seats, seed=4, single_colour_bonus=False)
    for step, _ in enumerate(play_randomly(match, Random(4))):
        if step % 10 == 0:
            shown = match.view(step % seats)
            assert msgspec.json.decode(msgspec.json.encode(shown), type=view.View) == shown
    assert not match.view(0).options.single_colour_bonus


def test_a_view_tells_what_each_group_still_takes():
    groups = table("r4:run b5:run r6:flush b3:odds", drawn="r1").view(1).sheets[0].groups
    assert groups[8].tiles == ("r4", "b5", None, None)
    assert groups[8].takes == ("r2", "b2", "r3", "b3", "r6", "b6")
    assert groups[6].takes == ("r1", "r2", "r3", "r4", "r5", "r6")
    assert groups[4].tiles == (None, "b3", None)
    assert groups[4].takes == ("r1", "b1", "r5", "b5")


@pytest.mark.parametrize(
    ("sheet", "position", "move", "words"),
    [
        ("", {"hot": "r4", "hands": ("r4", "b2")}, "r4:run", "Place the red 4 in the Run"),
        ("", {"hot": "b2", "drawn": "r4"}, "r4:run", "Place the drawn red 4 in the Run"),
        ("", {"hot": "b2", "drawn": "r4"}, "b2:flush", "Swap: place the HOT SWAP black 2 in the Flush"),
        ("", {"hot": "r4", "drawn": "r4"}, "r4:3k", "Place the drawn red 4 in 3 of a Kind"),
        (STUCK, {"hot": "r4", "drawn": "r1"}, "r1:burn", "Burn the drawn red 1"),
        (STUCK, {"hot": "r4", "drawn": "r1"}, "r4:burn", "Burn the HOT SWAP red 4"),
        ("", {"hot": "r4"}, "r4:evens", "Place the HOT SWAP red 4 in Evens"),
        (STUCK, {"hot": "r1"}, "r1:burn", "Burn the HOT SWAP red 1"),
    ],
)
def test_actions_in_words(sheet, position, move, words):
    match = table(sheet, **position)
    assert move in moves(match)
    assert GAME.view.words(match.view(0), notation.read(move)) == words


def told(match, move, viewer):
    """What a viewer reads about a move of seat 0."""
    before = match.view(viewer)
    assert match.apply(0, notation.read(move)) is None
    return GAME.view.narrate(before, 0, notation.read(move), match.view(viewer))


@pytest.mark.parametrize(
    ("position", "move", "told_to_others"),
    [
        ({"hands": ("r4 b2", "b2"), "hot": "r4"}, "r4:run", "Player 1 places a red 4 in the Run."),
        ({"drawn": "r4", "hot": "b2"}, "r4:run", "Player 1 places a red 4 in the Run."),
        ({"drawn": "r4", "hot": "r4"}, "r4:evens", "Player 1 places a red 4 in Evens."),
        ({"drawn": "r4"}, "r4:1k", "Player 1 places a red 4 in 1 of a Kind, which is now full: 8 points."),
        ({"hot": "r4"}, "r4:run", "Player 1 places the last tile, a red 4, in the Run."),
        (
            {"drawn": "r4", "hot": "b2"},
            "b2:flush",
            "Player 1 swaps a red 4 for the HOT SWAP black 2, placing it in the Flush.",
        ),
        (
            {"drawn": "r1", "single_colour_bonus": False},
            "r1:1k",
            "Player 1 places a red 1 in 1 of a Kind, which is now full: 1 point.",
        ),
    ],
)
def test_a_placement_is_told_to_others(position, move, told_to_others):
    assert told(table(**position), move, 1) == told_to_others
    assert told(table(**position), move, SPECTATOR) == told_to_others


def test_a_burn_is_told_to_others():
    assert told(table(STUCK, drawn="r1", hot="r4"), "r1:burn", 1) == "Player 1 burns a red 1."
    assert (
        told(table(STUCK, drawn="r1", hot="r4"), "r4:burn", 1) == "Player 1 burns the HOT SWAP red 4, leaving a red 1."
    )
    assert told(table(STUCK, hot="r1"), "r1:burn", 1) == "Player 1 burns the last tile, a red 1, which fits nowhere."


def test_a_move_is_told_to_the_one_who_made_it():
    assert told(table(drawn="r4"), "r4:run", 0) == "You place a red 4 in the Run."
    swap = told(table(drawn="r4", hot="b2"), "b2:flush", 0)
    assert swap == "You swap a red 4 for the HOT SWAP black 2, placing it in the Flush."


def test_a_full_sheet_is_told():
    sentence = told(table(ALMOST_FULL, drawn="r2"), "r2:run", 1)
    assert sentence == (
        "Player 1 places a red 2 in the Run, which is now full: 28 points, and 50 more for the full sheet."
    )


@pytest.mark.parametrize("code", sorted(view.REASONS))
def test_a_reason_is_one_sentence(code):
    sentence = GAME.sentence(code)
    assert sentence.endswith(".")
    assert sentence.count(".") == 1
    assert sentence[0].isupper()


def test_every_refusal_has_a_reason_of_its_own():
    for seed in range(10):
        match = new_match(3, seed=seed)
        for seat, _ in play_randomly(match, Random(seed)):
            illegal = set(range(GAME.state.ACTIONS.size)) - set(match.legal(seat))
            for action in sorted(illegal)[:: 1 + seed]:
                refused = match.refusal(seat, action)
                assert refused is not None
                assert refused.code in view.REASONS
