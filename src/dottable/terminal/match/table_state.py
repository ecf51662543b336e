"""The state of a table as the client knows it: a snapshot, updated by events."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from dottable.core.game import Game, View
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import render_narration
from dottable.server.protocol.messages import (
    Ack,
    Bye,
    EventMessage,
    FromServer,
    PresenceMessage,
    PreviewMessage,
    ProblemMessage,
    RefusedMessage,
    SnapshotMessage,
    Welcome,
)
from dottable.table.viewers.event_messages import EventInfo
from dottable.table.viewers.seat_info import SeatInfo
from dottable.table.viewers.snapshots import ChatMessage, MatchResult, MoveInfo, Position, Snapshot
from dottable.table.viewers.team_choices import TeamsInfo
from dottable.terminal.match.seat_names import table_names

CONNECTED_AGAIN = "Connected again."
"""Sentence that ends an outage (`server/backoff.py`)."""
MAX_HISTORY_SENTENCES = 300
"""Maximum number of sentences kept in the history."""


class TableState:
    """What the client knows of its table: players, position and narration. `apply` updates it with a server message."""

    def __init__(self, game: Callable[[], Game | None], clock: Callable[[], float] = time.monotonic) -> None:
        self._game = game
        self._clock = clock
        self.you: int | None = None
        self.status = "connecting"
        self.seats: tuple[SeatInfo, ...] = ()
        self.position: Position | None = None
        self.result: MatchResult | None = None
        self.settings_text = ""
        self.teams: TeamsInfo | None = None
        """The teams that seats can choose before the match; None in a game without such teams."""
        self.spectators = 0
        self.history: deque[str] = deque(maxlen=MAX_HISTORY_SENTENCES)
        """Sentences that say what happened, oldest first."""
        self.notice = ""
        """The last refusal or problem; empty after the next move of the player."""
        self.connection_note = ""
        self.previews: dict[int, PreviewMessage] = {}
        """Previews of the present position, by action."""
        self.own_moves = 0
        self._received_at = 0.0

    @property
    def game(self) -> Game:
        """The game of the table. Valid only after the first snapshot."""
        game = self._game()
        assert game is not None
        return game

    @property
    def viewer(self) -> int:
        """The seat number of this client's player, or SPECTATOR."""
        return SPECTATOR if self.you is None else self.you

    @property
    def view(self) -> View | None:
        return self.position.view if self.position else None

    @property
    def legal(self) -> tuple[int, ...]:
        """Legal actions of the player; empty if another player must act or the match is over."""
        if self.position is None or self.you is None or self.status != "live":
            return ()
        return self.position.legal

    @property
    def is_to_act(self) -> bool:
        """Whether the match waits for this client's player to act."""
        return self.position is not None and self.status == "live" and self.you in self.position.to_act

    @property
    def is_over(self) -> bool:
        return self.status in ("over", "aborted")

    @property
    def names(self) -> list[str]:
        """Unique display names of all seats, in seat order."""
        return table_names(seat.name for seat in self.seats)

    def name_of(self, seat: int) -> str:
        """Return the unique display name of a seat."""
        return self.names[seat] if 0 <= seat < len(self.seats) else "the clock"

    def now_ms(self) -> int:
        """Return the present match time in ms. It advances between messages."""
        if self.position is None:
            return 0
        return self.position.now_ms + round(1000 * (self._clock() - self._received_at))

    def left_s(self) -> float | None:
        """Return the seconds until the deadline; None without a deadline."""
        if self.position is None or self.position.deadline_ms is None or self.status != "live":
            return None
        return max(0.0, (self.position.deadline_ms - self.now_ms()) / 1000)

    def apply(self, message: FromServer) -> None:
        """Update the state with a message of the connection."""
        if isinstance(message, Welcome):
            self.you = message.seat
        elif isinstance(message, SnapshotMessage):
            self._apply_snapshot(message.table)
        elif isinstance(message, EventMessage):
            self._apply_event(message.event)
        elif isinstance(message, PresenceMessage):
            self.seats, self.spectators = message.seats, message.spectators
        elif isinstance(message, RefusedMessage):
            self.notice = "" if message.code == "no_preview" else message.sentence
        elif isinstance(message, ProblemMessage) and message.code == "connection":
            self.connection_note = "" if message.sentence == CONNECTED_AGAIN else message.sentence
        elif isinstance(message, ProblemMessage | Bye):
            self.notice = message.sentence
        elif isinstance(message, PreviewMessage):
            self.previews[message.action] = message
        elif isinstance(message, Ack):
            self.notice = ""

    def _apply_snapshot(self, table: Snapshot) -> None:
        self.you, self.status, self.seats = table.you, table.status, table.seats
        self.result, self.settings_text, self.teams = table.result, table.options, table.teams
        self._set_position(table.position)
        self.history.clear()
        self._add_level_sentence()
        for move in table.moves:
            self._add_move_sentence(move)
        self.connection_note = ""

    def _apply_event(self, event: EventInfo) -> None:
        self.status = event.status
        if event.seats:
            self.seats = event.seats
        if event.result is not None:
            self.result = event.result
        if event.position is not None:
            self._set_position(event.position)
        if event.move is not None:
            self._add_move_sentence(event.move)
        if event.chat_message is not None:
            self._add_chat_sentence(event.chat_message)
        if event.teams is not None:
            self.teams = event.teams
        if event.notice:
            self.notice = event.notice

    def _set_position(self, position: Position | None) -> None:
        self.position = position
        self._received_at = self._clock()
        self.previews.clear()

    def _add_level_sentence(self) -> None:
        """Add a sentence with the levels of the bots, since their names do not say them."""
        bots = [f"{name} ({seat.bot})" for name, seat in zip(self.names, self.seats, strict=True) if seat.bot]
        if bots and self.status != "open":
            self.history.append(f"Bots at the table: {', '.join(bots)}.")

    def _add_move_sentence(self, move: MoveInfo) -> None:
        sentence = render_narration(self.game, move.narration, self.viewer, self.name_of)
        if sentence:
            self.history.append(sentence)
        if move.seat == self.you:
            self.own_moves += 1
            self.notice = ""

    def _add_chat_sentence(self, chat: ChatMessage) -> None:
        self.history.append(f"{chat.name}: {chat.text}")
