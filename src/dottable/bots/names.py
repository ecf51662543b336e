"""The names of our bots; light, so that menus and help texts need no more."""

from __future__ import annotations

OWN = ("random", "greedy", "search")
LEVELS = ("newcomer", "casual", "steady", "sharp", "master")
"""From the weakest to the strongest; what they do is in `levels.py`."""
USUAL_LEVEL = "steady"
CHOICES = (
    f"{', '.join((*OWN, 'search:SIMULATIONS', *LEVELS))}, or one of your own as module:Class or path/to/file.py:Class"
)
"""All that a person may write."""
