"""Complete hands and what they score: rulings B8, B11 and B12, and the examples of the source text.

The house deck: d3 has 8 red and 8 blue dots, d5 6 red, 6 blue, 6 yellow and 3 green ones, d6 2 red,
4 blue, 8 yellow and 6 green ones, d9 9 red and 10 blue ones, d11 6 red, 4 yellow and 4 green ones.
"""

from __future__ import annotations

from random import Random

import pytest

from dottable.games.dots_72.pieces import FACE_OF_CODE
from dottable.games.dots_72.rules.calls import hand_points
from tests.games.dots_72 import oracle
from tests.games.dots_72.positions import COMPLETE, new_match, play, set_hand, table
from tests.sizes import sized

HANDS = sized(1_000, 100_000)


def points(cards):
    """What a call with these six cards scores; 0 if it is wrong."""
    match = play(table(cards, "y y g g y2 g2"), "call")
    return match.scores()[0]


def test_the_house_deck_has_the_cards_that_these_tests_speak_of():
    dots = {code: oracle.HOUSE.dots[code] for code in ("d3", "d5", "d6", "d9", "d11")}
    assert dots == {
        "d3": {"r": 8, "b": 8},
        "d5": {"r": 6, "b": 6, "y": 6, "g": 3},
        "d6": {"r": 2, "b": 4, "y": 8, "g": 6},
        "d9": {"r": 9, "b": 10},
        "d11": {"r": 6, "y": 4, "g": 4},
    }


def test_B8_two_sets_of_swatch_number_and_dots_are_complete():
    assert points("r r8 d3 b b6 d5") > 0


def test_B8_example_red_swatch_red_2_and_exactly_two_red_dots():
    assert points("r r2 d6 b b8 d3") == 100 + 25


def test_B8_a_number_of_another_colour_makes_no_set():
    assert points("r b8 d3 b b6 d5") == 0


def test_B8_more_dots_than_the_number_make_no_set():
    assert points("r r6 d3 b b6 d5") == 0


def test_B8_fewer_dots_than_the_number_make_no_set():
    assert points("r r8 d5 b b8 d3") == 0


def test_B8_one_set_alone_is_not_complete():
    assert points("r r8 d3 b b6 d9") == 0


def test_B8_no_card_serves_both_sets():
    assert points("r r8 d3 b b8 d9") == 0  # d3 goes with both numbers, but once


def test_B8_a_dots_card_is_put_where_it_fits():
    assert points("r r8 d3 b b6 d5") == points("b b6 d3 r r8 d5") == 25 + 50


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("ws r8 d3 b b6 d5", 75),  # a red swatch
        ("r wn d3 b b6 d5", 75),  # the red 8
        ("r r8 wd b b6 d5", 75),  # eight red dots
        ("ws r8 d3 b wn d5", 75),
        ("ws r8 wd b wn d5", 75),
        ("ws wn d3 b wn d6", 125),  # the blue 8 with d3, the red 2 with d6
        ("r wn wd b wn d3", 125),
    ],
)
def test_B8_a_set_may_have_any_number_of_wilds(cards, total):
    assert points(cards) == total


@pytest.mark.parametrize(
    "cards",
    [
        "r ws d3 b b6 d5",  # for a number
        "r r8 ws b b6 d5",  # for a DOTS card
        "wn r8 d3 b b6 d5",  # for a swatch
        "r r8 wn b b6 d5",
        "wd r8 d3 b b6 d5",
        "r wd d3 b b6 d5",
    ],
)
def test_B8_a_wild_stands_only_for_a_card_of_its_own_kind(cards):
    assert points(cards) == 0


def test_B8_a_wild_number_does_not_fit_dots_that_match_nothing():
    assert points("r wn d9 b b6 d5") == 0


@pytest.mark.parametrize(("number", "total"), [(2, 100), (4, 50), (6, 50), (8, 25)])
def test_B11_a_set_scores_by_its_number(number, total):
    dots = {2: "d6", 4: "d1", 6: "d5", 8: "d19"}[number]
    assert points(f"r r{number} {dots} b b8 d3") == total + 25


def test_B11_three_wilds_are_250():
    assert points("ws wn wd b b6 d5") == 250 + 50


def test_B11_example_a_red_2_and_a_red_6_score_300():
    assert points("r r2 d6 r r6 d5") == 300


def test_B11_two_sets_of_one_colour_double():
    assert points("r r8 d3 r r6 d5") == 2 * (25 + 50)


def test_B11_sets_of_two_colours_do_not_double():
    assert points("r r8 d3 y y6 d5") == 25 + 50


@pytest.mark.parametrize("cards", ["ws r8 d3 r r6 d5", "r wn d3 r r6 d5", "r r8 wd r r6 d5"])
def test_B11_a_wild_prevents_the_doubling(cards):
    assert points(cards) == 25 + 50


def test_B12_a_wild_number_scores_as_the_number_it_stands_for():
    assert points("r wn d6 b b8 d3") == 100 + 25
    assert points("r wn d11 b b8 d3") == 50 + 25


def test_B12_example_swatch_wild_number_and_wild_dots_score_as_a_2():
    assert points("r wn wd b b8 d3") == 100 + 25


def test_B12_a_wild_swatch_takes_the_colour_that_scores_most():
    assert points("ws wn d6 b b8 d3") == 100 + 25  # d6 as two red dots, not as eight yellow ones


def test_B12_the_best_pairing_is_taken():
    assert points("r ws r8 wn d3 wd") == 25 + 250
    assert points("r r wn wn d6 d11") == 100 + 50


def test_B12_three_wilds_are_kept_together_only_if_the_rest_is_a_set():
    assert points("ws wn wd r r8 d3") == 250 + 25
    assert points("ws wn wd b r8 d3") == 100 + 25  # b wn wd as a blue 2, ws r8 d3
    assert points("ws wn wd b b8 d9") == 0


def random_hand(rng, wilds):
    """Six cards of the deck with so many wilds; mostly two of each kind, often nearly complete."""
    deck = oracle.HOUSE.cards
    chosen = rng.sample([card for card in deck if card in oracle.WILD_KIND], wilds)
    natural = [card for card in deck if card not in oracle.WILD_KIND]
    if rng.random() < 0.2:
        return [*chosen, *rng.sample(natural, 6 - wilds)]
    hand = list(chosen)
    for kind in ("swatch", "number", "dots"):
        missing = 2 - sum(oracle.kind_of(card) == kind for card in chosen)
        hand += rng.sample([card for card in natural if oracle.kind_of(card) == kind], missing)
    if rng.random() < 0.7:
        hand = completed(hand, rng)
    return hand


def completed(hand, rng):
    """Exchange the natural numbers for ones that go with the swatches and DOTS cards, as far as it can be done."""
    swatches = [card for card in hand if card in oracle.HOUSE.natural["swatch"]]
    dots = [card for card in hand if card in oracle.HOUSE.dots]
    numbers = oracle.HOUSE.natural["number"]
    fitting = {n for n in numbers for s in swatches for d in dots if oracle.set_points(oracle.HOUSE, (s, n, d))}
    others = [card for card in hand if card not in numbers]
    need = 6 - len(others)
    pool = [card for card in oracle.HOUSE.cards if card in fitting]
    return [*others, *rng.sample(pool, need)] if len(pool) >= need else hand


def test_B12_the_search_agrees_with_trying_everything():
    rng = Random(72)
    match = new_match()
    complete = [0] * 5
    for k in range(HANDS):
        wilds = k % 5
        cards = random_hand(rng, wilds)
        assert len(cards) == 6
        set_hand(match, 0, [FACE_OF_CODE[card] for card in cards])
        expected = oracle.hand_points(tuple(cards))
        assert hand_points(match.state, 0) == expected, cards
        complete[wilds] += expected > 0
    assert min(complete) > HANDS // 200


def test_the_standard_hand_of_the_tests_is_complete():
    assert points(COMPLETE) == 50
