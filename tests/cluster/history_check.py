"""Checks the histories of all clients against the stored logs: every table must be linearizable.

A table's log is a total order of its moves, so it is the only candidate for a linearization. It is a linearization if
every acknowledged move is in it exactly once at its acknowledged version, and if it respects real time: a move that was
answered before another move was sent comes earlier. The versions that a client sees never decrease, and no client saw
an event that is not in the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Literal, NamedTuple

from dottable.core.errors import DottableError
from dottable.table.events import Event, Moved
from dottable.table.table import Table
from tests.cluster.history import History, SeenUpdate, SentMove

ViolationKind = Literal[
    "lost", "doubled", "misplaced", "refused_but_stored", "reordered", "forked", "gap", "went_back", "replay"
]


class Violation(NamedTuple):
    """One way in which a history and a log contradict each other."""

    kind: ViolationKind
    table: str
    sentence: str


def check_history(history: History, logs: Mapping[str, Sequence[Event]]) -> list[Violation]:
    """Return all violations at all tables."""
    found: list[Violation] = []
    for table, log in logs.items():
        part = history.of_table(table)
        found += [Violation(kind, table, sentence) for kind, sentence in check_table(part, table, log)]
    return found


def check_table(history: History, table: str, log: Sequence[Event]) -> Iterator[tuple[ViolationKind, str]]:
    """Yield the violations of one table: the kind, and a sentence with the details."""
    yield from check_replay(table, log)
    yield from check_moves(history.moves, log)
    yield from check_real_time(history, log)
    yield from check_updates(history.updates, log)
    yield from check_order_of_updates(history.updates)


def check_replay(table: str, log: Sequence[Event]) -> Iterator[tuple[ViolationKind, str]]:
    """Yield a violation if the log cannot be played from its first event to its last."""
    try:
        Table.restore(table, log, now=0)
    except DottableError as error:
        yield "replay", str(error)


def versions_of_moves(log: Sequence[Event]) -> dict[str, int]:
    """Return the version of each move that a client sent, by client id; the first version if it occurs twice."""
    found: dict[str, int] = {}
    for version, event in enumerate(log, start=1):
        if isinstance(event, Moved) and event.client_id is not None:
            found.setdefault(event.client_id, version)
    return found


def check_moves(moves: Sequence[SentMove], log: Sequence[Event]) -> Iterator[tuple[ViolationKind, str]]:
    """Yield acknowledged moves that are not stored exactly once at their version, and refused moves that are stored."""
    counts = Counter(event.client_id for event in log if isinstance(event, Moved) and event.client_id is not None)
    versions = versions_of_moves(log)
    for client_id, count in counts.items():
        if count > 1:
            yield "doubled", f"Move {client_id} is in the log {count} times."
    for move in moves:
        version = versions.get(move.client_id)
        if move.version is not None:
            if version is None:
                yield "lost", f"Move {move.client_id} was acknowledged at version {move.version} and is not stored."
            elif version != move.version or log[version - 1].action != move.action:  # type: ignore[union-attr]
                yield "misplaced", f"Move {move.client_id} was acknowledged at {move.version}, stored at {version}."
        elif move.refusal is not None and version is not None:
            yield "refused_but_stored", f"Move {move.client_id} was refused ({move.refusal}), but is at {version}."


def check_real_time(history: History, log: Sequence[Event]) -> Iterator[tuple[ViolationKind, str]]:
    """Yield moves that are in the log before something that a client had seen when the move was sent."""
    known_s: dict[int, float] = {}
    """Earliest time at which some client knew that a version exists."""
    for move in history.moves:
        if move.version is not None and move.answered_s is not None:
            known_s[move.version] = min(known_s.get(move.version, inf), move.answered_s)
    for update in history.updates:
        known_s[update.version] = min(known_s.get(update.version, inf), update.at_s)
    earliest = earliest_of_later_versions(known_s, len(log))
    versions = versions_of_moves(log)
    for move in history.moves:
        version = versions.get(move.client_id)
        if version is not None and earliest[version] < move.sent_s:
            late_ms = 1000 * (move.sent_s - earliest[version])
            yield (
                "reordered",
                f"Move {move.client_id} is at {version}; a later version was known {late_ms:.1f} ms before.",
            )


def earliest_of_later_versions(known_s: Mapping[int, float], last_version: int) -> list[float]:
    """Return, for each version v, the earliest time at which a version above v was known."""
    earliest = [inf] * (last_version + 1)
    for version in range(last_version - 1, -1, -1):
        earliest[version] = min(earliest[version + 1], known_s.get(version + 1, inf))
    return earliest


def check_updates(updates: Sequence[SeenUpdate], log: Sequence[Event]) -> Iterator[tuple[ViolationKind, str]]:
    """Yield updates that differ from the log at their version, once per version and difference."""
    moves_until = [0]
    for event in log:
        moves_until.append(moves_until[-1] + isinstance(event, Moved))
    told: set[tuple[int, str]] = set()
    for update in updates:
        difference = difference_from_log(update, log, moves_until)
        if difference and (update.version, difference) not in told:
            told.add((update.version, difference))
            yield "forked", f"{update.client} saw at version {update.version} through {update.node}: {difference}"


def difference_from_log(update: SeenUpdate, log: Sequence[Event], moves_until: Sequence[int]) -> str:
    """Return what differs between an update and the log; empty if nothing."""
    if update.version > len(log):
        return f"an update after the end of the log, which has {len(log)} events."
    if update.move_number is not None and update.move_number != moves_until[update.version]:
        return f"{update.move_number} moves instead of {moves_until[update.version]}."
    if update.kind == "snapshot":
        return ""
    event = log[update.version - 1]
    if update.at != event.at:
        return f"an event of {update.at} ms instead of {event.at} ms."
    if (update.kind == "moved") != isinstance(event, Moved):
        return f"the event '{update.kind}', where the log has {type(event).__name__}."
    if isinstance(event, Moved):
        seen, stored = (update.seat, update.action), (event.seat, event.action)
        if seen != stored and seen != (event.seat, None):
            return f"the move {seen} instead of {stored}."
    return ""


def check_order_of_updates(updates: Sequence[SeenUpdate]) -> Iterator[tuple[ViolationKind, str]]:
    """Yield gaps within a connection, and updates of a client that are older than earlier ones."""
    by_client: dict[str, list[SeenUpdate]] = {}
    for update in updates:
        by_client.setdefault(update.client, []).append(update)
    for seen in by_client.values():
        for before, after in pairwise(seen):
            step = f"{after.client} saw version {after.version} ({after.kind}, {after.node}) after {before.version}."
            if after.version < before.version or (after.kind != "snapshot" and after.version == before.version):
                yield "went_back", step
            elif after.kind != "snapshot" and after.version > before.version + 1:
                yield "gap", step
