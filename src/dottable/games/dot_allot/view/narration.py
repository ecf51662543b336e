"""Actions in words, and descriptions of moves as messages for the templates."""

from __future__ import annotations

from functools import lru_cache

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import (
    Narration,
    NarrationMessage,
    NarrationRenderer,
    join_with_and,
    message,
    name_for,
)
from dottable.games.dot_allot.deck.card_grids import Grid
from dottable.games.dot_allot.pieces import COLOUR_NAMES, EMPTY_CELL
from dottable.games.dot_allot.state import (
    DEAL,
    card_of_placement,
    face_of_placement,
    quarter_turns_of_placement,
    row_offset_of_placement,
)
from dottable.games.dot_allot.view.card_words import card_message
from dottable.games.dot_allot.view.narration_templates import CARD_TEMPLATES
from dottable.games.dot_allot.view.seat_view import (
    ROUND_OVER_PHASE,
    AllotRoundResult,
    LaidCard,
    Side,
    View,
    sides_of,
)

TURN_WORDS = ("not turned", "turned right", "upside down", "turned left")
"""Words for 0 to 3 quarter turns to the right."""


def describe_action(view: View, action: int) -> str:
    """Return an action in words, for the seat that may choose it."""
    if action == DEAL:
        return f"Deal round {view.round + 1}"
    return f"Lay {placement_text(view, action)}"


def placement_text(view: View, action: int) -> str:
    """Return a placement as its player sees it: "a red card, turned left, over 2 of your rows"."""
    card, quarters = int(card_of_placement(action)) + 1, int(quarter_turns_of_placement(action))
    own, other = sides_of(view, view.seat)
    face = next((held.face for held in own.hand or () if held.number == card), None)
    if is_seen_mirrored(view):
        quarters = -quarters % 4
    ways = ["flipped"] if face_of_placement(action) else []
    ways += [TURN_WORDS[quarters]] if quarters else []
    first = int(row_offset_of_placement(action)) + 1
    size = face or view.track
    last = first + (len(size[0]) if quarters % 2 else len(size)) - 1
    rows = rows_text(own.rows, other.rows, first, last, name_for(view.seat, other.seat))
    return ", ".join(part for part in (card_text(face) if face else "a card", join_with_and(ways), rows) if part)


@lru_cache(1024)
def card_text(face: Grid) -> str:
    """Return what a card looks like: "a yellow and blue card"."""
    return NarrationRenderer(CARD_TEMPLATES, SPECTATOR).message_text(card_message(face))


def rows_text(own: tuple[int, ...], other: tuple[int, ...], first: int, last: int, name: str) -> str:
    """Return how many rows of both sides a card covers that lies on the rows `first` to `last`."""
    mine, theirs = (sum(first <= row <= last for row in rows) for rows in (own, other))
    if mine == len(own) and theirs == len(other):
        return "over all rows"
    parts = [f"{theirs} of {name}'s rows"] if theirs else []
    if mine:
        parts.append(f"{mine} of yours" if theirs else f"{mine} of your rows")
    return f"over {join_with_and(parts)}" if parts else "over nobody's rows"


def is_seen_mirrored(view: View) -> bool:
    """Return whether the viewer's rows are above the grey row. On a screen they are shown at the bottom, mirrored."""
    return any(side.seat == view.seat and side.rows[0] < view.grey_row for side in view.sides)


def narrate(before: View, seat: int, action: int, after: View) -> Narration:
    """Return a description of a move as messages, derived only from the viewer's own two views."""
    if action == DEAL:
        dealt = message("dealt", seat=seat, round=after.round)
        joining = [side.seat for side in after.sides if side.seat in before.queue]
        return (dealt, *(message("joined", seat=other) for other in joining))
    newest = after.placements[-1]
    shares = [share for side in after.sides for share in dots_given_messages(before, newest, side)]
    laid = message("laid", seat=seat, card=card_message(newest.face), shares=shares or [message("no_share")])
    return (laid,) if after.result is None else (laid, *result_messages(after, after.result))


def dots_given_messages(before: View, newest: LaidCard, side: Side) -> Narration:
    """Return what the newest card gives to a side in its first column, the only one that stays.

    If it gives nothing, say how many dots of the side it covers there; without any, return no message.
    """
    first_column = {newest.row + n: cells[0] for n, cells in enumerate(newest.face)}
    rows = [row for row in side.rows if row in first_column]
    letters = [first_column[row] for row in rows]
    dots = [
        message(f"dots.{colour}", count=letters.count(colour[0])) for colour in COLOUR_NAMES if colour[0] in letters
    ]
    if dots:
        return (message("share", seat=side.seat, dots=dots),)
    covered = sum(before.visible[row - 1][newest.column - 1] != EMPTY_CELL for row in rows)
    return (message("covered", seat=side.seat, count=covered),) if covered else ()


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
