"""Whole matches of random play, compared with the oracle and with an independent record of who knows what."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_52.state import PEEK_PAIRS, PEEKING, ROUND_OVER
from dottable.games.dots_52.view import notation
from tests.games.dots_52 import oracle
from tests.games.dots_52.positions import choose_move, for_oracle, known, letters, new_match, pile, tableau
from tests.present import present
from tests.sizes import sized

STYLES = [(2, 0.5, 0.05), (3, 0.05, 0.02), (2, 0.0, 0.3), (4, 0.02, 0.1), (8, 0.02, 0.05)]
"""Seats, probability of calling, probability that the clock acts first."""
MOVES = sized(400, 2000)


def cards_on_table(match):
    """Return every card, wherever it lies."""
    s = match.state
    cards = [card for seat in range(match.seats) for card in tableau(match, seat).split() if card != "--"]
    cards += pile(match).split()
    cards += [letters(card) for card in s.stock.tolist()[: int(s.stock_left)]]
    return cards + ([letters(int(s.drawn))] if s.drawn >= 0 else [])


def turned_up(position, after, seat, move):
    """Return the card that a move took from the stock, found from the table after it."""
    if not oracle.possible_draws(position, seat, move):
        return None
    if move == "draw":
        return after.drawn
    old, new = position.tableaux[seat], after.tableaux[seat]
    (card,) = (card for place, card in enumerate(new) if place >= len(old) or old[place] != card)
    return card


class Memory:
    """Who knows which card where, derived from the moves alone (D17)."""

    def __init__(self, seats):
        self.viewers = (*range(seats), SPECTATOR)
        self.knowing = {}

    def follow(self, position, seat, move):
        """Update the knowledge after a move; `position` is the one before it."""
        verb, numbers = oracle.parts(move)
        here = (seat, numbers[-1]) if numbers else None
        if verb == "take":
            self.knowing[here] = set(self.viewers)
        elif verb == "put":
            self.knowing[here] = {seat}
        elif verb == "snap":
            card = position.tableaux[seat][numbers[0] - 1]
            is_right = position.asks == "snap" and oracle.rank(card) == oracle.rank(position.pile[-1])
            self.knowing[here] = set() if is_right else set(self.viewers)
        elif verb == "look":
            self.knowing.setdefault((numbers[0] - 1, numbers[1]), set()).add(seat)
        elif verb == "target":
            mine, other = (seat, position.own_place), (numbers[0] - 1, numbers[1])
            self.knowing[mine], self.knowing[other] = self.knowing.get(other, set()), self.knowing.get(mine, set())

    def peek(self, seat, pair):
        for slot in PEEK_PAIRS[pair]:
            self.knowing[seat, slot + 1] = {seat}

    def known(self, match, viewer):
        """Return the cards that the viewer should know."""
        found = []
        for seat in range(match.seats):
            for place, card in enumerate(tableau(match, seat).split(), 1):
                if viewer in self.knowing.get((seat, place), ()):
                    found.append(f"p{seat + 1}:{place}={card}")
        return found


def check_moves(match, position):
    """Assert that the rules and the oracle allow the same moves."""
    allowed = oracle.legal(position)
    for seat in (*range(match.seats), oracle.CLOCK):
        texts = [notation.write_action(action) for action in match.legal(seat)]
        assert sorted(texts) == sorted(allowed.get(seat, []))


def check_tables(match, position):
    """Assert that the rules and the oracle have the same table."""
    there = for_oracle(match, total_at_call=position.total_at_call)
    assert there == position._replace(stock=tuple(sorted(position.stock)))


@pytest.mark.parametrize(("seats", "call", "clock"), STYLES)
def test_the_rules_agree_with_the_oracle(seats, call, clock):
    match = new_match(seats, seed=seats, lock_caller=seats == 4)
    random, memory, position = Random(seats), Memory(seats), None
    for _ in range(MOVES):
        if match.is_over:
            break
        seat, action, at_ms = choose_move(match, random, call=call, clock=clock)
        is_peek, is_deal = match.state.phase == PEEKING, match.state.phase == ROUND_OVER
        assert match.apply(seat, action, at_ms) is None
        assert sorted(cards_on_table(match)) == sorted(set(cards_on_table(match)))
        assert len(cards_on_table(match)) == 52
        if is_deal:
            memory, position = Memory(seats), None
        elif is_peek:
            memory.peek(seat, action)
            position = for_oracle(match) if match.state.phase != PEEKING else None
        else:
            move = notation.write_action(action)
            position = present(position)
            memory.follow(position, seat, move)
            position = oracle.play(position, seat, move, turned_up(position, for_oracle(match), seat, move))
            check_tables(match, position)
            if position.asks != "done":
                check_moves(match, position)
        if match.state.phase < ROUND_OVER:
            for viewer in memory.viewers:
                assert known(match, viewer) == memory.known(match, viewer)
