"""The full-screen client for one match."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

from textual.app import App
from textual.worker import Worker, WorkerState

from dottable.terminal.fullscreen.match_screen import MatchScreen
from dottable.terminal.fullscreen.style import CSS
from dottable.terminal.match.table_state import TableState
from dottable.terminal.tables.table_connection import TableConnection


class MatchApp(App[bool]):
    """The app that plays one match at a table. Its return value is whether the player wants to play again."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, connection: TableConnection, *, can_play_again: bool) -> None:
        super().__init__(ansi_color=True)
        self.connection = connection
        self.match_screen = MatchScreen(connection, can_play_again=can_play_again)
        self.failure: BaseException | None = None
        """The reason why the connection ended."""

    @property
    def table_state(self) -> TableState:
        return self.match_screen.state

    def on_mount(self) -> None:
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not available on every system and thread
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.action_leave)
        self.push_screen(self.match_screen, self.exit)

    def action_leave(self) -> None:
        self.exit(result=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is WorkerState.ERROR:
            self.failure = event.worker.error
            self.exit(result=False)
