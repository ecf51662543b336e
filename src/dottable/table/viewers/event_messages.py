"""Messages that tell one viewer, a seat or a spectator, what an event of the table changed.

Every field is built from the viewer's own view of the match or from public facts, as in `snapshots.py`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct

from dottable.core.game import View
from dottable.table.events import (
    ChatSent,
    Ended,
    Event,
    HintTaken,
    Moved,
    ReactionSent,
    RematchOpened,
    SeatTaken,
    ShuffleEvent,
    StartCancelled,
    Started,
)
from dottable.table.table import Table, TableStatus
from dottable.table.viewers.players_shuffle_info import (
    ShuffleEventKind,
    ShuffleInfo,
    shuffle_event_fields,
    shuffle_info,
)
from dottable.table.viewers.seat_info import SeatInfo, seat_infos
from dottable.table.viewers.snapshots import (
    ChatMessage,
    MatchResult,
    MoveInfo,
    Position,
    ViewerState,
    build_position,
    chat_message,
    match_result,
    move_info,
    viewer_state,
)
from dottable.table.viewers.team_choices import TeamsInfo, teams_info

EventKind = ShuffleEventKind | Literal["seats", "started", "moved", "said", "reacted", "ended", "rematch"]
KINDS_WITH_POSITION = ("started", "moved", "ended")


class EventInfo(Struct, frozen=True, omit_defaults=True, gc=False):
    """Changes made by one event, as the viewer sees them. `version` is the version after it."""

    version: int
    at: int
    kind: EventKind
    status: TableStatus
    seats: tuple[SeatInfo, ...] = ()
    commitment: str | None = None
    shuffle: ShuffleInfo | None = None
    """Public facts of the shuffle, if they changed."""
    notice: str | None = None
    """A sentence for the players: why the start was cancelled, or who left."""
    move: MoveInfo | None = None
    position: Position | None = None
    chat_message: ChatMessage | None = None
    result: MatchResult | None = None
    rematch: str | None = None
    teams: TeamsInfo | None = None
    """The teams before the start, if seats changed them."""


class PublicEvent(NamedTuple):
    """An event that the table has just applied, with the message fields that are equal for all viewers."""

    table: Table
    event: Event
    kind: EventKind
    now_ms: int
    fields: dict[str, Any]


def public_event(table: Table, event: Event, now: int) -> PublicEvent:
    """Return an applied event with the message fields that are equal for all viewers."""
    kind, fields = _public_fields(table, event)
    return PublicEvent(table, event, kind, table.match_ms(now), fields)


def event_info(public: PublicEvent, viewer: int, before: View | None, after: ViewerState | None) -> EventInfo:
    """Return the message that tells one viewer what an event changed.

    `before` is the viewer's view before the event, `after` the state now. Both are None before the match starts.
    """
    table, event, kind, now_ms, fields = public
    current, move = None, None
    if after is not None and kind in KINDS_WITH_POSITION:
        current = build_position(table.game, after, table.move_number, now_ms)
    if after is not None and before is not None and isinstance(event, Moved):
        move = move_info(table.game, table.version, event, before, after.view, viewer)
    return EventInfo(
        version=table.version, at=event.at, kind=kind, status=table.status, position=current, move=move, **fields
    )


def recent_move_messages(table: Table, viewer: int, since: int) -> list[EventInfo] | None:
    """Return the messages of all events after version `since`, if these are recent moves; otherwise None.

    They are made from memory. The store would have to be read and the whole match replayed for older events.
    """
    match, recent = table.match, table.recent_moves
    if match is None or recent is None or table.is_time_limited or not recent.holds_all_after(since, table.version):
        return None
    started_at = table.host_time(0)
    messages: list[EventInfo] = []
    before: View = None
    for recorded, match_then in recent.replay_moves():
        state = viewer_state(match_then, viewer)
        if recorded is not None and recorded.version > since:
            version, event = recorded
            move_number = table.move_number - (table.version - version)
            now_ms = table.clock.host_time(event.clock_ms) - started_at
            current = build_position(table.game, state, move_number, now_ms)
            move = move_info(table.game, version, event, before, state.view, viewer)
            messages.append(EventInfo(version, event.at, "moved", table.status, position=current, move=move))
        before = state.view
    return messages


def hint_fields(table: Table, event: HintTaken) -> dict[str, Any]:
    """Return the message fields of a hint. Other people at the table are told that it was taken."""
    holder = table.seating.holders[event.seat]
    if not table.settings.hints or holder is None:
        return {"seats": seat_infos(table)}
    return {"seats": seat_infos(table), "notice": f"{holder.name} took a hint."}


def _public_fields(table: Table, event: Event) -> tuple[EventKind, dict[str, Any]]:
    """Return the kind of an event and the message fields that are equal for all viewers."""
    if isinstance(event, Moved):
        return "moved", {"seats": seat_infos(table)} if table.is_time_limited else {}
    if isinstance(event, ChatSent | ReactionSent):
        message = {"chat_message": chat_message(table, table.version, event)}
        return ("said" if isinstance(event, ChatSent) else "reacted"), message
    if isinstance(event, Started):
        return "started", {"seats": seat_infos(table), "commitment": table.commitment, "shuffle": shuffle_info(table)}
    if isinstance(event, ShuffleEvent):
        kind, fields = shuffle_event_fields(table, event)
        return kind, {"seats": seat_infos(table), **fields} if isinstance(event, StartCancelled) else fields
    if isinstance(event, Ended):
        return "ended", {"seats": seat_infos(table), "result": match_result(table)}
    if isinstance(event, HintTaken):
        return "seats", hint_fields(table, event)
    if isinstance(event, RematchOpened):
        return "rematch", {"rematch": table.rematch}
    if isinstance(event, SeatTaken) and event.left:
        return "seats", {"seats": seat_infos(table), "notice": f"{event.name} left the match. A bot plays on."}
    before_start = {} if table.match else {"shuffle": shuffle_info(table), "teams": teams_info(table)}
    return "seats", {"seats": seat_infos(table), **before_start}
