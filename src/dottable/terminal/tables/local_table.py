"""A table in this process. It works like a table on a server, in real time, but keeps its events in memory."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, cast

from dottable.bots.registry import close_bots
from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.matches.commit_reveal_shuffle import SEED_BYTES
from dottable.core.matches.match import SALT_BYTES, Move
from dottable.core.matches.match_log import parse_options_text
from dottable.core.options import Options, format_options
from dottable.server.protocol.messages import (
    Ack,
    ClientCommand,
    EventMessage,
    PreviewMessage,
    PreviewRequest,
    ProblemMessage,
    RefusedMessage,
    SnapshotMessage,
    Welcome,
)
from dottable.table.commands import MakeMove
from dottable.table.decisions.command_results import Accepted, HeldClaim, Rejected
from dottable.table.decisions.first_table_events import opened_event
from dottable.table.decisions.move_previews import preview_move
from dottable.table.events import CustomDeck, Event, Level, Moved, Opened, Pace, SeatTaken, Settings, Started
from dottable.table.seats.planned_bot_moves import BotRequest
from dottable.table.seats.seating import SEAT_COLOURS
from dottable.table.table import Table
from dottable.table.viewers.event_messages import event_info, public_event
from dottable.table.viewers.snapshots import build_snapshot, viewer_state
from dottable.terminal.tables.daemon_thread import run_in_daemon_thread
from dottable.terminal.tables.local_bots import local_bot, names_at_table
from dottable.terminal.tables.match_log_file import MatchLogFile
from dottable.terminal.tables.table_connection import OnMessage
from dottable.terminal.tables.undo_permission import revealed_nothing

PERSON_SEAT = 0
PERSON_ID = "person"
TABLE_ID = "local"
MIN_TIMER_MS = 1
NOTHING_TO_TAKE_BACK = "Nothing to take back: you have not moved yet, or another player has moved since."
MOVE_WAS_INFORMATIVE = "That move showed you something new. It cannot be taken back."


def clock_ms() -> int:
    """Return a monotonic time in milliseconds."""
    return time.monotonic_ns() // 1_000_000


class LocalTableSetup(NamedTuple):
    """The settings of a match in the terminal."""

    game: Game
    options: Options
    name: str
    """The person's name."""
    bots: Sequence[str]
    """Names of the bots, by seat from 1 on."""
    deck: Deck | None = None
    """Deck to play with; None for the house deck."""
    seed: bytes | None = None
    """Seed of the match; None for a random seed."""
    pace: Pace = "natural"

    @property
    def custom_deck(self) -> CustomDeck | None:
        """The deck; None if it is the house deck."""
        if self.deck is None or self.deck == self.game.house_deck:
            return None
        return CustomDeck(self.deck.name, self.deck.text)


class LocalTable:
    """A live match between one person and bots."""

    def __init__(self, setup: LocalTableSetup, log_file: MatchLogFile) -> None:
        game, bots, seed = setup.game, setup.bots, setup.seed
        self.game: Game | None = game
        self.bots = {seat: local_bot(bot, game) for seat, bot in enumerate(bots, start=1)}
        self.log_file = log_file
        self._random = random.Random(secrets.token_bytes(32) if seed is None else seed)
        opened = opened_event(
            game,
            seats=len(bots) + 1,
            options=parse_options_text(format_options(setup.options)),
            host=PERSON_ID,
            settings=Settings(pace=setup.pace),
            now=clock_ms(),
            deck=setup.custom_deck,
        )
        names = names_at_table(setup.name, bots)
        self._events: list[Event] = [opened, *self._first_events(names, bots, seed)]
        self.table = self._restored_table(self._events)
        self._on_message: OnMessage = lambda _: None
        self._last_view: Any = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._requested: set[BotRequest] = set()
        self._failure: asyncio.Future[None] | None = None

    def _first_events(self, names: Sequence[str], bots: Sequence[str], seed: bytes | None) -> list[Event]:
        """Return the events that seat all players and start the match."""
        fields: dict[str, Any] = {"at": clock_ms(), "clock_ms": 0}
        events: list[Event] = [
            SeatTaken(**fields, seat=0, player=PERSON_ID, name=names[0], colour=SEAT_COLOURS[0]),
        ]
        for seat, bot in enumerate(bots, start=1):
            level = cast("Level", bot)  # these events are not stored, so the name of any bot can replace a level
            events.append(SeatTaken(**fields, seat=seat, name=names[seat], colour=SEAT_COLOURS[seat], bot=level))
        seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        return [*events, Started(**fields, seed=seed.hex(), salt=secrets.token_hex(SALT_BYTES))]

    def _restored_table(self, events: Sequence[Event]) -> Table:
        """Return a table after these events, with the person connected."""
        opened, *later_events = events
        assert isinstance(opened, Opened)
        table = Table(TABLE_ID, opened)
        for event in later_events:
            table.apply_event(event)
        table.clock.resume(clock_ms())
        table.add_connection(PERSON_ID)
        return table

    @property
    def invitation_link(self) -> str | None:
        return None

    # Running

    async def run_until_cancelled(self, on_message: OnMessage) -> None:
        """Send a snapshot, then play in real time until the task is cancelled."""
        self._on_message = on_message
        self._failure = asyncio.get_running_loop().create_future()
        on_message(Welcome(table=TABLE_ID, seat=PERSON_SEAT))
        self._send_snapshot()
        self._perform_due_actions()
        await self._failure

    def _send_snapshot(self) -> None:
        self._last_view = self.table.live_match().view(PERSON_SEAT)
        self._on_message(SnapshotMessage(table=build_snapshot(self.table, PERSON_SEAT, clock_ms())))

    def _perform_due_actions(self) -> None:
        """Perform all due actions, set the timer for the next, and ask bots for their moves."""
        while True:
            now = clock_ms()
            due_at = self.table.next_due_at(now)
            if due_at is None or due_at > now:
                break
            due = self.table.due_actions(now)
            for _, client_id, rejected in due.rejected_claims:
                self._send_refusal(client_id, rejected)
            self._apply_and_send(due.events)
            if due.is_empty:
                break
        self._stop_timer()
        if due_at is not None:
            wait_s = max(MIN_TIMER_MS, due_at - now) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._perform_due_actions)
        for request in self.table.bot_requests():
            if request not in self._requested:
                self._requested.add(request)
                task = asyncio.get_running_loop().create_task(self._ask_bot(request))
                self._tasks.add(task)
                task.add_done_callback(self._end_task)

    def _end_task(self, task: asyncio.Task[None]) -> None:
        """Remove a finished task. An exception in it ends `run`."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and self._failure is not None and not self._failure.done():
            self._failure.set_exception(error)

    def _apply_and_send(self, events: Sequence[Event]) -> None:
        """Apply events and send them to the person."""
        now = clock_ms()
        for event in events:
            self.table.apply_event(event)
            self._events.append(event)
            state = viewer_state(self.table.live_match(), PERSON_SEAT)
            info = event_info(public_event(self.table, event, now), PERSON_SEAT, self._last_view, state)
            self._last_view = state.view
            self._on_message(EventMessage(event=info))

    def _send_refusal(self, client_id: str | None, rejected: Rejected) -> None:
        self._on_message(RefusedMessage(client_id=client_id, code=rejected.code, sentence=rejected.sentence))

    async def _ask_bot(self, request: BotRequest) -> None:
        """Ask a bot for its choice in another thread, then schedule its move."""
        table, bot = self.table, self.bots[request.seat]
        access, seed = table.seat_access(request.seat), self._random.randbytes(32)
        try:
            answer = await run_in_daemon_thread(partial(bot.choose, access, seed))
        finally:
            self._requested.discard(request)
        if answer.fault is not None:
            self._on_message(ProblemMessage(code="bot", sentence=f"{bot.name}: {answer.fault}"))
        if table is self.table:
            table.plan_bot_move(request, answer.choice, clock_ms())
            self._perform_due_actions()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Commands

    def send_command(self, command: ClientCommand | PreviewRequest) -> None:
        """Execute a move or a preview. A table in this process accepts no other commands."""
        now = clock_ms()
        if isinstance(command, PreviewRequest):
            self._send_preview(command, now)
        elif isinstance(command, MakeMove):
            self._decide_command(command, now)
            self._perform_due_actions()

    def _decide_command(self, command: MakeMove, now: int) -> None:
        decision = self.table.decide(PERSON_ID, command, now)
        if isinstance(decision, Accepted):
            self._apply_and_send(decision.events)
            self._on_message(Ack(client_id=command.client_id, version=self.table.version))
        elif isinstance(decision, HeldClaim):
            self.table.hold_claim(decision.claim)
        elif isinstance(decision, Rejected):
            self._send_refusal(command.client_id, decision)

    def _send_preview(self, request: PreviewRequest, now: int) -> None:
        found = preview_move(self.table, PERSON_ID, request.action, now)
        if isinstance(found, Rejected):
            self._send_refusal(request.client_id, found)
            return
        self._on_message(
            PreviewMessage(
                client_id=request.client_id, action=request.action, version=self.table.version, preview=found.preview
            )
        )

    def take_back(self) -> str | None:
        """Undo the person's last move and return None, or return the reason why it cannot be undone.

        No other player may have moved since, and the move must have revealed nothing.
        """
        moved = [k for k, event in enumerate(self._events) if isinstance(event, Moved)]
        last = self._events[moved[-1]] if moved else None
        if not isinstance(last, Moved) or last.seat != PERSON_SEAT or self.table.is_over:
            return NOTHING_TO_TAKE_BACK
        before = self._restored_table(self._events[: moved[-1]])
        move = Move(last.seat, last.action, last.at_ms)
        if not revealed_nothing(before.live_match(), move, self.table.live_match()):
            return MOVE_WAS_INFORMATIVE
        del self._events[moved[-1] :]
        self.table = before
        self._send_snapshot()
        self._perform_due_actions()
        return None

    # The end

    def save_log(self) -> str:
        """Write the log of the match so far to a file and return a sentence that says where the file is."""
        names = [holder.name if holder else "" for holder in self.table.seating.holders]
        return self.log_file.save_log(self.table.live_match(), names)

    def close(self) -> None:
        self._stop_timer()
        for task in self._tasks:
            task.cancel()
        close_bots([bot.bot for bot in self.bots.values()])
