"""Compilation of bots before they are needed."""

from __future__ import annotations

from typing import Any

from dottable.bots.search.kernel_loader import search_kernels
from dottable.core.portable.portable_kernel import Kernel
from dottable.core.registry import find
from dottable.server.live.precompile import precompile_bots


def was_called(kernel: Any) -> bool:
    """Return whether a kernel knows the types of its arguments, so that it is compiled or can be."""
    return kernel.example is not None if isinstance(kernel, Kernel) else bool(kernel.signatures)


def test_precompile_bots_calls_all_kernels_of_the_levels():
    game = find("dots_72")
    precompile_bots(game)
    assert was_called(search_kernels(game).forget_at)
    assert was_called(search_kernels(game).simulate)
