"""Bots see no hidden information: they choose equally in all matches that their seat cannot tell apart."""

from __future__ import annotations

import msgspec
import pytest

from dottable.bots.bot import Budget, as_choice
from dottable.bots.greedy import GreedyBot
from dottable.bots.levels import LeveledBot, levels_of
from dottable.bots.random_bot import RandomBot
from dottable.bots.search.search_bot import SearchBot, SearchConfig
from dottable.bots.seat_access import SeatAccess
from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.bots.timing.timed_bot import REACTION_MODELS, TimedBot
from dottable.core.matches.seeded_series import seed_from
from dottable.core.primitives.chance import seeded_generator
from dottable.core.registry import find_game, installed_games
from tests.bots.positions import positions
from tests.sizes import sized

POSITIONS, TWINS = sized((8, 3), (300, 20), (300, 50))
SIMULATIONS = sized(40, 12)
"""Simulations per move in this test: what a bot can see does not depend on their number."""


def bots(game):
    yield RandomBot()
    yield GreedyBot()
    yield SearchBot(SearchConfig(simulations=SIMULATIONS))
    for name in LEVEL_NAMES:
        level = levels_of(game)[name]
        level = msgspec.structs.replace(level, simulations=min(SIMULATIONS, level.simulations))
        yield TimedBot(LeveledBot(level), REACTION_MODELS[name])


@pytest.mark.parametrize("slug", list(installed_games()))
def test_every_bot_chooses_equally_in_all_matches_that_its_seat_cannot_tell_apart(slug):
    g = seeded_generator(seed_from("twins"))
    contestants = list(bots(find_game(slug)))
    for match, seat in positions(slug, POSITIONS):
        twins = [match.determinize(seat, g) for _ in range(TWINS)]
        for bot in contestants:
            choice = as_choice(bot.choose(SeatAccess(match, seat), Budget(), b"luck"))
            assert choice.action in match.legal(seat)
            assert {as_choice(bot.choose(SeatAccess(twin, seat), Budget(), b"luck")) for twin in twins} == {choice}


@pytest.mark.parametrize("slug", list(installed_games()))
def test_a_seat_access_keeps_nothing_of_the_true_match(slug):
    g = seeded_generator(seed_from("nothing"))
    for match, seat in positions(slug, 8):
        kept, twin = SeatAccess(match, seat)._sample, SeatAccess(match.determinize(seat, g), seat)._sample
        assert kept.state_bytes == twin.state_bytes
        assert (kept.seed, kept.salt, kept.moves) == (bytes(32), bytes(16), [])
