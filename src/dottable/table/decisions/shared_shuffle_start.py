"""The start of a match with a shared shuffle: commit, reveal, start or cancel (decision 0015).

Everything that determines the deal is stored before any player reveals, so nobody can choose their part after
seeing another's. If a player does not reveal, the start is cancelled; otherwise that player could choose the deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.core.matches.commit_reveal_shuffle import SEED_BYTES, hash_entropy
from dottable.core.matches.match import SALT_BYTES
from dottable.table.commands import Contribute, Reveal
from dottable.table.decisions.command_results import NO_DUE_ACTIONS, DueActions, Rejected
from dottable.table.events import (
    EntropyCommitted,
    EntropyRevealed,
    Event,
    SeatEntropyHash,
    StartCancelled,
    Started,
    StartPrepared,
)
from dottable.table.seats.clocks import MS_PER_SECOND
from dottable.table.seats.seating import NOT_SEATED, EventFields

if TYPE_CHECKING:
    from dottable.table.table import Table

REVEAL_LIMIT_MS = 10 * MS_PER_SECOND
"""Milliseconds for all players to reveal their random bytes; long enough for a page that reconnects."""

START_PENDING = Rejected("starting", "The match is about to start. Wait a moment.")
NO_REVEAL_DUE = Rejected("no-reveal-due", "No start waits for a part of the shuffle from you.")
WRONG_ENTROPY = Rejected("wrong-entropy", "These bytes do not have the hash that you sent. Contribute a new hash.")


def start_event(table: Table, asker: str, fields: EventFields) -> Started | StartPrepared:
    """Return the event that starts the match. If players contribute to the shuffle, return the request for reveals."""
    seed, salt = table.random_bytes(SEED_BYTES).hex(), table.random_bytes(SALT_BYTES).hex()
    hashes = _contributing_seats(table, asker)
    return (
        StartPrepared(**fields, seed=seed, salt=salt, hashes=hashes)
        if hashes
        else Started(**fields, seed=seed, salt=salt, options=table.teams.options_text)
    )


def _contributing_seats(table: Table, asker: str) -> tuple[SeatEntropyHash, ...]:
    """Return the hashes of the connected players and of the player who starts the match: only these can reveal."""
    hashes = table.shuffle.hashes
    return tuple(
        SeatEntropyHash(seat, hashes[seat])
        for seat, player, _ in table.seating.seated_players()
        if seat in hashes and (player == asker or table.presence.is_connected(player))
    )


def contribution_events(table: Table, player: str, command: Contribute, fields: EventFields) -> list[Event] | Rejected:
    """Return the event that stores the hash of a player's random bytes for the shuffle, or a rejection."""
    seat = table.seating.seat_of(player)
    if seat is None:
        return NOT_SEATED
    return [EntropyCommitted(**fields, seat=seat, entropy_hash=command.entropy_hash)]


def reveal_events(table: Table, player: str, command: Reveal, fields: EventFields) -> list[Event] | Rejected:
    """Return the event that stores a player's revealed bytes, then the start of the match if they are the last."""
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
    """Return the table time in ms at which a start is cancelled if a seat has not revealed its random bytes."""
    return prepared.clock_ms + REVEAL_LIMIT_MS


def cancel_late_start(table: Table, prepared: StartPrepared, now: int) -> DueActions:
    """Return the event that cancels a start if a seat has not revealed its bytes in time; else nothing."""
    if table.clock.table_time(now) < reveal_limit_ms(prepared):
        return NO_DUE_ACTIONS
    return DueActions([StartCancelled(**table.event_fields(now), seats=tuple(table.shuffle.unrevealed_seats))], [])
