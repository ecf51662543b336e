"""The registry of bots."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget, as_choice
from dottable.bots.external.external_bot import ExternalBot
from dottable.bots.random_bot import RandomBot
from dottable.bots.registry import find_bot, read_bot_names
from dottable.bots.search.search_bot import SearchBot
from dottable.bots.seat_access import SeatAccess
from dottable.bots.selectable_bots import BOT_NAMES_HELP, BUILT_IN_BOTS, LEVEL_NAMES
from dottable.core.errors import DottableError
from dottable.core.matches.match import Match


@pytest.mark.parametrize("name", [*BUILT_IN_BOTS, "search:20", *LEVEL_NAMES])
def test_every_name_is_a_bot_that_plays(last_dot, name):
    match = Match(last_dot, seed=bytes(32))
    access = SeatAccess(match, match.to_act[0])
    choice = as_choice(find_bot(name, last_dot).choose(access, Budget(), bytes(32)))
    assert choice.action in access.legal()


def test_the_number_of_simulations_can_be_part_of_the_name(last_dot):
    bot = find_bot("search:123", last_dot)
    assert isinstance(bot, SearchBot)
    assert bot.config.simulations == 123
    assert isinstance(find_bot("random", last_dot), RandomBot)


@pytest.mark.parametrize("name", ["my.module:Bot", "bots/mine.py:Bot", "mine:Bot"])
def test_a_class_name_gives_an_external_bot(last_dot, name):
    assert isinstance(find_bot(name, last_dot), ExternalBot)


@pytest.mark.parametrize("name", ["", "grandmaster", "search:", "search:many", "random:3", "mine:", ":Bot", "a:b:c"])
def test_an_unknown_name_lists_the_available_ones(last_dot, name):
    with pytest.raises(DottableError) as refused:
        find_bot(name, last_dot)
    assert str(refused.value) == f"Unknown bot '{name}'. Available: {BOT_NAMES_HELP}."


def test_one_name_counts_for_all_seats():
    assert read_bot_names("greedy", 3) == ["greedy"] * 3
    assert read_bot_names("greedy, random", 2) == ["greedy", "random"]
    with pytest.raises(DottableError, match="Expected 1 or 3 bot names for 3 seats, not 2"):
        read_bot_names("greedy,random", 3)
