"""A table on a server, joined by its link. It reconnects automatically and resends commands that were not answered."""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable

import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from dottable.core.game import Game
from dottable.server.backoff import Backoff, retry_after_s
from dottable.server.bot_client import AccessDenied, TableAddress, create_player, raise_if_final
from dottable.server.protocol.messages import (
    PROTOCOL_VERSION,
    Ack,
    Bye,
    ClientCommand,
    EventMessage,
    FromServer,
    HelloMessage,
    Ping,
    Pong,
    PreviewMessage,
    PreviewRequest,
    ProblemMessage,
    RefusedMessage,
    SnapshotMessage,
    Welcome,
)
from dottable.terminal.tables.remote_messages import MessageReader
from dottable.terminal.tables.saved_players import SavedPlayer, save_player, saved_player
from dottable.terminal.tables.table_connection import OnMessage

NO_TAKING_BACK = "At a table on a server no move can be taken back."
CLOSE_TIMEOUT_S = 0.5
"""Maximum time in seconds to wait for the server to close the connection when the player leaves."""
CONNECTION_NOTE_CODE = "connection"
"""Code of a ProblemMessage about the connection."""


class RemoteTable:
    """A table of a server, for a player who is a guest of that server."""

    def __init__(self, address: TableAddress, *, name: str | None, token: str | None = None) -> None:
        self.address = address
        self.name = name
        self.token = token
        self._reader = MessageReader()
        self._socket: ClientConnection | None = None
        self._since: int | None = None
        self._unanswered: dict[str, ClientCommand] = {}
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in itertools.count())
        self._tasks: set[asyncio.Task[None]] = set()
        self._on_message: OnMessage = lambda _: None

    @property
    def game(self) -> Game | None:
        return self._reader.game

    @property
    def invitation_link(self) -> str | None:
        return f"{self.address.server_url}/table/{self.address.table_id}"

    async def run_until_cancelled(self, on_message: OnMessage) -> None:
        """Connect and reconnect until the task is cancelled or the server denies access."""
        self._on_message = on_message
        backoff = Backoff(self._send_note)
        self.token = self.token or await self._own_token()
        while True:
            problem, at_least_s = "The server closed the connection.", 0.0
            try:
                async with connect(self.address.socket_url, max_size=None, close_timeout=CLOSE_TIMEOUT_S) as socket:
                    await self._run_connection(socket, backoff.reset)
            except InvalidStatus as error:
                raise_if_final(error.response.status_code)
                problem = f"The server is busy (status {error.response.status_code})."
                at_least_s = retry_after_s(error.response.headers.get("retry-after"))
            except (OSError, EOFError, WebSocketException, TimeoutError) as error:
                problem = f"The connection failed ({error})."
            finally:
                self._socket = None
            await asyncio.sleep(backoff.next_delay_s(problem, at_least_s))

    async def _own_token(self) -> str:
        """Return the token of the saved guest on this server; if there is none, create a guest."""
        server = self.address.server_url
        saved = saved_player(server)
        if saved is not None and self.name in (None, saved.name):
            return saved.token
        name = self.name or "Guest"
        token = await create_player(server, name, self._send_note)
        save_player(server, SavedPlayer(name, token))
        return token

    async def _run_connection(self, socket: ClientConnection, on_success: Callable[[], None]) -> None:
        hello = HelloMessage(protocol=PROTOCOL_VERSION, token=self.token, since=self._since)
        await socket.send(msgspec.json.encode(hello).decode())
        self._socket = socket
        for command in list(self._unanswered.values()):
            await socket.send(msgspec.json.encode(command).decode())
        async for data in socket:
            message = self._reader.read_message(data)
            if isinstance(message, Welcome):
                on_success()
            if isinstance(message, Ping):
                await socket.send(msgspec.json.encode(Pong(n=message.n)).decode())
            else:
                self._receive_message(message)

    def _receive_message(self, message: FromServer) -> None:
        if isinstance(message, Ack | RefusedMessage | PreviewMessage) and message.client_id is not None:
            self._unanswered.pop(message.client_id, None)
        elif isinstance(message, SnapshotMessage):
            self._since = message.table.version
        elif isinstance(message, EventMessage):
            self._since = message.event.version
        self._on_message(message)
        if isinstance(message, Bye) and not message.is_temporary:
            raise AccessDenied(message.sentence)

    def _send_note(self, sentence: str) -> None:
        self._on_message(ProblemMessage(code=CONNECTION_NOTE_CODE, sentence=sentence))

    def send_command(self, command: ClientCommand | PreviewRequest) -> None:
        """Send a command at once, and again after a reconnect if it was not answered."""
        command = command if command.client_id else replace(command, client_id=next(self._ids))
        if not isinstance(command, PreviewRequest):
            assert command.client_id is not None
            self._unanswered[command.client_id] = command
        if self._socket is not None:
            task = asyncio.get_running_loop().create_task(self._send_over_socket(self._socket, command))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_over_socket(self, socket: ClientConnection, command: ClientCommand | PreviewRequest) -> None:
        try:
            await socket.send(msgspec.json.encode(command).decode())
        except ConnectionClosed:
            return  # the command is sent again after the reconnect

    def take_back(self) -> str | None:
        return NO_TAKING_BACK

    def save_log(self) -> str:
        """Return a sentence that says where the log is: the server keeps it."""
        return f"The server keeps the match: {self.address.server_url}/replay/{self.address.table_id}"

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
