"""Adds sessions to a live table and removes them, through the same queue as its commands."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from dottable.server.live.missed_event_messages import missed_event_messages

if TYPE_CHECKING:
    from dottable.server.live.live_table import LiveTable
    from dottable.server.live.session import Session

log = logging.getLogger("dottable.server")


class SessionLifecycle:
    """Adds sessions to the viewers of one table and removes them."""

    __slots__ = ("_live",)

    def __init__(self, live: LiveTable) -> None:
        self._live = live

    def queue_join(self, session: Session, since: int | None) -> None:
        """Queue the entry of a session. It gets the events after version `since`, or a snapshot."""
        self._live.enqueue_job(partial(self._join, session, since))

    def _join(self, session: Session, since: int | None) -> None:
        if session.is_gone:
            return
        viewers = self._live.viewers
        session.viewer = viewers.viewer_of(session.player_id)
        viewers.send_welcome(session)
        if since:
            self._live.run_async(self._rejoin_with_missed_events(session, since))
        else:
            self._complete_join(session, None)

    async def _rejoin_with_missed_events(self, session: Session, since: int) -> None:
        """Send a returning session the events after version `since`, or a snapshot. Add it to the viewers."""
        live = self._live
        if live.link is not None and since > live.table.version:  # seen at another node
            await live.catch_up()
        try:
            missed = await missed_event_messages(live.host.store, live.host.replays, live.table, session.viewer, since)
        except Exception:
            log.exception("events of table %s after version %d could not be shown again", live.table.id, since)
            missed = None
        self._complete_join(session, missed)

    def _complete_join(self, session: Session, missed: list[bytes] | None) -> None:
        live = self._live
        try:
            messages = [live.encode_snapshot(session.viewer)] if missed is None else missed
        except Exception:
            log.exception("table %s could not be shown to viewer %d", live.table.id, session.viewer)
            session.close_to_catch_up()
            return
        for text in messages:
            session.send_encoded(text)
        live.viewers.add_session(session)
        if session.player_id is not None:
            live.table.add_connection(session.player_id)
        self._send_presence()

    def queue_leave(self, session: Session) -> None:
        """Queue the exit of a session."""
        self._live.enqueue_job(partial(self._leave, session))

    def _leave(self, session: Session) -> None:
        live = self._live
        if not live.viewers.remove_session(session):
            return
        live.idle_since = live.host.clock_ms()
        if session.player_id is not None:
            live.table.remove_connection(session.player_id, live.idle_since)
        self._send_presence()

    def _send_presence(self) -> None:
        """Tell all sessions of this table, on all nodes, which players are connected."""
        self._live.viewers.send_presence()
        if self._live.link is not None:
            self._live.link.report_presence()
