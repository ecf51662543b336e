"""Turns since the deal, read from the public history."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from dottable.core.matches.match import Match
from dottable.core.primitives.record import rule_array
from dottable.games.dots_72.bot.turn_history import (
    began_with_discard,
    discarded_in,
    read_turns,
    replay_turns,
    seat_of_turn,
)
from dottable.games.dots_72.state import DISCARD, DISCARD_AND_CALL, EVERYBODY, PASS, TAKE
from tests.games.dots_72.positions import cards_of, discards, new_match, play, play_randomly


def turns_of(match: Match) -> tuple[int, np.ndarray]:
    """Return the number of entries and the entries: the card turned up, then the turns."""
    history = match.public_history()
    turns = rule_array(np.zeros(200, np.int64))
    return int(read_turns(rule_array(np.array([len(history), *history])), turns)), turns


def told(match: Match) -> list[tuple[int, bool, int]]:
    """Return every turn as its seat, whether it began with the discard, and the card discarded."""
    count, turns = turns_of(match)
    return [
        (
            int(seat_of_turn(match.state, count, turn)),
            bool(began_with_discard(turns, turn)),
            int(discarded_in(turns, turn)),
        )
        for turn in range(1, count)
    ]


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_B6_the_history_has_every_turn_since_the_deal(seats: int) -> None:
    match, rng = new_match(seats, seed=3), Random(3)
    turns: list[tuple[int, bool, int]] = []
    took = False
    longest = 0
    for seat, action in play_randomly(match, rng):
        if len(match.moves) == 900:
            break
        if len(match.public_history()) > 0 and match.state.phase < 2:
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


@pytest.mark.parametrize("seats", [2, 4])
def test_B6_a_turn_is_replayed_as_all_players_saw_it(seats: int) -> None:
    """Without calls, which show hands: equal discards, and in the hands what was taken openly."""
    match, rng = new_match(seats, seed=8), Random(8)
    before: list[Match] = []
    known_cards = 0
    for turn in range(20):
        before.append(match.copy())
        play(match, "take" if turn % 3 else "draw")
        seat = match.to_act[0]
        match.apply(seat, rng.choice([action for action in match.legal(seat) if action < DISCARD_AND_CALL]))
    count, turns = turns_of(match)
    for turn, then in enumerate(before, start=1):
        position = match.copy()
        replay_turns(match.state, turns, count, turn, position.state)
        assert discards(position) == discards(then)
        for seat in range(seats):
            seen = [known == EVERYBODY for known in then.state.known[seat].tolist()]
            assert Counter(cards_of(position, seat)) == Counter(
                card for card, is_seen in zip(cards_of(then, seat), seen, strict=False) if is_seen
            )
            known_cards += len(cards_of(position, seat))
        s = position.state
        pile = s.pile.tolist()[: int(s.pile_left)]
        assert pile == sorted(pile)
        held = [face for seat in range(seats) for face in s.hand[seat].tolist()[: int(s.held[seat])]]
        lying = s.discards.tolist()[: int(s.discards_left)]
        assert sorted(pile + held + lying) == sorted(match.state.cards.tolist())
    assert known_cards > 20
