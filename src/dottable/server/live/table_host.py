"""All live tables of this process: restore, open, find, index, and unload them when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from time import monotonic, perf_counter, time_ns
from typing import TYPE_CHECKING, Any

import msgspec

from dottable.core.clean_text import clean_text
from dottable.core.registry import games
from dottable.server.access.limits import Limits, RateLimiter
from dottable.server.lifetimes.idle_tables import Sweeper
from dottable.server.lifetimes.retention import prune_periodically
from dottable.server.lifetimes.table_quota import TOO_MANY_OF_ADDRESS, TOO_MUCH_STORED, TableQuota, estimated_bytes
from dottable.server.live.bot_runner import BotRunner
from dottable.server.live.command_request import (
    SERVER_RESTARTING,
    STORE_FAILED,
    ReplyCallback,
    refused_message,
)
from dottable.server.live.live_table import LiveTable
from dottable.server.live.match_logs import log_text
from dottable.server.live.metrics import Metrics
from dottable.server.live.precompile import Precompiler
from dottable.server.live.readiness import Readiness
from dottable.server.live.restore import restore_table
from dottable.server.protocol.messages import (
    Bye,
    ClientCommand,
    ReactRequest,
    RematchRequest,
    SayRequest,
    SitRequest,
)
from dottable.store import Fenced, PlayerRow, Store, StoreError, TableRow
from dottable.store.log_archive import find_or_write_log
from dottable.table import commands
from dottable.table.commands import AnyCommand
from dottable.table.decisions.decision_types import Accepted, Rejected
from dottable.table.events import Event, Opened, decode, encode
from dottable.table.table import InvalidTableEvents, Table

if TYPE_CHECKING:
    from dottable.server.cluster.node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

TABLE_ID_BYTES = 9
"""Random bytes in a table's id. The id of a private table is its key, so it must not be guessable."""
RESTORE_BATCH = 100
"""Tables restored before other tasks may run."""
MAX_CHAT_CHARACTERS = 300
EMPTY_CHAT = Rejected("empty", "The message is empty.")
CHAT_TOO_FAST = Rejected("too_fast", "Too many chat messages. Wait a moment.")
END_NOTES = {
    "idle": "Ended without a result: nobody acted for too long.",
    "operator": "Ended without a result by the operator.",
    "quota": "Ended without a result: its address stored too much.",
    "too_long": "Ended without a result: it had too many events.",
}
"""Notes in the store for ends by the server, by cause."""
RESTART_BYE = Bye(code=SERVER_RESTARTING.code, sentence=SERVER_RESTARTING.sentence, is_temporary=True)


class MonotonicClock:
    """Milliseconds since the epoch that never go backwards while the process lives."""

    def __init__(self) -> None:
        self._zero_ms = time_ns() // 1_000_000 - int(monotonic() * 1000)

    def __call__(self) -> int:
        return self._zero_ms + int(monotonic() * 1000)


class TableHost:
    """The registry of live tables; there is one `LiveTable` per table id."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        metrics: Metrics,
        clock_ms: Callable[[], int] | None = None,
        clock_s: Callable[[], float] = perf_counter,
        *,
        compiles_rules: bool = True,
    ) -> None:
        """`clock_ms` gives ms since the epoch, `clock_s` the seconds of rate limits; tests replace both."""
        self.store = store
        self.limits = limits
        self.metrics = metrics
        self._clock_s = clock_s
        self.clock_ms = clock_ms or MonotonicClock()
        self.quota = TableQuota(limits, "", clock_s, metrics)
        self.sweeper = Sweeper(self)
        self.forget_player: Callable[[str], None] = lambda _player: None
        """Called with the id of a player who was deleted."""
        self.on_player_deleted: Callable[[str], None] = lambda _player: None
        """Called with the id of a player who was deleted at this node."""
        self.bot_runner = BotRunner(metrics)
        self.precompiler = Precompiler(changes_over=compiles_rules)
        self.readiness = Readiness(self.precompiler)
        self.cluster: ClusterNode | None = None
        """This server as a node of a cluster; None if it is the only server."""
        self.live: dict[str, LiveTable] = {}
        self.is_closing = False
        self.loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._indexing: set[asyncio.Task[Any]] = set()
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._rematch_lock = asyncio.Lock()
        self._message_limiter = RateLimiter(2 * limits.messages_per_s, 2 * limits.messages_burst, clock_s)
        self._chat_limiter = RateLimiter(
            limits.chat_per_s, limits.chat_burst, clock_s, metrics.refusal_callback("chat_per_s")
        )
        metrics.gauges["live_tables"] = metrics.gauges["owned_tables"] = lambda: len(self.live)
        metrics.gauges["known_nodes"] = lambda: 0
        metrics.gauges["sockets"] = lambda: sum(live.viewers.session_count for live in self.live.values())

    # Start and stop

    async def restore_tables(self) -> None:
        """Load every unfinished table from the store and start the background tasks.

        A node of a cluster loads none: it adopts tables without an owner gradually.
        """
        self.quota = TableQuota(
            self.limits, await self.store.shared_value(*new_address_key()), self._clock_s, self.metrics
        )
        self.precompiler.start()
        self.readiness.start(self.start_task)
        if self.cluster is not None:
            await self.cluster.start()
        else:
            await self._restore_all()
        self.start_task(self.sweeper.run())
        self.start_task(prune_periodically(self.store, self.limits, self.clock_ms, self.is_pruner))

    async def _restore_all(self) -> None:
        count = 0
        async for stored in self.store.live_tables():
            await restore_table(self, stored)
            count += 1
            if count % RESTORE_BATCH == 0:
                await asyncio.sleep(0)

    def is_pruner(self) -> bool:
        """Return whether this server deletes old data: one node of a cluster does."""
        return self.cluster is None or self.cluster.is_first

    async def load(
        self, table_id: str, bodies: list[bytes], row: TableRow | None = None, link: TableLink | None = None
    ) -> LiveTable:
        """Make a table live again from its stored events."""
        try:
            events = [decode(body) for body in bodies]
        except msgspec.MsgspecError as error:
            raise InvalidTableEvents(f"The stored events of this table cannot be read: {error}") from None
        game = games().get(events[0].game) if isinstance(events[0], Opened) else None
        if game is not None:
            await self.precompiler.wait_until_compiled(game)
        table = Table.restore(table_id, events, self.clock_ms())
        live = self._add(table, row.origin if row else None, sum(map(len, bodies)), link)
        if table.is_over:
            self.sweeper.note_loaded(live)
        return live

    def _add(self, table: Table, origin: str | None, stored_bytes: int, link: TableLink | None = None) -> LiveTable:
        live = self.live[table.id] = LiveTable(table, self, origin, stored_bytes, link)
        if not table.is_over:
            self.quota.add(table.id, table.opened.host, origin)
        if link is not None:
            link.attach(live)
        live.start()
        return live

    def unload(self, live: LiveTable) -> None:
        """Remove a table from memory. It can be loaded again."""
        live.cancel_timer()
        del self.live[live.table.id]
        if live.link is not None:
            self.quota.remove(live.table.id)
            live.link.close()
            if live.link.is_owner:
                self.start_task(live.link.release())

    def notify_shutdown(self) -> None:
        """Tell every session that the server stops."""
        self.is_closing = True
        self.close_sessions()

    def close_sessions(self) -> None:
        """Ask every session to connect again, here or at another node."""
        for live in self.live.values():
            self.close_sessions_at(live)

    def close_sessions_at(self, live: LiveTable) -> None:
        """Ask every session at a table to connect again, here or at another node."""
        for session in live.viewers.sessions():
            session.close_with_message(RESTART_BYE)

    async def close(self) -> None:
        """Finish store operations in flight, then stop all tasks."""
        self.is_closing = True
        for live in self.live.values():
            live.cancel_timer()
        await asyncio.gather(*(live.wait_for_inbox() for live in list(self.live.values())), return_exceptions=True)
        await self.precompiler.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.cluster is not None:
            await self.cluster.close()
        self.bot_runner.close()

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine as a background task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    # Finding and opening tables

    async def find(self, table_id: str) -> LiveTable | None:
        """Return a table by its id, loaded from the store if necessary; None if it does not exist."""
        live = self.live.get(table_id)
        if live is not None:
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        task = self._loading[table_id]
        try:
            return await asyncio.shield(task)
        finally:
            self._loading.pop(table_id, None)

    async def _load(self, table_id: str) -> LiveTable | None:
        return await (self.load_stored(table_id) if self.cluster is None else self.cluster.load(table_id))

    async def load_stored(self, table_id: str, link: TableLink | None = None) -> LiveTable | None:
        """Load a table from the store; return None if it does not exist."""
        bodies = await self.store.events(table_id)
        return await self.load(table_id, bodies, await self.store.table(table_id), link) if bodies else None

    async def open_table(self, opened: Opened, first: list[tuple[str, AnyCommand]]) -> LiveTable | Rejected:
        """Open a table and carry out the first (player, command) pairs before anyone can see it."""
        table = Table(new_table_id(), opened)
        events: list[Event] = [opened]
        for player, command in first:
            answer = table.decide(player, command, opened.at)
            if isinstance(answer, Rejected):
                return answer
            assert isinstance(answer, Accepted)
            for event in answer.events:
                table.apply(event)
                events.append(event)
        return await self._store_new_table(table, events)

    async def _store_new_table(self, table: Table, events: list[Event]) -> LiveTable:
        bodies, origin = [encode(event) for event in events], self.quota.origin_of_player(table.opened.host)
        stored_bytes = sum(map(len, bodies))
        row = self.search_row(table, origin, stored_bytes)
        link = None if self.cluster is None else await self.cluster.new_link(table.id)
        await self.store.append(table.id, 0, bodies, row, None if link is None else link.token)
        return self._add(table, origin, stored_bytes, link)

    async def refusal_of_new_table(self, player: str, deck_bytes: int = 0) -> Rejected | None:
        """Return why a player may not open a table now, by the quotas of the player and the address."""
        refused, origin = self.quota.refusal(player), self.quota.origin_of_player(player)
        if refused is not None or origin is None:
            return refused
        if self.cluster is not None:
            count = await self.cluster.ownership.open_tables_of_origin(origin)
            if count >= self.limits.max_open_tables_per_address:
                self.metrics.count_refusal("max_open_tables_per_address")
                return TOO_MANY_OF_ADDRESS
        stored = await self.store.origin_bytes(origin) + estimated_bytes(deck_bytes)
        if stored <= self.limits.max_stored_bytes_per_address:
            return None
        self.metrics.count_refusal("max_stored_bytes_per_address")
        return TOO_MUCH_STORED

    # Commands

    def take_message_token(self, player_id: str | None) -> bool:
        """Take a token for one message of a player; return False if the player sends too many."""
        return player_id is None or self._message_limiter.take(player_id)

    def submit(self, live: LiveTable, player: PlayerRow, command: ClientCommand, reply: ReplyCallback) -> None:
        """Pass a client's command to its table, or refuse it here."""
        rejected = self._refusal_of(player, command)
        if rejected is not None:
            reply(refused_message(command.client_id, rejected))
        elif isinstance(command, RematchRequest):
            rematch = commands.Rematch(client_id=command.client_id, table=new_table_id())
            if live.link is not None and not live.link.is_owner:
                live.link.forward(player.id, rematch, reply, opens_rematch=True)
            else:
                self.start_task(self.open_rematch(live, player.id, rematch, reply))
        else:
            live.submit(player.id, with_player_details(command, player), reply)

    def _refusal_of(self, player: PlayerRow, command: ClientCommand) -> Rejected | None:
        """Return why the server refuses a command before the table sees it."""
        if isinstance(command, SayRequest) and not clean_text(command.text, MAX_CHAT_CHARACTERS):
            return EMPTY_CHAT
        if isinstance(command, SayRequest | ReactRequest) and not self._chat_limiter.take(player.id):
            return CHAT_TOO_FAST
        return None

    async def open_rematch(self, live: LiveTable, player: str, command: commands.Rematch, reply: ReplyCallback) -> None:
        """Store the new table, then name it at the old one, so that nobody hears of a table before it exists."""
        async with self._rematch_lock:  # two requests at once must not open two tables
            if isinstance(live.table.decide(player, command, self.clock_ms()), Accepted):
                deck = live.table.opened.deck
                refused = await self.refusal_of_new_table(player, len(deck.text.encode()) if deck else 0)
                if refused is not None:
                    reply(refused_message(command.client_id, refused))
                    return
                try:
                    await self._store_rematch(live, player, command.table)
                except StoreError:
                    log.exception("the rematch of table %s could not be stored", live.table.id)
                    reply(refused_message(command.client_id, STORE_FAILED))
                    return
            answered: asyncio.Future[Any] = self.loop.create_future()
            live.submit(player, command, answered.set_result)
            reply(await answered)

    async def _store_rematch(self, live: LiveTable, asker: str, table_id: str) -> None:
        """Store a table with the settings, bots and connected players of `live`."""
        opened, *others = live.table.rematch_events(self.clock_ms(), asker)
        assert isinstance(opened, Opened)
        table = Table(table_id, opened)
        for event in others:
            table.apply(event)
        await self._store_new_table(table, [opened, *others])

    # Search index

    def update_index(self, live: LiveTable) -> None:
        """Update the table's row in the search index, in the background.

        An ended table also frees its quota, and its log is stored.
        """
        if live.table.is_over:
            self.quota.remove(live.table.id)
        if not live.is_owner:
            return
        task = self.start_task(self._update_index(live))
        self._indexing.add(task)
        task.add_done_callback(self._indexing.discard)

    async def wait_for_index(self) -> None:
        """Return when all index updates so far are done, so that a search finds every acknowledged change."""
        if self._indexing:
            await asyncio.wait(list(self._indexing))

    async def _update_index(self, live: LiveTable) -> None:
        table, row = live.table, self.search_row(live.table, live.origin, live.stored_bytes)
        try:
            await self.store.append(table.id, table.version, [], row, None if live.link is None else live.link.token)
            if table.is_over and table.match is not None:
                await find_or_write_log(self.store, row, lambda _row, _events: log_text(table))
        except Fenced:
            log.info("table %s is indexed by its new owner", table.id)
        except StoreError:
            log.exception("table %s could not be indexed; the next start will do it", table.id)

    def search_row(self, table: Table, origin: str | None = None, event_bytes: int = 0) -> TableRow:
        """Return the row by which a search finds the table."""
        opened, match = table.opened, table.match
        return TableRow(
            id=table.id,
            game=opened.game,
            rules_version=opened.rules_version,
            status=table.status,
            is_private=opened.settings.is_private,
            seats=opened.seats,
            players=table.seating.players_and_names(),
            created_at=opened.at,
            updated_at=self.clock_ms(),
            moves=len(match.moves) if match else 0,
            result=" ".join(map(str, match.scores())) if match and table.is_over else None,
            winners=" ".join(map(str, match.winners())) if match and match.is_over else None,
            origin=origin,
            stored_bytes=estimated_bytes(event_bytes),
            note=END_NOTES.get(table.end_cause or "", ""),
        )


def new_table_id() -> str:
    """Return a random id. It does not begin with '-', which a command line would take for an option."""
    while (table_id := secrets.token_urlsafe(TABLE_ID_BYTES)).startswith("-"):
        pass
    return table_id


def new_address_key() -> tuple[str, str]:
    """Return name and random value of the key for hashed addresses. The store keeps the first value."""
    return "address_key", secrets.token_hex(32)


def with_player_details(command: ClientCommand, player: PlayerRow) -> AnyCommand:
    """Return a client's command as a table command, with the player's name and colour."""
    if isinstance(command, SitRequest):
        return commands.Sit(client_id=command.client_id, seat=command.seat, name=player.name, colour=player.colour)
    if isinstance(command, SayRequest):
        text = clean_text(command.text, MAX_CHAT_CHARACTERS)
        return commands.Say(client_id=command.client_id, text=text, name=player.name)
    if isinstance(command, ReactRequest):
        return commands.React(client_id=command.client_id, reaction=command.reaction, name=player.name)
    assert not isinstance(command, RematchRequest)
    return command
