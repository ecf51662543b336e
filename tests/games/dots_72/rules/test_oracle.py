"""Whole matches, followed step by step by an independent referee."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from dottable.core.matches.seeded_series import SeriesConfig
from dottable.games.dots_72.state import Options
from dottable.games.dots_72.view import notation
from dottable.lab.series.policy_series import PolicySeries
from tests.games.dots_72 import oracle
from tests.games.dots_72.colour_decks import colour_deck
from tests.games.dots_72.positions import GAME, cards_of, for_oracle, moves, new_match, play_randomly
from tests.sizes import sized

STEPS = sized(300, 10_000, 20_000)
"""For each number of seats and each option."""
MATCHES = sized(1, 12, 110)
"""Whole matches for each kind of deck and each option: 1,100 in a full run."""


def careful(rng, listed):
    """A move that makes hands last: seldom a call, and mostly a draw."""
    for verb in ("draw", "discard", "pass", "deal"):
        usual = [move for move in listed if move.startswith(verb)]
        if usual and rng.random() < 0.8:
            return rng.choice(usual)
    return rng.choice(listed)


def follow(position, match, seat, move):
    """The referee's position after a move; the luck of a deal or a shuffle is taken from the match."""
    after, now = oracle.play(position, seat, move), for_oracle(match)
    if move == "deal":
        fresh = oracle.Position(
            phase="start",
            turn=(seat + 1) % match.seats,
            dealer=seat,
            hands=now.hands,
            pile=now.pile,
            discards=now.discards,
            called=False,
            takes=0,
            turn_overs=0,
            void_hands=position.void_hands,
            chosen=(None,) * match.seats,
            scores=position.scores,
            deck=position.deck,
        )
        dealt = [*fresh.pile, *fresh.discards, *(card for hand in fresh.hands for card in hand)]
        assert sorted(dealt) == sorted(position.deck.cards)
        assert [len(hand) for hand in fresh.hands] == [6] * match.seats
        return fresh
    if match.options.reshuffle and after.turn_overs > position.turn_overs:
        assert sorted(now.pile) == sorted(after.pile)
        return replace(after, pile=now.pile)
    return after


def assert_moves_agree(match, position):
    """Compare who may act, and every legal move of every seat."""
    assert set(match.to_act) == oracle.awaited(position)
    for seat in range(match.seats):
        listed = moves(match, seat)
        assert len(listed) == len(set(listed))
        assert set(listed) == oracle.legal(position, seat)


@pytest.mark.parametrize("reshuffle", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_referee_agrees_at_every_step(seats, reshuffle):
    rng = Random(seats)
    done, seed = 0, 0
    while done < STEPS:
        match = new_match(seats, seed=seed, reshuffle=reshuffle)
        position = for_oracle(match)
        while not match.is_over and done < STEPS:
            assert_moves_agree(match, position)
            seat = rng.choice(match.to_act)
            move = careful(rng, moves(match, seat))
            assert match.apply(seat, notation.read_action(move)) is None
            position = follow(position, match, seat, move)
            assert position == for_oracle(match)
            done += 1
        if match.is_over:
            assert set(match.view(0).winners) == oracle.winners(position)
        seed += 1


@pytest.mark.parametrize("reshuffle", [False, True])
@pytest.mark.parametrize("colours", [None, 2, 3, 5, 8])
def test_the_referee_agrees_in_whole_matches_with_own_decks(colours, reshuffle):
    """Every other seat plays greedily, so that matches end; the rest plays at random. `None` is the house deck."""
    for index in range(MATCHES):
        seats, deck = 2 + index % 5, None if colours is None else colour_deck(colours, seed=index // 5)
        options = Options(reshuffle=reshuffle)
        config = SeriesConfig(GAME, seats=seats, options=options, seed=bytes([index % 256] * 32), deck=deck)
        bots = ["greedy" if seat % 2 == 0 else "random" for seat in range(seats)]
        series = PolicySeries(config, bots)
        match, _ = series.match(0)
        position = for_oracle(match)
        for seat, action, at_ms in series.played_moves(0).tolist():
            assert_moves_agree(match, position)
            assert match.apply(seat, action, at_ms) is None
            position = follow(position, match, seat, notation.write_action(action))
            assert position == for_oracle(match)
        assert match.is_over
        assert tuple(match.scores()) == position.scores
        assert set(match.winners()) == oracle.winners(position)


def test_random_matches_end_as_the_referee_says():
    for seed in range(sized(3, 30)):
        match = new_match(2, seed=seed)
        for _ in play_randomly(match, Random(seed)):
            pass
        scores = match.scores()
        assert max(scores) >= 500 or match.state.void_hands == 3
        assert sum(score >= 500 for score in scores) <= 1
        assert [len(cards_of(match, seat)) for seat in range(2)] == [6, 6]
