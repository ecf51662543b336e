"""Whole matches of random play, compared with the oracle and with an independent record of who knows what."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dots_52.state import ROUND_OVER
from dottable.games.dots_52.view import notation
from tests.games.dots_52 import oracle
from tests.games.dots_52.positions import choose_move, for_oracle, known, letters, new_match, pile, tableau
from tests.sizes import sized

STYLES = [
    (2, 0.5, 0.05, sized(1, 30, 300)),
    (2, 0.1, 0.05, sized(1, 30, 300)),
    (2, 0.0, 0.3, sized(1, 15, 150)),
    (3, 0.05, 0.02, sized(1, 10, 100)),
    (3, 0.5, 0.2, sized(1, 15, 150)),
    (4, 0.02, 0.1, sized(1, 5, 40)),
    (8, 0.02, 0.05, sized(1, 2, 10)),
]
"""Seats, probability of calling, probability that the clock acts first, matches: 1,050 in all at release size."""
MOVES = sized(400, 100_000)
"""Moves after which a match is left. At full size all matches end."""
KNOWLEDGE_EVERY = 16
"""Moves between two comparisons of what every viewer knows, after the first FULLY_CHECKED moves of a match."""
FULLY_CHECKED = 50


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
        if verb in ("put", "peek"):
            self.knowing[here] = {seat}
        elif verb == "take":
            self.knowing[here] = set(self.viewers)
        elif verb == "snap":
            card = position.tableaux[seat][numbers[0] - 1]
            is_right = position.asks == "snap" and oracle.rank(card) == oracle.rank(position.pile[-1])
            self.knowing[here] = set() if is_right else set(self.viewers)
        elif verb == "look":
            self.knowing.setdefault((numbers[0] - 1, numbers[1]), set()).add(seat)
        elif verb in ("target", "arrange"):
            is_jack = verb == "target"
            one = (seat, position.own_place if is_jack else numbers[0])
            other = (numbers[0] - 1 if is_jack else seat, numbers[1])
            self.knowing[one], self.knowing[other] = self.knowing.get(other, set()), self.knowing.get(one, set())

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


def check_offers(match, position):
    """Assert that every legal move is offered, except cards that would come too late (D8)."""
    for seat in range(match.seats):
        offered = [notation.write_action(action) for action in match.offered_actions(seat)]
        is_late = position.asks != "snap"
        allowed = oracle.legal(position).get(seat, [])
        assert sorted(offered) == sorted(move for move in allowed if not (is_late and move.startswith("snap")))


class ComparedMatch:
    """A match that is played by the rules and by the oracle at once."""

    def __init__(self, seats, seed, **options):
        self.match = new_match(seats, seed=seed, **options)
        self.scores, self.rounds, self.dealer = (0,) * seats, 0, int(self.match.view(0).dealer)
        self.deal()

    def deal(self):
        """Begin a round in the oracle with the cards that were dealt."""
        match, options = self.match, self.match.view(0).options
        there = for_oracle(match)
        self.position = oracle.dealt(there.tableaux, there.stock, self.dealer)._replace(
            lock_caller=options.lock_caller, has_time_limit=options.ready_seconds > 0
        )
        self.memory = Memory(match.seats)

    def play(self, seat, action, at_ms):
        """Make one move and compare tables, legal moves and scores."""
        match, move = self.match, notation.write_action(action)
        assert match.apply(seat, action, at_ms) is None
        if move == "deal":
            self.dealer = (self.dealer + 1) % match.seats
            assert (seat, match.view(0).dealer) == (self.dealer, self.dealer)
            self.deal()
        else:
            self.memory.follow(self.position, seat, move)
            drawn = turned_up(self.position, for_oracle(match), seat, move)
            self.position = oracle.play(self.position, seat, move, drawn)
        there = for_oracle(match, total_at_call=self.position.total_at_call)
        assert there == self.position._replace(stock=tuple(sorted(self.position.stock)))
        if self.position.asks == "done":
            self.check_end_of_round()
        else:
            check_moves(match, self.position)

    def check_end_of_round(self):
        """Compare the scores, and at the end of the match the winners."""
        self.rounds += 1
        self.scores, is_over = oracle.add_round(self.scores, self.position.points, self.rounds)
        assert tuple(self.match.scores()) == self.scores
        assert self.match.is_over == is_over
        assert self.match.winners() == (oracle.winners(self.scores) if is_over else [])

    def check_knowledge(self):
        """Compare what every viewer knows, and count the pack."""
        cards = cards_on_table(self.match)
        assert len(cards) == len(set(cards)) == 52
        if self.match.state.phase < ROUND_OVER:
            check_offers(self.match, self.position)
            for viewer in self.memory.viewers:
                assert known(self.match, viewer) == self.memory.known(self.match, viewer)


@pytest.mark.parametrize(("seats", "call", "clock", "matches"), STYLES)
def test_the_rules_agree_with_the_oracle(seats, call, clock, matches):
    for number in range(matches):
        seed = 1000 * seats + number + int(100_000 * call)
        random = Random(seed)
        played = ComparedMatch(seats, seed, lock_caller=seats == 4, ready_seconds=30 * (number % 2 or seats == 3))
        for count in range(MOVES):
            if played.match.is_over:
                break
            played.play(*choose_move(played.match, random, call=call, clock=clock))
            if count < FULLY_CHECKED or count % KNOWLEDGE_EVERY == 0:
                played.check_knowledge()
