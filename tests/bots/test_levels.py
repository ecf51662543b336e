"""The five levels of every game."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget
from dottable.bots.levels import SEARCH_LEVELS, Level, LeveledBot, level_bot, levels_of
from dottable.bots.seat_access import SeatAccess
from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.core.errors import DottableError
from dottable.core.registry import find_game, installed_games
from tests.bots.positions import positions


@pytest.mark.parametrize("slug", list(installed_games()))
def test_every_game_has_five_levels_that_play_legally(slug):
    game = find_game(slug)
    assert tuple(levels_of(game)) == LEVEL_NAMES
    for name in LEVEL_NAMES:
        for match, seat in positions(slug, 2):
            choice = level_bot(name, game).choose(SeatAccess(match, seat), Budget(simulations=8), b"luck")
            assert choice.action in match.legal(seat)
            assert choice.after_ms >= 180


def test_a_master_has_unlimited_memory_and_no_noise():
    for slug in installed_games():
        master = levels_of(find_game(slug))["master"]
        assert (master.memory, master.noise) == (-1, 0.0)


def test_a_game_without_a_policy_has_search_levels(last_dot):
    assert last_dot.bot is None
    assert [levels_of(last_dot)[name].simulations for name in LEVEL_NAMES] == [
        SEARCH_LEVELS[name]["simulations"] for name in LEVEL_NAMES
    ]


def test_noise_sometimes_changes_the_choice():
    match, seat = next(iter(positions("dot_tiles", 1, seats=2)))
    access = SeatAccess(match, seat)

    def choices(noise: float) -> set[int]:
        bot = LeveledBot(Level(method="greedy", noise=noise))
        return {bot.choose(access, Budget(), bytes([k])) for k in range(20)}

    assert len(choices(1.0)) > len(choices(0.0))


def test_an_unknown_level_is_named_in_the_error(last_dot):
    with pytest.raises(DottableError, match=r"Unknown level 'genius'\. Available: newcomer, casual"):
        level_bot("genius", last_dot)
