"""Actions in words, and descriptions of moves as messages for the templates."""

from __future__ import annotations

from functools import cache

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import Narration, NarrationMessage, NarrationRenderer, message
from dottable.games.dot_allot.pieces import COLOUR_NAMES
from dottable.games.dot_allot.state import (
    DEAL,
    card_of_placement,
    face_of_placement,
    quarter_turns_of_placement,
    row_offset_of_placement,
)
from dottable.games.dot_allot.view.narration_templates import PLACEMENT_TEMPLATES
from dottable.games.dot_allot.view.seat_view import ROUND_OVER_PHASE, AllotRoundResult, Side, View


def describe_action(view: View, action: int) -> str:
    """Return an action in words, for the seat that may choose it."""
    if action == DEAL:
        return f"Deal round {view.round + 1}"
    return f"Lay {placement_text(action)}"


@cache
def placement_text(action: int) -> str:
    """Return a placement in words. Cached, because a seat has dozens of placements out of a few thousand."""
    return NarrationRenderer(PLACEMENT_TEMPLATES, SPECTATOR).text(placement_message(action))


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return a description of a move as messages, derived only from the viewer's own two views."""
    if action == DEAL:
        dealt = message("dealt", seat=seat, round=after.round, column=after.start_column)
        joining = [side.seat for side in after.sides if side.seat in before.queue]
        return (dealt, *(message("joined", seat=other) for other in joining))
    card = int(card_of_placement(action)) + 1
    laid = message("laid", seat=seat, card=card, shares=[share_message(after, side) for side in after.sides])
    return (laid,) if after.result is None else (laid, *result_messages(after, after.result))


def share_message(view: View, side: Side) -> NarrationMessage:
    """Return a message with the dots that the newest card gives to a side, all in the first column of the card."""
    newest = view.placements[-1]
    first_column = {newest.row + n: cells[0] for n, cells in enumerate(newest.face)}
    letters = [first_column[row] for row in side.rows if row in first_column]
    dots = [
        message(f"dots.{colour}", count=letters.count(colour[0])) for colour in COLOUR_NAMES if colour[0] in letters
    ]
    return message("share", seat=side.seat, dots=dots) if dots else message("no_share", seat=side.seat)


def placement_message(action: int) -> NarrationMessage:
    """Return a placement as a message, such as "card 7 reversed, upside down, its top row on row 3"."""
    offset = int(row_offset_of_placement(action))
    row = message("on_row", row=offset + 1) if offset >= 0 else message("above_track", rows=-offset)
    turn = message(f"turn_{90 * int(quarter_turns_of_placement(action))}")
    code = "placement_reversed" if face_of_placement(action) else "placement"
    return message(code, card=int(card_of_placement(action)) + 1, turn=turn, row=row)


def result_messages(view: View, result: AllotRoundResult) -> Narration:
    """Return messages that say how a round ended, and which seat goes to the queue (A13, A15, A19)."""
    messages = [winner_message(view, result)]
    if result.bonus is not None:
        messages.append(message("bonus", seat=result.bonus))
    if result.leaves is not None and view.phase == ROUND_OVER_PHASE:
        messages.append(message("queued", seat=result.leaves))
    return tuple(messages)


def winner_message(view: View, result: AllotRoundResult) -> NarrationMessage:
    """Return a message with the winner of a round and the points of both sides, or the points of a tie."""
    high, low = max(result.points), min(result.points)
    if high == low:
        return message("round_tied", round=view.round, points=high)
    winner = view.sides[result.points.index(high)].seat
    return message("round_won", round=view.round, winner=winner, high=high, low=low)


def is_public(action: int) -> bool:
    """Return True, because every action of this game is visible to all players."""
    return True
