"""This server as a node of a cluster: its heartbeat, its tables, and the messages of other nodes."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from time import monotonic
from typing import TYPE_CHECKING, Any

from dottable.server.cluster.bus_messages import (
    NODES_SUBJECT,
    Announcement,
    CommandAnswer,
    ForwardedCommand,
    TableHandover,
    command_subject,
    control_subject,
    decode_announcement,
    decode_command,
    decode_handover,
    encode_message,
    ping_subject,
)
from dottable.server.cluster.cluster_limits import ClusterLimits
from dottable.server.cluster.draining import dismiss_clients, hand_over_tables
from dottable.server.cluster.heartbeat import Heartbeat
from dottable.server.cluster.message_bus import Bus, BusError, SendReply
from dottable.server.cluster.peers import Peers
from dottable.server.cluster.remote_bots import RemoteBots
from dottable.server.cluster.remote_presence import UNKNOWN_ROUND_TRIP_MS
from dottable.server.cluster.table_adoption import TableAdoption
from dottable.server.cluster.table_link import TableLink
from dottable.server.cluster.table_placement import TablePlacement
from dottable.server.protocol.messages import Ack, FromServer, RefusedMessage
from dottable.store import StoreError
from dottable.store.postgres.table_ownership import HEARTBEAT_S, NodeRole, NodeRow, Ownership
from dottable.table.commands import Rematch

if TYPE_CHECKING:
    from dottable.server.cluster.player_cache_updates import PlayerUpdates
    from dottable.server.live.command_request import ReplyCallback
    from dottable.server.live.live_table import LiveTable
    from dottable.server.live.table_host import TableHost

log = logging.getLogger("dottable.server")

BUS_TIMEOUT_S = 1.5
"""Time in seconds without an answer over the bus after which the bus counts as lost."""
MAX_OUTAGE_S = 2.0
"""Time in seconds without database or bus after which clients are sent to another node that has database and bus."""
INCARNATION_BYTES = 6


class ClusterNode:
    """This node: tracks the other nodes, loads tables as owner or replica, and executes forwarded commands."""

    def __init__(
        self,
        host: TableHost,
        bus: Bus,
        ownership: Ownership,
        limits: ClusterLimits,
        *,
        name: str,
        role: NodeRole,
        address: str,
        prefix: str,
    ) -> None:
        self.host = host
        self.bus = bus
        self.ownership = ownership
        self.limits = limits
        self.role: NodeRole = role
        self.incarnation = secrets.token_hex(INCARNATION_BYTES)
        self.peers = Peers()
        self.bots = RemoteBots(self)
        self.player_updates: PlayerUpdates | None = None
        self.is_draining = False
        self.is_cut_off = False
        """Whether other nodes are better off, so that clients should connect to them."""
        self.on_drain_requested: Callable[[], None] = lambda: None
        """Called when the operator asks this node to drain."""
        self._row = NodeRow(self.incarnation, name, role, address, prefix)
        self._latency_s = 0.0
        self._bus_answered_s = monotonic()
        self._bus_lost_s: float | None = None
        self.heartbeat = Heartbeat(ownership, self._present_row)
        self.adoption = TableAdoption(self)
        self._placement = TablePlacement(self)
        self._tasks: list[asyncio.Task[None]] = []
        host.metrics.gauges["known_nodes"] = lambda: len(self.peers.running_peers())
        host.metrics.gauges["owned_tables"] = lambda: len(self.owned_links())

    # State

    @property
    def has_lease(self) -> bool:
        """Whether this node's heartbeat is recent, so that it may act as the owner of its tables."""
        return self.heartbeat.has_lease

    @property
    def has_bus(self) -> bool:
        """Whether the message bus answered this node recently."""
        return monotonic() - self._bus_answered_s < BUS_TIMEOUT_S

    @property
    def may_own_tables(self) -> bool:
        """Whether this node may take over tables: its role allows it, heartbeat and bus work, and it does not drain."""
        return self.role != "bots" and self.has_lease and self.has_bus and not self.is_draining

    @property
    def bus_ms(self) -> int:
        """Latest round-trip time over the bus in ms."""
        return round(1000 * self._latency_s)

    @property
    def reason_to_reconnect(self) -> str | None:
        """Sentence that says why clients should connect to another node; None if all is well."""
        if self.is_draining:
            return "This node is draining."
        if not self.has_lease:
            return "This node cannot renew its heartbeat in the database."
        return None if self.has_bus else "This node cannot reach the bus."

    @property
    def is_leader(self) -> bool:
        """Whether this node runs the jobs that only one node of the cluster may run, such as pruning."""
        alive = [row.incarnation for row in self.heartbeat.nodes if row.is_alive and row.role != "bots"]
        return self.incarnation == min(alive, default=self.incarnation)

    def table_links(self) -> list[TableLink]:
        """Return the `TableLink` of every table in memory."""
        return [live.link for live in self.host.live.values() if live.link is not None]

    def owned_links(self) -> list[TableLink]:
        """Return the `TableLink` of every table that this node owns."""
        return [link for link in self.table_links() if link.is_owner]

    def _present_row(self) -> NodeRow:
        """Return the present row of this node for the database."""
        return self._row._replace(
            has_bus=self.has_bus, bus_latency_ms=1000 * self._latency_s, is_draining=self.is_draining
        )

    # Start and stop

    async def start(self) -> None:
        """Join the cluster. Raise DottableError if the bus or the database cannot be used."""
        await self.bus.start()
        await self.heartbeat.start()
        self._bus_answered_s = monotonic()
        self.heartbeat.on_regained = self._on_lease_regained
        self.heartbeat.on_renewed = self._on_heartbeat
        await self.bus.subscribe(NODES_SUBJECT, self._on_announcement)
        await self.bus.subscribe(ping_subject(self.incarnation), lambda _payload, reply: reply(b""))
        await self.bus.subscribe(command_subject(self.incarnation), self._on_command)
        await self.bus.subscribe(control_subject(self.incarnation), self._on_handover)
        await self.bots.start()
        if self.player_updates is not None:
            await self.player_updates.start()
        cleaning = self.limits.clean_periodically(lambda: self.is_leader)
        for work in (self.heartbeat.run(), self._watch_bus(), self.adoption.run(), self._placement.run(), cleaning):
            self._start_task(work)

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        self._tasks.append(asyncio.create_task(work))

    async def drain(self) -> None:
        """Hand all tables over to other nodes, then ask all clients to reconnect. Commands are forwarded meanwhile."""
        self.is_draining = True
        self._announce_node()
        await self.heartbeat.renew()
        await hand_over_tables(self)
        await dismiss_clients(self)

    async def close(self) -> None:
        """Leave the cluster and release all tables, so that other nodes can take them over at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            await self.ownership.unregister_node(self.incarnation)
        except StoreError as error:
            log.warning("this node could not sign off: %s", error)
        await self.ownership.close()
        await self.bus.close()

    # Watching the bus and the database

    def _announce_node(self) -> None:
        row = self._row
        message = Announcement(self.incarnation, row.name, self.role, self.has_lease, self.is_draining)
        self.bus.publish(NODES_SUBJECT, encode_message(message))

    async def _watch_bus(self) -> None:
        """Announce this node, measure the bus and remove lost nodes, until the task is cancelled."""
        while True:
            self._announce_node()
            started_s = monotonic()
            try:
                await self.bus.request(ping_subject(self.incarnation), b"", BUS_TIMEOUT_S)
                self._bus_answered_s = monotonic()
                self._latency_s = self._bus_answered_s - started_s
                self.host.metrics.bus_latency_s.add(self._latency_s)
            except BusError as error:
                log.info("the bus does not answer: %s", error)
            for lost in self.peers.remove_lost() if self.has_bus else ():
                log.warning("node %s is lost", lost)
                for link in self.table_links():
                    link.forget_node(lost)
            await self._check_isolation()
            await asyncio.sleep(max(0.05, HEARTBEAT_S - (monotonic() - started_s)))

    async def _check_isolation(self) -> None:
        """Send all clients to other nodes if this one lacks the database or the bus and another one has both."""
        now_s = monotonic()
        if self.has_bus:
            if self._bus_lost_s is not None:
                self._on_bus_regained()
            self._bus_lost_s = None
        elif self._bus_lost_s is None:
            self._bus_lost_s = now_s
            log.error("the bus is lost")
        without_bus = self._bus_lost_s is not None and now_s - self._bus_lost_s > MAX_OUTAGE_S
        lost_s = self.heartbeat.lost_since_s
        without_store = lost_s is not None and now_s - lost_s > MAX_OUTAGE_S
        others = [row for row in self.heartbeat.nodes if row.is_alive and row.incarnation != self.incarnation]
        is_better_elsewhere = (without_bus and not without_store and any(row.has_bus for row in others)) or (
            without_store and not without_bus and bool(self.peers.possible_owners())
        )
        if is_better_elsewhere and not self.is_cut_off:
            await self._give_up_tables_and_clients()
        elif self.is_cut_off and not is_better_elsewhere:
            self.is_cut_off = False
            self._refresh_links()

    async def _give_up_tables_and_clients(self) -> None:
        """Give up all tables and ask all clients to reconnect to other nodes."""
        log.error("this node is cut off: its clients and tables go to other nodes")
        self.is_cut_off = True
        for link in self.owned_links():
            link.become_replica()
        self.host.close_sessions()
        if self.has_lease:
            try:
                await self.ownership.release_all_tables(self.incarnation)
            except StoreError as error:
                log.warning("the tables could not be released: %s", error)

    def _on_bus_regained(self) -> None:
        log.warning("the bus works again")
        self._refresh_links()

    def _refresh_links(self) -> None:
        """Read the missed events of own replicas, and send pulses so that other nodes' replicas do the same."""
        for link in self.table_links():
            if not link.is_owner:
                link.become_replica_and_catch_up()
            else:
                link.send_pulse(asks_presence=True)

    def _on_lease_regained(self) -> None:
        self.adoption.on_lease_regained()
        self.host.start_task(self.adoption.reconcile_owned_tables())

    def _on_heartbeat(self) -> None:
        own = [row for row in self.heartbeat.nodes if row.incarnation == self.incarnation]
        if own and own[0].is_draining and not self.is_draining:
            self.is_draining = True
            self.on_drain_requested()

    # Messages of other nodes

    def _on_announcement(self, payload: bytes, _reply: SendReply) -> None:
        announcement = decode_announcement(payload)
        if announcement.node != self.incarnation:
            self.peers.record_announcement(announcement)

    def _on_command(self, payload: bytes, reply: SendReply) -> None:
        """Execute a command that another node forwarded, if this node owns the table."""
        message = decode_command(payload)
        live = self.host.live.get(message.table)
        is_late = self.ownership.clock_s() > message.deadline_s
        if live is None or not live.is_owner or is_late or self.host.is_closing:
            reply(encode_message(CommandAnswer(is_owner=False)))
            return

        def answer(found: FromServer) -> None:
            has_event = live.table.acknowledged_version(message.player, message.command.client_id) is not None
            if message.wants_ack or not (isinstance(found, Ack) and has_event):
                reply(encode_message(command_answer(found)))

        self.execute_forwarded_command(live, message, answer)

    def execute_forwarded_command(self, live: LiveTable, message: ForwardedCommand, reply: ReplyCallback) -> None:
        """Execute a forwarded command at a table of this node."""
        if message.round_trip_ms != UNKNOWN_ROUND_TRIP_MS:
            live.table.add_round_trip(message.player, message.round_trip_ms)
        self.host.quota.note_address_hash(message.player, message.origin)
        if message.opens_rematch and isinstance(message.command, Rematch):
            self.host.start_task(self.host.open_rematch(live, message.player, message.command, reply))
        else:
            live.submit_command(message.player, message.command, reply)

    def send_handover(self, table_id: str, to: str, epoch: int) -> None:
        """Tell a node that it owns a table now."""
        self.bus.publish(control_subject(to), encode_message(TableHandover(table_id, epoch)))

    def _on_handover(self, payload: bytes, reply: SendReply) -> None:
        self.host.start_task(self._accept_handover(decode_handover(payload), reply))

    async def _accept_handover(self, message: TableHandover, reply: SendReply) -> None:
        """Load a table. If the message has an epoch, which the store has granted to this node, become its owner."""
        live = await self.host.find_table(message.table)
        if live is not None and live.link is not None and message.epoch is not None:
            await live.link.become_owner(message.epoch)
        reply(b"")

    # Loading tables

    async def new_link(self, table_id: str) -> TableLink:
        """Return the link of a new table, which belongs to this node once it is stored."""
        link = TableLink(self, table_id)
        link.become_first_owner()
        await self._open_link(link)
        return link

    async def load_table(self, table_id: str) -> LiveTable | None:
        """Load a table: as its owner if no running node owns it, else as a replica. Return None if it does not
        exist."""
        if await self.ownership.owner_of_table(table_id) is None:
            return None
        link = TableLink(self, table_id)
        try:
            await self._open_link(link)
            await link.subscribe_to_owner()
            live = await self.host.load_stored(table_id, link)
        except BaseException:
            link.close()
            raise
        if live is None:
            link.close()
            return None
        await link.find_owner()
        link.report_presence(asks_others=True)
        return live

    async def _open_link(self, link: TableLink) -> None:
        try:
            await link.subscribe_to_presence()
        except BusError as error:
            log.warning("table %s has no bus yet: %s", link.table_id, error)


def command_answer(answer: FromServer) -> CommandAnswer:
    """Return the answer to a command as a message for the node that forwarded it."""
    if isinstance(answer, Ack):
        return CommandAnswer(is_owner=True, version=answer.version)
    assert isinstance(answer, RefusedMessage)
    return CommandAnswer(is_owner=True, code=answer.code, sentence=answer.sentence)
