"""Bot choices computed on another node. That node reads the table's events from the store, so no secret travels over
the bus."""

from __future__ import annotations

import logging
from collections import OrderedDict
from typing import TYPE_CHECKING

from dottable.bots.bot import Choice
from dottable.core.errors import DottableError
from dottable.server.cluster.bus_messages import (
    BOTS_SUBJECT,
    ChoiceAnswer,
    ChoiceRequest,
    decode_choice_answer,
    decode_choice_request,
    encode_message,
)
from dottable.server.cluster.message_bus import BusError, SendReply
from dottable.table.events import decode_event
from dottable.table.seats.planned_bot_moves import BotRequest
from dottable.table.table import Table

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode

log = logging.getLogger("dottable.server")

CHOICE_TIMEOUT_S = 5.0
"""Time in seconds to wait for another node's choice, before this node computes it."""
MAX_REPLICAS = 200
"""Maximum number of tables kept in memory for later requests."""
BOT_REQUEST_GROUP = "bots"


def bot_subject(role: str) -> str:
    """Return the subject of requests to the nodes with a role."""
    return f"{BOTS_SUBJECT}.{role}"


class RemoteBots:
    """Requests choices of bots from other nodes, and answers such requests."""

    def __init__(self, node: ClusterNode) -> None:
        self._node = node
        self._replicas: OrderedDict[str, Table] = OrderedDict()

    async def start(self) -> None:
        """Start to answer requests, unless this node's role is `play`."""
        if self._node.role != "play":
            await self._node.bus.subscribe(bot_subject(self._node.role), self._on_request, BOT_REQUEST_GROUP)

    async def ask_other_node(self, table_id: str, version: int, request: BotRequest) -> Choice | None:
        """Return a bot's choice, computed by another node; None if this node has to compute it."""
        role = self._role_to_ask()
        if role is None:
            return None
        message = ChoiceRequest(table_id, version, request.seat, request.level)
        try:
            answer = await self._node.bus.request(bot_subject(role), encode_message(message), CHOICE_TIMEOUT_S)
        except BusError as error:
            log.info("no node for bots answered: %s", error)
            return None
        if not answer:
            return None
        chosen = decode_choice_answer(answer)
        return Choice(chosen.action, chosen.after_ms)

    def _role_to_ask(self) -> str | None:
        roles = {peer.role for peer in self._node.peers.running_peers()}
        if "bots" in roles:
            return "bots"
        return "all" if self._node.role == "play" and "all" in roles else None

    def _on_request(self, payload: bytes, reply: SendReply) -> None:
        self._node.host.start_task(self._answer_request(decode_choice_request(payload), reply))

    async def _answer_request(self, request: ChoiceRequest, reply: SendReply) -> None:
        try:
            table = await self._up_to_date_table(request)
            choice = await self._node.host.bot_runner.choose(table.seat_access(request.seat), request.level)
        except (DottableError, AssertionError, IndexError) as error:
            log.warning("a bot at table %s could not choose: %s", request.table, error)
            reply(b"")
            return
        self._node.host.metrics.counters["bot_moves_for_others"] += 1
        reply(encode_message(ChoiceAnswer(int(choice.action), int(choice.after_ms))))

    async def _up_to_date_table(self, request: ChoiceRequest) -> Table:
        """Return the table with all its stored events."""
        store = self._node.host.store
        table = self._replicas.pop(request.table, None)
        if table is None:
            host = self._node.host
            table = await host.replays.restore_table(
                request.table, await store.read_events(request.table), host.clock_ms
            )
        elif table.version < request.version:
            since = table.version
            bodies = await store.read_events(request.table, since)
            for body in bodies[table.version - since :]:
                table.apply_event(decode_event(body))
        self._replicas[request.table] = table
        while len(self._replicas) > MAX_REPLICAS:
            self._replicas.popitem(last=False)
        return table
