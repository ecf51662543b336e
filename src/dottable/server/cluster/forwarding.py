"""A command on its way from a replica to the owner of its table, until it is answered.

Every attempt carries the same client id, so the command is carried out once, however often it is sent.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace

from dottable.server.cluster.bus import BusError, BusTimeout
from dottable.server.cluster.bus_messages import (
    CommandAnswer,
    ForwardedCommand,
    command_subject,
    decode_answer,
    encode_message,
)
from dottable.server.cluster.remote_presence import UNKNOWN_MS
from dottable.server.live.command_request import SERVER_RESTARTING, STORE_FAILED, ReplyCallback, refused_message
from dottable.server.protocol.messages import Ack, FromServer, RefusedMessage
from dottable.store.postgres.ownership import STALE_S
from dottable.table.commands import AnyCommand
from dottable.table.decisions.decision_types import Rejected

if TYPE_CHECKING:
    from dottable.server.cluster.table_link import TableLink

REQUEST_TIMEOUT_S = 1.5
"""Time for one attempt. A held claim and a slow commit fit into it."""
REQUEST_LIFETIME_S = 1.2
"""Time in which an attempt may reach the owner; shorter than the timeout by more than clocks differ."""
FORWARD_TIMEOUT_S = 8.0
"""Time after which a command is refused, longer than a takeover."""
RETRY_PAUSE_S = 0.05
SILENT_STALE_S = 1.0
"""Age of the heartbeat at which a node that is not on the bus counts as dead."""
RETRIED_CODES = frozenset({STORE_FAILED.code, SERVER_RESTARTING.code})
"""Refusals of an owner that is cut off or stops: another node will own the table soon."""
OWNER_AWAY = Rejected("busy", "The server of this table does not answer. Send it again in a moment.")


async def forward_command(
    link: TableLink, player: str, command: AnyCommand, reply: ReplyCallback, *, opens_rematch: bool = False
) -> None:
    """Send a command to the owner, whoever that is, and reply once it is answered and visible here."""
    client_id = command.client_id
    sent = command if client_id is not None else replace(command, client_id=secrets.token_hex(12))
    round_trip_ms = link.live.table.presence.round_trip_ms(player)
    message = ForwardedCommand(
        link.table_id,
        player,
        sent,
        UNKNOWN_MS if round_trip_ms is None else round_trip_ms + link.node.bus_ms,
        link.node.host.quota.origin_of_player(player),
        opens_rematch,
    )
    link.node.host.metrics.counters["forwarded_commands"] += 1
    give_up_s = monotonic() + FORWARD_TIMEOUT_S

    def answer(answered: FromServer) -> None:
        assert isinstance(answered, Ack | RefusedMessage)
        reply(replace(answered, client_id=client_id))

    while monotonic() < give_up_s:
        if link.is_owner:
            link.node.execute(link.live, message, answer)
            return
        stale_s = STALE_S
        try:
            found = await _ask_owner(link, message)
            if found.version is not None:
                link.when_applied(found.version, partial(reply, Ack(client_id=client_id, version=found.version)))
                return
            if found.is_owner and found.code not in RETRIED_CODES:
                answer(refused_message(client_id, Rejected(found.code, found.sentence)))
                return
        except BusTimeout:
            pass
        except BusError:
            stale_s = SILENT_STALE_S
        await link.find_owner(stale_s)
        await asyncio.sleep(RETRY_PAUSE_S)
    reply(refused_message(client_id, OWNER_AWAY))


async def _ask_owner(link: TableLink, message: ForwardedCommand) -> CommandAnswer:
    """Return the owner's answer. A late delivery, after a pause of the node or the bus, is not carried out."""
    if not link.owner:
        return CommandAnswer(is_owner=False)
    payload = encode_message(replace(message, deadline_s=link.node.ownership.clock_s() + REQUEST_LIFETIME_S))
    return decode_answer(await link.node.bus.request(command_subject(link.owner), payload, REQUEST_TIMEOUT_S))
