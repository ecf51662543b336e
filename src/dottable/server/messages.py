"""The socket protocol, version 1: one tagged union of messages each way, `kind` names the message.

Names, colours and new tables' ids are the server's word, so some commands are shorter here than at the table.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from dottable import __version__
from dottable.table import commands
from dottable.table.commands import Abort, Move, Ready, SeatBot, Stand, Start, Unseat
from dottable.table.telling import Happening, SeatTold, Snapshot

PROTOCOL = 1


class Hello(Struct, frozen=True, kw_only=True, tag_field="kind", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket. Without a token one looks on; `since` is the last version one has seen."""

    protocol: int
    token: Annotated[str, Meta(max_length=200)] | None = None
    since: Annotated[int, Meta(ge=0)] | None = None


class Pong(Struct, frozen=True, kw_only=True, tag_field="kind", tag="pong", forbid_unknown_fields=True):
    """The answer to a ping, at once: the server measures the round trip by it."""

    n: int


class Refresh(Struct, frozen=True, kw_only=True, tag_field="kind", tag="refresh", forbid_unknown_fields=True):
    """Asks for a snapshot."""


class Preview(commands.Command, frozen=True, kw_only=True, tag="preview"):
    """Asks what a move would lead to; it changes nothing, and only the sender is answered."""

    action: int


class Sit(commands.Command, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat; the first one if none is named."""

    seat: commands.SeatNumber | None = None


class Say(commands.Command, frozen=True, kw_only=True, tag="say"):
    """Chat; what cannot be shown in one line is taken out."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class React(commands.Command, frozen=True, kw_only=True, tag="react"):
    """A quick reaction."""

    reaction: commands.Reaction


class Rematch(commands.Command, frozen=True, kw_only=True, tag="rematch"):
    """Ask for another match at a new table; an event `renewed` tells everybody where."""


Asked = Sit | Stand | SeatBot | Unseat | Ready | Start | Move | Say | React | Abort | Rematch
"""Commands, as a client sends them over a socket or by HTTP."""
FromClient = Hello | Pong | Refresh | Preview | Asked


class FromServer(Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all messages of the server have in common: `kind`."""


class Welcome(FromServer, frozen=True, kw_only=True, tag="welcome"):
    """The answer to hello; a snapshot or the events since the version one has seen come next."""

    table: str
    seat: int | None
    """Where one sits; None for whoever looks on."""
    protocol: int = PROTOCOL
    server: str = __version__


class Ack(FromServer, frozen=True, kw_only=True, tag="ack"):
    """The command is carried out and kept: it will be in the log whatever happens now."""

    client_id: str | None
    version: int


class Refused(FromServer, frozen=True, kw_only=True, tag="refused"):
    """The command changed nothing, and why."""

    client_id: str | None
    code: str
    sentence: str


class Previewed(FromServer, frozen=True, kw_only=True, tag="previewed"):
    """What a move would lead to, in a type of the game's own; nothing has changed."""

    client_id: str | None
    action: int
    version: int
    """Of the table it was looked at from: out of date once an event leads beyond it."""
    preview: Any


class Trouble(FromServer, frozen=True, kw_only=True, tag="problem"):
    """A message that was not understood, or came too fast; it changed nothing."""

    code: str
    sentence: str


class Ping(FromServer, frozen=True, kw_only=True, tag="ping"):
    """To be answered with a pong of the same number, at once."""

    n: int


class Presence(FromServer, frozen=True, kw_only=True, tag="presence"):
    """Somebody came or went, which is no event: the seats as they are now, and how many look on."""

    seats: tuple[SeatTold, ...]
    spectators: int


class Seen(FromServer, frozen=True, kw_only=True, tag="snapshot"):
    """The whole table as one may see it."""

    table: Snapshot


class Happened(FromServer, frozen=True, kw_only=True, tag="event"):
    """What one event changed, as one may see it; `version` of its happening counts up by one each time."""

    event: Happening


class Bye(FromServer, frozen=True, kw_only=True, tag="bye"):
    """The server closes this socket; come back if `is_temporary`."""

    code: str
    sentence: str
    is_temporary: bool


AnyFromServer = Welcome | Seen | Happened | Ack | Refused | Previewed | Trouble | Ping | Presence | Bye

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def read(text: str | bytes) -> FromClient:
    """A client's message; msgspec.MsgspecError if it is none."""
    return _decoder.decode(text)


def write(message: FromServer) -> bytes:
    return _encoder.encode(message)


def schema() -> dict[str, Any]:
    """JSON Schema of both unions and of every game's view and preview: what typed clients are made from."""
    from dottable.core.registry import games

    views = {slug: game.view.View for slug, game in games().items()}  # type: ignore[attr-defined]
    previews = {slug: game.previews.Preview for slug, game in games().items() if game.previews}
    kinds = [FromClient, AnyFromServer, *views.values(), *previews.values()]
    (client, server, *own), components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {
        "protocol": PROTOCOL,
        "from_client": client,
        "from_server": server,
        "views": dict(zip(views, own[: len(views)], strict=True)),
        "previews": dict(zip(previews, own[len(views) :], strict=True)),
        "$defs": components,
    }
