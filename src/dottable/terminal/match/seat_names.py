"""Names of the players at a table, in the same form as in the web client."""

from __future__ import annotations

from collections.abc import Iterable

from dottable.core.views.narration import unique_names

BOARD_NAME_WIDTH = 14
"""Maximum length of a name on a board in characters; "Random bot 2" fits."""


def table_names(names: Iterable[str | None]) -> list[str]:
    """Return unique names of all seats; "Player 3" for a seat without a name."""
    return unique_names([name or f"Player {seat + 1}" for seat, name in enumerate(names)])


def shortened(name: str, width: int = BOARD_NAME_WIDTH) -> str:
    """Return a name, shortened to at most `width` characters."""
    return name if len(name) <= width else f"{name[: width - 1]}…"
