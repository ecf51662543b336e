"""Compilation of bots before they are needed."""

from __future__ import annotations

import pytest

from dottable.bots.search.kernel_loader import search_kernels
from dottable.core.primitives.rule import CALLS_ARE_INTERPRETED
from dottable.core.registry import find
from dottable.server.live.precompile import are_bots_compiled, precompile_bots


@pytest.mark.skipif(CALLS_ARE_INTERPRETED, reason="interpreted rules are never compiled")
def test_precompile_bots_compiles_all_kernels_of_the_levels():
    game = find("dots_72")
    precompile_bots(game)
    kernels = search_kernels(game)
    assert kernels.forget_at.signatures
    assert kernels.simulate.signatures
    assert are_bots_compiled(game)
