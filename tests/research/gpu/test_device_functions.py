"""Every rule has a CUDA device function with the same code object."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.registry import find_game, installed_games
from dottable.research.gpu.device_functions import DeviceFunctions, is_cpu_compiled_rule
from dottable.research.gpu.kernel_loader import KERNELS_FILE, kernel_functions

KERNEL_NAMES = {"count_starts", "reset", "add_started", "legal", "random_actions", "step", "observe", "outcome", "play"}


@pytest.mark.parametrize("slug", installed_games())
def test_every_kernel_calls_only_device_functions(slug: str) -> None:
    functions = kernel_functions(find_game(slug))
    assert set(functions) == KERNEL_NAMES
    left = used_globals(functions["play"])
    seen: set[int] = set()
    while left:
        thing = left.pop()
        assert not is_cpu_compiled_rule(thing), f"{thing} is still compiled for the CPU"
        if hasattr(thing, "py_func") and id(thing) not in seen:
            seen.add(id(thing))
            left += used_globals(thing.py_func)
    assert len(seen) > 20


def used_globals(function: Any) -> list[Any]:
    """Return the globals that a function names, and the attributes it may take from its global modules."""
    names = function.__code__.co_names
    values = [function.__globals__[name] for name in names if name in function.__globals__]
    modules = [value for value in values if isinstance(value, ModuleType)]
    return values + [vars(module)[name] for module in modules for name in names if name in vars(module)]


def test_a_device_function_has_the_code_and_the_inlining_of_its_rule() -> None:
    rules = find_game("dot_tiles").rules
    functions = DeviceFunctions()
    converted = functions.to_device(rules.play)
    assert converted is not rules.play
    assert converted is functions.to_device(rules.play)
    assert converted.py_func.__code__ is rules.play.py_func.__code__  # type: ignore[attr-defined]
    assert converted.targetoptions["forceinline"] is True
    assert functions.to_device(find_game("dots_52").rules.play).targetoptions["forceinline"] is False


def test_constants_and_tables_are_shared_with_the_cpu() -> None:
    game = find_game("dot_tiles")
    copy = DeviceFunctions().convert_namespace(vars(load_kernels(game, KERNELS_FILE)))
    assert copy["ACTION_COUNT"] == game.state.ACTIONS.size
    play = copy["RULES"].play.py_func.__globals__
    placement = play["place_tile"].py_func.__globals__
    from dottable.games.dot_tiles import pieces

    assert placement["OPEN_GROUPS_AFTER_PLACING"] is pieces.OPEN_GROUPS_AFTER_PLACING
