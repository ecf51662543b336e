"""Forwards commands from a replica to the owner of the table, and repeats them until they are answered.

At the first attempt the owner answers only refusals; the event itself tells the replica that the command is stored. If
nothing arrives, further attempts are requests with an answer. All attempts carry the same client id, so that the
command is executed only once.
"""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from dottable.server.cluster.bus_messages import (
    CommandAnswer,
    ForwardedCommand,
    command_subject,
    decode_answer,
    encode_message,
)
from dottable.server.cluster.message_bus import BusError, BusTimeout
from dottable.server.cluster.remote_presence import UNKNOWN_ROUND_TRIP_MS
from dottable.server.live.command_request import SERVER_RESTARTING, STORE_FAILED, ReplyCallback, refused_message
from dottable.server.protocol.messages import Ack, FromServer, RefusedMessage
from dottable.store.postgres.table_ownership import STALE_S
from dottable.table.commands import AnyCommand
from dottable.table.decisions.command_results import Rejected

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dottable.server.cluster.table_link import TableLink
    from dottable.table.events import Event

FIRST_ATTEMPT_TIMEOUT_S = 0.4
"""Time in seconds to wait for the event of the first attempt, before the command is sent as a request."""
REQUEST_TIMEOUT_S = 1.5
"""Time limit in seconds for one request; enough for a claim that the owner holds and for a slow commit."""
REQUEST_LIFETIME_S = 1.2
"""Age in seconds from which the owner ignores a request. Shorter than the timeout, because clocks differ."""
FORWARD_TIMEOUT_S = 8.0
"""Time in seconds after which a command is refused. Longer than another node needs to take over the table."""
RETRY_PAUSE_S = 0.05
STALE_HEARTBEAT_S = 1.0
"""Age in seconds of a node's last heartbeat from which it counts as dead, if it also does not answer on the bus."""
RETRIED_CODES = frozenset({STORE_FAILED.code, SERVER_RESTARTING.code})
"""Codes of refusals after which the command is sent again, because another node will soon own the table."""
OWNER_UNRESPONSIVE = Rejected("busy", "The server of this table does not answer. Try again in a moment.")


class FirstAttempt(NamedTuple):
    """The first attempt of a command: it was sent to the owner, and its event has not arrived yet."""

    message: ForwardedCommand
    client_id: str | None
    """The client id that the client chose; None if it chose none."""
    reply: ReplyCallback
    question: int
    """Number that `Bus.request_with_callback` returned, for `Bus.forget_callback`."""
    timer: asyncio.TimerHandle


class CommandForwarder:
    """Sends the commands of one replica to the owner of its table."""

    __slots__ = ("_attempts", "_link")

    def __init__(self, link: TableLink) -> None:
        self._link = link
        self._attempts: dict[tuple[str, str], FirstAttempt] = {}
        """First attempts by player and client id."""

    def forward_command(self, player: str, command: AnyCommand, reply: ReplyCallback, *, opens_rematch: bool) -> None:
        """Send a command to the owner. Reply when it is refused, or stored and applied to this replica."""
        link = self._link
        client_id = command.client_id
        known = None if client_id is None else link.live.table.acknowledged_version(player, client_id)
        if known is not None:  # sent again, although it is stored
            reply(Ack(client_id=client_id, version=known))
            return
        link.node.host.metrics.counters["forwarded_commands"] += 1
        message = self._forwarded_command(player, command, opens_rematch=opens_rematch)
        assert message.command.client_id is not None
        key = (player, message.command.client_id)
        if link.is_owner or not link.owner or opens_rematch or key in self._attempts:
            self._start_request(message, client_id, reply)
            return
        question = link.node.bus.request_with_callback(
            command_subject(link.owner), encode_message(message), partial(self._on_answer, key)
        )
        timer = link.node.host.loop.call_later(FIRST_ATTEMPT_TIMEOUT_S, self._stop_waiting, key)
        self._attempts[key] = FirstAttempt(message, client_id, reply, question, timer)

    def _forwarded_command(self, player: str, command: AnyCommand, *, opens_rematch: bool) -> ForwardedCommand:
        link = self._link
        round_trip_ms = link.live.table.presence.round_trip_ms(player)
        return ForwardedCommand(
            link.table_id,
            player,
            command if command.client_id is not None else replace(command, client_id=secrets.token_hex(12)),
            UNKNOWN_ROUND_TRIP_MS if round_trip_ms is None else round_trip_ms + link.node.bus_ms,
            link.node.host.quota.address_hash_of_player(player),
            opens_rematch,
            wants_ack=False,
            deadline_s=link.node.ownership.clock_s() + REQUEST_LIFETIME_S,
        )

    def on_applied(self, events: Sequence[Event]) -> None:
        """Acknowledge the commands whose events the replica has just applied."""
        if not self._attempts:
            return
        version = self._link.live.table.version - len(events)
        for event in events:
            version += 1
            if event.asker is not None and event.client_id is not None:
                attempt = self._remove_attempt((event.asker, event.client_id))
                if attempt is not None:
                    attempt.reply(Ack(client_id=attempt.client_id, version=version))

    def _remove_attempt(self, key: tuple[str, str]) -> FirstAttempt | None:
        """Remove and return a first attempt; None if it was answered already."""
        attempt = self._attempts.pop(key, None)
        if attempt is not None:
            attempt.timer.cancel()
            self._link.node.bus.forget_callback(attempt.question)
        return attempt

    def _on_answer(self, key: tuple[str, str], answer: bytes | None) -> None:
        """Reply with a refusal. If the node did not answer or is not the owner, find the owner and send the command
        again."""
        attempt = self._remove_attempt(key)
        if attempt is None:
            return
        found = CommandAnswer(is_owner=False) if answer is None else decode_answer(answer)
        if found.version is not None:  # a command without an event, like sitting down on one's own seat
            acknowledge = partial(attempt.reply, Ack(client_id=attempt.client_id, version=found.version))
            self._link.when_applied(found.version, acknowledge)
        elif found.is_owner and found.code not in RETRIED_CODES:
            attempt.reply(refused_message(attempt.client_id, Rejected(found.code, found.sentence)))
        else:
            self._start_request(attempt.message, attempt.client_id, attempt.reply)

    def _stop_waiting(self, key: tuple[str, str]) -> None:
        attempt = self._remove_attempt(key)
        if attempt is not None:
            self._start_request(attempt.message, attempt.client_id, attempt.reply)

    def _start_request(self, message: ForwardedCommand, client_id: str | None, reply: ReplyCallback) -> None:
        message = replace(message, wants_ack=True)
        self._link.node.host.start_task(request_command(self._link, message, client_id, reply))


async def request_command(
    link: TableLink, message: ForwardedCommand, client_id: str | None, reply: ReplyCallback
) -> None:
    """Send a command as a request, to a new owner if necessary. Reply when it is refused, or stored and applied
    here."""
    give_up_s = monotonic() + FORWARD_TIMEOUT_S

    def answer(answered: FromServer) -> None:
        assert isinstance(answered, Ack | RefusedMessage)
        reply(replace(answered, client_id=client_id))

    while monotonic() < give_up_s:
        if link.is_owner:
            link.node.execute_forwarded_command(link.live, message, answer)
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
            stale_s = STALE_HEARTBEAT_S
        await link.find_owner(stale_s)
        await asyncio.sleep(RETRY_PAUSE_S)
    reply(refused_message(client_id, OWNER_UNRESPONSIVE))


async def _ask_owner(link: TableLink, message: ForwardedCommand) -> CommandAnswer:
    """Send one request to the owner and return its answer. The owner ignores a request that arrives too late."""
    if not link.owner:
        return CommandAnswer(is_owner=False)
    payload = encode_message(replace(message, deadline_s=link.node.ownership.clock_s() + REQUEST_LIFETIME_S))
    return decode_answer(await link.node.bus.request(command_subject(link.owner), payload, REQUEST_TIMEOUT_S))
