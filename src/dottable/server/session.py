"""One socket at one table: reads messages, keeps to the limits, measures round trips, and writes what is told."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from dottable.core.seats import SPECTATOR
from dottable.server.limits import Bucket
from dottable.server.messages import (
    Asked,
    Bye,
    FromServer,
    Hello,
    Ping,
    Pong,
    Preview,
    Refresh,
    Trouble,
    read,
    write,
)
from dottable.server.outbox import Outbox

if TYPE_CHECKING:
    from dottable.server.host import Host
    from dottable.server.line import Line
    from dottable.server.live_table import LiveTable
    from dottable.store import PlayerRow

log = logging.getLogger("dottable.server")

FIRST_PINGS = 5
"""So many round trips are measured at once when somebody comes."""
RACE_PING_S = 4.0
CALM_PING_S = 20.0
LATE_PONG_S = 10.0
LONGEST_PLAINT = 300
FAULTS_FORGIVEN_PER_S = 0.5

NO_HELLO, NO_PLAYER, TOO_MANY_FAULTS, RESTART, OUR_FAULT = 4400, 4401, 4429, 1012, 1011
TOO_FAST = Trouble(code="too_fast", sentence="Too many messages; this one was not read. Wait a moment.")
NEEDS_PLAYER = Trouble(code="no_player", sentence="Say hello with the token of a player to do that.")
BAD_MANNERS = Bye(
    code="too_many_faults", sentence="Too many messages that were too fast or not understood.", is_temporary=False
)
SAID_HELLO = Trouble(code="said_hello", sentence="You have said hello already.")


class Closing(Exception):
    """The socket is to be closed by us, after these words if there are any left to say."""

    def __init__(self, close_code: int, bye: Bye | None) -> None:
        super().__init__(close_code)
        self.close_code = close_code
        self.bye = bye


class Session:
    """A socket whose hello was understood."""

    def __init__(self, line: Line, live: LiveTable, host: Host, player: PlayerRow | None) -> None:
        self.live = live
        self.host = host
        self.player = player
        self.player_id = player.id if player else None
        self.viewer = SPECTATOR
        self.is_gone = False
        self.outbox = Outbox(host.limits.waiting_messages, line.say)
        self.ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The code to close with, once we have said good-bye."""
        self._counters = host.metrics.counters
        limits = host.limits
        self._bucket = Bucket(limits.messages_per_s, limits.messages_burst, perf_counter())
        self._patience = Bucket(FAULTS_FORGIVEN_PER_S, limits.faults, perf_counter())
        self._pings = 0
        self._pinged_s = 0.0
        self._is_ping_out = False
        self._ping_timer: asyncio.TimerHandle | None = None

    # Sending

    def send(self, data: bytes) -> None:
        """Send a message; a reader that is too slow will get a snapshot instead of all it missed."""
        was_behind = self.outbox.is_behind
        if self.outbox.put(data):
            self._counters["messages_out"] += 1
        elif self.outbox.is_behind and not was_behind:
            self._counters["dropped_to_snapshot"] += 1

    def tell(self, message: FromServer) -> None:
        self.send(write(message))

    def hold_back(self) -> None:
        self.outbox.hold_back()

    def go_on(self) -> None:
        self.outbox.go_on(lambda: self.live.snapshot_text(self.viewer))

    # Reading

    def hear(self, data: bytes | str) -> None:
        """Take a message; whatever goes wrong with it ends this socket and nothing else."""
        if self.ended.done():
            return
        self._counters["messages_in"] += 1
        try:
            if self._bucket.take(perf_counter()) and self.host.may_send(self.player_id):
                self._take(data)
            else:
                self._counters["rate_limited"] += 1
                self._fault(TOO_FAST)
        except Exception:
            log.exception("a socket failed")
            self.end(OUR_FAULT)

    def _take(self, data: bytes | str) -> None:
        try:
            message = read(data)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._counters["bad_messages"] += 1
            self._fault(Trouble(code="bad_message", sentence=f"Not understood: {error}"[:LONGEST_PLAINT]))
            return
        if isinstance(message, Pong):
            self._take_pong(message)
        elif isinstance(message, Refresh):
            self.send(self.live.snapshot_text(self.viewer))
        elif isinstance(message, Hello):
            self._fault(SAID_HELLO)
        elif self.player is None:
            self._fault(NEEDS_PLAYER)
        elif isinstance(message, Preview):
            self.tell(self.live.preview(self.player.id, message))
        else:
            self._ask(self.player, message)

    def _ask(self, player: PlayerRow, asked: Asked) -> None:
        self.host.ask(self.live, player, asked, self.tell)

    def _fault(self, trouble: Trouble) -> None:
        self.tell(trouble)
        if not self._patience.take(perf_counter()):
            self.goodbye(BAD_MANNERS, TOO_MANY_FAULTS)

    # Round trips

    def ping(self) -> None:
        """Measure a round trip; only when the last one came back, or will not."""
        now_s = perf_counter()
        if not self._is_ping_out or now_s - self._pinged_s > LATE_PONG_S:
            self._pings += 1
            self._is_ping_out = True
            self._pinged_s = now_s
            self.tell(Ping(n=self._pings))
        self._ping_later()

    def _ping_later(self) -> None:
        pause_s = RACE_PING_S if self.live.table.game.races else CALM_PING_S
        self._stop_timer()
        if not self.is_gone:
            self._ping_timer = asyncio.get_running_loop().call_later(pause_s, self.ping)

    def _take_pong(self, pong: Pong) -> None:
        if not self._is_ping_out or pong.n != self._pings:
            return
        self._is_ping_out = False
        if self.player_id is not None:
            self.live.table.round_trip(self.player_id, round(1000 * (perf_counter() - self._pinged_s)))
        if self._pings < FIRST_PINGS and self.live.table.game.races:
            self.ping()

    def _stop_timer(self) -> None:
        if self._ping_timer is not None:
            self._ping_timer.cancel()
            self._ping_timer = None

    def goodbye(self, bye: Bye, close_code: int = RESTART) -> None:
        """Tell the client that this is the end; nothing is sent after it."""
        self.outbox.close(write(bye))
        self.end(close_code)

    def end(self, close_code: int) -> None:
        """Let the socket be closed."""
        self.outbox.close()
        if not self.ended.done():
            self.ended.set_result(close_code)

    def gone(self) -> None:
        """The socket is closed."""
        self.is_gone = True
        self._stop_timer()
        self.outbox.close()
        self.live.leave(self)
