"""What happened at a table, in order: all that is stored, and enough to bring the table back.

The version of a table is the number of its events; the first one is `Opened`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

Pace = Literal["quick", "natural", "calm"]
MovedBy = Literal["player", "bot", "clock", "default"]
EndReason = Literal["finished", "aborted"]
RaceReason = Literal["unrivalled", "earlier", "coin"]
Level = Literal["newcomer", "casual", "steady", "sharp", "master"]

Seconds = Annotated[int, Meta(ge=1, le=7 * 24 * 3600)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is kept; limits are off unless set."""

    is_private: bool = False
    move_limit_s: Seconds | None = None
    """How long a seat may take for one action; then the default action is made for it."""
    match_limit_s: Seconds | None = None
    """How long a seat may take for all its actions together; then it has only moments for each."""
    bots_for_absent: bool = False
    """Whether a bot plays for whoever has been away for `absent_after_s`, as long as others are there."""
    absent_after_s: Seconds = 60
    absent_level: Level = "steady"
    pace: Pace = "natural"
    """How long bots take at least, so that people can follow them."""


class OwnDeck(Struct, frozen=True):
    """A deck file that a player brought along."""

    name: str
    text: str


class Rival(Struct, frozen=True):
    """One claim in a race: when it arrived, and how much of that the connection took; in match time."""

    seat: int
    arrived_ms: int
    credit_ms: int

    @property
    def credited_ms(self) -> int:
        return self.arrived_ms - self.credit_ms


class Race(Struct, frozen=True):
    """Why a claim came first: all claims that were there when it was decided, the winner's first."""

    rivals: tuple[Rival, ...]
    reason: RaceReason


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """What all events carry."""

    at: int
    """Milliseconds since the epoch, by the host's clock: for people."""
    clock_ms: int
    """Table time: milliseconds since the table was opened; it stands still while no server is up."""
    asker: str | None = None
    """The id of the player whose command it was."""
    client_id: str | None = None
    """That player's own number for the command, so that a resend is harmless."""


class Opened(Fact, frozen=True, kw_only=True):
    game: str
    rules_version: int
    options: str
    """As `name=value`, separated by spaces."""
    deck: OwnDeck | None = None
    """None for the house deck, and for games without one."""
    seats: int
    host: str
    settings: Settings
    rematch_of: str | None = None


class Sat(Fact, frozen=True, kw_only=True):
    """A seat has a new holder: a player, a bot, or a bot that plays for a player who is away."""

    seat: int
    player: str | None = None
    name: str
    colour: str
    bot: Level | None = None


class Stood(Fact, frozen=True, kw_only=True):
    seat: int


class Readied(Fact, frozen=True, kw_only=True):
    seat: int
    is_ready: bool


class Started(Fact, frozen=True, kw_only=True):
    seed: str
    salt: str


class Moved(Fact, frozen=True, kw_only=True):
    seat: int
    action: int
    at_ms: int
    """Match time, counted from the start."""
    by: MovedBy
    race: Race | None = None


class Said(Fact, frozen=True, kw_only=True):
    player: str
    name: str
    text: str


class Reacted(Fact, frozen=True, kw_only=True):
    player: str
    name: str
    reaction: str


class Ended(Fact, frozen=True, kw_only=True):
    reason: EndReason


class Renewed(Fact, frozen=True, kw_only=True):
    """A rematch was opened at another table."""

    table: str


Event = Opened | Sat | Stood | Readied | Started | Moved | Said | Reacted | Ended | Renewed

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as the store keeps it."""
    return _encoder.encode(event)


def decode(body: bytes) -> Event:
    """An event from the store; msgspec.ValidationError if it is none."""
    return _decoder.decode(body)
