"""Public facts of the shuffle: the hashes of the players' random bytes, and the bytes once revealed. No server seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from dottable.core.matches.commit_reveal_shuffle import Contribution
from dottable.table.events import EntropyCommitted, EntropyRevealed, ShuffleEvent, StartCancelled, StartPrepared
from dottable.table.table import Table

ShuffleEventKind = Literal["contributed", "preparing", "revealed", "start_cancelled"]


class ContributionInfo(Struct, frozen=True):
    """One seat's part in the shuffle: the hash of its random bytes, and the bytes once revealed."""

    seat: int
    entropy_hash: str
    """SHA-256 digest of the seat's 32 random bytes, in hexadecimal."""
    entropy: str | None
    """The bytes in hexadecimal; None until the seat has revealed them."""


class ShuffleInfo(Struct, frozen=True):
    """The random bytes that players contribute to the shuffle, in seat order."""

    is_starting: bool
    """Whether all hashes are fixed and the match starts once every seat has revealed its bytes."""
    contributions: tuple[ContributionInfo, ...]


def shuffle_info(table: Table) -> ShuffleInfo:
    """Return the players' hashes and revealed bytes for the shuffle of a table, before or after its start."""
    if table.match is not None:
        return revealed_shuffle(table.match.contributions)
    hashes, entropies = table.shuffle.hashes, table.shuffle.entropies
    infos = tuple(ContributionInfo(seat, hashes[seat], entropies.get(seat)) for seat in sorted(hashes))
    return ShuffleInfo(is_starting=table.shuffle.prepared is not None, contributions=infos)


def revealed_shuffle(contributions: Sequence[Contribution]) -> ShuffleInfo:
    """Return the players' hashes and bytes for the shuffle of a started match, where all are revealed."""
    infos = tuple(
        ContributionInfo(contribution.seat, contribution.entropy_hash, contribution.entropy.hex())
        for contribution in contributions
    )
    return ShuffleInfo(is_starting=False, contributions=infos)


def shuffle_event_fields(table: Table, event: ShuffleEvent) -> tuple[ShuffleEventKind, dict[str, Any]]:
    """Return the kind of message for a shuffle event, and its fields by name."""
    shuffle = shuffle_info(table)
    if isinstance(event, EntropyCommitted):
        return "contributed", {"shuffle": shuffle}
    if isinstance(event, StartPrepared):
        return "preparing", {"shuffle": shuffle, "commitment": table.commitment}
    if isinstance(event, EntropyRevealed):
        return "revealed", {"shuffle": shuffle}
    return "start_cancelled", {"shuffle": shuffle, "notice": cancelled_start_sentence(table, event)}


def cancelled_start_sentence(table: Table, event: StartCancelled) -> str:
    """Return the sentence for players that says who did not reveal in time and that they should start again."""
    names = [holder.name for seat in event.seats if (holder := table.seating.holders[seat]) is not None]
    players = " and ".join(names) or "A player"
    return f"The match did not start: {players} did not send a part of the shuffle in time. Start again."
