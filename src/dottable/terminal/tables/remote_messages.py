"""Decodes messages of a server into the structs of the protocol, with the game's own types of view and narration."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.registry import find_known_game
from dottable.core.views.narration import NarrationMessage
from dottable.server.protocol.messages import (
    AnyFromServer,
    EventMessage,
    FromServer,
    PreviewMessage,
    SnapshotMessage,
)
from dottable.table.viewers.snapshots import MoveInfo, Position

_decoder: msgspec.json.Decoder[AnyFromServer] = msgspec.json.Decoder(AnyFromServer)


class UnknownMessage(DottableError):
    """Raised for a message of a newer or older server that this client cannot read."""


class MessageReader:
    """Decodes the messages of one table. The first snapshot says which game is played."""

    def __init__(self) -> None:
        self.game: Game | None = None

    def read_message(self, data: str | bytes) -> FromServer:
        """Return a decoded message. Raise UnknownMessage if it cannot be read."""
        try:
            return self._with_game_types(_decoder.decode(data))
        except msgspec.ValidationError as error:
            raise UnknownMessage(f"The server sent a message that this version cannot read: {error}.") from None

    def _with_game_types(self, message: FromServer) -> FromServer:
        if isinstance(message, SnapshotMessage):
            table = message.table
            self.game = game_of_table(table.game, table.rules_version)
            moves = tuple(map(with_nested_messages, table.moves))
            return SnapshotMessage(table=replace(table, position=self._typed_position(table.position), moves=moves))
        if isinstance(message, EventMessage):
            event = message.event
            move = None if event.move is None else with_nested_messages(event.move)
            return EventMessage(event=replace(event, position=self._typed_position(event.position), move=move))
        if isinstance(message, PreviewMessage) and self.game is not None and self.game.previews is not None:
            return replace(message, preview=msgspec.convert(message.preview, self.game.previews.Preview))
        return message

    def _typed_position(self, position: Position | None) -> Position | None:
        """Return a position whose view has the game's own type."""
        if position is None or self.game is None:
            return None
        return replace(position, view=msgspec.convert(position.view, self.game.view.View))


def game_of_table(slug: str, rules_version: int) -> Game:
    """Return the game of a table. Raise DottableError if it is not installed in the same rules version."""
    game = find_known_game(slug)
    if game.rules_version != rules_version:
        raise DottableError(
            f"The server plays {game.title} by rules version {rules_version}, this Dottable has "
            f"{game.rules_version}. Install the version of the server, or play in the browser."
        )
    return game


def with_nested_messages(move: MoveInfo) -> MoveInfo:
    """Return a move in whose narration nested messages are structs. JSON sends them as plain objects."""
    return replace(
        move,
        narration=tuple(NarrationMessage(message.code, decode_messages(message.args)) for message in move.narration),
    )


def decode_messages(value: Any) -> Any:
    """Return a value in which objects with a code are converted to messages."""
    if isinstance(value, dict):
        if value.keys() == {"code", "args"}:
            return NarrationMessage(value["code"], decode_messages(value["args"]))
        return {name: decode_messages(part) for name, part in value.items()}
    return [decode_messages(part) for part in value] if isinstance(value, list) else value
