"""One table with everybody around it: commands come in one after the other, are kept, happen, and are told."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from dottable.core.seats import SPECTATOR
from dottable.server.gaps import told_since
from dottable.server.messages import (
    Ack,
    FromServer,
    Happened,
    Presence,
    Preview,
    Previewed,
    Refused,
    Seen,
    Welcome,
    write,
)
from dottable.store import Conflict, StoreError
from dottable.table.answers import NOTHING, Accepted, Held, Refusal, Repeated
from dottable.table.commands import AnyCommand, Move
from dottable.table.events import Ended, Event, Moved, Sat, Started, Stood, decode, encode
from dottable.table.plans import BotCall
from dottable.table.previews import preview
from dottable.table.table import Table
from dottable.table.telling import happening, moment_of, news_of, seats_told, sight, snapshot

if TYPE_CHECKING:
    from dottable.server.host import Host
    from dottable.server.session import Session

log = logging.getLogger("dottable.server")

Reply = Callable[[FromServer], None]
Job = Callable[[], Awaitable[None]]

SEATING = (Sat, Stood)
INDEXED = frozenset((Sat, Stood, Started, Ended))
"""Events after which a table is to be found by other things than before."""
MOST_WAITING = 1000
TRIES = 3
SHORTEST_PAUSE_MS = 1
SETTLING_S = 0.002
"""How often one who waits for a table to settle looks whether its move is kept."""
PAUSE_AFTER_FAULT_MS = 1000
BUSY = Refusal("busy", "This table is too busy; try again.")
STORE_DOWN = Refusal("store", "It could not be kept; send it again.")
OVERTAKEN = Refusal("overtaken", "The match went on before your claim could be judged.")
OUR_FAULT = Refusal("server", "Something went wrong here; send it again.")


class Request(NamedTuple):
    """A player's command on its way."""

    player: str
    command: AnyCommand
    reply: Reply
    arrived_at: int
    since_s: float


class LiveTable:
    """The only one who changes its table: everything goes through one inbox, in order."""

    __slots__ = (
        "_asked",
        "_held",
        "_inbox",
        "_is_keeping",
        "_timer",
        "_views",
        "_worker",
        "groups",
        "host",
        "idle_since",
        "table",
    )

    def __init__(self, table: Table, host: Host) -> None:
        self.table = table
        self.host = host
        self.groups: dict[int, list[Session]] = {}
        """Whoever sees the same: the sessions of every seat, and of SPECTATOR."""
        self.idle_since = host.clock_ms()
        self._inbox: deque[Job] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._is_keeping = False
        """Whether a move is being kept without a worker; all else waits in the inbox meanwhile."""
        self._timer: asyncio.TimerHandle | None = None
        self._held: dict[tuple[str, str | None], list[Reply]] = {}
        self._asked: set[BotCall] = set()
        self._views: dict[int, Any] = {}

    # The inbox

    def ask(self, player: str, command: AnyCommand, reply: Reply) -> None:
        """Carry out a player's command in its turn, and reply once it is kept or refused."""
        if len(self._inbox) >= MOST_WAITING:
            reply(refusal_of(command.client_id, BUSY))
            return
        request = Request(player, command, reply, self.host.clock_ms(), perf_counter())
        if self._is_idle and isinstance(command, Move) and self._move(request):
            return
        self.do(partial(self._carry_out, request))

    def do(self, job: Job) -> None:
        """Do something in turn."""
        self._inbox.append(job)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_idle:
            self._worker = asyncio.create_task(self._work())

    @property
    def _is_idle(self) -> bool:
        return self._worker is None and not self._is_keeping

    def wake(self) -> None:
        """See what is due."""
        self._timer = None
        self.do(nothing)

    async def _work(self) -> None:
        pause_ms, wake_at = SHORTEST_PAUSE_MS, None
        try:
            while self._inbox:
                job = self._inbox.popleft()
                try:
                    await job()
                    if not self._inbox:
                        wake_at = await self._wake()
                except Exception:
                    log.exception("table %s could not do its work", self.table.id)
                    pause_ms, wake_at = PAUSE_AFTER_FAULT_MS, self.host.clock_ms()
        finally:
            self._worker = None
        self._plan_ahead(wake_at, pause_ms)

    @property
    def is_resting(self) -> bool:
        return self._is_idle and not self._asked

    async def settled(self) -> None:
        """Return when nothing is under way."""
        while not self._is_idle:
            await (asyncio.wait([self._worker]) if self._worker is not None else asyncio.sleep(SETTLING_S))

    # Commands

    def _move(self, request: Request) -> bool:
        """Keep an ordinary move of an idle table without a task of its own, which is cheaper; False if it is none,
        and nothing has happened."""
        try:
            answer = self.table.decide(request.player, request.command, request.arrived_at)
            if not isinstance(answer, Accepted):
                return False
            bodies = [encode(event) for event in answer.events]
            self.host.store.append_then(
                self.table.id, self.table.version, bodies, partial(self._kept, request, answer.events)
            )
        except Exception:  # it will be tried and told again, in turn
            return False
        self._is_keeping = True
        return True

    def _kept(self, request: Request, events: list[Event], error: Exception | None) -> None:
        """Let a move happen now that it is kept; if it is not, it is carried out like any other command."""
        self._is_keeping = False
        if error is not None:
            self._inbox.appendleft(partial(self._carry_out, request))
            self._go_on()
            return
        self.host.metrics.commit_ms.add(1000 * (perf_counter() - request.since_s))
        try:
            self._happen(events)
        except Exception:
            log.exception("a command failed at table %s", self.table.id)
            self._answer(request, OUR_FAULT)
        else:
            self._answer(request, self.table.version)
        self._look_ahead()

    def _look_ahead(self) -> None:
        """Go on with what waits or is due, or rest until there is more to do."""
        now = self.host.clock_ms()
        wake_at = None if self._inbox else self.table.wake_at(now)
        if self._inbox or (wake_at is not None and wake_at <= now):
            self.do(nothing)
        else:
            self._plan_ahead(wake_at, SHORTEST_PAUSE_MS)

    async def _carry_out(self, request: Request) -> None:
        try:
            answer = await self._settle(request.player, request.command, request.arrived_at)
        except StoreError:
            log.exception("table %s could not be kept", self.table.id)
            answer = STORE_DOWN
        except Exception:
            log.exception("a command failed at table %s", self.table.id)
            answer = OUR_FAULT
        self._answer(request, answer)

    def _answer(self, request: Request, answer: int | Held | Refusal) -> None:
        """Reply to a command, unless its claim has to be judged first."""
        client_id = request.command.client_id
        if isinstance(answer, Refusal):
            self.host.metrics.counters["refusals"] += 1
            request.reply(refusal_of(client_id, answer))
        elif isinstance(answer, Held):
            self.table.hold(answer.claim)
            self._held.setdefault((request.player, client_id), []).append(request.reply)
        else:
            request.reply(Ack(client_id=client_id, version=answer))
            self.host.metrics.ack_ms.add(1000 * (perf_counter() - request.since_s))

    async def _settle(self, player: str, command: AnyCommand, arrived_at: int) -> int | Held | Refusal:
        """The version that a command led to, or what else the table said to it; what counts is when it arrived."""
        for _ in range(TRIES):
            answer = self.table.decide(player, command, arrived_at)
            if isinstance(answer, Repeated):
                return answer.version
            if not isinstance(answer, Accepted):
                return answer
            try:
                await self._keep(answer.events)
            except Conflict:
                await self._catch_up()
                continue
            return self.table.version
        return BUSY

    async def _wake(self) -> int | None:
        """Do all that is due; when there will be more to do, if ever."""
        while True:
            now = self.host.clock_ms()
            wake_at = self.table.wake_at(now)
            woken = self.table.wake(now) if wake_at is not None and wake_at <= now else NOTHING
            if woken.is_empty:
                return wake_at
            for player, client_id, refusal in woken.refused:
                for reply in self._held.pop((player, client_id), ()):
                    reply(refusal_of(client_id, refusal))
            if woken.events:
                try:
                    await self._keep(woken.events)
                except Conflict:
                    await self._catch_up()

    # Keeping and telling

    async def _keep(self, events: list[Event]) -> None:
        """Store events, and only then let them happen and tell them."""
        before_s = perf_counter()
        await self.host.store.append(self.table.id, self.table.version, [encode(event) for event in events])
        self.host.metrics.commit_ms.add(1000 * (perf_counter() - before_s))
        self._happen(events)

    async def _catch_up(self) -> None:
        """Another process came first: let happen what it has stored."""
        self.host.metrics.counters["conflicts"] += 1
        bodies = await self.host.store.events(self.table.id, self.table.version)
        self._happen([decode(body) for body in bodies])

    def _happen(self, events: list[Event]) -> None:
        for event in events:
            self.table.evolve(event)
            try:
                self._tell(event)
            except Exception:  # it is kept and has happened: a fault in telling must not undo that
                log.exception("version %d of table %s could not be told", self.table.version, self.table.id)
            if isinstance(event, Moved) and event.asker is not None:
                for reply in self._held.pop((event.asker, event.client_id), ()):
                    reply(Ack(client_id=event.client_id, version=self.table.version))
        if self._held:
            self._refuse_overtaken()
        counters = self.host.metrics.counters
        counters["events"] += len(events)
        kinds = [type(event) for event in events]
        counters["moves"] += kinds.count(Moved)
        if not INDEXED.isdisjoint(kinds):
            self.host.reindex(self)

    def _refuse_overtaken(self) -> None:
        """Answer claims that nobody will judge any more, because the match went on or ended without them."""
        judged = {(claim.asker, claim.client_id) for claim in self.table.claims.values()}
        for player, client_id in [key for key in self._held if key not in judged]:
            for reply in self._held.pop((player, client_id)):
                reply(refusal_of(client_id, OVERTAKEN))

    def _tell(self, event: Event) -> None:
        """Tell everybody, each group in the same bytes."""
        changed = self._regroup() if type(event) in SEATING else []
        news, match = news_of(self.table, event, self.host.clock_ms()), self.table.match
        moment = moment_of(match, self.table.to_act) if match else None
        for viewer, sessions in self.groups.items():
            after = sight(match, viewer, moment) if match else None
            text = write(Happened(event=happening(news, viewer, self._views.get(viewer), after)))
            self._views[viewer] = after.view if after else None
            for session in sessions:
                if session not in changed:
                    session.send(text)
        for session in changed:
            session.send(write(self.welcome(session)))
            session.send(self.snapshot_text(session.viewer))
        if changed:  # who looks on has changed too
            self._tell_presence()

    # Who is here

    def viewer_of(self, player: str | None) -> int:
        seat = None if player is None else self.table.seating.seat_of(player)
        return SPECTATOR if seat is None else seat

    def enter(self, session: Session, since: int | None) -> None:
        """Let a session in, and bring it up to date; in turn."""
        self.do(partial(self._enter, session, since))

    async def _enter(self, session: Session, since: int | None) -> None:
        if session.is_gone:
            return
        session.viewer = self.viewer_of(session.player_id)
        session.send(write(self.welcome(session)))
        told = await told_since(self.host.store, self.table, session.viewer, since) if since else None
        for text in [self.snapshot_text(session.viewer)] if told is None else told:
            session.send(text)
        self._join(session)
        if session.player_id is not None:
            self.table.connected(session.player_id)
        self._tell_presence()

    def leave(self, session: Session) -> None:
        self.do(partial(self._leave, session))

    async def _leave(self, session: Session) -> None:
        group = self.groups.get(session.viewer, [])
        if session not in group:
            return
        self._part(session)
        self.idle_since = self.host.clock_ms()
        if session.player_id is not None:
            self.table.disconnected(session.player_id, self.host.clock_ms())
        self._tell_presence()

    def _join(self, session: Session) -> None:
        self.groups.setdefault(session.viewer, []).append(session)
        if session.viewer not in self._views and self.table.match is not None:
            self._views[session.viewer] = self.table.match.view(session.viewer)

    def _part(self, session: Session) -> None:
        group = self.groups[session.viewer]
        group.remove(session)
        if not group:
            del self.groups[session.viewer]
            self._views.pop(session.viewer, None)

    def _regroup(self) -> list[Session]:
        """After seats have changed hands: the sessions that see with other eyes now."""
        moved = []
        for session in [session for group in self.groups.values() for session in group]:
            viewer = self.viewer_of(session.player_id)
            if viewer != session.viewer:
                self._part(session)
                session.viewer = viewer
                self._join(session)
                moved.append(session)
        return moved

    def _tell_presence(self) -> None:
        text = write(self.presence())
        for sessions in self.groups.values():
            for session in sessions:
                session.send(text)

    def presence(self) -> Presence:
        return Presence(seats=seats_told(self.table), spectators=len(self.groups.get(SPECTATOR, ())))

    def welcome(self, session: Session) -> Welcome:
        seat = None if session.viewer == SPECTATOR else session.viewer
        return Welcome(table=self.table.id, seat=seat)

    def snapshot_text(self, viewer: int) -> bytes:
        return write(Seen(table=snapshot(self.table, viewer, self.host.clock_ms())))

    def preview(self, player: str, asked: Preview) -> Previewed | Refused:
        """What a move would lead to, at once and without a trace."""
        answer = preview(self.table, player, asked.action, self.host.clock_ms())
        if isinstance(answer, Refusal):
            return refusal_of(asked.client_id, answer)
        version = self.table.version
        return Previewed(client_id=asked.client_id, action=asked.action, version=version, preview=answer.preview)

    # What comes next

    @property
    def session_count(self) -> int:
        return sum(map(len, self.groups.values()))

    def _plan_ahead(self, wake_at: int | None, pause_ms: int) -> None:
        """Set the timer, and ask the bots that have to choose."""
        if self.host.is_closing:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if wake_at is not None:
            wait_ms = max(pause_ms, wake_at - self.host.clock_ms())
            self._timer = asyncio.get_running_loop().call_later(wait_ms / 1000, self.wake)
        for call in self.table.bots_to_move():
            if call not in self._asked:
                self._asked.add(call)
                self.host.start(self._let_think(call))

    async def _let_think(self, call: BotCall) -> None:
        try:
            choice = await self.host.thinking.choose(self.table.chair(call.seat), call.level)
        finally:
            self._asked.discard(call)
        self.table.bot_chose(call, choice, self.host.clock_ms())
        self.wake()

    def begin(self) -> None:
        """Start to live: bots think, clocks run."""
        self._plan_ahead(self.table.wake_at(self.host.clock_ms()), SHORTEST_PAUSE_MS)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


async def nothing() -> None:
    """A job that only lets the table look at what is due."""


def refusal_of(client_id: str | None, refusal: Refusal) -> Refused:
    return Refused(client_id=client_id, code=refusal.code, sentence=refusal.sentence)
