"""What a move would lead to, for the player who thinks about it: nothing changes and nothing is kept."""

from __future__ import annotations

from typing import Any, NamedTuple

from dottable.core.refusals import NO_SUCH_ACTION, SENTENCES
from dottable.table.answers import Refusal
from dottable.table.deciding import ENDED, NOT_LIVE
from dottable.table.seating import NOT_SEATED
from dottable.table.table import Table

NO_PREVIEW = Refusal("no_preview", "There is no preview of that.")


class Foreseen(NamedTuple):
    """A preview in a type of the game's own."""

    preview: Any


def preview(table: Table, player: str, action: int, now: int) -> Foreseen | Refusal:
    """A legal move of the player's seat looked at from that seat, or why not."""
    seat, match = table.seating.seat_of(player), table.match
    if seat is None:
        return NOT_SEATED
    if table.is_over:
        return ENDED
    if match is None:
        return NOT_LIVE
    if not 0 <= action < table.game.state.ACTIONS.size:
        return Refusal("rules", SENTENCES[NO_SUCH_ACTION], NO_SUCH_ACTION)
    refused = match.refusal(seat, action, max(table.match_ms(now), match.now_ms))
    if refused:
        return Refusal("rules", refused.sentence, refused.code)
    found = match.preview(seat, action)
    return NO_PREVIEW if found is None else Foreseen(found)
