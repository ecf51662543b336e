"""Sets that a view marks in the viewer's own hand."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_72.pieces import CARD_CODES, FACE_COUNT, FACE_OF_CODE, kind_of
from dottable.games.dots_72.view.own_sets import NeededPair, own_sets
from tests.games.dots_72.positions import COMPLETE, play, table


def marked(cards: str) -> list[tuple[str, int, str | None, list[tuple[str, int]]]]:
    """Return the marked sets of seat 0's hand: cards, points, the missing kind, the pairs that it may match."""
    return [
        (" ".join(each.cards), each.points, each.missing, [(pair.colour, pair.number) for pair in each.needs])
        for each in table(cards).view(0).own_sets
    ]


def test_B8_both_sets_of_a_complete_hand_are_marked():
    assert marked(COMPLETE) == [("r r8 d3", 25, None, []), ("b b8 d4", 25, None, [])]


def test_B8_B12_three_wilds_are_a_set_of_250_points():
    assert marked("ws wn wd r r8 d3")[0] == ("ws wn wd", 250, None, [])


@pytest.mark.parametrize(
    ("cards", "set_", "missing", "needs"),
    [
        ("r r8 y2 g2 b2 g4", "r r8", "dots", [("r", 8)]),
        ("r8 d3 y y g g", "r8 d3", "swatch", [("r", 8)]),
        ("b d4 y2 g2 r2 g4", "b d4", "number", [("b", 8)]),
    ],
)
def test_B8_two_cards_that_go_together_are_marked_with_what_they_need(cards, set_, missing, needs):
    assert marked(cards)[0] == (set_, 0, missing, needs)


def test_a_complete_set_comes_before_two_nearly_complete_ones():
    sets = marked("r r8 d3 b b2 y6")
    assert [each[0] for each in sets] == ["r r8 d3", "b b2"]


def test_cards_that_no_other_card_joins_are_not_marked():
    assert marked("r y2 g2 b2 g4 y4") == []


def test_sets_of_a_view_are_the_viewers_own():
    match = table(COMPLETE, "y y g g y2 g2")
    assert {code for each in match.view(1).own_sets for code in each.cards} <= {"y", "g", "y2", "g2"}
    assert match.view(SPECTATOR).own_sets == ()
    assert play(match, "call").view(0).own_sets == ()


def test_B8_marked_sets_agree_with_the_rules_in_random_hands():
    match, random = table(COMPLETE), Random(72)
    pairs = tuple(int(bits) for bits in match.state.pairs)
    deck = [face for face in range(FACE_COUNT) if pairs[face]]
    for _ in range(500):
        match.states["hand"][0, 0, :7] = sorted(random.sample(deck, 7))
        match.states["held"][0, 0] = 7
        for each in own_sets(match.snapshot(), 0):
            chosen = [FACE_OF_CODE[code] for code in each.cards]
            joining = [face for face in deck if each.missing == kind_of(face) and is_set(pairs, [*chosen, face])]
            assert is_set(pairs, chosen) if each.missing is None else joining
            assert all(needs_face(pairs, each.needs, face) for face in joining)


def is_set(pairs: tuple[int, ...], faces: list[int]) -> bool:
    return len({kind_of(face) for face in faces}) == 3 and pairs[faces[0]] & pairs[faces[1]] & pairs[faces[2]] != 0


def needs_face(pairs: tuple[int, ...], needs: tuple[NeededPair, ...], face: int) -> bool:
    """Return whether a face matches one of the needed pairs, as its Number card would."""
    return any(pairs[face] & pairs[CARD_CODES.index(f"{pair.colour}{pair.number}")] for pair in needs)
