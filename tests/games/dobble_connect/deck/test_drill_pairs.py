"""The drill: ruling E13."""

from __future__ import annotations

from itertools import islice

from dottable.games.dobble_connect.deck import drill_pairs
from tests.games.dobble_connect.positions import GAME
from tests.present import present


def some_pairs(count, seed=1):
    return list(islice(drill_pairs.card_pairs(present(GAME.house_deck), seed), count))


def test_E13_a_pair_is_two_different_cards_and_their_one_shared_symbol():
    for pair in some_pairs(500):
        assert pair.left != pair.right
        assert set(pair.left_symbols) & set(pair.right_symbols) == {pair.shared}


def test_E13_pairs_are_random_but_the_same_for_the_same_seed():
    assert some_pairs(20) == some_pairs(20)
    assert some_pairs(20) != some_pairs(20, seed=2)
    seen = some_pairs(4000)
    assert {pair.left for pair in seen} == {pair.right for pair in seen} == set(range(90))


def test_E13_a_symbol_is_named_by_place_name_or_a_clear_beginning():
    (pair,) = some_pairs(1)
    names = ("cat", "cactus", "Korean heart", "sun", "van", "fan", "dot", "dice", "nest", "wave")
    pair = drill_pairs.CardPair(0, 1, names, names, "cat")
    assert drill_pairs.read_symbol(pair, "1") == "cat"
    assert drill_pairs.read_symbol(pair, "10") == "wave"
    assert drill_pairs.read_symbol(pair, " CAT ") == "cat"
    assert drill_pairs.read_symbol(pair, "korean") == "Korean heart"
    assert drill_pairs.read_symbol(pair, "ca") is None
    assert drill_pairs.read_symbol(pair, "d") is None
    assert drill_pairs.read_symbol(pair, "do") == "dot"
    for text in ("", "0", "11", "999999", "pizza"):
        assert drill_pairs.read_symbol(pair, text) is None
