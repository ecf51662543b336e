"""A live table: serialises, stores, applies and broadcasts its commands.

Every change takes the same path: decide, append to the store, apply, broadcast, acknowledge. At most one append per
table is in progress; everything else waits in the inbox. Nothing is visible before the store has committed it.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from dottable.server.live.bot_requests import BotRequests
from dottable.server.live.command_request import (
    SERVER_FAULT,
    SERVER_RESTARTING,
    STORE_FAILED,
    TABLE_BUSY,
    CommandRequest,
    ReplyCallback,
    refused_message,
)
from dottable.server.live.held_claim_replies import HeldClaimReplies
from dottable.server.live.session_lifecycle import SessionLifecycle
from dottable.server.live.viewer_groups import ViewerGroups, close_to_catch_up
from dottable.server.protocol.messages import Ack
from dottable.store import AppendConflict, AppendFenced, StoreError
from dottable.table.commands import AnyCommand
from dottable.table.decisions.command_results import Accepted, DuplicateCommand, HeldClaim, Rejected
from dottable.table.events import Ended, Event, Moved, SeatFreed, SeatTaken, Started, decode_event, encode_event
from dottable.table.table import Table

if TYPE_CHECKING:
    from dottable.server.cluster.table_link import TableLink
    from dottable.server.live.table_host import TableHost

log = logging.getLogger("dottable.server")

InboxJob = Callable[[], None]

INDEXED_EVENTS = frozenset((SeatTaken, SeatFreed, Started, Ended))
"""Types of events that change the table's row in the search index."""
MAX_INBOX_JOBS = 1000
"""Maximum number of jobs in the inbox of a table. Above it, commands are refused."""
MAX_CONFLICT_ATTEMPTS = 3
"""Maximum number of attempts for one command, in case other processes store events first."""
MAX_FORWARD_AGE_S = 1.2
"""Age in seconds from which a command is not forwarded any more but refused."""
MIN_TIMER_MS = 1
RETRY_AFTER_FAULT_MS = 1000
"""Pause in milliseconds before due actions are tried again after a failure."""


class LiveTable:
    """A table in this process: queues commands, stores their events, then applies and broadcasts them."""

    __slots__ = (
        "_bots",
        "_idle",
        "_inbox",
        "_is_busy",
        "_retry_at",
        "_timer",
        "address_hash",
        "held_replies",
        "host",
        "idle_since",
        "link",
        "sessions",
        "stored_bytes",
        "table",
        "viewers",
    )

    def __init__(
        self,
        table: Table,
        host: TableHost,
        address_hash: str | None = None,
        stored_bytes: int = 0,
        link: TableLink | None = None,
    ) -> None:
        self.table = table
        self.host = host
        self.link = link
        """Connects the table with its replicas on other nodes; None if this server is the only one."""
        self.address_hash = address_hash
        """Keyed hash of the address that opened the table."""
        self.stored_bytes = stored_bytes
        """Bytes of all events."""
        self.viewers = ViewerGroups(table)
        self.idle_since = host.clock_ms()
        self._inbox: deque[InboxJob] = deque()
        self._is_busy = False
        """Whether a store operation is in flight."""
        self._idle: asyncio.Future[None] | None = None
        """Future that is resolved when the table has nothing left to do; None unless `wait_for_inbox` waits."""
        self._timer: asyncio.TimerHandle | None = None
        self._retry_at = 0
        self.held_replies = HeldClaimReplies()
        self.sessions = SessionLifecycle(self)
        self._bots = BotRequests(self)

    # Inbox

    def submit_command(self, player: str, command: AnyCommand, reply: ReplyCallback) -> None:
        """Queue a player's command. `reply` is called when it is stored or refused."""
        if self.host.is_closing or len(self._inbox) >= MAX_INBOX_JOBS:
            reply(refused_message(command.client_id, SERVER_RESTARTING if self.host.is_closing else TABLE_BUSY))
            return
        request = CommandRequest(player, command, reply, self.host.clock_ms(), perf_counter())
        self._inbox.append(partial(self._execute_command, request))
        self.advance()

    def enqueue_job(self, job: InboxJob) -> None:
        """Queue a job. It runs as soon as no store operation is in progress."""
        self._inbox.append(job)
        self.advance()

    def advance(self) -> None:
        """Run queued jobs, then due actions, until a store operation is in progress or nothing is left."""
        while not self._is_busy:
            try:
                if self._inbox:
                    self._inbox.popleft()()
                    continue
                now = self.host.clock_ms()
                due_at = self.table.next_due_at(now) if self.can_act else None
                if due_at is not None and due_at < self._retry_at:
                    due_at = self._retry_at
                if due_at is None or due_at > now or not self._perform_due_actions(now):
                    self._schedule_next(due_at)
                    return
            except Exception:
                log.exception("table %s failed", self.table.id)
                if not self._inbox:
                    self._pause_after_fault()
                    return

    def _pause_after_fault(self) -> None:
        """Schedule another attempt after a pause, so that a permanent fault does not block the event loop."""
        self._retry_at = self.host.clock_ms() + RETRY_AFTER_FAULT_MS
        self._report_idle()
        self.cancel_timer()
        if not self.host.is_closing:
            self._timer = self.host.loop.call_later(RETRY_AFTER_FAULT_MS / 1000, self.advance)

    def _report_idle(self) -> None:
        """Resume the caller of `wait_for_inbox` when no job is left."""
        if self._idle is not None:
            self._idle.set_result(None)
            self._idle = None

    def _schedule_next(self, due_at: int | None) -> None:
        """Set the timer for the next due action, and ask bots for their moves."""
        if self._idle is not None:
            self._report_idle()
        if self.host.is_closing:
            return
        if self._timer is not None:
            self.cancel_timer()
        if not self.can_act:
            return
        if due_at is not None:
            wait_ms = max(MIN_TIMER_MS, due_at - self.host.clock_ms())
            self._timer = self.host.loop.call_later(wait_ms / 1000, self.advance)
        self._bots.ask_all()

    def run_async(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine while all other jobs wait."""
        self._is_busy = True
        self.host.start_task(self._run_then_advance(coroutine))

    async def _run_then_advance(self, coroutine: Coroutine[Any, Any, None]) -> None:
        try:
            await coroutine
        except Exception:
            log.exception("table %s failed", self.table.id)
            self._retry_at = self.host.clock_ms() + RETRY_AFTER_FAULT_MS
        finally:
            self._is_busy = False
        self.advance()

    @property
    def is_owner(self) -> bool:
        """Whether this server owns the table. Otherwise it keeps a replica."""
        return self.link is None or self.link.is_owner

    @property
    def can_act(self) -> bool:
        """Whether the clocks, bots and race decisions of the table run on this server."""
        return self.link is None or self.link.can_act

    @property
    def is_idle(self) -> bool:
        return not self._is_busy and not self._bots.in_flight

    async def wait_for_inbox(self) -> None:
        """Return when no store operation is in progress and the inbox is empty."""
        if self._is_busy:
            self._idle = self._idle or self.host.loop.create_future()
            await self._idle

    def start_timers_and_bots(self) -> None:
        """Start timers and bots of a table that was opened or restored."""
        self._schedule_next(self.table.next_due_at(self.host.clock_ms()))

    def cancel_timer(self) -> None:
        """Cancel the timer for the next due action."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def queue_end(self, cause: str) -> None:
        """Queue the end of the table without a result. `cause` is the server's reason."""
        self.enqueue_job(partial(self._store_end, cause))

    def _store_end(self, cause: str) -> None:
        if self.can_act and not self.table.is_over:
            ended = Ended(**self.table.event_fields(self.host.clock_ms()), reason="aborted", cause=cause)
            self._append_events([ended], None)

    def queue_refresh(self) -> None:
        """Queue a job that reads and applies the events that another process has stored."""
        self.enqueue_job(lambda: self.run_async(self._resolve_conflict(None)))

    # The path of a command: decide, append, apply, broadcast, acknowledge

    def _execute_command(self, request: CommandRequest) -> None:
        """Decide a command and store its events. If it has none, answer at once. A replica forwards the command."""
        if self.link is not None and not self.link.is_owner:
            if perf_counter() - request.started_s > MAX_FORWARD_AGE_S:
                self._send_refusal(request, TABLE_BUSY)
            else:
                self.link.forward_command(request.player, request.command, request.reply)
            return
        try:
            answer = self.table.decide(request.player, request.command, request.arrived_at)
            if isinstance(answer, Accepted):
                self._append_events(answer.events, request)
                return
        except Exception:
            log.exception("a command failed at table %s", self.table.id)
            answer = SERVER_FAULT
        if isinstance(answer, HeldClaim):
            self.table.hold_claim(answer.claim)
            self.held_replies.add_callback(request.player, request.command.client_id, request.reply)
        elif isinstance(answer, DuplicateCommand):
            self._send_ack(request, answer.version)
        else:
            self._send_refusal(request, answer)

    def _perform_due_actions(self, now: int) -> bool:
        """Start the next due action. Return False if there is none."""
        due = self.table.due_actions(now)
        for player, client_id, rejected in due.rejected_claims:
            self.held_replies.send_answer(player, client_id, refused_message(client_id, rejected))
        if due.events:
            self._append_events(due.events, None)
        return not due.is_empty

    def _append_events(self, events: list[Event], request: CommandRequest | None) -> None:
        """Append events to the store. `_on_stored` continues after the commit. Due actions have no request."""
        bodies = [encode_event(event) for event in events]
        self.stored_bytes += sum(map(len, bodies))
        callback = partial(self._on_stored, events, bodies, request)
        token = None if self.link is None else self.link.token
        self._is_busy = True
        try:
            self.host.store.append_with_callback(self.table.id, self.table.version, bodies, callback, token)
        except StoreError as error:
            self.host.loop.call_soon(callback, error)

    def _on_stored(
        self, events: list[Event], bodies: list[bytes], request: CommandRequest | None, error: Exception | None
    ) -> None:
        """Apply and acknowledge stored events, or handle a failed append."""
        self._is_busy = False
        if error is None:
            self._retry_at = 0
            if self.link is not None:
                self.link.publish_events(bodies)
            try:
                self._apply_and_broadcast(events)
            except Exception:
                log.exception("a command failed at table %s", self.table.id)
                if request is not None:
                    self._send_refusal(request, SERVER_FAULT)
            else:
                if request is not None:
                    self._send_ack(request, self.table.version)
        elif isinstance(error, AppendConflict):
            self.run_async(self._resolve_conflict(request))
        elif isinstance(error, AppendFenced) and self.link is not None:
            self.run_async(self.link.on_fenced(request))
        else:
            self._on_store_error(request, error)
        self.advance()

    def _on_store_error(self, request: CommandRequest | None, error: Exception) -> None:
        """Retry a command once, then refuse it. Due actions are retried after a pause."""
        if request is not None and request.failures == 0:
            self.requeue_command(request)
            return
        log.error("table %s could not be saved: %s", self.table.id, error)
        if request is not None:
            self._send_refusal(request, STORE_FAILED)
        else:
            self._retry_at = self.host.clock_ms() + RETRY_AFTER_FAULT_MS

    async def _resolve_conflict(self, request: CommandRequest | None) -> None:
        """Apply the events that another process stored first, then decide the command again."""
        self.host.metrics.counters["conflicts"] += 1
        try:
            await self.catch_up()
        except StoreError as error:
            self._on_store_error(request, error)
            return
        if request is None:
            return
        if request.failures + 1 < MAX_CONFLICT_ATTEMPTS:
            self.requeue_command(request)
        else:
            self._send_refusal(request, TABLE_BUSY)

    async def catch_up(self) -> None:
        """Apply the events that other processes have stored. Call it only in a coroutine of `run_async`."""
        bodies = await self.host.store.read_events(self.table.id, self.table.version)
        if bodies and self.link is not None and self.link.is_owner:
            self.link.publish_events(bodies)
        self.apply_event_bodies(bodies)

    def apply_event_bodies(self, bodies: Sequence[bytes]) -> None:
        """Decode stored events and apply them."""
        if bodies:
            self.stored_bytes += sum(map(len, bodies))
            self._apply_and_broadcast([decode_event(body) for body in bodies])

    def requeue_command(self, request: CommandRequest) -> None:
        """Put a command back at the front of the inbox."""
        self._inbox.appendleft(partial(self._execute_command, request._replace(failures=request.failures + 1)))

    def _apply_and_broadcast(self, events: list[Event]) -> None:
        """Apply stored events to the table and broadcast them."""
        now = self.host.clock_ms()
        for event in events:
            self.table.apply_event(event)
            try:
                self.viewers.send_event(event, now)
            except Exception:  # the event is already stored and applied, so a failed broadcast must not undo it
                log.exception("version %d of table %s could not be broadcast", self.table.version, self.table.id)
                close_to_catch_up(self.viewers.sessions())
            if self.held_replies.by_claim and isinstance(event, Moved) and event.asker is not None:
                ack = Ack(client_id=event.client_id, version=self.table.version)
                self.held_replies.send_answer(event.asker, event.client_id, ack)
        if self.held_replies.by_claim:
            self.held_replies.refuse_overtaken(self.table.claims.values())
        kinds = [type(event) for event in events]
        if self.link is not None:
            self.link.on_applied(events)
        if self.is_owner:
            self.host.metrics.counters["events"] += len(events)
            self.host.metrics.counters["moves"] += kinds.count(Moved)
        if not INDEXED_EVENTS.isdisjoint(kinds):
            self.host.search_rows.queue_update(self)

    def _send_ack(self, request: CommandRequest, version: int) -> None:
        request.reply(Ack(client_id=request.command.client_id, version=version))
        self.host.metrics.ack_s.add(perf_counter() - request.started_s)

    def _send_refusal(self, request: CommandRequest, rejected: Rejected) -> None:
        self.host.metrics.counters["refused_commands"] += 1
        request.reply(refused_message(request.command.client_id, rejected))

    # Sessions

    def encode_snapshot(self, viewer: int) -> bytes:
        return self.viewers.encode_snapshot(viewer, self.host.clock_ms())
