"""Bots by name."""

from __future__ import annotations

import pytest

from dottable.bots.bot import Budget, as_choice
from dottable.bots.chair import Chair
from dottable.bots.external import ExternalBot
from dottable.bots.names import CHOICES, LEVELS, OWN
from dottable.bots.random_bot import RandomBot
from dottable.bots.registry import find_bot, read_names
from dottable.core.errors import DottableError
from dottable.core.match import Match


@pytest.mark.parametrize("name", [*OWN, "search:20", *LEVELS])
def test_every_name_is_a_bot_that_plays(last_dot, name):
    match = Match(last_dot, seed=bytes(32))
    chair = Chair(match, match.to_act[0])
    choice = as_choice(find_bot(name, last_dot).choose(chair, Budget(), bytes(32)))
    assert choice.action in chair.legal()


def test_a_search_can_be_given_its_simulations(last_dot):
    assert find_bot("search:123", last_dot).manner.simulations == 123
    assert isinstance(find_bot("random", last_dot), RandomBot)


@pytest.mark.parametrize("name", ["my.module:Bot", "bots/mine.py:Bot", "mine:Bot"])
def test_a_class_of_your_own_runs_outside(last_dot, name):
    assert isinstance(find_bot(name, last_dot), ExternalBot)


@pytest.mark.parametrize("name", ["", "grandmaster", "search:", "search:many", "random:3", "mine:", ":Bot", "a:b:c"])
def test_any_other_name_is_refused_with_what_there_is(last_dot, name):
    with pytest.raises(DottableError) as refused:
        find_bot(name, last_dot)
    assert str(refused.value) == f"There is no bot '{name}'; there is: {CHOICES}."


def test_names_are_for_all_seats_or_for_each():
    assert read_names("greedy", 3) == ["greedy"] * 3
    assert read_names("greedy, random", 2) == ["greedy", "random"]
    with pytest.raises(DottableError, match="one bot for all or one for each of the 3 seats, not 2"):
        read_names("greedy,random", 3)
