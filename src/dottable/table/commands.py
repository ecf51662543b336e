"""What players ask of a table. Every command may carry the client's own id, so that a resend is harmless."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from dottable.table.events import Level

ClientId = Annotated[str, Meta(min_length=1, max_length=40)]
PRINTABLE = "^[^\\x00-\\x1f\\x7f\\u2028-\\u202e\\u2066-\\u2069]+$"
"""One line without control characters, and without those that turn the direction of writing."""
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=PRINTABLE)]
Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Text = Annotated[str, Meta(min_length=1, max_length=300, pattern=PRINTABLE)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
TableId = Annotated[str, Meta(min_length=1, max_length=64)]
Reaction = Literal["hello", "well played", "thanks", "oops", "wow", "hurry", "good luck", "good game"]


class Command(Struct, frozen=True, kw_only=True, tag_field="kind", tag=str.lower, forbid_unknown_fields=True):
    """What all commands may carry."""

    client_id: ClientId | None = None


class Sit(Command, frozen=True, kw_only=True):
    """Take a free seat; the first one if none is named. Name and colour are the host's word, not the client's."""

    name: Name
    colour: Colour
    seat: SeatNumber | None = None


class Stand(Command, frozen=True, kw_only=True):
    """Give up one's seat; in a live match a bot takes it over."""


class SeatBot(Command, frozen=True, kw_only=True):
    """The host of the table puts a bot on a free seat."""

    level: Level
    seat: SeatNumber | None = None


class Unseat(Command, frozen=True, kw_only=True):
    """The host of the table frees a seat before the start."""

    seat: SeatNumber


class Ready(Command, frozen=True, kw_only=True):
    """Say that one is ready, or not any more; the match starts when all seats are taken and ready."""

    is_ready: bool = True


class Start(Command, frozen=True, kw_only=True):
    """The host of the table starts without waiting for anybody to be ready; all seats have to be taken."""


class Move(Command, frozen=True, kw_only=True):
    action: int


class Say(Command, frozen=True, kw_only=True):
    """Chat. The name is the host's word; whoever sits is called as the seat is."""

    text: Text
    name: Name


class React(Command, frozen=True, kw_only=True):
    """A quick reaction, one of a fixed set."""

    reaction: Reaction
    name: Name


class Abort(Command, frozen=True, kw_only=True):
    """The host of the table ends it without a result."""


class Rematch(Command, frozen=True, kw_only=True):
    """A seated player asks for another match once this one is over; `table` is the id that the new table gets."""

    table: TableId


AnyCommand = Sit | Stand | SeatBot | Unseat | Ready | Start | Move | Say | React | Abort | Rematch
