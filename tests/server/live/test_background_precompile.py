"""Compilation of rules, views and bots before they are needed."""

from __future__ import annotations

from typing import Any

import pytest

from dottable.bots.search.kernel_loader import search_kernels
from dottable.core.portable.portable_kernel import Kernel
from dottable.core.registry import find_game, installed_games
from dottable.server.live.background_precompile import precompile_bots, view_kernel_modules


def was_called(kernel: Any) -> bool:
    """Return whether a kernel knows the types of its arguments, so that it is compiled or can be."""
    return kernel.example is not None if isinstance(kernel, Kernel) else bool(kernel.signatures)


def test_precompile_bots_calls_all_kernels_of_the_levels():
    game = find_game("dots_72")
    precompile_bots(game)
    assert was_called(search_kernels(game).forget_at)
    assert was_called(search_kernels(game).simulate)


@pytest.mark.parametrize("slug", installed_games())
def test_kernels_of_views_are_found_in_every_game_that_has_them(slug):
    """They are looked up by name: a renamed file must not leave them out of modules and compiled games."""
    folder = find_game(slug).folder / "view"
    files = [path for path in folder.glob("*.py") if "\n@kernel\n" in path.read_text()]
    assert [module.__file__ for module in view_kernel_modules(find_game(slug))] == [str(path) for path in files]
