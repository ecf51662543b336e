"""What the server compiles before anybody waits for it."""

from __future__ import annotations

import pytest

from dottable.bots.chair import SOURCE
from dottable.core.kernels import load_kernels
from dottable.core.registry import find
from dottable.core.rule import INTERPRETED
from dottable.server.warming import are_bots_compiled, warm_bots


@pytest.mark.skipif(INTERPRETED, reason="interpreted rules are never compiled")
def test_warm_bots_have_compiled_what_levels_think_with_and_how_they_forget():
    game = find("dots_72")
    warm_bots(game)
    kernels = load_kernels(game, SOURCE)
    assert kernels.forget_most.signatures
    assert kernels.try_candidates.signatures
    assert are_bots_compiled(game)
