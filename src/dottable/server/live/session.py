"""The session of one WebSocket connection at a table: rate limits, incoming and outgoing messages, round-trip times."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from dottable.core.primitives.seats import SPECTATOR
from dottable.server.access.limits import TokenBucket
from dottable.server.live.command_request import preview_message
from dottable.server.live.send_queue import SendQueue
from dottable.server.protocol.messages import (
    Bye,
    FromServer,
    HelloMessage,
    Ping,
    Pong,
    PreviewRequest,
    ProblemMessage,
    Refresh,
    decode_client_message,
    encode_server_message,
)
from dottable.table.commands import MakeMove

if TYPE_CHECKING:
    from dottable.server.live.live_table import LiveTable
    from dottable.server.live.table_host import TableHost
    from dottable.server.protocol.websocket_connection import WebSocketConnection
    from dottable.store import PlayerRow

log = logging.getLogger("dottable.server")

INITIAL_PINGS = 5
"""Number of pings at the start of a connection in games with races, so that the operating system measures round
trips."""
RACE_PING_INTERVAL_S = 4.0
"""Interval of pings and measurements in games with races, in seconds."""
KEEPALIVE_PING_INTERVAL_S = 20.0
"""Interval of pings in other games, in seconds. They keep the connection open."""
PONG_TIMEOUT_S = 10.0
"""Time in seconds after which an unanswered ping is ignored and the next ping is sent."""
MAX_PROBLEM_CHARACTERS = 300
FORGIVEN_FAULTS_PER_S = 0.5
"""Rate at which earlier faults are forgiven: number per second that no longer counts towards `Limits.max_faults`."""

CLOSE_NO_HELLO, NO_PLAYER_CLOSE_CODE, CLOSE_TOO_MANY, CLOSE_RESTART, CLOSE_FAULT = 4400, 4401, 4429, 1012, 1011
TOO_MANY_MESSAGES = ProblemMessage(code="too_fast", sentence="Too many messages. Wait a moment.")
TOKEN_REQUIRED = ProblemMessage(code="no_player", sentence="Spectators cannot do this. Send a player's token in hello.")
TOO_MANY_FAULTS_BYE = Bye(
    code="too_many_faults", sentence="Too many invalid or too frequent messages.", is_temporary=False
)
SIGNED_OUT_BYE = Bye(code="no_player", sentence="You signed out. Reload the page to play again.", is_temporary=False)
REPLACED_BYE = Bye(
    code="replaced", sentence="This connection was closed to make room for a player's newer one.", is_temporary=False
)
BEHIND_BYE = Bye(code="behind", sentence="An event could not be shown. Connect again.", is_temporary=True)
DUPLICATE_HELLO = ProblemMessage(code="said_hello", sentence="Hello was already sent on this connection.")


class CloseConnection(Exception):
    """Raised to close a connection with a close code, after an optional last message."""

    def __init__(self, close_code: int, bye: Bye | None) -> None:
        super().__init__(close_code)
        self.close_code = close_code
        self.bye = bye


class Session:
    """One WebSocket connection at a table, after its hello message was accepted."""

    def __init__(
        self, connection: WebSocketConnection, live: LiveTable, host: TableHost, player: PlayerRow | None
    ) -> None:
        self.live = live
        self.host = host
        self.player = player
        self.player_id = player.id if player else None
        self.viewer = SPECTATOR
        self.is_gone = False
        limits = host.limits
        self._connection = connection
        self.queue = SendQueue(limits.max_queued_messages, connection.send_text)
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Future with the close code, resolved when the server ends this session."""
        self._counters = host.metrics.counters
        self._message_limit = TokenBucket(limits.messages_per_s, limits.messages_burst, perf_counter())
        self._fault_limit = TokenBucket(FORGIVEN_FAULTS_PER_S, limits.max_faults, perf_counter())
        self._pings = 0
        self._pinged_s = 0.0
        self._is_ping_out = False
        self._ping_timer: asyncio.TimerHandle | None = None

    # Sending

    def send_encoded(self, data: bytes) -> None:
        """Send encoded bytes. Spectators of races get them a moment later."""
        if self.viewer == SPECTATOR and (delay_ms := self.live.table.spectator_delay_ms()):
            self.host.loop.call_later(delay_ms / 1000, self._send_now, data)
        else:
            self._send_now(data)

    def _send_now(self, data: bytes) -> None:
        """Send encoded bytes without the spectators' delay.

        If the queue of a slow client overflows, a snapshot replaces what it missed (`SendQueue`).
        """
        queue = self.queue
        had_overflowed = queue.has_overflowed
        if queue.put(data):
            self._counters["messages_out"] += 1
        elif queue.has_overflowed and not had_overflowed:
            self._counters["dropped_to_snapshot"] += 1

    def send_message(self, message: FromServer) -> None:
        self.send_encoded(encode_server_message(message))

    def pause_sending(self) -> None:
        self.queue.pause()

    def resume_sending(self) -> None:
        self.queue.resume(lambda: self.live.encode_snapshot(self.viewer))

    # Receiving

    def on_message(self, data: bytes | str) -> None:
        """Handle one message. An exception closes only this connection."""
        if self.ended.done():
            return
        self._counters["messages_in"] += 1
        try:
            if self._message_limit.take_tokens(perf_counter()) and self.host.take_message_token(self.player_id):
                self._handle_message(data)
            else:
                self.host.metrics.record_refusal("messages_per_s")
                self._report_fault(TOO_MANY_MESSAGES)
        except Exception:
            log.exception("a connection failed")
            self.request_close(CLOSE_FAULT)

    def _send_snapshot(self) -> None:
        self.send_encoded(self.live.encode_snapshot(self.viewer))

    def _handle_message(self, data: bytes | str) -> None:
        try:
            message = decode_client_message(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._counters["bad_messages"] += 1
            sentence = f"Invalid message: {error}"[:MAX_PROBLEM_CHARACTERS]
            self._report_fault(ProblemMessage(code="bad_message", sentence=sentence))
            return
        if isinstance(message, Pong):
            self._on_pong(message)
        elif isinstance(message, Refresh):
            self.live.enqueue_job(self._send_snapshot)  # after all events that are still to be sent to the session
        elif isinstance(message, HelloMessage):
            self._report_fault(DUPLICATE_HELLO)
        elif self.player is None:
            self._report_fault(TOKEN_REQUIRED)
        elif isinstance(message, MakeMove):
            self.live.submit_command(self.player.id, message, self.send_message)
        elif isinstance(message, PreviewRequest):
            self.send_message(preview_message(self.live.table, self.player.id, message, self.host.clock_ms()))
        else:
            self.host.submit_command(self.live, self.player, message, self.send_message)

    def _report_fault(self, problem: ProblemMessage) -> None:
        """Send a problem message. Close the connection after too many of them."""
        self.send_message(problem)
        if not self._fault_limit.take_tokens(perf_counter()):
            self.close_with_message(TOO_MANY_FAULTS_BYE, CLOSE_TOO_MANY)

    # Round-trip times

    def send_ping(self) -> None:
        """Send a ping unless an earlier ping is unanswered, and schedule the next."""
        self._measure_round_trip()
        now_s = perf_counter()
        if not self._is_ping_out or now_s - self._pinged_s > PONG_TIMEOUT_S:
            self._pings += 1
            self._is_ping_out = True
            self._pinged_s = now_s
            self.send_message(Ping(n=self._pings))
        self._schedule_ping()

    def _schedule_ping(self) -> None:
        pause_s = RACE_PING_INTERVAL_S if self.live.table.game.races else KEEPALIVE_PING_INTERVAL_S
        self._stop_timer()
        if not self.is_gone:
            self._ping_timer = asyncio.get_running_loop().call_later(pause_s, self.send_ping)

    def _measure_round_trip(self) -> None:
        """Record the round-trip time that the operating system measured. The arrival times of pongs are not used."""
        measured_us = None if self.player_id is None else self._connection.round_trip_us()
        if self.player_id is not None and measured_us is not None:
            self.live.table.add_round_trip(self.player_id, round(measured_us / 1000))

    def _on_pong(self, pong: Pong) -> None:
        if not self._is_ping_out or pong.n != self._pings:
            return
        self._is_ping_out = False
        if self._pings < INITIAL_PINGS and self.live.table.game.races:
            self.send_ping()

    def _stop_timer(self) -> None:
        if self._ping_timer is not None:
            self._ping_timer.cancel()
            self._ping_timer = None

    # Closing

    def close_with_message(self, bye: Bye, close_code: int = CLOSE_RESTART) -> None:
        """Send a last message and close the connection."""
        self.queue.close(encode_server_message(bye))
        self.request_close(close_code)

    def close_for_limit(self) -> None:
        """Close the connection, because a limit is reached and another connection replaces it."""
        self.close_with_message(REPLACED_BYE, CLOSE_TOO_MANY)

    def close_to_catch_up(self) -> None:
        """Close the connection after an event that could not be sent. The client connects again and gets a snapshot."""
        self.close_with_message(BEHIND_BYE)

    def close_signed_out(self) -> None:
        """Close the connection because its token was revoked."""
        self.close_with_message(SIGNED_OUT_BYE, NO_PLAYER_CLOSE_CODE)

    def is_spectator(self) -> bool:
        """Return whether the session's player holds no seat."""
        return self.live.viewers.viewer_of(self.player_id) == SPECTATOR

    def request_close(self, close_code: int) -> None:
        """Ask the task of this connection to close it with this code."""
        self.queue.close()
        if not self.ended.done():
            self.ended.set_result(close_code)

    def on_closed(self) -> None:
        """Leave the table after the connection was closed."""
        self.is_gone = True
        self._stop_timer()
        self.queue.close()
        self.live.sessions.queue_leave(self)
