"""Chooses how a command runs the rules: compiled by Numba, or from prebuilt WebAssembly modules.

Prebuilt (portable) modules start at once; compiling takes seconds to minutes.
"""

from __future__ import annotations

import os
import sys

COMMANDS_THAT_COMPILE = ("bench", "check", "deck", "report", "simulate", "tournament")
"""Commands that play very many matches. They use compiled rules if Numba is installed."""


def choose_backend(command: str) -> None:
    """Set how rules run in this process and its child processes, unless the environment has already set it.

    This has no effect after rules have been loaded.
    """
    if command not in COMMANDS_THAT_COMPILE and "dottable.core.primitives.rule" not in sys.modules:
        os.environ.setdefault("DOTTABLE_RULES", "portable")
