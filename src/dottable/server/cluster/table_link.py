"""A table's connection to the other nodes: ownership, events and presence over the bus, forwarding, takeover.

The owner decides commands, stores their events and publishes them. Every other node with clients at the table keeps a
replica, which applies these events in order. The bus may lose messages; missing events are read from the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from dottable.bots.bot import Choice
from dottable.server.cluster.bus_messages import (
    EventsStored,
    PresenceReport,
    Pulse,
    TableMessage,
    decode_table_message,
    encode_message,
    table_subject,
)
from dottable.server.cluster.command_forwarding import CommandForwarder
from dottable.server.cluster.message_bus import BusError, SendReply, Subscription
from dottable.server.cluster.remote_presence import RemotePresence, presence_report
from dottable.store import FencingToken, StoreError
from dottable.store.postgres.table_ownership import STALE_S
from dottable.table.commands import AnyCommand, MakeMove
from dottable.table.seats.planned_bot_moves import BotRequest

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.live.command_request import CommandRequest, ReplyCallback
    from dottable.server.live.live_table import LiveTable
    from dottable.table.events import Event

log = logging.getLogger("dottable.server")

APPLY_TIMEOUT_S = 0.2
"""Time in seconds to wait for the events of an acknowledged command, before they are read from the store."""


class TableLink:
    """The connection of one table to the other nodes. `attach` must be called once the table is loaded."""

    live: LiveTable

    def __init__(self, node: ClusterNode, table_id: str) -> None:
        self.node = node
        self.table_id = table_id
        self._event_subject = f"{table_subject(table_id)}.events"
        self.owner = ""
        """Incarnation of the owner; empty if it is not known."""
        self.epoch = 0
        self.is_owner = False
        self.token = FencingToken(node.incarnation, 0)
        self.heard_s = monotonic()
        """Time (`monotonic`, in seconds) of the owner's last message."""
        self.spoke_s = 0.0
        """Time (`monotonic`, in seconds) at which this node last sent an event or a pulse as the owner."""
        self.presence = RemotePresence()
        self._is_attached = False
        self._is_closed = False
        self._early: list[TableMessage] = []
        self._presence_subscription: Subscription | None = None
        self._event_subscription: Subscription | None = None
        self._waiting: list[tuple[int, Callable[[], None]]] = []
        """Callbacks of `when_applied`, each with the version that it waits for."""
        self._finding: asyncio.Task[None] | None = None
        self._forwarder = CommandForwarder(self)

    # Life

    async def subscribe_to_presence(self) -> None:
        """Subscribe to the presence reports of other nodes."""
        subject = f"{table_subject(self.table_id)}.presence"
        self._presence_subscription = await self.node.bus.subscribe(subject, self._on_message)

    async def subscribe_to_owner(self) -> None:
        """Subscribe to the events of the table that its owner publishes."""
        if self._event_subscription is None:
            self._event_subscription = await self.node.bus.subscribe(self._event_subject, self._on_message)

    def attach_live_table(self, live: LiveTable) -> None:
        """Connect the loaded table, and apply the messages received meanwhile."""
        self.live = live
        self._is_attached = True
        early, self._early = self._early, []
        for message in early:
            self._handle_message(message)

    def close(self) -> None:
        """End all subscriptions to messages about the table."""
        self._is_closed = True
        for subscription in (self._presence_subscription, self._event_subscription):
            if subscription is not None:
                subscription.close()

    async def release_ownership(self) -> None:
        """Give up the ownership of the table, so that any node may take it over."""
        try:
            await self.node.ownership.release_table(self.table_id, self.node.incarnation)
        except StoreError as error:
            log.info("table %s could not be released: %s", self.table_id, error)

    @property
    def can_act(self) -> bool:
        """Whether this node runs the table's clocks and bots: it is the owner and its heartbeat is recent."""
        return self.is_owner and self.node.has_lease

    # Messages of other nodes

    def _on_message(self, payload: bytes, _reply: SendReply) -> None:
        message = decode_table_message(payload)
        if message.node == self.node.incarnation or self._is_closed:
            return
        if self._is_attached:
            self._handle_message(message)
        else:
            self._early.append(message)

    def _handle_message(self, message: TableMessage) -> None:
        if isinstance(message, PresenceReport):
            self.live.enqueue_job(partial(self._merge_presence, message))
            return
        if message.epoch < self.epoch or self.is_owner:
            return  # an outdated owner; what it stored before is read from the store
        self.owner, self.epoch, self.heard_s = message.node, message.epoch, monotonic()
        if isinstance(message, EventsStored):
            self.live.enqueue_job(partial(self._apply_events, message))
        else:
            self.live.enqueue_job(partial(self._follow_pulse, message))

    def _apply_events(self, message: EventsStored) -> None:
        known = self.live.table.version - message.first
        if self.is_owner or known >= len(message.bodies):
            return
        if known < 0:
            self.live.run_async(self.live.catch_up())
        else:
            self.live.apply_event_bodies(message.bodies[known:])

    def _follow_pulse(self, pulse: Pulse) -> None:
        table = self.live.table
        if self.is_owner:
            return
        table.clock.synchronise(self.node.host.clock_ms(), pulse.clock_ms)
        if pulse.asks_presence:
            self.report_presence()
        if table.version < pulse.version:
            self.live.run_async(self.live.catch_up())

    def _merge_presence(self, report: PresenceReport) -> None:
        live, now = self.live, self.node.host.clock_ms()
        if self.presence.apply_report(report, live.table, live.viewers, now):
            live.idle_since = now
            live.viewers.send_presence()
        if report.asks_others:
            self.report_presence()
            self.send_pulse()

    def forget_node(self, incarnation: str) -> None:
        """Count the players and spectators who were connected to a lost node as disconnected."""
        if incarnation in self.presence.nodes_with_clients:
            self.live.enqueue_job(partial(self._merge_presence, PresenceReport(incarnation, {}, 0)))

    # Messages to other nodes

    def publish_events(self, bodies: list[bytes]) -> None:
        """Send stored events to all replicas. Call it before they are applied here."""
        self._publish_message(EventsStored(self.node.incarnation, self.epoch, self.live.table.version, bodies))

    def send_pulse(self, *, asks_presence: bool = False) -> None:
        """Send the version and the clock of the table to all replicas, if this node is the owner."""
        if self.is_owner:
            table = self.live.table
            clock_ms = table.clock.table_time(self.node.host.clock_ms())
            self._publish_message(Pulse(self.node.incarnation, self.epoch, table.version, clock_ms, asks_presence))

    def _publish_message(self, message: EventsStored | Pulse) -> None:
        self.spoke_s = monotonic()
        self.node.bus.publish(self._event_subject, encode_message(message))

    def report_presence(self, *, asks_others: bool = False) -> None:
        """Tell the other nodes which players and spectators are connected here."""
        report = presence_report(
            self.node.incarnation, self.live.table, self.live.viewers, self.node.bus_ms, asks_others=asks_others
        )
        self.node.bus.publish(f"{table_subject(self.table_id)}.presence", encode_message(report))

    # Commands at a replica

    def forward_command(
        self, player: str, command: AnyCommand, reply: ReplyCallback, *, opens_rematch: bool = False
    ) -> None:
        """Send a player's command to the node that owns the table."""
        self._forwarder.forward_command(player, command, reply, opens_rematch=opens_rematch)

    def when_applied(self, version: int, callback: Callable[[], None]) -> None:
        """Call `callback` when the replica has reached a version, so that the client gets the event before the
        answer."""
        if self.live.table.version >= version:
            callback()
            return
        self._waiting.append((version, callback))
        self.node.host.loop.call_later(APPLY_TIMEOUT_S, self._catch_up_to, version)

    def _catch_up_to(self, version: int) -> None:
        if self.live.table.version < version and not self._is_closed:
            self.read_new_events()

    def on_applied(self, events: Sequence[Event]) -> None:
        """Tell the senders of forwarded commands whose events were just applied that these are stored.

        Then run the callbacks of `when_applied`.
        """
        self._forwarder.on_applied(events)
        if self._waiting:
            version = self.live.table.version
            ready = [callback for needed, callback in self._waiting if needed <= version]
            self._waiting = [one for one in self._waiting if one[0] > version]
            for callback in ready:
                callback()

    def read_new_events(self) -> None:
        """Read the events of the table that are new in the store, and apply them."""
        self.live.enqueue_job(lambda: self.live.run_async(self._read_new_events()))

    async def _read_new_events(self) -> None:
        try:
            await self.live.catch_up()
        except StoreError as error:
            log.warning("table %s could not be refreshed: %s", self.table_id, error)

    # Changes of the owner

    async def find_owner(self, stale_s: float = STALE_S) -> None:
        """Read the owner of the table from the store. Take the table over if the owner's heartbeat is older than
        `stale_s`."""
        if self._finding is None or self._finding.done():
            self._finding = asyncio.create_task(self._find_owner(stale_s))
        await asyncio.wait((self._finding,))

    async def _find_owner(self, stale_s: float) -> None:
        try:
            found = await self.node.ownership.owner_of_table(self.table_id)
            if found is None or self.is_owner or self._is_closed:
                return
            if found.incarnation == self.node.incarnation:
                await self.become_owner(found.epoch)
            elif found.is_alive(stale_s):
                self.owner, self.epoch = found.incarnation or "", found.epoch
            elif self.node.may_own_tables:
                await self.take_over(stale_s)
        except StoreError as error:
            log.info("the owner of table %s could not be found: %s", self.table_id, error)

    async def take_over(self, stale_s: float = STALE_S) -> bool:
        """Become the owner unless a running node is. Return whether that succeeded."""
        epoch = await self.node.ownership.take_over(self.table_id, self.node.incarnation, stale_s)
        if epoch is None:
            return False
        self.node.host.metrics.counters["takeovers"] += 1
        return await self.become_owner(epoch)

    async def become_owner(self, epoch: int) -> bool:
        """Act as the owner, with the epoch that the store has granted. Return whether that succeeded."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.live.enqueue_job(lambda: self.live.run_async(self._become_owner(epoch, done)))
        return await done

    async def _become_owner(self, epoch: int, done: asyncio.Future[bool]) -> None:
        try:
            if epoch > self.epoch or not self.is_owner:
                await self.live.catch_up()
                self.owner, self.epoch, self.is_owner = self.node.incarnation, epoch, True
                self.token = FencingToken(self.node.incarnation, epoch)
                self._stop_following()
                self.send_pulse(asks_presence=True)
                self.node.host.search_rows.queue_update(self.live)
            done.set_result(True)
        except StoreError as error:
            log.warning("table %s could not be taken over: %s", self.table_id, error)
        finally:
            if not done.done():
                done.set_result(False)

    def _stop_following(self) -> None:
        if self._event_subscription is not None:
            self._event_subscription.close()
            self._event_subscription = None

    def become_replica(self, owner: str = "", epoch: int | None = None) -> None:
        """Become a replica. Claims that await a decision are forwarded to the new owner."""
        if not self.is_owner:
            return
        self.is_owner = False
        self.owner, self.epoch = owner, self.epoch if epoch is None else epoch
        table, live = self.live.table, self.live
        live.cancel_timer()
        table.plans.by_seat.clear()
        claims = list(table.claims.values())
        table.claims.clear()
        for claim in claims:
            for reply in live.held_replies.pop_callbacks(claim.asker or "", claim.client_id):
                self.forward_command(claim.asker or "", MakeMove(action=claim.action, client_id=claim.client_id), reply)

    async def on_fenced(self, request: CommandRequest | None) -> None:
        """Become a replica because the store refused an append, and forward the command. Only for
        `LiveTable.run_async`."""
        self.node.host.metrics.counters["fenced_writes"] += 1
        log.info("table %s has another owner now", self.table_id)
        self.become_replica()
        try:
            await self.follow_store()
        finally:
            if request is not None:
                self.live.requeue_command(request)

    async def follow_store(self) -> None:
        """Subscribe to the new owner's events and read those it has stored. Only for `LiveTable.run_async`."""
        try:
            await self.subscribe_to_owner()
            await self.live.catch_up()
            found = await self.node.ownership.owner_of_table(self.table_id)
            if found is not None and not self.is_owner:
                self.owner, self.epoch = found.incarnation or "", found.epoch
        except (StoreError, BusError) as error:
            log.warning("the new owner of table %s cannot be followed yet: %s", self.table_id, error)
        self.report_presence(asks_others=True)

    def become_first_owner(self) -> None:
        """Make this node the first owner of a table that is about to be stored."""
        self.owner, self.epoch, self.is_owner = self.node.incarnation, 1, True
        self.token = FencingToken(self.node.incarnation, 1)

    def become_replica_and_catch_up(self) -> None:
        """Become or stay a replica, and read the owner and the new events from the store."""
        self.become_replica()
        self.live.enqueue_job(lambda: self.live.run_async(self.follow_store()))

    async def hand_over(self, to: str) -> bool:
        """Make another node the owner, between two commands. Return whether that succeeded."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.live.enqueue_job(lambda: self.live.run_async(self._hand_over(to, done)))
        return await done

    async def _hand_over(self, to: str, done: asyncio.Future[bool]) -> None:
        try:
            await self.subscribe_to_owner()
            epoch = await self.node.ownership.transfer_table(self.table_id, self.node.incarnation, self.epoch, to)
            if epoch is not None:
                self.become_replica(to, epoch)
                self.node.send_handover(self.table_id, to, epoch)
            done.set_result(epoch is not None)
        except (StoreError, BusError) as error:
            log.warning("table %s could not be handed over: %s", self.table_id, error)
        finally:
            if not done.done():
                done.set_result(False)

    # Bots

    async def choice_from_bot_node(self, request: BotRequest) -> Choice | None:
        """Return a bot's choice, computed by another node; None if this node has to compute it."""
        return await self.node.bots.ask_other_node(self.table_id, self.live.table.version, request)
