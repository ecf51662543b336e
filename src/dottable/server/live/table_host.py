"""All live tables of this process: opens, restores, finds and unloads them, and passes commands to them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from time import monotonic, perf_counter, time_ns
from typing import TYPE_CHECKING, Any

import msgspec

from dottable.core.clean_text import clean_text
from dottable.core.game import Game
from dottable.core.registry import installed_games
from dottable.server.access.limits import Limits, RateLimiter
from dottable.server.access.shared_rate_limiter import SharedRates
from dottable.server.lifetimes.idle_table_sweeper import IdleTableSweeper
from dottable.server.lifetimes.new_table_permission import permit_new_table
from dottable.server.lifetimes.retention import prune_periodically
from dottable.server.lifetimes.unfinished_table_counts import UnfinishedTableCounts
from dottable.server.live.background_precompile import Precompiler
from dottable.server.live.bot_runner import BotRunner
from dottable.server.live.command_request import (
    SERVER_RESTARTING,
    STORE_FAILED,
    ReplyCallback,
    refused_message,
)
from dottable.server.live.event_replay import TableRestorer
from dottable.server.live.live_table import LiveTable
from dottable.server.live.ready_games import ReadyGames
from dottable.server.live.search_row_writer import SearchRowWriter, search_row
from dottable.server.live.startup_restore import restore_table
from dottable.server.monitoring.metrics import Metrics
from dottable.server.protocol.messages import (
    Bye,
    ClientCommand,
    ReactRequest,
    RematchRequest,
    SayRequest,
    SitRequest,
)
from dottable.server.study.hint_finder import HintFinder
from dottable.store import PlayerRow, Store, StoreError, TableRow
from dottable.table import commands
from dottable.table.commands import AnyCommand
from dottable.table.decisions.command_results import Accepted, Rejected
from dottable.table.events import Event, Opened, decode_event, encode_event
from dottable.table.table import InvalidTableEvents, Table

if TYPE_CHECKING:
    from dottable.server.cluster.cluster_node import ClusterNode
    from dottable.server.cluster.table_link import TableLink

log = logging.getLogger("dottable.server")

TABLE_ID_BYTES = 9
"""Number of random bytes in a table's id. The id of a private table is secret, so it must be hard to guess."""
RESTORE_BATCH = 100
"""Number of tables to restore before other tasks may run."""
MAX_CHAT_CHARACTERS = 300
EMPTY_CHAT = Rejected("empty", "The message is empty.")
CHAT_TOO_FAST = Rejected("too_fast", "Too many chat messages. Wait a moment.")
RESTART_BYE = Bye(code=SERVER_RESTARTING.code, sentence=SERVER_RESTARTING.sentence, is_temporary=True)


class MonotonicClock:
    """Milliseconds since the Unix epoch that never go backwards while the process runs."""

    def __init__(self) -> None:
        self._zero_ms = time_ns() // 1_000_000 - int(monotonic() * 1000)

    def __call__(self) -> int:
        return self._zero_ms + int(monotonic() * 1000)


class TableHost:
    """Registry of the live tables, with one `LiveTable` per table id."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        metrics: Metrics,
        clock_ms: Callable[[], int] | None = None,
        clock_s: Callable[[], float] = perf_counter,
        *,
        compiles_rules: bool = True,
        shared_rates: SharedRates | None = None,
    ) -> None:
        """Create a host.

        `clock_ms` returns ms since the Unix epoch, `clock_s` seconds for rate limits; tests replace both.
        """
        self.store = store
        self.limits = limits
        self.metrics = metrics
        self._clock_s = clock_s
        self.clock_ms = clock_ms or MonotonicClock()
        self.shared_rates = shared_rates or SharedRates()
        self.quota = UnfinishedTableCounts(limits, "", clock_s, metrics, self.shared_rates)
        self.sweeper = IdleTableSweeper(self)
        self.forget_player: Callable[[str], None] = lambda _player: None
        """Called with the id of a player who was deleted."""
        self.on_player_deleted: Callable[[str], None] = lambda _player: None
        """Called with the id of a player who was deleted at this node."""
        self.bot_runner = BotRunner(metrics)
        self.hints = HintFinder(self.bot_runner, limits, metrics.record_refusal)
        self.precompiler = Precompiler(changes_over=compiles_rules)
        self.ready_games = ReadyGames(self.precompiler)
        self.cluster: ClusterNode | None = None
        """This server as a node of a cluster; None if it is the only server."""
        self.live: dict[str, LiveTable] = {}
        self.search_rows = SearchRowWriter(self)
        self.replays = TableRestorer()
        self.is_closing = False
        self.loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
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

        A node of a cluster loads no tables here. It gradually adopts tables without an owner.
        """
        key = await self.store.shared_value(*address_key_name_and_default())
        self.quota = UnfinishedTableCounts(self.limits, key, self._clock_s, self.metrics, self.shared_rates)
        self.precompiler.start()
        self.ready_games.start(self.start_task)
        if self.cluster is not None:
            self.cluster.limits.secret = key.encode()
            self.shared_rates.buckets = self.cluster.limits
            await self.cluster.start()
        else:
            await self._restore_all()
        self.start_task(self.sweeper.run())
        self.start_task(prune_periodically(self.store, self.limits, self.clock_ms, self.is_pruner))

    async def _restore_all(self) -> None:
        count = 0
        async for stored in self.store.unfinished_tables():
            await restore_table(self, stored)
            count += 1
            if count % RESTORE_BATCH == 0:
                await asyncio.sleep(0)

    def is_pruner(self) -> bool:
        """Return whether this server deletes old data. In a cluster, only one node does."""
        return self.cluster is None or self.cluster.is_leader

    async def load_from_events(
        self, table_id: str, bodies: list[bytes], row: TableRow | None = None, link: TableLink | None = None
    ) -> LiveTable:
        """Make a table live again from its stored events and return it."""
        game = game_of_opening(bodies[0])
        if game is not None:
            await self.precompiler.wait_until_compiled(game)
        table = await self.replays.restore_table(table_id, bodies, self.clock_ms)
        live = self._add_live_table(table, row.origin if row else None, sum(map(len, bodies)), link)
        if table.is_over:
            self.sweeper.record_loaded_table(live)
        return live

    def _add_live_table(
        self, table: Table, address_hash: str | None, stored_bytes: int, link: TableLink | None = None
    ) -> LiveTable:
        live = self.live[table.id] = LiveTable(table, self, address_hash, stored_bytes, link)
        if not table.is_over:
            self.quota.add_table(table.id, table.opened.host, address_hash)
        if link is not None:
            link.attach_live_table(live)
        live.start_timers_and_bots()
        return live

    def unload_table(self, live: LiveTable) -> None:
        """Remove a table from memory. It can be loaded again."""
        live.cancel_timer()
        del self.live[live.table.id]
        if live.link is not None:
            self.quota.remove_table(live.table.id)
            live.link.close()
            if live.link.is_owner:
                self.start_task(live.link.release_ownership())

    def notify_shutdown(self) -> None:
        """Tell every session that the server is stopping."""
        self.is_closing = True
        self.close_sessions()

    def close_sessions(self) -> None:
        """Ask the sessions at all loaded tables to reconnect, to this or another node."""
        for live in self.live.values():
            self.close_sessions_at(live)

    def close_sessions_at(self, live: LiveTable) -> None:
        """Ask every session at a table to reconnect, to this or another node."""
        for session in live.viewers.sessions():
            session.close_with_message(RESTART_BYE)

    async def close(self) -> None:
        """Finish pending store operations, then stop all tasks."""
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
        """Run a coroutine as a background task and return the task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_task_done)
        return task

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a background task failed", exc_info=task.exception())

    # Finding and opening tables

    async def find_table(self, table_id: str) -> LiveTable | None:
        """Return a table by its id, loading it from the store if necessary; None if it does not exist."""
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

    async def wait_for_loading(self) -> None:
        """Return when the tables that are being loaded now are in memory."""
        if self._loading:
            await asyncio.wait(list(self._loading.values()))

    async def _load(self, table_id: str) -> LiveTable | None:
        return await (self.load_stored(table_id) if self.cluster is None else self.cluster.load_table(table_id))

    async def load_stored(self, table_id: str, link: TableLink | None = None) -> LiveTable | None:
        """Load a table from the store. Return None if it does not exist."""
        bodies = await self.store.read_events(table_id)
        return (
            await self.load_from_events(table_id, bodies, await self.store.find_table(table_id), link)
            if bodies
            else None
        )

    async def open_table(self, opened: Opened, first: list[tuple[str, AnyCommand]]) -> LiveTable | Rejected:
        """Open a table and execute the first (player, command) pairs before it becomes visible."""
        table = Table(new_table_id(), opened)
        events: list[Event] = [opened]
        for player, command in first:
            answer = table.decide(player, command, opened.at)
            if isinstance(answer, Rejected):
                return answer
            assert isinstance(answer, Accepted)
            for event in answer.events:
                table.apply_event(event)
                events.append(event)
        return await self._store_new_table(table, events)

    async def _store_new_table(self, table: Table, events: list[Event]) -> LiveTable:
        bodies, address_hash = (
            [encode_event(event) for event in events],
            self.quota.address_hash_of_player(table.opened.host),
        )
        stored_bytes = sum(map(len, bodies))
        row = search_row(table, self.clock_ms(), address_hash, stored_bytes)
        link = None if self.cluster is None else await self.cluster.new_link(table.id)
        await self.store.append_events(table.id, 0, bodies, row, None if link is None else link.token)
        return self._add_live_table(table, address_hash, stored_bytes, link)

    # Commands

    def take_message_token(self, player_id: str | None) -> bool:
        """Take a token for one message of a player. Return False if the player sends too many."""
        return player_id is None or self._message_limiter.take_tokens(player_id)

    def submit_command(self, live: LiveTable, player: PlayerRow, command: ClientCommand, reply: ReplyCallback) -> None:
        """Pass a client's command to its table, or refuse it here."""
        rejected = self._refusal_of(player, command)
        if rejected is not None:
            reply(refused_message(command.client_id, rejected))
        elif isinstance(command, RematchRequest):
            rematch = commands.Rematch(client_id=command.client_id, table=new_table_id())
            if live.link is not None and not live.link.is_owner:
                live.link.forward_command(player.id, rematch, reply, opens_rematch=True)
            else:
                self.start_task(self.open_rematch(live, player.id, rematch, reply))
        else:
            live.submit_command(player.id, with_player_details(command, player), reply)

    def _refusal_of(self, player: PlayerRow, command: ClientCommand) -> Rejected | None:
        """Return the server's own reason for refusing a command, before its table decides; None if there is none."""
        if isinstance(command, SayRequest) and not clean_text(command.text, MAX_CHAT_CHARACTERS):
            return EMPTY_CHAT
        if isinstance(command, SayRequest | ReactRequest) and not self._chat_limiter.take_tokens(player.id):
            return CHAT_TOO_FAST
        return None

    async def open_rematch(self, live: LiveTable, player: str, command: commands.Rematch, reply: ReplyCallback) -> None:
        """Open the table of a rematch.

        The new table is stored before the old table names it, so that no client hears of a table that does not exist.
        """
        async with self._rematch_lock:  # two simultaneous requests must not open two tables
            if isinstance(live.table.decide(player, command, self.clock_ms()), Accepted):
                refused = await self._store_permitted_rematch(live, player, command.table)
                if refused is not None:
                    reply(refused_message(command.client_id, refused))
                    return
            answered: asyncio.Future[Any] = self.loop.create_future()
            live.submit_command(player, command, answered.set_result)
            reply(await answered)

    async def _store_permitted_rematch(self, live: LiveTable, player: str, table_id: str) -> Rejected | None:
        """Store the table of a rematch. Return None, or the reason why that is impossible."""
        deck = live.table.opened.deck
        try:
            async with permit_new_table(self, player, len(deck.text.encode()) if deck else 0) as refused:
                if refused is None:
                    await self._store_rematch(live, player, table_id)
                return refused
        except StoreError:
            log.exception("the rematch of table %s could not be stored", live.table.id)
            return STORE_FAILED

    async def _store_rematch(self, live: LiveTable, asker: str, table_id: str) -> None:
        """Store a table with the settings, bots and connected players of `live`."""
        opened, *others = live.table.rematch_events(self.clock_ms(), asker)
        assert isinstance(opened, Opened)
        table = Table(table_id, opened)
        for event in others:
            table.apply_event(event)
        await self._store_new_table(table, [opened, *others])


def game_of_opening(body: bytes) -> Game | None:
    """Return the game of a table's first event; None if it is not installed. Raise InvalidTableEvents."""
    try:
        opened = decode_event(body)
    except msgspec.MsgspecError as error:
        raise InvalidTableEvents(f"The stored events of this table cannot be read: {error}") from None
    return installed_games().get(opened.game) if isinstance(opened, Opened) else None


def new_table_id() -> str:
    """Return a random table id. It does not start with '-', so that no command line takes it for an option."""
    while (table_id := secrets.token_urlsafe(TABLE_ID_BYTES)).startswith("-"):
        pass
    return table_id


def address_key_name_and_default() -> tuple[str, str]:
    """Return the arguments of `Store.shared_value` for the key that hashes addresses: name, and random default."""
    return "address_key", secrets.token_hex(32)


def with_player_details(command: ClientCommand, player: PlayerRow) -> AnyCommand:
    """Return a client's command as a table command, with the player's name and colour added."""
    if isinstance(command, SitRequest):
        return commands.Sit(client_id=command.client_id, seat=command.seat, name=player.name, colour=player.colour)
    if isinstance(command, SayRequest):
        text = clean_text(command.text, MAX_CHAT_CHARACTERS)
        return commands.Say(client_id=command.client_id, text=text, name=player.name)
    if isinstance(command, ReactRequest):
        return commands.React(client_id=command.client_id, reaction=command.reaction, name=player.name)
    assert not isinstance(command, RematchRequest)
    return command
