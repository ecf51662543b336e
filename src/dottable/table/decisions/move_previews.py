"""Previews: what a move would do, for the player who considers it. Nothing changes and nothing is stored."""

from __future__ import annotations

from typing import Any, NamedTuple

from dottable.table.decisions.command_handling import check_can_move
from dottable.table.decisions.command_results import Rejected
from dottable.table.table import Table

NO_PREVIEW = Rejected("no_preview", "There is no preview of this move.")


class PreviewResult(NamedTuple):
    """The preview of a move, in the game's own type."""

    preview: Any


def preview_move(table: Table, player: str, action: int, now: int) -> PreviewResult | Rejected:
    """Return a preview of a legal move from the player's own seat."""
    checked = check_can_move(table, player, action)
    if isinstance(checked, Rejected):
        return checked
    seat, match = checked
    refused = match.refusal(seat, action, max(table.match_ms(now), match.now_ms))
    if refused:
        return Rejected("rules", refused.sentence, refused.code)
    found = match.preview(seat, action)
    return NO_PREVIEW if found is None else PreviewResult(found)
