"""The sessions at one table, grouped by what they may see: one group per seat, and one for spectators."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from dottable.core.primitives.seats import SPECTATOR
from dottable.server.protocol.messages import (
    EventMessage,
    PresenceMessage,
    SnapshotMessage,
    Welcome,
    encode_server_message,
)
from dottable.table.events import Event, SeatFreed, SeatTaken
from dottable.table.table import Table
from dottable.table.viewers.event_messages import event_info, public_event
from dottable.table.viewers.seat_info import seat_infos
from dottable.table.viewers.snapshots import build_snapshot, shared_state, viewer_state

if TYPE_CHECKING:
    from dottable.server.live.session import Session

SEAT_CHANGE_EVENTS = (SeatTaken, SeatFreed)


log = logging.getLogger("dottable.server")


def close_to_catch_up(sessions: Iterable[Session]) -> None:
    """Close sessions that an event could not be sent to, after the answer to the command that caused it."""
    for session in sessions:
        session.host.loop.call_soon(session.close_to_catch_up)


class ViewerGroups:
    """Sends messages to groups of sessions. A message is built and encoded once per group."""

    __slots__ = ("_last_views", "_table", "by_viewer", "remote_spectators")

    def __init__(self, table: Table) -> None:
        self._table = table
        self.by_viewer: dict[int, list[Session]] = {}
        """Sessions by seat, or by SPECTATOR."""
        self.remote_spectators = 0
        """Spectators who are connected to other nodes."""
        self._last_views: dict[int, Any] = {}
        """View of the match after the last event, per group. Narration compares it with the next view."""

    @property
    def session_count(self) -> int:
        return sum(map(len, self.by_viewer.values()))

    def sessions(self) -> list[Session]:
        return [session for group in self.by_viewer.values() for session in group]

    def viewer_of(self, player: str | None) -> int:
        """Return the viewer that a player is: the number of their seat, or SPECTATOR."""
        seat = None if player is None else self._table.seating.seat_of(player)
        return SPECTATOR if seat is None else seat

    def make_room_for_spectator(self, limit: int, *, is_anonymous: bool) -> bool:
        """Return whether another spectator fits. A player with a token replaces the newest anonymous spectator."""
        spectators = self.by_viewer.get(SPECTATOR, [])
        open_count = sum(not session.ended.done() for session in spectators)
        if open_count + self.remote_spectators < limit:
            return True
        anonymous = [session for session in spectators if session.player_id is None and not session.ended.done()]
        if is_anonymous or not anonymous:
            return False
        anonymous[-1].close_for_limit()
        return True

    def add_session(self, session: Session) -> None:
        """Add a session to the group of its `viewer`."""
        self.by_viewer.setdefault(session.viewer, []).append(session)
        if session.viewer not in self._last_views and self._table.match is not None:
            self._last_views[session.viewer] = self._table.match.view(session.viewer)

    def remove_session(self, session: Session) -> bool:
        """Remove a session. Return False if it is in no group."""
        group = self.by_viewer.get(session.viewer, [])
        if session not in group:
            return False
        group.remove(session)
        if not group:
            del self.by_viewer[session.viewer]
            self._last_views.pop(session.viewer, None)
        return True

    def send_event(self, event: Event, now: int) -> None:
        """Send an event that the table has just applied to every session.

        Sessions whose seat has changed get a new welcome message and a snapshot instead.
        """
        if not self.by_viewer:
            return
        moved = self._move_to_new_groups() if isinstance(event, SEAT_CHANGE_EVENTS) else []
        public, match = public_event(self._table, event, now), self._table.match
        shared = shared_state(match, self._table.to_act) if match else None
        for viewer, sessions in list(self.by_viewer.items()):
            try:
                state = viewer_state(match, viewer, shared) if match else None
                text = encode_server_message(
                    EventMessage(event=event_info(public, viewer, self._last_views.get(viewer), state))
                )
            except Exception:
                log.exception("an event of table %s could not be shown to viewer %d", self._table.id, viewer)
                close_to_catch_up(sessions)
                continue
            self._last_views[viewer] = state.view if state else None
            for session in sessions:
                if session not in moved:
                    session.send_encoded(text)
        for session in moved:
            self.send_welcome(session)
            session.send_encoded(self.encode_snapshot(session.viewer, now))
        if moved:  # the number of spectators may have changed
            self.send_presence()

    def _move_to_new_groups(self) -> list[Session]:
        """Move sessions whose player changed seats to their new group, and return them."""
        moved = []
        for session in self.sessions():
            viewer = self.viewer_of(session.player_id)
            if viewer != session.viewer:
                self.remove_session(session)
                session.viewer = viewer
                self.add_session(session)
                moved.append(session)
        return moved

    def send_welcome(self, session: Session) -> None:
        seat = None if session.viewer == SPECTATOR else session.viewer
        session.send_encoded(encode_server_message(Welcome(table=self._table.id, seat=seat)))

    def send_presence(self) -> None:
        """Send the list of connected players to every session."""
        spectators = len(self.by_viewer.get(SPECTATOR, ())) + self.remote_spectators
        text = encode_server_message(PresenceMessage(seats=seat_infos(self._table), spectators=spectators))
        for session in self.sessions():
            session.send_encoded(text)

    def encode_snapshot(self, viewer: int, now: int) -> bytes:
        """Return an encoded snapshot message for a seat or SPECTATOR."""
        return encode_server_message(SnapshotMessage(table=build_snapshot(self._table, viewer, now)))
