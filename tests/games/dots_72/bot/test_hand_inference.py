"""Inference of the other player's hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import Any

import numpy as np
import pytest

from dottable.bots.search.kernel_loader import search_kernels
from dottable.core.kernels.kernel_arguments import InferenceArrays
from dottable.core.matches.match import Match, action_buffer
from dottable.core.primitives import fast_rng
from dottable.core.primitives.record import rule_array
from dottable.games.dots_72.bot import hand_inference, policy, turn_likelihood
from dottable.games.dots_72.bot.turn_history import read_turns
from dottable.games.dots_72.bot.turn_likelihood import InferenceTarget
from dottable.games.dots_72.pieces import FIRST_NUMBER, NUMBER_COUNT, WILD_NUMBER
from dottable.games.dots_72.state import DISCARD, EVERYBODY, START, viewer_bit
from tests.games.dots_72.positions import GAME, generator, hand, new_match, play, play_randomly, table

MINE = "g g4 d14 y4 y6 d20"


def log_likelihood(theirs: str, discards: str) -> float:
    return float(hand_inference.log_likelihood(table(MINE, theirs, discards=discards).state, 0, action_buffer(GAME)))


def test_a_better_hand_is_likelier_than_a_worse_one() -> None:
    assert log_likelihood("r r8 d3 b b8 y", "g8") > log_likelihood("r b2 d9 y2 g2 d2", "g8")


def test_a_better_hand_counts_for_more_when_the_hand_has_lasted_longer() -> None:
    good, bad = "r r8 d3 b b8 y", "r b2 d9 y2 g2 d2"
    late = "g8 g6 g6 y8 y8 y8 g8 g8"
    assert log_likelihood(good, late) - log_likelihood(bad, late) > log_likelihood(good, "g8") - log_likelihood(
        bad, "g8"
    )


def inferred(match: Match, seat: int, count: int, seed: int = 1) -> list[tuple[float, Any]]:
    """Return the states that a search samples, each with its probability."""
    states, pool = np.zeros(4, GAME.state.STATE), np.zeros(count + hand_inference.SCRATCH_STATES, GAME.state.STATE)
    scratch, shares = scratch_of(match), np.zeros(max(count, hand_inference.POOL_SIZE))
    states[0] = match.determinize(seat, generator(seed)).record
    arrays = [*map(rule_array, (states, pool, scratch, shares, generator(seed + 1))), action_buffer(GAME)]
    search_kernels(GAME).fill_pool(InferenceArrays._make(arrays), count, seat)
    return list(zip(np.diff(shares[:count], prepend=0.0) / shares[count - 1], pool, strict=False))


def scratch_of(match: Match) -> Any:
    """Return the scratch array of a search, with the public history in its first row."""
    scratch, history = np.zeros(hand_inference.SCRATCH_SHAPE, np.int64), match.public_history()
    scratch[0, 0] = len(history)
    scratch[0, 1 : 1 + len(history)] = history
    return scratch


def turns_of(match: Match) -> int:
    """Return the number of complete turns in the public history."""
    scratch = rule_array(scratch_of(match))
    return int(read_turns(scratch[turn_likelihood.HISTORY_ROW], scratch[turn_likelihood.TURNS_ROW])) - 1


def greedy_turns(match: Match, count: int) -> Match:
    """Play turns by `greedy`."""
    q, buffer = rule_array(fast_rng.new_generator()), action_buffer(GAME)
    for _ in range(2 * count):
        seat = match.to_act[0]
        assert match.apply(seat, int(policy.greedy(match.state, seat, q, buffer))) is None
    return match


def common(one: Any, two: Any) -> int:
    return sum((Counter(one.tolist()) & Counter(two.tolist())).values())


def test_B6_a_hand_is_inferred_from_what_its_player_discarded_and_left() -> None:
    """Inferred hands share more of the other hand's six cards than random hands do."""
    by_inference, by_chance = 0.0, 0.0
    for seed in range(12):
        match = greedy_turns(new_match(seed=seed), 10)
        if match.state.phase != START or turns_of(match) < 9:
            continue
        seat = match.to_act[0]
        true = match.state.hand[1 - seat, :6]
        by_inference += sum(share * common(s.hand[1 - seat, :6], true) for share, s in inferred(match, seat, 512))
        random = [match.determinize(seat, generator(k)).state.hand[1 - seat, :6] for k in range(200)]
        by_chance += sum(common(hand, true) for hand in random) / 200
    assert by_chance > 3
    assert by_inference > 1.2 * by_chance


def test_B6_no_inferred_state_contradicts_what_the_seat_knows() -> None:
    match = greedy_turns(new_match(seed=5), 9)
    seat = match.to_act[0]
    for share, s in inferred(match, seat, 256):
        if share > 0:
            assert sorted(s.hand[:2, :].ravel().tolist() + s.pile.tolist() + s.discards.tolist())[-72:] == sorted(
                match.state.cards.tolist()
            )
            assert s.hand[seat].tolist() == match.state.hand[seat].tolist()
            assert s.discards.tolist() == match.state.discards.tolist()
            known = match.state.known[1 - seat] & viewer_bit(seat) != 0
            assert not Counter(match.state.hand[1 - seat][known].tolist()) - Counter(s.hand[1 - seat].tolist())


def test_B6_a_discarded_card_had_no_use() -> None:
    """A player who discards a red 8 hardly collects red swatches."""
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
                sum(share * (swatch in s.hand[seat, :6]) for share, s in inferred(then, 1 - seat, 1024)),
                sum(swatch in then.determinize(1 - seat, generator(k)).state.hand[seat, :6] for k in range(400)) / 400,
            )
    assert shares
    assert all(inferred_share < chance for inferred_share, chance in shares.values())


def test_B6_the_chain_agrees_with_exact_enumeration() -> None:
    """After one turn of a player with one hidden card: every card that may be there, drawn or not."""
    match = greedy_turns(new_match(seed=2), 1)
    seat, s = match.to_act[0], match.state
    other = 1 - seat
    for k in range(1, 6):
        s.known[other, k] = EVERYBODY
    pool = np.zeros(1 + hand_inference.SCRATCH_STATES, GAME.state.STATE)
    states = np.zeros(4, GAME.state.STATE)
    states[0] = match.record
    arrays = InferenceArrays._make(
        [*map(rule_array, (states, pool, scratch_of(match), np.zeros(200), generator(1))), action_buffer(GAME)]
    )
    scratch = arrays.scratch
    last = int(read_turns(scratch[turn_likelihood.HISTORY_ROW], scratch[turn_likelihood.TURNS_ROW])) - 1
    hand_inference.replay_positions(arrays, other, 1, last)
    holdings = int(hand_inference.list_holdings(arrays, seat, 1, last))
    assert (last, holdings) == (1, 7)
    span, likelihoods = InferenceTarget(other, 1, last, holdings, 1), Counter[int]()
    for face in [s.hand[other, 0], *s.pile[: s.pile_left]]:
        scratch[turn_likelihood.FACE_ROW, holdings - 1] = face
        for drawn in range(holdings):
            scratch[turn_likelihood.ARRIVAL_ROW, :holdings] = hand_inference.HELD_SINCE_DEAL
            scratch[turn_likelihood.ARRIVAL_ROW, drawn] = 1
            likelihoods[int(face)] += np.exp(turn_likelihood.log_likelihood_of_turn(arrays, span, 1))
    found: defaultdict[int, float] = defaultdict(float)
    for share, sample in inferred(match, seat, hand_inference.POOL_SIZE):
        (face,) = (Counter(sample.hand[other, :6].tolist()) - Counter(s.hand[other, 1:6].tolist())).elements()
        found[face] += share
    total = sum(likelihoods.values())
    distance = sum(abs(found[face] - likelihoods[face] / total) for face in likelihoods) / 2
    from_uniform = sum(abs(1 / len(likelihoods) - likelihoods[face] / total) for face in likelihoods) / 2
    assert distance < 0.06 < 0.12 < from_uniform


def test_B10_when_the_last_card_was_drawn_the_other_hand_is_certain() -> None:
    """All turns discard the card that was drawn; in the last one all cards have been seen but the other hand."""
    match = new_match(seed=4)
    while match.state.pile_left > 0:
        top = int(match.state.pile[match.state.pile_left - 1])
        play(match, "draw")
        if match.state.pile_left > 0:
            match.apply(match.to_act[0], DISCARD + top)
    seat = match.to_act[0]
    assert turns_of(match) > 49
    for _, s in inferred(match, seat, 64):
        assert s.hand[1 - seat].tolist() == match.state.hand[1 - seat].tolist()


def test_without_a_history_only_the_values_of_hands_count() -> None:
    """The same holds with more than two players."""
    match = table(MINE, discards="g8 g6")
    shares = [share for share, _ in inferred(match, 0, 64)]
    assert len(set(shares)) > 32
    assert sum(shares) == pytest.approx(1)


def test_redrawing_chance_keeps_the_hands_and_the_cards_of_the_pile() -> None:
    match, g, changed = new_match(3, seed=4), rule_array(generator(8)), 0
    for _ in play_randomly(match, Random(4)):
        if len(match.moves) == 120:
            break
        before, twin = match.copy(), match.copy()
        hand_inference.redraw_chance(twin.state, 0, g)
        assert [hand(twin, seat) for seat in range(3)] == [hand(before, seat) for seat in range(3)]
        pile, was = twin.state.pile.tolist(), before.state.pile.tolist()
        assert sorted(pile) == sorted(was)
        assert not before.state.pile_is_known or pile == was
        changed += pile != was
        assert twin.state.rng[:8].tolist() != before.state.rng[:8].tolist()
    assert changed > 50
