"""Messages of the WebSocket protocol: one tagged union per direction, with `kind` as the tag.

Some commands have fewer fields here than at the table, because the server adds names, colours and new table ids.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dottable import __version__
from dottable.table import commands
from dottable.table.commands import (
    Abort,
    ChooseTeam,
    Contribute,
    MakeMove,
    Reveal,
    SeatBot,
    SetReady,
    Stand,
    Start,
    Unseat,
)
from dottable.table.viewers.event_messages import EventInfo
from dottable.table.viewers.seat_info import SeatInfo
from dottable.table.viewers.snapshots import Snapshot

PROTOCOL_VERSION = 2


class HelloMessage(Struct, frozen=True, kw_only=True, tag_field="kind", tag="hello", forbid_unknown_fields=True):
    """The first message of a connection. Without a token, the client is a spectator.

    `since` is the last version it has seen.
    """

    protocol: int
    token: Annotated[str, Meta(max_length=200)] | None = None
    since: Annotated[int, Meta(ge=0)] | None = None


class Pong(Struct, frozen=True, kw_only=True, tag_field="kind", tag="pong", forbid_unknown_fields=True):
    """The immediate answer to a ping, from which the server measures the round-trip time."""

    n: int


class Refresh(Struct, frozen=True, kw_only=True, tag_field="kind", tag="refresh", forbid_unknown_fields=True):
    """Request a snapshot of the table."""


class PreviewRequest(commands.Command, frozen=True, kw_only=True, tag="preview"):
    """Request a preview of a move. Nothing changes, and only the sender gets the answer."""

    action: int


class SitRequest(commands.Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat: `seat`, or the first free seat."""

    seat: commands.SeatNumber | None = None


class SayRequest(commands.Command, frozen=True, kw_only=True, tag="say"):
    """Send a chat message. Line breaks and invisible characters are removed."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class ReactRequest(commands.Command, frozen=True, kw_only=True, tag="react"):
    """Send a quick reaction, such as "well played", to the chat."""

    reaction: commands.QuickReaction


class RematchRequest(commands.Command, frozen=True, kw_only=True, tag="rematch"):
    """Open a rematch at a new table. The event `rematch` contains the new table's id."""


ClientCommand = (
    SitRequest
    | Stand
    | SeatBot
    | Unseat
    | ChooseTeam
    | SetReady
    | Start
    | Contribute
    | Reveal
    | MakeMove
    | SayRequest
    | ReactRequest
    | Abort
    | RematchRequest
)
"""Commands of a client, over a socket or HTTP."""
FromClient = HelloMessage | Pong | Refresh | PreviewRequest | ClientCommand


class FromServer(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base class of all messages of the server."""


class Welcome(FromServer, frozen=True, kw_only=True, tag="welcome"):
    """The answer to a hello message. A snapshot or the missed events follow."""

    table: str
    seat: int | None
    """The player's seat; None for a spectator."""
    protocol: int = PROTOCOL_VERSION
    server: str = __version__


class Ack(FromServer, frozen=True, kw_only=True, tag="ack"):
    """Says that a command was executed and stored durably."""

    client_id: str | None
    version: int


class RefusedMessage(FromServer, frozen=True, kw_only=True, tag="refused"):
    """Says that a command was refused and changed nothing."""

    client_id: str | None
    code: str
    sentence: str


class PreviewMessage(FromServer, frozen=True, kw_only=True, tag="previewed"):
    """The preview of a move. Its type depends on the game."""

    client_id: str | None
    action: int
    version: int
    """The table's version at the time of the preview. A later event makes the preview outdated."""
    preview: Any


class ProblemMessage(FromServer, frozen=True, kw_only=True, tag="problem"):
    """Says that a client's message was ignored, because it was invalid or exceeded a rate limit."""

    code: str
    sentence: str


class Ping(FromServer, frozen=True, kw_only=True, tag="ping"):
    """Requests an immediate pong with the same number."""

    n: int


class PresenceMessage(FromServer, frozen=True, kw_only=True, tag="presence"):
    """Sent when a player or spectator connects or disconnects: all seats, and the number of spectators."""

    seats: tuple[SeatInfo, ...]
    spectators: int


class SnapshotMessage(FromServer, frozen=True, kw_only=True, tag="snapshot"):
    """The whole table, with what the viewer may see."""

    table: Snapshot


class EventMessage(FromServer, frozen=True, kw_only=True, tag="event"):
    """A message with the changes made by one event. Each event increases `version` by one."""

    event: EventInfo


class Bye(FromServer, frozen=True, kw_only=True, tag="bye"):
    """The last message before the server closes a connection. Clients should reconnect only if `is_temporary`."""

    code: str
    sentence: str
    is_temporary: bool


AnyFromServer = (
    Welcome
    | SnapshotMessage
    | EventMessage
    | Ack
    | RefusedMessage
    | PreviewMessage
    | ProblemMessage
    | Ping
    | PresenceMessage
    | Bye
)

_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)

decode_client_message = _decoder.decode
"""Decode a client's message. Raise msgspec.MsgspecError if it is invalid."""
encode_server_message = msgspec.json.Encoder().encode
"""Encode a message of the server."""


def message_schema() -> dict[str, Any]:
    """Return the JSON Schema of the protocol: messages of client and server, and every game's view and preview."""
    from dottable.core.registry import installed_games

    views = {slug: game.view.View for slug, game in installed_games().items()}
    previews = {slug: game.previews.Preview for slug, game in installed_games().items() if game.previews}
    kinds = [FromClient, AnyFromServer, *views.values(), *previews.values()]
    (client, server, *own), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "protocol": PROTOCOL_VERSION,
        "from_client": client,
        "from_server": server,
        "views": dict(zip(views, own[: len(views)], strict=True)),
        "previews": dict(zip(previews, own[len(views) :], strict=True)),
        "$defs": components,
    }
