"""No bot can peek: it chooses the same in every match that its seat cannot tell from the true one."""

from __future__ import annotations

import os

import msgspec
import pytest

from dottable.bots.bot import Budget, as_choice
from dottable.bots.chair import Chair, generator_of
from dottable.bots.greedy import Greedy
from dottable.bots.levels import Levelled, levels_of
from dottable.bots.names import LEVELS
from dottable.bots.random_bot import RandomBot
from dottable.bots.real_time import REFLEXES, Timed
from dottable.bots.search import Manner, Search
from dottable.core.registry import find, games
from dottable.core.series import seed_from
from tests.bots.positions import positions

FULL = os.environ.get("DOTTABLE_FULL") == "1"
POSITIONS, TWINS = (300, 50) if FULL else (16, 3)
FEW = 12 if FULL else 40
"""Simulations of a level in this test: what it can see does not depend on how long it thinks."""


def bots(game):
    yield RandomBot()
    yield Greedy()
    yield Search(Manner(simulations=FEW))
    for name in LEVELS:
        level = levels_of(game)[name]
        level = msgspec.structs.replace(level, simulations=min(FEW, level.simulations))
        yield Timed(Levelled(level), REFLEXES[name])


@pytest.mark.parametrize("slug", list(games()))
def test_every_bot_chooses_the_same_in_all_matches_its_seat_cannot_tell_apart(slug):
    g = generator_of(seed_from("twins"))
    contestants = list(bots(find(slug)))
    for match, seat in positions(slug, POSITIONS):
        twins = [match.imagine(seat, g) for _ in range(TWINS)]
        for bot in contestants:
            choice = as_choice(bot.choose(Chair(match, seat), Budget(), b"luck"))
            assert choice.action in match.legal(seat)
            assert {as_choice(bot.choose(Chair(twin, seat), Budget(), b"luck")) for twin in twins} == {choice}


@pytest.mark.parametrize("slug", list(games()))
def test_a_chair_keeps_nothing_of_the_true_match(slug):
    g = generator_of(seed_from("nothing"))
    for match, seat in positions(slug, 8):
        kept, twin = Chair(match, seat)._dream, Chair(match.imagine(seat, g), seat)._dream
        assert kept.state_bytes == twin.state_bytes
        assert (kept.seed, kept.salt, kept.moves) == (bytes(32), bytes(16), [])
