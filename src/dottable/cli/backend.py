"""Which commands run rules from portable modules, so that nobody waits for a compiler."""

from __future__ import annotations

import os
import sys

COMMANDS_THAT_COMPILE = ("bench", "check", "deck", "report", "simulate", "tournament")
"""Commands that play very many matches: they run compiled where Numba is installed."""


def choose_backend(command: str) -> None:
    """Choose how rules run in this process and in its children, unless the environment has chosen already.

    It has no effect once rules are loaded.
    """
    if command not in COMMANDS_THAT_COMPILE and "dottable.core.primitives.rule" not in sys.modules:
        os.environ.setdefault("DOTTABLE_RULES", "portable")
