"""Messages between nodes, encoded with MessagePack.

The field `node` is the sender's incarnation: a random id that a
node gets at each start."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from dottable.server.access.player_registry import PlayerUpdate
from dottable.table.commands import AnyCommand

NODES_SUBJECT = "nodes"
"""Subject of every node's announcements."""
PLAYERS_SUBJECT = "players"
"""Subject of changes to players, so that other nodes update their caches."""
BOTS_SUBJECT = "bots"
"""Subject of requests for a bot's choice. One node that computes bots gets each request."""


def table_subject(table_id: str) -> str:
    """Return the subject of events, pulses and presence of a table."""
    return f"table.{table_id}"


def command_subject(incarnation: str) -> str:
    """Return the subject of commands for the tables of a node."""
    return f"node.{incarnation}.commands"


def control_subject(incarnation: str) -> str:
    """Return the subject on which other nodes hand tables over to a node."""
    return f"node.{incarnation}.control"


def ping_subject(incarnation: str) -> str:
    """Return the subject of a node's requests to itself, which measure the bus's round-trip time."""
    return f"node.{incarnation}.ping"


class Announcement(Struct, frozen=True, array_like=True):
    """A node's announcement that it is running, sent about twice a second."""

    node: str
    name: str
    role: str
    has_lease: bool
    """Whether its heartbeat in the database is recent."""
    is_draining: bool


class EventsStored(Struct, frozen=True, array_like=True, tag="e"):
    """Events of a table that its owner has stored. `first` is the number of the first of them."""

    node: str
    epoch: int
    first: int
    bodies: list[bytes]


class Pulse(Struct, frozen=True, array_like=True, tag="p"):
    """Version and clock of a table, sent by its owner. Replicas notice lost events and a new owner by it, and set
    their clock."""

    node: str
    epoch: int
    version: int
    clock_ms: int
    """Table time in milliseconds (see `TableClock`)."""
    asks_presence: bool = False
    """Whether all nodes should answer with a `PresenceReport`."""


class PresenceReport(Struct, frozen=True, array_like=True, tag="c"):
    """The players and spectators who are connected to a table through one node."""

    node: str
    players: dict[str, int]
    """Round-trip time in ms of each connected player; -1 if it is not known."""
    spectators: int
    asks_others: bool = False
    """Whether the other nodes should answer with their own reports."""


TableMessage = EventsStored | Pulse | PresenceReport


class ForwardedCommand(Struct, frozen=True, array_like=True):
    """A player's command on its way to the owner of a table."""

    table: str
    player: str
    command: AnyCommand
    round_trip_ms: int
    """Round-trip time in ms from the player through the sender to the owner; -1 if unknown."""
    origin: str | None = None
    """Keyed hash of the player's address, for quotas."""
    opens_rematch: bool = False
    """Whether the command asks for a rematch, for which the owner must first open a table."""
    deadline_s: float = 0.0
    """Time on the database's clock, in seconds, after which the command must not be executed any more."""
    wants_ack: bool = True
    """Whether to answer if the command is stored. If not, the sender waits for the command's event instead."""


class CommandAnswer(Struct, frozen=True, array_like=True):
    """The answer to a forwarded command: the version if it is stored, otherwise a refusal."""

    is_owner: bool
    version: int | None = None
    code: str = ""
    sentence: str = ""


class TableHandover(Struct, frozen=True, array_like=True):
    """Asks a node to load a table. With an epoch, that node is the table's owner from now on."""

    table: str
    epoch: int | None = None


class PlayerMessage(Struct, frozen=True, array_like=True):
    """Tells other nodes that a player, or the player's tokens, changed at the sender, so that they update their
    caches."""

    node: str
    player: str
    update: PlayerUpdate | None
    """None if the player was deleted."""


class ChoiceRequest(Struct, frozen=True, array_like=True):
    """Asks for the choice of a bot at a stored version of a table."""

    table: str
    version: int
    seat: int
    level: str


class ChoiceAnswer(Struct, frozen=True, array_like=True):
    """The action that a bot chose, and the delay in ms before it acts."""

    action: int
    after_ms: int


encode_message = msgspec.msgpack.Encoder().encode
decode_table_message = msgspec.msgpack.Decoder(TableMessage).decode
decode_command = msgspec.msgpack.Decoder(ForwardedCommand).decode
decode_answer = msgspec.msgpack.Decoder(CommandAnswer).decode
decode_announcement = msgspec.msgpack.Decoder(Announcement).decode
decode_handover = msgspec.msgpack.Decoder(TableHandover).decode
decode_player_message = msgspec.msgpack.Decoder(PlayerMessage).decode
decode_choice_request = msgspec.msgpack.Decoder(ChoiceRequest).decode
decode_choice_answer = msgspec.msgpack.Decoder(ChoiceAnswer).decode
