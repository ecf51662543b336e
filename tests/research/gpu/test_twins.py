"""Every rule has a twin for CUDA made of the very same code."""

from __future__ import annotations

from types import ModuleType

import pytest

from dottable.core.kernels import load_kernels
from dottable.core.registry import find, games
from dottable.research.gpu.kernels import SOURCE, kernel_functions
from dottable.research.gpu.twins import Twins, is_rule

KERNELS = {"count", "reset", "started", "legal", "random", "step", "observe", "outcome", "play"}


@pytest.mark.parametrize("slug", games())
def test_every_kernel_of_every_game_calls_only_twins(slug: str) -> None:
    functions = kernel_functions(find(slug))
    assert set(functions) == KERNELS
    left = list(functions["play"].__globals__.values())
    seen: set[int] = set()
    rules = 0
    while left:
        thing = left.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        assert not is_rule(thing), f"{thing} is still the CPU's"
        if hasattr(thing, "py_func"):
            rules += 1
            left += thing.py_func.__globals__.values()
        elif isinstance(thing, ModuleType) and thing.__name__.startswith("dottable"):
            left += vars(thing).values()
    assert rules > 60


def test_a_twin_has_the_code_of_its_rule_and_keeps_its_wish_for_inlining() -> None:
    rules = find("dot_tiles").rules
    twins = Twins()
    twin = twins.of(rules.play)
    assert twin is not rules.play
    assert twin is twins.of(rules.play)
    assert twin.py_func.__code__ is rules.play.py_func.__code__  # type: ignore[attr-defined]
    assert twin.targetoptions["forceinline"] is True
    assert twins.of(find("dots_52").rules.play).targetoptions["forceinline"] is False


def test_numbers_and_tables_are_shared_with_the_cpu() -> None:
    game = find("dot_tiles")
    copy = Twins().namespace(vars(load_kernels(game, SOURCE)))
    assert copy["ACTIONS"] == game.state.ACTIONS.size
    placement = copy["RULES"].lay_tile.py_func.__globals__
    from dottable.games.dot_tiles import pieces

    assert placement["NARROWING"] is pieces.NARROWING
