"""Removes the name and the messages of a deleted player from the events of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dottable.table.events import ChatSent, Event, ReactionSent, SeatTaken, decode_event, encode_event

if TYPE_CHECKING:
    from dottable.table.table import Table

DELETED_NAME = "Deleted player"
DELETED_TEXT = "(deleted)"
DELETED_ID = "deleted"
"""Placeholder that replaces the id of a deleted player who had left the match. No real player has this id."""


def anonymous_event(event: Event, player: str) -> Event:
    """Return a copy of an event without the name and chat text of a deleted player; the event itself if not theirs."""
    if isinstance(event, ChatSent) and event.player == player:
        return replace(event, name=DELETED_NAME, text=DELETED_TEXT)
    if isinstance(event, SeatTaken) and event.left == player:
        return replace(event, name=DELETED_NAME, left=DELETED_ID)
    if isinstance(event, SeatTaken) and event.player == player:
        return replace(event, name=DELETED_NAME)
    if isinstance(event, ReactionSent) and event.player == player:
        return replace(event, name=DELETED_NAME)
    return event


def anonymous_bodies(bodies: Sequence[bytes], player: str) -> dict[int, bytes]:
    """Remove a deleted player from a table's stored events (JSON bytes). Return the changed events by number."""
    changed = {}
    for n, body in enumerate(bodies):
        event = decode_event(body)
        anonymous = anonymous_event(event, player)
        if anonymous != event:
            changed[n] = encode_event(anonymous)
    return changed


def anonymise_in_memory(table: Table, player: str) -> None:
    """Replace a deleted player's name in the seats and the chat of a table that is in memory."""
    for _, holder in table.seating.taken_seats():
        if player in (holder.player, holder.left):
            holder.name = DELETED_NAME
            holder.left = DELETED_ID if holder.left else None
    for k, (version, message) in enumerate(table.chat):
        event = anonymous_event(message, player)
        if isinstance(event, ChatSent | ReactionSent):
            table.chat[k] = (version, event)
