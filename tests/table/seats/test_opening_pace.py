"""How long bots take: under five seconds for five opening tiles, and the countdown before a race."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Choice
from dottable.core.matches.match import Match
from dottable.core.registry import find_game
from dottable.table.seats.planned_bot_moves import START_COUNTDOWN_MS, bot_delay_ms

OPENING_TILES = 5
THINKING_MS = 1900
"""Longest time that a bot of a level wants to wait before an ordinary move."""


@pytest.mark.parametrize("seats", [2, 4])
def test_bots_lay_their_opening_tiles_in_five_seconds(seats: int) -> None:
    match = Match(find_game("dot_tiles"), seats=seats, seed=bytes(32))
    waited_ms = dict.fromkeys(range(seats), 0)
    for _ in range(OPENING_TILES * seats):
        seat = match.to_act[0]
        action = match.legal(seat)[0]
        waited_ms[seat] += bot_delay_ms(match, seat, Choice(action, THINKING_MS), "natural", is_race=False)
        match.apply(seat, action)
    assert max(waited_ms.values()) < 5000


def test_a_bot_thinks_its_own_time_before_an_ordinary_move() -> None:
    match = Match(find_game("dot_tiles"), seats=2, seed=bytes(32))
    while len(match.moves) < OPENING_TILES * 2:
        match.apply(match.to_act[0], match.legal(match.to_act[0])[0])
    seat = match.to_act[0]
    while match.moves[-1].seat == seat:
        match.apply(seat, match.legal(seat)[0])
        seat = match.to_act[0]
    plan = Choice(match.legal(seat)[0], THINKING_MS)
    assert bot_delay_ms(match, seat, plan, "natural", is_race=False) == THINKING_MS


def test_bots_wait_for_the_countdown_before_a_race() -> None:
    match = Match(find_game("dobble_connect"), seats=2, seed=bytes(32))
    plan = Choice(match.legal(0)[0], THINKING_MS)
    assert bot_delay_ms(match, 0, plan, "natural", is_race=True) == START_COUNTDOWN_MS + THINKING_MS
    match.apply(0, plan.action)
    assert bot_delay_ms(match, 1, Choice(match.legal(1)[0], THINKING_MS), "natural", is_race=True) == THINKING_MS
