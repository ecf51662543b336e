"""The bots that a user may select by name. Imports nothing, so that menus and help texts load fast."""

from __future__ import annotations

BUILT_IN_BOTS = ("random", "greedy", "search")
LEVEL_NAMES = ("newcomer", "casual", "steady", "sharp", "master")
"""Levels from the weakest to the strongest; `levels.py` defines them."""
DEFAULT_LEVEL = "steady"
BOT_NAMES = ", ".join((*BUILT_IN_BOTS, "search:SIMULATIONS", *LEVEL_NAMES))
BOT_NAMES_HELP = f"{BOT_NAMES}, or one of your own as module:Class or path/to/file.py:Class"
"""Help text: all forms in which a user may write the name of a bot."""
