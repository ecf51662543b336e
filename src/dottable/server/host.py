"""All live tables of this process: brought back at the start, opened, found, indexed, and put away when idle."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from functools import partial
from time import monotonic, perf_counter, time_ns
from typing import Any

from dottable.core.errors import DottableError
from dottable.core.log import write_log
from dottable.core.registry import games
from dottable.server.limits import Limits, Meter
from dottable.server.live_table import LiveTable, Reply, refusal_of
from dottable.server.messages import Asked, Bye, React, Refused, Rematch, Say, Sit
from dottable.server.metrics import Metrics
from dottable.server.safety import clean_text
from dottable.server.thinking import Thinking
from dottable.server.warming import Warming
from dottable.store import PlayerRow, Store, StoreError, TableRow
from dottable.store.archive import log_of
from dottable.table import commands
from dottable.table.answers import Accepted, Refusal
from dottable.table.commands import AnyCommand
from dottable.table.events import Event, Opened, decode, encode
from dottable.table.table import Table

log = logging.getLogger("dottable.server")

ID_BYTES = 9
"""Nobody guesses a table's id, so the link of a private one is its key."""
SWEEP_S = 60.0
KEPT_IDLE_MS = 120_000
RESTORE_PORTION = 100
LONGEST_SAYING = 300
TALK = (Say, React)
EMPTY = Refusal("empty", "There is nothing in it to read.")
TOO_TALKATIVE = Refusal("too_fast", "One thing after the other: wait a moment before you say more.")
RESTART = Bye(code="restart", sentence="The server stops for a moment; come back.", is_temporary=True)


class Clock:
    """Milliseconds since the epoch that never go back while the process lives."""

    def __init__(self) -> None:
        self._zero_ms = time_ns() // 1_000_000 - int(monotonic() * 1000)

    def __call__(self) -> int:
        return self._zero_ms + int(monotonic() * 1000)


class Host:
    """Finds the one LiveTable of every table and keeps all of them going."""

    def __init__(self, store: Store, limits: Limits, metrics: Metrics) -> None:
        self.store = store
        self.limits = limits
        self.metrics = metrics
        self.clock_ms = Clock()
        self.thinking = Thinking(metrics)
        self.warming = Warming()
        self.live: dict[str, LiveTable] = {}
        self.is_closing = False
        self.loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._indexing: set[asyncio.Task[Any]] = set()
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._by_player = Meter(2 * limits.messages_per_s, 2 * limits.messages_burst, perf_counter)
        self._talk = Meter(limits.talk_per_s, limits.talk_burst, perf_counter)
        metrics.gauges["live_tables"] = lambda: len(self.live)
        metrics.gauges["sockets"] = lambda: sum(live.session_count for live in self.live.values())

    # Beginning and end

    async def open(self) -> None:
        """Bring back every table that was open or live."""
        self.warming.begin()
        count = 0
        async for table_id, bodies in self.store.live_tables():
            await self._bring_back(table_id, bodies)
            count += 1
            if count % RESTORE_PORTION == 0:
                await asyncio.sleep(0)
        self.start(self._sweep())

    async def _bring_back(self, table_id: str, bodies: list[bytes]) -> None:
        try:
            events = [decode(body) for body in bodies]
            await self._warm_for(events[0])
            table = Table.restore(table_id, events, self.clock_ms())
        except (DottableError, ValueError, IndexError) as error:
            log.error("table %s cannot go on: %s", table_id, error)
            await self._set_aside(table_id, len(bodies))
            return
        live = self.live[table_id] = LiveTable(table, self)
        if table.is_over:
            self.reindex(live)
        live.begin()

    async def _warm_for(self, opened: Event) -> None:
        game = games().get(opened.game) if isinstance(opened, Opened) else None
        if game is not None:
            await self.warming.ready(game)

    async def _set_aside(self, table_id: str, version: int) -> None:
        """A table that these rules cannot go on with is marked, and its events stay as they are."""
        row = await self.store.table(table_id)
        if row is not None:
            await self.store.append(table_id, version, [], TableRow(**{**as_dict(row), "status": "aborted"}))

    def say_goodbye(self) -> None:
        """Tell everybody that the server stops."""
        self.is_closing = True
        for live in self.live.values():
            for sessions in live.groups.values():
                for session in sessions:
                    session.goodbye(RESTART)

    async def close(self) -> None:
        """Finish what is under way; nothing is lost, since all that was told is kept."""
        self.is_closing = True
        for live in self.live.values():
            live.end()
        await asyncio.gather(*(live.settled() for live in list(self.live.values())), return_exceptions=True)
        await self.warming.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinking.close()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Let something go on beside all else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("work in the background failed", exc_info=task.exception())

    # Finding and opening

    async def find(self, table_id: str) -> LiveTable | None:
        """A table by its id, brought back from the store if it is not live here; None if there is none."""
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
        bodies = await self.store.events(table_id)
        if not bodies:
            return None
        events = [decode(body) for body in bodies]
        await self._warm_for(events[0])
        table = Table.restore(table_id, events, self.clock_ms())
        live = self.live[table_id] = LiveTable(table, self)
        live.begin()
        return live

    async def open_table(
        self, opened: Opened, first: list[tuple[str, AnyCommand]], table_id: str | None = None
    ) -> LiveTable | Refusal:
        """A new table at which the first commands are carried out before anybody can see it."""
        table_id = table_id or secrets.token_urlsafe(ID_BYTES)
        table = Table(table_id, opened)
        events: list[Event] = [opened]
        for player, command in first:
            answer = table.decide(player, command, opened.at)
            if isinstance(answer, Refusal):
                return answer
            assert isinstance(answer, Accepted)
            for event in answer.events:
                table.evolve(event)
                events.append(event)
        return await self._store_new(table, events)

    async def _store_new(self, table: Table, events: list[Event]) -> LiveTable:
        await self.store.append(table.id, 0, [encode(event) for event in events], self.row_of(table))
        live = self.live[table.id] = LiveTable(table, self)
        live.begin()
        return live

    # Commands

    def may_send(self, player_id: str | None) -> bool:
        return player_id is None or self._by_player.take(player_id)

    def ask(self, live: LiveTable, player: PlayerRow, asked: Asked, reply: Reply) -> None:
        """Carry out what a player asks of a table."""
        refusal = self._why_not(player, asked)
        if refusal is not None:
            reply(refusal_of(asked.client_id, refusal))
        elif isinstance(asked, Rematch):
            self.start(self._rematch(live, player, asked, reply))
        else:
            live.ask(player.id, with_names(asked, player), reply)

    def _why_not(self, player: PlayerRow, asked: Asked) -> Refusal | None:
        """What the table need not be asked about."""
        if self.is_closing:
            return Refusal(RESTART.code, RESTART.sentence)
        if isinstance(asked, Say) and not clean_text(asked.text, LONGEST_SAYING):
            return EMPTY
        if isinstance(asked, TALK) and not self._talk.take(player.id):
            return TOO_TALKATIVE
        return None

    async def _rematch(self, live: LiveTable, player: PlayerRow, asked: Rematch, reply: Reply) -> None:
        """First the old table learns where the new one will be, so that there is only ever one."""
        table_id = secrets.token_urlsafe(ID_BYTES)
        command = commands.Rematch(client_id=asked.client_id, table=table_id)
        answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        live.ask(player.id, command, answered.set_result)
        answer = await answered
        if live.table.rematch is not None and not isinstance(answer, Refused):
            await self.rematch_of(live, player.id)
        reply(answer)

    async def rematch_of(self, live: LiveTable, asker: str) -> LiveTable | None:
        """The table of the rematch; opened now if a crash came between the two."""
        table_id = live.table.rematch
        if table_id is None:
            return None
        found = await self.find(table_id)
        if found is not None:
            return found
        opened, *others = live.table.rematch_events(self.clock_ms(), asker)
        assert isinstance(opened, Opened)
        table = Table(table_id, opened)
        for event in others:
            table.evolve(event)
        try:
            return await self._store_new(table, [opened, *others])
        except StoreError:
            return await self.find(table_id)

    # The index

    def reindex(self, live: LiveTable) -> None:
        """Let searches find the table as it is now."""
        task = self.start(self._reindex(live))
        self._indexing.add(task)
        task.add_done_callback(self._indexing.discard)

    async def indexed(self) -> None:
        """Return when searches find what has happened until now: whoever was told of a change finds it."""
        if self._indexing:
            await asyncio.wait(list(self._indexing))

    async def _reindex(self, live: LiveTable) -> None:
        row = self.row_of(live.table)
        try:
            await self.store.append(live.table.id, live.table.version, [], row)
            if live.table.is_over and live.table.match is not None:
                await log_of(self.store, row, partial(self._compose, live.table))
        except StoreError:
            log.exception("table %s could not be indexed; it will be at the next start", live.table.id)

    @staticmethod
    def _compose(table: Table, _row: TableRow, _events: list[bytes]) -> str:
        return log_text(table)

    def row_of(self, table: Table) -> TableRow:
        """What the table is found by."""
        opened, holders = table.opened, table.seating.holders
        return TableRow(
            id=table.id,
            game=opened.game,
            rules_version=opened.rules_version,
            status=table.status,
            is_private=opened.settings.is_private,
            seats=opened.seats,
            players=tuple((holder.player, holder.name) if holder else (None, "") for holder in holders),
            created_at=opened.at,
            updated_at=self.clock_ms(),
            moves=len(table.match.moves) if table.match else 0,
            result=" ".join(map(str, table.match.scores())) if table.match and table.is_over else None,
            winners=" ".join(map(str, table.match.winners())) if table.match and table.match.is_over else None,
        )

    # Putting away

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            self.put_away_idle()

    def put_away_idle(self) -> None:
        """Forget tables that are over and that nobody looks at; they are in the store."""
        before = self.clock_ms() - KEPT_IDLE_MS
        for table_id, live in list(self.live.items()):
            if live.table.is_over and not live.groups and live.idle_since < before and live.is_resting:
                live.end()
                del self.live[table_id]


def with_names(asked: Asked, player: PlayerRow) -> AnyCommand:
    """A client's command with what only the server may say."""
    if isinstance(asked, Sit):
        return commands.Sit(client_id=asked.client_id, seat=asked.seat, name=player.name, colour=player.colour)
    if isinstance(asked, Say):
        return commands.Say(client_id=asked.client_id, text=clean_text(asked.text, LONGEST_SAYING), name=player.name)
    if isinstance(asked, React):
        return commands.React(client_id=asked.client_id, reaction=asked.reaction, name=player.name)
    assert not isinstance(asked, Rematch)
    return asked


def log_text(table: Table) -> str:
    """The log of a table whose match has ended."""
    names = [holder.name if holder else "" for holder in table.seating.holders]
    return write_log(table.live_match(), names)


def as_dict(row: TableRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
