"""The interface between a client and its table, which may be local or on a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from dottable.core.game import Game
from dottable.server.protocol.messages import ClientCommand, FromServer, PreviewRequest

OnMessage = Callable[[FromServer], None]


class TableConnection(Protocol):
    """Interface of a table for the terminal, in this process or on a server.

    Its messages to the player and the commands from the player are those of the WebSocket protocol.
    """

    @property
    def game(self) -> Game | None:
        """The game of the table; None until the first snapshot of a server."""

    @property
    def invitation_link(self) -> str | None:
        """The invitation link; None for a table in this process."""

    async def run_until_cancelled(self, on_message: OnMessage) -> None:
        """Run the table until the task is cancelled, and pass every message from it to `on_message`.

        A table on a server reconnects after a failure. Raise DottableError if the server denies access.
        """

    def send_command(self, command: ClientCommand | PreviewRequest) -> None:
        """Send a command. Its answer is an Ack, a RefusedMessage or a PreviewMessage."""

    def take_back(self) -> str | None:
        """Undo the player's last move. Return None, or the reason why that is not possible."""

    def save_log(self) -> str:
        """Save the log of the match so far. Return a sentence that says where it is."""

    def close(self) -> None:
        """Stop the bots and timers of the table, or close the connection to the server."""
