"""Perft: counts the action sequences of a given length by the rules.

Every card that a draw may turn up counts separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np

from dottable.core.matches.match import Match
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.seats import CLOCK
from dottable.games.dots_52.state import ROUND_OVER
from tests.games.dots_52.positions import GAME

BUFFER = rule_array(np.zeros(GAME.state.ACTIONS.size, np.int32))


def count_by_engine(match: Match, depth: int) -> Counter[tuple[int, ...]]:
    """Return the number of sequences of `depth` moves, by the points of the round; () while it is not over."""
    return count_states(match._states, depth)


def count_states(states: Array, depth: int) -> Counter[tuple[int, ...]]:
    s = states[0]
    is_done = int(s.phase) >= ROUND_OVER
    if depth == 0:
        return Counter({tuple(s.points.tolist()[: int(s.seats)]) if is_done else (): 1})
    found: Counter[tuple[int, ...]] = Counter()
    if not is_done:
        for seat in (*range(int(s.seats)), CLOCK):
            for action in legal(states, seat):
                for after in outcomes(states, seat, action):
                    found.update(count_states(after, depth - 1))
    return found


def legal(states: Array, seat: int) -> list[int]:
    count = GAME.kernels.legal_at(rule_array(states), 0, seat, BUFFER)
    return [int(BUFFER[k]) for k in range(count)]


def applied(states: Array, seat: int, action: int) -> Array:
    after = states.copy()
    at_ms = max(int(GAME.kernels.deadline_at(rule_array(states), 0)), 0)
    assert GAME.kernels.apply(rule_array(after), 0, seat, action, at_ms, BUFFER) == 0
    return after


def drawable(states: Array) -> list[int]:
    """Return the cards of the stock, or the cards that would become the stock."""
    s = states[0]
    return s.stock.tolist()[: int(s.stock_left)] or s.pile.tolist()[: max(0, int(s.pile_left) - 1)]


def outcomes(states: Array, seat: int, action: int) -> Iterator[Array]:
    """Yield the state after a move, once for each card that it may turn up from the stock."""
    after = applied(states, seat, action)
    cards = drawable(states)
    rebuilt = after[0].rebuilds != states[0].rebuilds
    if after[0].stock_left == states[0].stock_left and not rebuilt:
        yield after
        return
    for card in sorted(set(cards)):
        rest = list(cards)
        rest.remove(card)
        yield with_rest(applied(with_one_kind(states, card), seat, action), rest)


def with_one_kind(states: Array, card: int) -> Array:
    """Return a copy of the state in which every card that can be drawn is `card`."""
    forced = states.copy()
    s = forced[0]
    places, count = (s.stock, s.stock_left) if s.stock_left else (s.pile, s.pile_left - 1)
    places[: int(count)] = card
    return forced


def with_rest(states: Array, rest: list[int]) -> Array:
    states[0].stock[: len(rest)] = rest
    return states
