"""Commands that players send to a table, such as sit, move or chat, as msgspec structs decoded from JSON.

A command may carry a client id. The table carries out each client id once, so sending a command twice is harmless.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dottable.table.events import HintLevel, Level

ClientId = Annotated[str, Meta(min_length=1, max_length=40)]
PRINTABLE_LINE_PATTERN = "^[^\\x00-\\x1f\\x7f\\u2028-\\u202e\\u2066-\\u2069]+$"
"""Regular expression for one line of text without control characters or marks that change the writing direction."""
PlayerName = Annotated[str, Meta(min_length=1, max_length=24, pattern=PRINTABLE_LINE_PATTERN)]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
ChatText = Annotated[str, Meta(min_length=1, max_length=300, pattern=PRINTABLE_LINE_PATTERN)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
TeamName = Annotated[str, Meta(min_length=1, max_length=24)]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Hex32 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""
QuickReaction = Literal["hello", "well played", "thanks", "oops", "wow", "hurry", "good luck", "good game"]
"""Texts that a player can send to the chat as a quick reaction."""


class Command(Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True):
    """Base class of all commands. `client_id` is chosen by the client and lets the table recognise a resent command."""

    client_id: ClientId | None = None


class Sit(Command, frozen=True, kw_only=True):
    """Take a free seat: `seat`, or the first free one if None. The server fills in the player's name and colour."""

    name: PlayerName
    colour: Colour
    seat: SeatNumber | None = None


class Stand(Command, frozen=True, kw_only=True):
    """Give up one's seat. In a live match a bot takes it over."""


class SeatBot(Command, frozen=True, kw_only=True):
    """Put a bot on a free seat. Only for the host of the table."""

    level: Level
    seat: SeatNumber | None = None


class Unseat(Command, frozen=True, kw_only=True):
    """Free a seat before the start. Only for the host of the table."""

    seat: SeatNumber


class ChooseTeam(Command, frozen=True, kw_only=True, tag="team"):
    """Choose a team by its name before the start: for one's own seat, or as host for any seat."""

    team: TeamName
    seat: SeatNumber | None = None


class SetReady(Command, frozen=True, kw_only=True, tag="ready"):
    """Say whether the player is ready to start. The match starts when all seats are taken and ready.

    After a round of a live match it says that the player is ready for the next one: a bot that is to deal it does so.
    """

    is_ready: bool = True


class Start(Command, frozen=True, kw_only=True):
    """Start the match, ready or not. Only for the host of the table; all seats must be taken."""


class Contribute(Command, frozen=True, kw_only=True):
    """Commit to a part in the shuffle: send the SHA-256 digest of 32 random bytes, which stay secret until `Reveal`."""

    entropy_hash: Hex32


class Reveal(Command, frozen=True, kw_only=True):
    """Reveal the 32 random bytes behind the hash sent with `Contribute`, after the server has fixed all hashes."""

    entropy: Hex32


class MakeMove(Command, frozen=True, kw_only=True, tag="move"):
    """Make a move: `action` is a number in the game's fixed action space."""

    action: int


class Say(Command, frozen=True, kw_only=True):
    """Send a chat message. The server fills in the sender's name."""

    text: ChatText
    name: PlayerName


class React(Command, frozen=True, kw_only=True):
    """Send a quick reaction, such as "well played", to the chat. The server fills in the sender's name."""

    reaction: QuickReaction
    name: PlayerName


class TakeHint(Command, frozen=True, kw_only=True, tag="hint"):
    """Take a hint at one's own turn. The server sends this command for a request for a hint, once it has found one."""

    level: HintLevel
    move_number: int


class Abort(Command, frozen=True, kw_only=True):
    """Close the table without a result. Before the start only for the host of the table.

    In a live match it is for every seated player, once all other players have been away for 60 s.
    """


class Rematch(Command, frozen=True, kw_only=True):
    """Ask for another match after the end. Only for seated players; `table` is the id of the new table."""

    table: TableId


AnyCommand = (
    Sit
    | Stand
    | SeatBot
    | Unseat
    | ChooseTeam
    | SetReady
    | Start
    | Contribute
    | Reveal
    | MakeMove
    | Say
    | React
    | TakeHint
    | Abort
    | Rematch
)
