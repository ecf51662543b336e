"""Records of what the clients of a drill sent and received. Times are seconds of one monotonic clock."""

from __future__ import annotations

from typing import Any

import msgspec


class SentMove(msgspec.Struct):
    """A move of a client, from its first sending to its final answer."""

    table: str
    client: str
    client_id: str
    action: int
    sent_s: float
    """Time at which it was first sent."""
    answered_s: float | None = None
    version: int | None = None
    """Version in the acknowledgement; None if there was none."""
    refusal: str | None = None
    """Code of the final refusal; None if there was none."""
    temporary: list[str] = msgspec.field(default_factory=list)
    """Codes of temporary refusals, after which the same move was sent again."""
    nodes: list[str] = msgspec.field(default_factory=list)
    """Nodes to which it was sent, in order."""

    @property
    def wait_s(self) -> float | None:
        return None if self.answered_s is None else self.answered_s - self.sent_s


class SeenUpdate(msgspec.Struct, frozen=True):
    """An event or a snapshot that a client received."""

    table: str
    client: str
    connection: int
    """Number of the client's connection, from 1."""
    node: str
    at_s: float
    version: int
    kind: str
    """`snapshot`, or the kind of the event."""
    at: int | None = None
    """Host time of the event in ms; None for a snapshot."""
    seat: int | None = None
    action: int | None = None
    """None if the action is secret to this client, or if the update is not a move."""
    move_number: int | None = None
    """Number of moves at that version; None before the start."""


class Fault(msgspec.Struct, frozen=True):
    """A fault that the drill caused."""

    kind: str
    node: str
    from_s: float
    until_s: float


class History(msgspec.Struct):
    """Everything that the clients of one drill recorded."""

    moves: list[SentMove] = msgspec.field(default_factory=list)
    updates: list[SeenUpdate] = msgspec.field(default_factory=list)
    faults: list[Fault] = msgspec.field(default_factory=list)

    def of_table(self, table: str) -> History:
        """Return the records of one table, without faults."""
        return History(
            [move for move in self.moves if move.table == table],
            [update for update in self.updates if update.table == table],
        )


def seen_event(event: dict[str, Any], **where: Any) -> SeenUpdate:
    """Return the record of the `event` in an event message."""
    move = event.get("move") or {}
    return SeenUpdate(
        version=event["version"],
        kind=event["kind"],
        at=event["at"],
        seat=move.get("seat"),
        action=move.get("action"),
        move_number=(event.get("position") or {}).get("move_number"),
        **where,
    )


def seen_snapshot(snapshot: dict[str, Any], **where: Any) -> SeenUpdate:
    """Return the record of the `table` in a snapshot message."""
    position = snapshot.get("position") or {}
    return SeenUpdate(version=snapshot["version"], kind="snapshot", move_number=position.get("move_number"), **where)
