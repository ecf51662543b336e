"""The start of a match with a shared shuffle: commit, reveal, start or cancel (decision 0015).

Everything that determines the deal is stored before any player reveals. So nobody can choose a part of it after
seeing another part. A start without all reveals is cancelled: to go on without one would be a choice of deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.matches.match import SALT_BYTES
from dottable.core.matches.shuffle import SEED_BYTES, hash_entropy
from dottable.table.commands import Contribute, Reveal
from dottable.table.decisions.decision_types import NOTHING_DUE, DueActions, Rejected
from dottable.table.events import (
    EntropyCommitted,
    EntropyHash,
    EntropyRevealed,
    Event,
    StartCancelled,
    Started,
    StartPrepared,
)
from dottable.table.seats.clocks import MS_PER_SECOND
from dottable.table.seats.seating import NOT_SEATED, EventFields

if TYPE_CHECKING:
    from dottable.table.table import Table

REVEAL_LIMIT_MS = 10 * MS_PER_SECOND
"""Time for all reveals; long enough for a page that reconnects."""

START_PENDING = Rejected("starting", "The match is about to start. Wait a moment.")
NO_REVEAL_DUE = Rejected("no-reveal-due", "No start waits for a part of the shuffle from you.")
WRONG_ENTROPY = Rejected("wrong-entropy", "These bytes do not have the hash that you sent. Contribute a new hash.")


def start_event(table: Table, asker: str, fields: EventFields) -> Started | StartPrepared:
    """Return the start of the match, or its preparation if players contribute to the shuffle."""
    seed, salt = table.random_bytes(SEED_BYTES).hex(), table.random_bytes(SALT_BYTES).hex()
    hashes = _contributing_seats(table, asker)
    return (
        StartPrepared(**fields, seed=seed, salt=salt, hashes=hashes)
        if hashes
        else Started(**fields, seed=seed, salt=salt, options=table.teams.options_text)
    )


def _contributing_seats(table: Table, asker: str) -> tuple[EntropyHash, ...]:
    """Return the hashes of the players who can reveal: those who are connected, and the one who starts the match."""
    hashes = table.shuffle.hashes
    return tuple(
        EntropyHash(seat, hashes[seat])
        for seat, player, _ in table.seating.seated_players()
        if seat in hashes and (player == asker or table.presence.is_connected(player))
    )


def contribute(table: Table, player: str, command: Contribute, fields: EventFields) -> list[Event] | Rejected:
    """Return the event that stores a player's hash."""
    seat = table.seating.seat_of(player)
    if seat is None:
        return NOT_SEATED
    return [EntropyCommitted(**fields, seat=seat, entropy_hash=command.entropy_hash)]


def reveal(table: Table, player: str, command: Reveal, fields: EventFields) -> list[Event] | Rejected:
    """Return the event that stores a player's bytes, followed by the start of the match if they are the last."""
    seat, shuffle = table.seating.seat_of(player), table.shuffle
    prepared = shuffle.prepared
    if prepared is None or seat is None or seat not in shuffle.unrevealed_seats:
        return NO_REVEAL_DUE
    if hash_entropy(bytes.fromhex(command.entropy)) != shuffle.hashes[seat]:
        return WRONG_ENTROPY
    revealed = EntropyRevealed(**fields, seat=seat, entropy=command.entropy)
    if shuffle.unrevealed_seats != [seat]:
        return [revealed]
    entropies = shuffle.entropies_with(seat, command.entropy)
    chosen = table.teams.options_text
    started = Started(**fields, seed=prepared.seed, salt=prepared.salt, entropies=entropies, options=chosen)
    return [revealed, started]


def reveal_limit_ms(prepared: StartPrepared) -> int:
    """Return the table time at which a prepared start is cancelled."""
    return prepared.clock_ms + REVEAL_LIMIT_MS


def cancel_late_start(table: Table, prepared: StartPrepared, now: int) -> DueActions:
    """Cancel a prepared start if some seat has not revealed its bytes in time."""
    if table.clock.table_time(now) < reveal_limit_ms(prepared):
        return NOTHING_DUE
    return DueActions([StartCancelled(**table.event_fields(now), seats=tuple(table.shuffle.unrevealed_seats))], [])
