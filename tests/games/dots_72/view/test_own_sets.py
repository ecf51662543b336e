"""Sets that a view marks in the viewer's own hand."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_72.pieces import CARD_CODES, FACE_COUNT, FACE_OF_CODE, kind_of
from dottable.games.dots_72.rules.calls import hand_points_without, is_doubled
from dottable.games.dots_72.rules.hands import add_card
from dottable.games.dots_72.view.own_sets import NeededPair, OwnSets, own_sets
from tests.games.dots_72.positions import COMPLETE, play, table
from tests.sizes import sized

HANDS = sized(6, 150)


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


def test_B9_a_hand_stays_marked_at_its_end_for_its_player_alone():
    end = play(table(COMPLETE, "y y8 r2 g2 b2 b4"), "call")
    assert " ".join(end.view(1).own_sets[0].cards) == "y y8"
    assert end.view(0).right_calls == end.view(1).right_calls == ()


def test_B8_marked_sets_agree_with_the_rules_in_random_hands():
    match, random = table(COMPLETE), Random(72)
    pairs = tuple(int(bits) for bits in match.state.pairs)
    deck = [face for face in range(FACE_COUNT) if pairs[face]]
    for _ in range(500):
        match.states["hand"][0, 0, :7] = sorted(random.sample(deck, 7))
        match.states["held"][0, 0] = 7
        for each in own_sets(match.snapshot(), 0).sets:
            chosen = [FACE_OF_CODE[code] for code in each.cards]
            joining = [face for face in deck if each.missing == kind_of(face) and is_set(pairs, [*chosen, face])]
            assert is_set(pairs, chosen) if each.missing is None else joining
            assert all(needs_face(pairs, each.needs, face) for face in joining)


def winning(cards: str) -> dict[str, tuple[set[str], set[str]]]:
    """Return what seat 0 needs beside a complete set, by kind: the pairs, and those that double, as "r8"."""
    return {one.kind: (pair_codes(one.needs), pair_codes(one.doubled)) for one in table(cards).view(0).winning_cards}


def pair_codes(pairs: tuple[NeededPair, ...]) -> set[str]:
    return {f"{pair.colour}{pair.number}" for pair in pairs}


def test_B8_beside_a_complete_set_all_cards_that_complete_another_are_told():
    assert winning("r r8 d3 b b2 y6") == {"dots": ({"b2"}, set())}
    assert winning("r r8 d3 y2 g2 b4") == {}
    assert winning("r y2 g2 b4 b6 y8") == {}


def test_B11_a_card_that_would_double_the_points_is_told():
    assert winning("r r8 d3 r r2 y6") == {"dots": ({"r2"}, {"r2"})}
    assert winning("ws r8 d3 r r2 y6")["dots"] == ({"r2", "y6"}, set())


def test_B8_B11_winning_cards_agree_with_the_rules_in_random_hands():
    match, random, found = table(COMPLETE), Random(73), 0
    pairs = [int(bits) for bits in match.state.pairs]
    deck = [face for face in range(FACE_COUNT) if pairs[face] and CARD_CODES[face][0] != "w"]
    wilds = [FACE_OF_CODE[code] for code in ("ws", "wn", "wd")]
    for n in range(HANDS):
        one_set = [FACE_OF_CODE[code] for code in random.choice(("r r8 d3", "b b8 d4")).split()]
        deal(match, [*one_set, *random.sample(deck, 2), random.choice([*deck, *wilds]), *random.sample(deck, n % 2)])
        told = own_sets(match.snapshot(), 0)
        for face in deck if not told.right_calls else ():
            best = best_with(match, face)
            assert (best > 0, best > 1) == (is_told(pairs, told, face, "needs"), is_told(pairs, told, face, "doubled"))
            found += best
    assert found > HANDS / 4


def deal(match, faces):
    """Give seat 0 these cards."""
    match.states["held"][0, 0] = 0
    for face in faces:
        add_card(match.state, 0, face, 1)


def best_with(match, face: int) -> int:
    """Return 0 if no six of seat 0's cards with one more card are two sets, 2 if some that are double, else 1."""
    cards = [int(one) for one in match.state.hand[0, : match.state.held[0]]]
    best = 0
    for dropped in range(len(cards)) if len(cards) == 7 else [None]:
        deal(match, [*(one for k, one in enumerate(cards) if k != dropped), face])
        for k in range(7):
            if hand_points_without(match.state, 0, k):
                best = max(best, 1 + bool(is_doubled(match.state, 0, k)))
    deal(match, cards)
    return best


def is_told(pairs: list[int], told: OwnSets, face: int, field: str) -> bool:
    of_kind = [one for one in told.winning_cards if one.kind == kind_of(face)]
    return any(needs_face(tuple(pairs), getattr(one, field), face) for one in of_kind)


def test_B7_right_calls_name_the_discard_and_the_points():
    assert calls(COMPLETE) == [(None, 50)]
    assert calls("r r8 d3 b b8 d4 y2") == [("y2", 50)]
    assert sorted(calls("r r8 d3 b b8 d4 ws")) == [("b", 50), ("r", 50), ("ws", 50)]
    assert calls("r r8 d3 b b2 y6 g") == []


def calls(cards: str) -> list[tuple[str | None, int]]:
    return [(one.discard, one.points) for one in table(cards).view(0).right_calls]


def is_set(pairs: tuple[int, ...], faces: list[int]) -> bool:
    return len({kind_of(face) for face in faces}) == 3 and pairs[faces[0]] & pairs[faces[1]] & pairs[faces[2]] != 0


def needs_face(pairs: tuple[int, ...], needs: tuple[NeededPair, ...], face: int) -> bool:
    """Return whether a face matches one of the needed pairs, as its Number card would."""
    return any(pairs[face] & pairs[CARD_CODES.index(f"{pair.colour}{pair.number}")] for pair in needs)
