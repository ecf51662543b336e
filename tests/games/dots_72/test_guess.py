"""Guessing what the other player holds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from dottable.bots.chair import SOURCE
from dottable.core import quick
from dottable.core.kernels import load_kernels
from dottable.core.match import Match, action_buffer
from dottable.core.record import for_rules
from dottable.games.dots_72 import guess, policy
from dottable.games.dots_72.pieces import FIRST_NUMBER, NUMBER_COUNT, WILD_NUMBER
from dottable.games.dots_72.state import DISCARD, EVERYBODY, START, bit_of

from .positions import GAME, generator, hand, new_match, play, play_randomly, table

MINE = "g g4 d14 y4 y6 d20"


def likeness(theirs: str, discards: str) -> float:
    return float(guess.likeness(table(MINE, theirs, discards=discards).state, 0, action_buffer(GAME)))


def test_a_better_hand_is_likelier_than_a_worse_one() -> None:
    assert likeness("r r8 d3 b b8 y", "g8") > likeness("r b2 d9 y2 g2 d2", "g8")


def test_a_better_hand_counts_for_more_when_the_hand_has_lasted_longer() -> None:
    good, bad = "r r8 d3 b b8 y", "r b2 d9 y2 g2 d2"
    late = "g8 g6 g6 y8 y8 y8 g8 g8"
    assert likeness(good, late) - likeness(bad, late) > likeness(good, "g8") - likeness(bad, "g8")


def guessed(match: Match, seat: int, count: int, luck: int = 1) -> list[tuple[float, Any]]:
    """States that a search imagines, each with its share."""
    kernels = load_kernels(GAME, SOURCE)
    states, pool = np.zeros(4, GAME.state.STATE), np.zeros(count + guess.SCENES, GAME.state.STATE)
    notes, shares = np.zeros(guess.NOTES, np.int64), np.zeros(max(count, guess.POOL))
    states[0] = match.imagine(seat, generator(luck)).record
    arrays = map(for_rules, (states, pool, notes, shares, generator(luck + 1)))
    kernels.fill_pool(*arrays, count, seat, action_buffer(GAME))
    return list(zip(np.diff(shares[:count], prepend=0.0) / shares[count - 1], pool, strict=False))


def greedy_turns(match: Match, count: int) -> Match:
    """Play on as greedy players do, to the start of a turn in which there is a choice."""
    q, buffer = for_rules(quick.generator()), action_buffer(GAME)
    for _ in range(2 * count):
        seat = match.to_act[0]
        assert match.apply(seat, int(policy.greedy(match.state, seat, q, buffer))) is None
    return match


def common(one: Any, two: Any) -> int:
    return sum((Counter(one.tolist()) & Counter(two.tolist())).values())


def test_B6_a_hand_is_guessed_from_what_its_player_threw_away_and_left() -> None:
    """Of the other hand's six cards the guesses have more than hands that are dealt at random."""
    by_story, by_chance = 0.0, 0.0
    for seed in range(12):
        match = greedy_turns(new_match(seed=seed), 10)
        if match.state.phase != START or match.state.told < 10:
            continue
        seat = match.to_act[0]
        true = match.state.hand[1 - seat, :6]
        by_story += sum(share * common(s.hand[1 - seat, :6], true) for share, s in guessed(match, seat, 512))
        random = [match.imagine(seat, generator(k)).state.hand[1 - seat, :6] for k in range(200)]
        by_chance += sum(common(hand, true) for hand in random) / 200
    assert by_chance > 3
    assert by_story > 1.2 * by_chance


def test_B6_no_guess_is_against_what_the_seat_knows() -> None:
    match = greedy_turns(new_match(seed=5), 9)
    seat = match.to_act[0]
    for share, s in guessed(match, seat, 256):
        if share > 0:
            assert sorted(s.hand[:2, :].ravel().tolist() + s.pile.tolist() + s.discards.tolist())[-72:] == sorted(
                match.state.cards.tolist()
            )
            assert s.hand[seat].tolist() == match.state.hand[seat].tolist()
            assert s.discards.tolist() == match.state.discards.tolist()
            known = match.state.known[1 - seat] & bit_of(seat) != 0
            assert not Counter(match.state.hand[1 - seat][known].tolist()) - Counter(s.hand[1 - seat].tolist())


def test_B6_a_card_that_was_thrown_away_had_no_use() -> None:
    """Whoever discards a red 8 hardly collects what goes with it."""
    match = new_match(seed=1)
    play(match, "draw")
    shares = {}
    seat = match.to_act[0]
    for face in sorted(set(match.state.hand[seat, :7].tolist())):
        if FIRST_NUMBER <= face < WILD_NUMBER:
            then = match.copy()
            then.apply(seat, DISCARD + face)
            swatch = (face - FIRST_NUMBER) // NUMBER_COUNT
            shares[face] = (
                sum(share * (swatch in s.hand[seat, :6]) for share, s in guessed(then, 1 - seat, 1024)),
                sum(swatch in then.imagine(1 - seat, generator(k)).state.hand[seat, :6] for k in range(400)) / 400,
            )
    assert shares
    assert all(guess < chance for guess, chance in shares.values())


def test_B6_what_is_supposed_is_weighed_as_if_all_of_it_had_been_counted() -> None:
    """After one turn of a player all but one of whose cards are known: every card that may be there, drawn or not."""
    match = greedy_turns(new_match(seed=2), 1)
    seat, s = match.to_act[0], match.state
    other = 1 - seat
    for k in range(1, 6):
        s.known[other, k] = EVERYBODY
    pool, notes, fits = np.zeros(1 + guess.SCENES, GAME.state.STATE), np.zeros(guess.NOTES, np.int64), Counter[int]()
    states = np.zeros(4, GAME.state.STATE)
    states[0] = match.record
    states, pool, notes = map(for_rules, (states, pool, notes))
    first = guess.set_scenes(states, pool, other)
    stays = guess.note_stays(states, pool, notes, seat, first)
    assert (first, stays) == (1, 7)
    for face in [s.hand[other, 0], *s.pile[: s.pile_left]]:
        notes[guess.FACE, stays - 1] = face
        for drawn in range(stays):
            notes[guess.CAME, :stays] = guess.BEFORE
            notes[guess.CAME, drawn] = first
            fit = guess.fit_of_turn(states, pool, notes, other, first, first, stays, action_buffer(GAME))
            fits[int(face)] += np.exp(fit)
    found = Counter[int]()
    for share, dream in guessed(match, seat, guess.POOL):
        (face,) = (Counter(dream.hand[other, :6].tolist()) - Counter(s.hand[other, 1:6].tolist())).elements()
        found[face] += share
    total = sum(fits.values())
    apart = sum(abs(found[face] - fits[face] / total) for face in fits) / 2
    from_chance = sum(abs(1 / len(fits) - fits[face] / total) for face in fits) / 2
    assert apart < 0.06 < 0.12 < from_chance


def test_B10_when_the_last_card_was_drawn_the_other_hand_is_certain() -> None:
    """All turns discard the card that was drawn; in the last one all cards have been seen but the other hand."""
    match = new_match(seed=4)
    while match.state.pile_left > 0:
        top = int(match.state.pile[match.state.pile_left - 1])
        play(match, "draw")
        if match.state.pile_left > 0:
            match.apply(match.to_act[0], DISCARD + top)
    seat = match.to_act[0]
    assert match.state.told > 50
    for _, s in guessed(match, seat, 64):
        assert s.hand[1 - seat].tolist() == match.state.hand[1 - seat].tolist()


def test_nothing_is_guessed_from_a_story_that_has_ended() -> None:
    """Then only the worth of hands counts, as with more than two players."""
    match = table(MINE, discards="g8 g6")
    shares = [share for share, _ in guessed(match, 0, 64)]
    assert len(set(shares)) > 32
    assert sum(shares) == pytest.approx(1)


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
