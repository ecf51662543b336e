"""Events of a table. They are stored in order, and replaying them restores the table.

The version of a table is the number of its events; the first one is `Opened`. Tags are stored and must not change.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dottable.core.matches.shuffle import Contribution

Pace = Literal["quick", "natural", "calm"]
MovedBy = Literal["player", "bot", "clock", "default"]
EndReason = Literal["finished", "aborted"]
RaceReason = Literal["unrivalled", "earlier", "coin"]
Level = Literal["newcomer", "casual", "steady", "sharp", "master"]

Seconds = Annotated[int, Meta(ge=1, le=7 * 24 * 3600)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a table. Time limits are off unless set."""

    is_private: bool = False
    move_limit_s: Seconds | None = None
    """Time for one action; then the default action is made for the seat."""
    match_limit_s: Seconds | None = None
    """Time for all actions of a seat together; then each further action has a few seconds."""
    bots_for_absent: bool = False
    """Whether a bot replaces a player who has been away for `absent_after_s`, while others are connected."""
    absent_after_s: Seconds = 60
    absent_level: Level = "steady"
    pace: Pace = "natural"
    """How fast bots move, so that people can follow them."""


class CustomDeck(Struct, frozen=True):
    """A deck file supplied by a player."""

    name: str
    text: str


class Rival(Struct, frozen=True):
    """One claim in a race: its arrival in match time and its latency credit."""

    seat: int
    arrived_ms: int
    credit_ms: int

    @property
    def credited_ms(self) -> int:
        """Match time at which the claim counts as made."""
        return self.arrived_ms - self.credit_ms


class Race(Struct, frozen=True):
    """Decision of a race: all claims known at that time, the winner first, and the reason."""

    rivals: tuple[Rival, ...]
    reason: RaceReason


class EventBase(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """Fields of every event."""

    at: int
    """Host time: milliseconds since the epoch. For display only."""
    clock_ms: int
    """Table time: milliseconds since the table was opened, without the time when no server ran."""
    asker: str | None = None
    """Id of the player whose command caused the event."""
    client_id: str | None = None
    """The client's id of that command; a repeated id is not carried out again."""


class Opened(EventBase, frozen=True, kw_only=True):
    """The table was opened."""

    game: str
    rules_version: int
    options: str
    """`name=value` pairs, separated by spaces."""
    deck: CustomDeck | None = None
    """None for the house deck and for games without a deck."""
    seats: int
    host: str
    settings: Settings
    rematch_of: str | None = None


class SeatTaken(EventBase, frozen=True, kw_only=True, tag="sat"):
    """A seat has a new holder: a player, a bot, or a bot that plays for a player who is away or has left."""

    seat: int
    player: str | None = None
    name: str
    colour: str
    bot: Level | None = None
    left: str | None = None
    """Id of the player who left the match for good. The bot keeps the name and the colour."""


class SeatFreed(EventBase, frozen=True, kw_only=True, tag="stood"):
    """A seat became free."""

    seat: int


class ReadyChanged(EventBase, frozen=True, kw_only=True, tag="readied"):
    """A seated player became ready or not ready."""

    seat: int
    is_ready: bool


class TeamChosen(EventBase, frozen=True, kw_only=True, tag="teamed"):
    """A seat changed its team before the start. Its player and the asker are not ready any more."""

    seat: int
    team: str


class EntropyHash(Struct, frozen=True):
    """The SHA-256 digest by which a seat committed to its part of the shuffle, in hexadecimal."""

    seat: int
    entropy_hash: str


class SeatEntropy(Struct, frozen=True):
    """The random bytes that a seat revealed for the shuffle, in hexadecimal."""

    seat: int
    entropy: str


class EntropyCommitted(EventBase, frozen=True, kw_only=True, tag="contributed"):
    """A seated player committed to random bytes for the shuffle. It replaces an earlier hash of the seat."""

    seat: int
    entropy_hash: str


class StartPrepared(EventBase, frozen=True, kw_only=True, tag="prepared"):
    """The shuffle was fixed: the server's seed and salt (hex strings, secret), and the hashes of the players.

    The match starts when every one of these seats has revealed its bytes.
    """

    seed: str
    salt: str
    hashes: tuple[EntropyHash, ...]


class EntropyRevealed(EventBase, frozen=True, kw_only=True, tag="revealed"):
    """A seat revealed its random bytes (a hex string)."""

    seat: int
    entropy: str


class StartCancelled(EventBase, frozen=True, kw_only=True, tag="cancelled"):
    """These seats did not reveal their bytes in time. All hashes are void, and the seats are not ready."""

    seats: tuple[int, ...]


class Started(EventBase, frozen=True, kw_only=True):
    """The match started. `seed` and `salt` are the server's, as hex strings."""

    seed: str
    salt: str
    entropies: tuple[SeatEntropy, ...] = ()
    """What players contributed to the shuffle, in the order of their seats."""
    options: str | None = None
    """Options of the match if seats chose their teams; None if they are those of `Opened`."""

    @property
    def shuffle_contributions(self) -> tuple[Contribution, ...]:
        """The contributions, as a match takes them."""
        return tuple(Contribution(one.seat, bytes.fromhex(one.entropy)) for one in self.entropies)


class Moved(EventBase, frozen=True, kw_only=True):
    """A move was made."""

    seat: int
    action: int
    at_ms: int
    """Match time: milliseconds since the start of the match."""
    by: MovedBy
    race: Race | None = None


class ChatSent(EventBase, frozen=True, kw_only=True, tag="said"):
    """A chat message was sent."""

    player: str
    name: str
    text: str


class ReactionSent(EventBase, frozen=True, kw_only=True, tag="reacted"):
    """A quick reaction was sent."""

    player: str
    name: str
    reaction: str


class Ended(EventBase, frozen=True, kw_only=True):
    """The match finished, or the table was closed without a result."""

    reason: EndReason
    cause: str | None = None
    """Why the server ended the table: `idle`, `rules_changed` or `operator`; None if a player did, or it finished."""


class RematchOpened(EventBase, frozen=True, kw_only=True, tag="renewed"):
    """A rematch was opened at another table."""

    table: str


ShuffleEvent = EntropyCommitted | StartPrepared | EntropyRevealed | StartCancelled

Event = (
    Opened
    | SeatTaken
    | SeatFreed
    | ReadyChanged
    | TeamChosen
    | ShuffleEvent
    | Started
    | Moved
    | ChatSent
    | ReactionSent
    | Ended
    | RematchOpened
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)

encode = msgspec.json.Encoder().encode
"""Return the bytes under which an event is stored."""
decode = _decoder.decode
"""Return a stored event. Raises msgspec.ValidationError for invalid bytes."""
