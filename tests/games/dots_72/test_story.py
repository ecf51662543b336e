"""What happened in sight of all since the deal."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from dottable.core.match import Match
from dottable.games.dots_72.state import DISCARD, DISCARD_AND_CALL, EVERYBODY, PASS, STORY, TAKE
from dottable.games.dots_72.story import began_with_discard, ended_with, retell, seat_of, tell_turn

from .positions import cards_of, discards, new_match, play, play_randomly


def told(match: Match) -> list[tuple[int, bool, int]]:
    """The turns told: whose, whether it began with the discard, and what was discarded."""
    s = match.state
    return [
        (int(seat_of(s, turn)), bool(began_with_discard(s, turn)), int(ended_with(s, turn)))
        for turn in range(1, int(s.told))
    ]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_B6_the_story_tells_every_turn_since_the_deal(seats: int) -> None:
    match, luck = new_match(seats, seed=3), Random(3)
    turns: list[tuple[int, bool, int]] = []
    took = False
    longest = 0
    for seat, action in play_randomly(match, luck):
        if len(match.moves) == 900:
            break
        if match.state.told > 0 and match.state.phase < 2:
            assert told(match) == turns
            longest = max(longest, len(turns))
        if action <= TAKE:
            took = action == TAKE
        elif DISCARD <= action < PASS:
            face = action - (DISCARD_AND_CALL if action >= DISCARD_AND_CALL else DISCARD)
            turns.append((seat, took, face))
        elif action >= PASS:
            turns = []
    assert longest > 20


def test_B10_the_story_ends_when_the_discards_are_turned_over() -> None:
    match = new_match(seed=3)
    for _ in play_randomly(match, Random(3)):
        if match.state.turn_overs > 0:
            assert match.state.told == 0
            return
    raise AssertionError("no discards were turned over")


def test_a_story_that_is_too_long_is_dropped() -> None:
    s = new_match(seed=3).state
    for _ in range(STORY - 1):
        tell_turn(s, 5)
    assert s.told == STORY
    tell_turn(s, 5)
    assert s.told == 0
    tell_turn(s, 5)
    assert s.told == 0


@pytest.mark.parametrize("seats", [2, 4])
def test_B6_a_turn_is_retold_as_onlookers_saw_it(seats: int) -> None:
    """Without calls, which show hands: the same discards, and in the hands what was taken in sight of all."""
    match, luck = new_match(seats, seed=8), Random(8)
    before: list[Match] = []
    known_cards = 0
    for turn in range(20):
        before.append(match.copy())
        play(match, "take" if turn % 3 else "draw")
        seat = match.to_act[0]
        match.apply(seat, luck.choice([action for action in match.legal(seat) if action < DISCARD_AND_CALL]))
    for turn, then in enumerate(before, start=1):
        scene = match.copy()
        retell(match.state, turn, scene.state)
        assert discards(scene) == discards(then)
        for seat in range(seats):
            seen = then.state.known[seat] == EVERYBODY
            assert Counter(cards_of(scene, seat)) == Counter(
                card for card, is_seen in zip(cards_of(then, seat), seen, strict=False) if is_seen
            )
            known_cards += len(cards_of(scene, seat))
        pile = scene.state.pile.tolist()[: int(scene.state.pile_left)]
        assert pile == sorted(pile)
        held = [
            face for seat in range(seats) for face in scene.state.hand[seat].tolist()[: int(scene.state.held[seat])]
        ]
        lying = scene.state.discards.tolist()[: int(scene.state.discards_left)]
        assert sorted(pile + held + lying) == sorted(match.state.cards.tolist())
    assert known_cards > 20
