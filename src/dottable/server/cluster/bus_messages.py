"""Messages between nodes, in MessagePack. `node` is always the incarnation of the sender."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from dottable.server.access.players import PlayerUpdate
from dottable.table.commands import AnyCommand

NODES_SUBJECT = "nodes"
"""Announcements of all nodes."""
PLAYERS_SUBJECT = "players"
"""Changes of players that caches have to follow."""
BOTS_SUBJECT = "bots"
"""Requests for a bot's choice, to one node that computes bots."""


def table_subject(table_id: str) -> str:
    """Return the subject of events, pulses and presence of a table."""
    return f"table.{table_id}"


def command_subject(incarnation: str) -> str:
    """Return the subject of commands for the tables of a node."""
    return f"node.{incarnation}.commands"


def control_subject(incarnation: str) -> str:
    """Return the subject by which other nodes hand tables over to a node."""
    return f"node.{incarnation}.control"


def ping_subject(incarnation: str) -> str:
    """Return the subject of a node's requests to itself, which measure the bus."""
    return f"node.{incarnation}.ping"


class Announcement(Struct, frozen=True, array_like=True):
    """A node that can be heard, sent about twice a second."""

    node: str
    name: str
    role: str
    has_lease: bool
    """Whether its heartbeat in the database is recent."""
    is_draining: bool


class EventsStored(Struct, frozen=True, array_like=True, tag="e"):
    """Events of a table that its owner has stored. `first` is the table's version before them."""

    node: str
    epoch: int
    first: int
    bodies: list[bytes]


class Pulse(Struct, frozen=True, array_like=True, tag="p"):
    """State of a table at its owner: lets replicas notice lost messages and a new owner, and set their clock."""

    node: str
    epoch: int
    version: int
    clock_ms: int
    """Table time."""
    asks_presence: bool = False
    """Whether all nodes should report who is connected to them."""


class PresenceReport(Struct, frozen=True, array_like=True, tag="c"):
    """Who is connected to a table through one node."""

    node: str
    players: dict[str, int]
    """Round-trip time in ms of each connected player; -1 if it is not known."""
    spectators: int
    asks_others: bool = False
    """Whether the sender is new at this table, so that the others should report, too."""


TableMessage = EventsStored | Pulse | PresenceReport


class ForwardedCommand(Struct, frozen=True, array_like=True):
    """A player's command on its way to the owner of a table."""

    table: str
    player: str
    command: AnyCommand
    round_trip_ms: int
    """Time from the player to the owner and back; -1 if it is not known."""
    origin: str | None = None
    """Keyed hash of the player's address, for quotas."""
    opens_rematch: bool = False
    """Whether the owner has to open the table of a rematch first."""
    deadline_s: float = 0.0
    """Time of the database after which nobody may start to carry it out: the sender has asked another node by then."""
    wants_ack: bool = True
    """Whether the sender needs an answer if the command is stored. A replica notices that by the event itself."""


class CommandAnswer(Struct, frozen=True, array_like=True):
    """The owner's answer: a version if the command is stored, otherwise a refusal. A node that is no owner says so."""

    is_owner: bool
    version: int | None = None
    code: str = ""
    sentence: str = ""


class TableHandover(Struct, frozen=True, array_like=True):
    """Asks a node to load a table; with an epoch, it is the owner from now on."""

    table: str
    epoch: int | None = None


class PlayerMessage(Struct, frozen=True, array_like=True):
    """A player whose cached row, tokens or transfer codes changed at another node, or who was deleted."""

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
    """A bot's action, and its thinking time in ms."""

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
