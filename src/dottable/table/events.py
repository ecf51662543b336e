"""Events of a table (event sourcing): they are stored as JSON in order, and replaying them restores the table.

The version of a table is the number of its events; the first one is `Opened`. Tags are stored and must not change.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from dottable.core.matches.commit_reveal_shuffle import Contribution

Pace = Literal["quick", "natural", "calm"]
MovedBy = Literal["player", "bot", "clock", "default"]
EndReason = Literal["finished", "aborted"]
RaceReason = Literal["unrivalled", "earlier", "coin"]
HintLevel = Literal["idea", "move"]
Level = Literal["newcomer", "casual", "steady", "sharp", "master"]

Seconds = Annotated[int, Meta(ge=1, le=7 * 24 * 3600)]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a table, chosen by its host: privacy, time limits and bots. Time limits are off unless set."""

    is_private: bool = False
    move_limit_s: Seconds | None = None
    """Seconds for one action; after that the server makes the default action for the seat."""
    match_limit_s: Seconds | None = None
    """Seconds for all actions of a seat in the match together; after that each action has 3 s."""
    bots_for_absent: bool = False
    """Whether a bot replaces a player who has been away for `absent_after_s`, while others are connected."""
    absent_after_s: Seconds = 60
    absent_level: Level = "steady"
    hints: bool = False
    """Whether players may take hints although other people play. Against bots alone hints are always allowed."""
    pace: Pace = "natural"
    """How long bots wait before a move, so that people can follow them."""
    waits_between_rounds: bool = False
    """Whether a bot deals the next round of a real-time game only once a connected player is ready for it."""


class CustomDeck(Struct, frozen=True):
    """A deck of cards or pieces supplied by a player: file name and TOML text."""

    name: str
    text: str


class Rival(Struct, frozen=True):
    """One seat's claim in a race: arrival (match time) and latency credit, in ms."""

    seat: int
    arrived_ms: int
    credit_ms: int

    @property
    def credited_ms(self) -> int:
        """Match time in ms at which the claim counts as made: its arrival minus the credit for network latency."""
        return self.arrived_ms - self.credit_ms


class Race(Struct, frozen=True):
    """Outcome of a race between seats for one action: all claims known at the decision, winner first, and reason."""

    rivals: tuple[Rival, ...]
    reason: RaceReason


class EventBase(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind", tag=str.lower):
    """Base class of all events: time, and the command that caused it."""

    at: int
    """Host time in milliseconds since the epoch. For display only."""
    clock_ms: int
    """Table time: milliseconds since the table was opened, without the time when no server ran."""
    asker: str | None = None
    """Id of the player whose command caused the event."""
    client_id: str | None = None
    """Client id of the command that caused the event. A command with a known client id is not carried out again."""


class Opened(EventBase, frozen=True, kw_only=True):
    """A table was opened for a game by a player, its host. This is the first event of every table."""

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
    """Id of the player who left the match for good, if a bot plays on under that player's name and colour."""


class SeatFreed(EventBase, frozen=True, kw_only=True, tag="stood"):
    """A seat became free: its player stood up, or the host removed its player or bot."""

    seat: int


class ReadyChanged(EventBase, frozen=True, kw_only=True, tag="readied"):
    """A seated player became ready or not ready."""

    seat: int
    is_ready: bool


class TeamChosen(EventBase, frozen=True, kw_only=True, tag="teamed"):
    """A seat changed its team before the start. Its player, and the player who changed it, must become ready again."""

    seat: int
    team: str


class SeatEntropyHash(Struct, frozen=True):
    """A seat and the SHA-256 hash of its random bytes for the shuffle, in hexadecimal."""

    seat: int
    entropy_hash: str


class SeatEntropy(Struct, frozen=True):
    """A seat and the random bytes that it revealed for the shuffle, in hexadecimal."""

    seat: int
    entropy: str


class EntropyCommitted(EventBase, frozen=True, kw_only=True, tag="contributed"):
    """A seated player sent the SHA-256 hash of secret random bytes for the shuffle.

    It replaces the seat's earlier hash.
    """

    seat: int
    entropy_hash: str


class StartPrepared(EventBase, frozen=True, kw_only=True, tag="prepared"):
    """All parts of the shuffle were fixed: the server's secret seed and salt (hex strings), and the players' hashes.

    The match starts when every seat in `hashes` has revealed its random bytes.
    """

    seed: str
    salt: str
    hashes: tuple[SeatEntropyHash, ...]


class EntropyRevealed(EventBase, frozen=True, kw_only=True, tag="revealed"):
    """A seat revealed its random bytes for the shuffle (a hex string), which must have the hash it committed to."""

    seat: int
    entropy: str


class StartCancelled(EventBase, frozen=True, kw_only=True, tag="cancelled"):
    """A start was cancelled because `seats` did not reveal their bytes in time. All hashes are void."""

    seats: tuple[int, ...]


class Started(EventBase, frozen=True, kw_only=True):
    """The match started. `seed` and `salt` are the server's, as hex strings."""

    seed: str
    salt: str
    entropies: tuple[SeatEntropy, ...] = ()
    """Random bytes that players contributed to the shuffle, in seat order."""
    options: str | None = None
    """Options of the match as text, if seats changed their teams; None if they are those of `Opened`."""

    @property
    def shuffle_contributions(self) -> tuple[Contribution, ...]:
        """The players' random bytes for the shuffle as `Contribution` objects, which `Match` takes."""
        return tuple(Contribution(entropy.seat, bytes.fromhex(entropy.entropy)) for entropy in self.entropies)


class Moved(EventBase, frozen=True, kw_only=True):
    """A seat or the clock made a move of the game."""

    seat: int
    action: int
    at_ms: int
    """Match time: milliseconds since the start of the match."""
    by: MovedBy
    race: Race | None = None


class HintTaken(EventBase, frozen=True, kw_only=True, tag="hinted"):
    """A seat took a hint for its next move: the idea, or the move itself."""

    seat: int
    move_number: int
    """Number of moves made before the hint."""
    level: HintLevel


class ChatSent(EventBase, frozen=True, kw_only=True, tag="said"):
    """A chat message was sent."""

    player: str
    name: str
    text: str


class ReactionSent(EventBase, frozen=True, kw_only=True, tag="reacted"):
    """A quick reaction, such as "well played", was sent to the chat."""

    player: str
    name: str
    reaction: str


class Ended(EventBase, frozen=True, kw_only=True):
    """The match finished, or the table was closed without a result."""

    reason: EndReason
    cause: str | None = None
    """Why the server ended the table: `idle`, `rules_changed` or `operator`; None if a player did, or it finished."""


class RematchOpened(EventBase, frozen=True, kw_only=True, tag="renewed"):
    """A rematch was opened at another table, whose id is `table`."""

    table: str


ShuffleEvent = EntropyCommitted | StartPrepared | EntropyRevealed | StartCancelled
"""Events of the commit-reveal shuffle before a match: hashes, fixed parts, revealed bytes, or a cancelled start."""

Event = (
    Opened
    | SeatTaken
    | SeatFreed
    | ReadyChanged
    | TeamChosen
    | ShuffleEvent
    | Started
    | Moved
    | HintTaken
    | ChatSent
    | ReactionSent
    | Ended
    | RematchOpened
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)

encode_event = msgspec.json.Encoder().encode
"""Return an event as the JSON bytes in which it is stored."""
decode_event = _decoder.decode
"""Return the event in stored JSON bytes. Raises msgspec.ValidationError for invalid bytes."""
