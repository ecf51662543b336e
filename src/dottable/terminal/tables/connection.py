"""The interface between a client and its table, wherever that runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dottable.core.game import Game
from dottable.server.protocol.messages import ClientCommand, FromServer, PreviewRequest

OnMessage = Callable[[FromServer], None]


class TableConnection(Protocol):
    """A table that sends the messages of the socket protocol and takes its commands."""

    @property
    def game(self) -> Game | None:
        """The game of the table; None until the first snapshot of a server."""

    @property
    def link(self) -> str | None:
        """The invitation link; None for a table in this process."""

    async def run(self, on_message: OnMessage) -> None:
        """Connect, and pass on messages until the task is cancelled. Raises DottableError if that is not possible."""

    def send(self, command: ClientCommand | PreviewRequest) -> None:
        """Send a command. Its answer is an Ack, a RefusedMessage or a PreviewMessage."""

    def take_back(self) -> str | None:
        """Take the player's last move back. Return None, or the reason why that is not possible."""

    def save_log(self) -> str:
        """Save the log of the match so far. Return a sentence that says where it is."""

    def close(self) -> None:
        """End bots and timers."""
