"""Removes the name and the messages of a deleted player from the events of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dottable.table.events import ChatSent, Event, ReactionSent, SeatTaken, decode, encode

if TYPE_CHECKING:
    from dottable.table.table import Table

DELETED_NAME = "Deleted player"
DELETED_TEXT = "(deleted)"


def anonymous_event(event: Event, player: str) -> Event:
    """Return an event without the name and the words of a player. The rules and the result stay the same."""
    if isinstance(event, ChatSent) and event.player == player:
        return replace(event, name=DELETED_NAME, text=DELETED_TEXT)
    if isinstance(event, SeatTaken | ReactionSent) and event.player == player:
        return replace(event, name=DELETED_NAME)
    return event


def anonymous_bodies(bodies: Sequence[bytes], player: str) -> dict[int, bytes]:
    """Return the changed bodies of stored events, by number."""
    changed = {}
    for n, body in enumerate(bodies):
        event = decode(body)
        anonymous = anonymous_event(event, player)
        if anonymous != event:
            changed[n] = encode(anonymous)
    return changed


def anonymise_in_memory(table: Table, player: str) -> None:
    """Replace the name of a deleted player at a loaded table, in its seats and its chat."""
    for _, seated, holder in table.seating.seated_players():
        if seated == player:
            holder.name = DELETED_NAME
    for k, (version, said) in enumerate(table.chat):
        event = anonymous_event(said, player)
        if isinstance(event, ChatSent):
            table.chat[k] = (version, event)
