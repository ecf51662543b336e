"""Five levels for every game, from its policy or from thought alone."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget
from dottable.bots.chair import Chair
from dottable.bots.levels import UNADVISED, Level, Levelled, level_bot, levels_of
from dottable.bots.names import LEVELS
from dottable.core.errors import DottableError
from dottable.core.registry import find, games
from tests.bots.positions import positions


@pytest.mark.parametrize("slug", list(games()))
def test_every_game_has_five_levels_that_play_legally(slug):
    game = find(slug)
    assert tuple(levels_of(game)) == LEVELS
    for name in LEVELS:
        for match, seat in positions(slug, 2):
            choice = level_bot(name, game).choose(Chair(match, seat), Budget(simulations=8), b"luck")
            assert choice.action in match.legal(seat)
            assert choice.after_ms >= 180


def test_a_master_forgets_nothing_and_makes_no_noise():
    for slug in games():
        master = levels_of(find(slug))["master"]
        assert (master.memory, master.noise) == (-1, 0.0)


def test_a_game_without_advice_has_levels_too(last_dot):
    assert last_dot.policy is None
    assert [levels_of(last_dot)[name].simulations for name in LEVELS] == [
        UNADVISED[name]["simulations"] for name in LEVELS
    ]


def test_noise_makes_another_choice_now_and_then():
    match, seat = next(iter(positions("dot_tiles", 1, seats=2)))
    chair = Chair(match, seat)

    def choices(noise: float) -> set[int]:
        bot = Levelled(Level(thinks="greedy", noise=noise))
        return {bot.choose(chair, Budget(), bytes([k])) for k in range(20)}

    assert len(choices(1.0)) > len(choices(0.0))


def test_an_unknown_level_is_named(last_dot):
    with pytest.raises(DottableError, match="no level 'genius'; there are newcomer, casual"):
        level_bot("genius", last_dot)
