"""Guessing what the other player holds."""

from __future__ import annotations

from random import Random

from dottable.core.match import action_buffer
from dottable.core.record import for_rules
from dottable.games.dots_72 import guess

from .positions import GAME, generator, hand, new_match, play_randomly, table

MINE = "g g4 d14 y4 y6 d20"


def likeness(theirs: str, discards: str) -> float:
    return float(guess.likeness(table(MINE, theirs, discards=discards).state, 0, action_buffer(GAME)))


def test_a_better_hand_is_likelier_than_a_worse_one() -> None:
    assert likeness("r r8 d3 b b8 y", "g8") > likeness("r b2 d9 y2 g2 d2", "g8")


def test_a_better_hand_counts_for_more_when_the_hand_has_lasted_longer() -> None:
    good, bad = "r r8 d3 b b8 y", "r b2 d9 y2 g2 d2"
    late = "g8 g6 g6 y8 y8 y8 g8 g8"
    assert likeness(good, late) - likeness(bad, late) > likeness(good, "g8") - likeness(bad, "g8")


def test_B6_whoever_threw_a_card_away_has_no_use_for_it() -> None:
    lacks_red_8 = "r d3 b b8 d4 y"
    assert likeness(lacks_red_8, "g2 g6") > likeness(lacks_red_8, "r8 g6")


def test_B6_whoever_left_my_discard_could_not_complete_a_hand_with_it() -> None:
    almost = "r r8 d3 b b8 y"
    completes, useless = "d4", "d9"
    assert likeness(almost, f"y8 {useless} g6") > likeness(almost, f"y8 {completes} g6")


def test_stirring_leaves_the_hands_alone_and_the_cards_of_the_pile_together() -> None:
    match, g, changed = new_match(3, seed=4), for_rules(generator(8)), 0
    for _ in play_randomly(match, Random(4)):
        if len(match.moves) == 120:
            break
        before, twin = match.copy(), match.copy()
        guess.stir(twin.state, 0, g)
        assert [hand(twin, seat) for seat in range(3)] == [hand(before, seat) for seat in range(3)]
        pile, was = twin.state.pile.tolist(), before.state.pile.tolist()
        assert sorted(pile) == sorted(was)
        assert not before.state.pile_is_known or pile == was
        changed += pile != was
        assert twin.state.rng[:8].tolist() != before.state.rng[:8].tolist()
    assert changed > 50
