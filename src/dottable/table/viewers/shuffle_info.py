"""The shuffle as all viewers see it: hashes, and bytes once they are revealed. The server's seed is never included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from dottable.core.matches.shuffle import Contribution
from dottable.table.events import EntropyCommitted, EntropyRevealed, ShuffleEvent, StartCancelled, StartPrepared
from dottable.table.table import Table

ShuffleEventKind = Literal["contributed", "preparing", "revealed", "start_cancelled"]


class ContributionInfo(Struct, frozen=True):
    """What one seat contributes to the shuffle."""

    seat: int
    entropy_hash: str
    """SHA-256 digest of the seat's 32 random bytes, in hexadecimal."""
    entropy: str | None
    """The bytes in hexadecimal; None until the seat has revealed them."""


class ShuffleInfo(Struct, frozen=True):
    """The players' part in the shuffle, in the order of their seats."""

    is_starting: bool
    """Whether all parts are fixed and the start waits for seats that have not revealed their bytes."""
    contributions: tuple[ContributionInfo, ...]


def shuffle_info(table: Table) -> ShuffleInfo:
    """Return the players' part in the shuffle of a table."""
    if table.match is not None:
        return revealed_shuffle(table.match.contributions)
    hashes, entropies = table.shuffle.hashes, table.shuffle.entropies
    infos = tuple(ContributionInfo(seat, hashes[seat], entropies.get(seat)) for seat in sorted(hashes))
    return ShuffleInfo(is_starting=table.shuffle.prepared is not None, contributions=infos)


def revealed_shuffle(contributions: Sequence[Contribution]) -> ShuffleInfo:
    """Return the players' part in the shuffle of a match that has started."""
    infos = tuple(ContributionInfo(one.seat, one.entropy_hash, one.entropy.hex()) for one in contributions)
    return ShuffleInfo(is_starting=False, contributions=infos)


def shuffle_event_fields(table: Table, event: ShuffleEvent) -> tuple[ShuffleEventKind, dict[str, Any]]:
    """Return the kind of an event and its message fields."""
    shuffle = shuffle_info(table)
    if isinstance(event, EntropyCommitted):
        return "contributed", {"shuffle": shuffle}
    if isinstance(event, StartPrepared):
        return "preparing", {"shuffle": shuffle, "commitment": table.commitment}
    if isinstance(event, EntropyRevealed):
        return "revealed", {"shuffle": shuffle}
    return "start_cancelled", {"shuffle": shuffle, "notice": cancelled_start_sentence(table, event)}


def cancelled_start_sentence(table: Table, event: StartCancelled) -> str:
    """Return why a start was cancelled and what to do."""
    names = [holder.name for seat in event.seats if (holder := table.seating.holders[seat]) is not None]
    who = " and ".join(names) or "A player"
    return f"The match did not start: {who} did not send a part of the shuffle in time. Start again."
