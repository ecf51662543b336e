"""Snapshots and event messages for one viewer: a seat or a spectator.

Every field is built from the viewer's own view of the match or from public facts (an allow-list). Seeds, other
seats' views, secret actions and player ids are never included.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct

from dottable.core.game import Game, View
from dottable.core.matches.match import Match
from dottable.core.options import format_options
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.registry import is_built_in
from dottable.core.views.narration import NarrationMessage
from dottable.table.events import (
    ChatSent,
    Ended,
    EndReason,
    Event,
    Moved,
    MovedBy,
    Race,
    RaceReason,
    ReactionSent,
    RematchOpened,
    SeatTaken,
    Settings,
    ShuffleEvent,
    StartCancelled,
    Started,
)
from dottable.table.table import Table, TableStatus
from dottable.table.viewers.shuffle_info import ShuffleEventKind, ShuffleInfo, shuffle_event_fields, shuffle_info
from dottable.table.viewers.teams_info import TeamsInfo, teams_info

MAX_DESCRIBED_ACTIONS = 64
"""Number of legal actions above which their descriptions are left out."""


class ViewerState(NamedTuple):
    """What one viewer may know of a match. Messages are built from nothing else."""

    view: View
    to_act: tuple[int, ...]
    legal: tuple[int, ...]
    deadline_ms: int | None


class SharedState(NamedTuple):
    """The part of `ViewerState` that is equal for all viewers, computed once per event."""

    to_act: tuple[int, ...]
    deadline_ms: int | None
    record: Any
    """Decoded record from which views are made. Never sent."""


def shared_state(match: Match, to_act: tuple[int, ...]) -> SharedState:
    """Return what all viewers of a match have in common."""
    return SharedState(tuple([seat for seat in to_act if seat != CLOCK]), match.deadline_ms, match.snapshot())


def viewer_state(match: Match, viewer: int, shared: SharedState | None = None) -> ViewerState:
    """Return what a seat or SPECTATOR may know. Pass `shared` when several viewers are served."""
    legal = () if viewer == SPECTATOR else tuple(match.offered(viewer))
    to_act, deadline_ms, record = shared or shared_state(match, match.to_act)
    return ViewerState(match.view(viewer, record), to_act, legal, deadline_ms)


class SeatInfo(Struct, frozen=True):
    """A seat, as all viewers see it."""

    seat: int
    name: str | None
    """None if the seat is empty."""
    colour: str | None
    """Colour of the team, or the player's own colour in a game where seats do not choose teams."""
    bot: str | None
    """Level of the bot that plays here, possibly for an absent player."""
    is_person: bool
    is_ready: bool
    is_connected: bool
    is_host: bool
    spent_ms: int
    limit_ms: int | None
    """Match time at which the seat's time is up; None if it is not to act or has no limit."""
    team: str | None = None
    """Name of the team; None in a game where seats do not choose their teams."""
    grace_until_ms: int | None = None
    """Match time until which others wait for a player who lost the connection; None if connected or not playing."""
    has_left: bool = False
    """Whether the player of this name left the match, and the bot plays on."""


class Position(Struct, frozen=True, gc=False, omit_defaults=True):
    """The match as the viewer sees it now. Times are match time in ms."""

    move_number: int
    now_ms: int
    view: View
    to_act: tuple[int, ...]
    legal: tuple[int, ...]
    words: tuple[str, ...]
    """Descriptions of the legal actions, in the same order; empty if there are more than 64 and no `screen`."""
    deadline_ms: int | None
    screen: str | None = None
    """The view as text, for the plain board of a game that does not come with Dottable; otherwise missing."""


class RivalInfo(Struct, frozen=True):
    """One claim in a race and the match time it counts from."""

    seat: int
    credited_ms: int


class RaceInfo(Struct, frozen=True):
    """Decision of a race: the claims in order, the winner first."""

    reason: RaceReason
    rivals: tuple[RivalInfo, ...]


class MoveInfo(Struct, frozen=True, gc=False):
    """A move, as the viewer saw it."""

    version: int
    seat: int
    """31 for the clock."""
    action: int | None
    """None if the action is secret to this viewer."""
    by: MovedBy
    at_ms: int
    narration: tuple[NarrationMessage, ...]
    race: RaceInfo | None


class ChatMessage(Struct, frozen=True):
    """A chat message or a quick reaction. The seat is None for a spectator."""

    version: int
    at: int
    seat: int | None
    name: str
    text: str


class MatchResult(Struct, frozen=True):
    """Result of a match. With seed, salt and the contributions anyone can check the shuffle."""

    reason: EndReason
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    seed: str | None
    salt: str | None
    progress: tuple[tuple[int, ...], ...] = ()
    """Points by seat after every change of the score."""
    cause: str | None = None
    """Why the server ended the match: `idle`, `rules_changed` or `operator`; None if a player did or it finished."""


class Snapshot(Struct, frozen=True):
    """The whole table, as the viewer sees it."""

    table: str
    version: int
    game: str
    rules_version: int
    options: str
    settings: Settings
    status: TableStatus
    you: int | None
    seats: tuple[SeatInfo, ...]
    commitment: str | None
    """SHA-256 of the server's seed and salt, once the start is prepared."""
    shuffle: ShuffleInfo
    position: Position | None
    moves: tuple[MoveInfo, ...]
    """The most recent moves, oldest first."""
    chat: tuple[ChatMessage, ...]
    result: MatchResult | None
    rematch: str | None
    rematch_of: str | None
    teams: TeamsInfo | None = None
    """None in a game where seats do not choose their teams."""


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
    """The players' part in the shuffle, if it changed."""
    notice: str | None = None
    """A sentence for the players: why the start was cancelled, or who left."""
    move: MoveInfo | None = None
    position: Position | None = None
    chat_message: ChatMessage | None = None
    result: MatchResult | None = None
    rematch: str | None = None
    teams: TeamsInfo | None = None
    """The teams before the start, if seats changed them."""


def seat_infos(table: Table) -> tuple[SeatInfo, ...]:
    """Return all seats, as all viewers see them."""
    return tuple(seat_info(table, seat) for seat in range(table.opened.seats))


def seat_info(table: Table, seat: int) -> SeatInfo:
    holder = table.seating.holders[seat]
    player = holder.player if holder else None
    return SeatInfo(
        seat=seat,
        name=holder.name if holder else None,
        colour=(table.teams.colour_at(seat) or holder.colour) if holder else None,
        bot=holder.bot if holder else None,
        is_person=player is not None,
        is_ready=holder is not None and holder.is_ready,
        is_connected=player is not None and table.presence.is_connected(player),
        is_host=player is not None and player == table.seating.host,
        spent_ms=table.seat_clocks.spent_ms[seat],
        limit_ms=table.seat_clocks.time_up_ms(seat, table.settings),
        team=table.teams.team_at(seat),
        grace_until_ms=None if player is None else table.grace_until_ms(player),
        has_left=holder is not None and holder.left is not None,
    )


def position(game: Game, seen: ViewerState, move_number: int, now_ms: int) -> Position:
    """Return the position to send to a viewer."""
    screen = plain_screen(game, seen.view)
    has_words = screen is not None or len(seen.legal) <= MAX_DESCRIBED_ACTIONS
    return Position(
        move_number=move_number,
        now_ms=now_ms,
        view=seen.view,
        to_act=seen.to_act,
        legal=seen.legal,
        words=tuple([game.view.describe_action(seen.view, action) for action in seen.legal]) if has_words else (),
        deadline_ms=seen.deadline_ms,
        screen=screen,
    )


def plain_screen(game: Game, view: View) -> str | None:
    """Return a view as text for the plain board; None for a game that comes with Dottable and has its own board."""
    return None if is_built_in(game) else game.view.draw_screen(view)


def move_info(game: Game, version: int, event: Moved, before: View, after: View, viewer: int) -> MoveInfo:
    """Return a move, narrated from the viewer's views before and after it. Of a secret action only the verb is used."""
    is_visible = viewer == event.seat or game.view.is_public(event.action)
    actions = game.state.ACTIONS
    shown = event.action if is_visible else actions.first(actions.decode(event.action)[0])
    return MoveInfo(
        version=version,
        seat=event.seat,
        action=event.action if is_visible else None,
        by=event.by,
        at_ms=event.at_ms,
        narration=game.view.narrate(before, event.seat, shown, after),
        race=race_info(event.race) if event.race else None,
    )


def race_info(race: Race) -> RaceInfo:
    return RaceInfo(race.reason, tuple(RivalInfo(rival.seat, rival.credited_ms) for rival in race.rivals))


def chat_message(table: Table, version: int, event: ChatSent | ReactionSent) -> ChatMessage:
    text = event.text if isinstance(event, ChatSent) else event.reaction
    return ChatMessage(version, event.at, table.seating.seat_of(event.player), event.name, text)


def match_result(table: Table) -> MatchResult | None:
    """Return the result once the table is over. Only here is the seed revealed."""
    if not table.is_over:
        return None
    match = table.match
    if match is None:
        return MatchResult("aborted", (), (), (), None, None, cause=table.end_cause)
    returns = tuple(match.returns()) if match.is_over else ()
    return MatchResult(
        reason="finished" if table.status == "over" else "aborted",
        scores=tuple(match.scores()),
        returns=returns,
        winners=tuple(match.winners()),
        seed=match.seed.hex(),
        salt=match.salt.hex(),
        progress=tuple(table.score_history()),
        cause=table.end_cause,
    )


def snapshot(table: Table, viewer: int, now: int) -> Snapshot:
    """Return the whole table for a seat or SPECTATOR."""
    match = table.match
    return Snapshot(
        table=table.id,
        version=table.version,
        game=table.game.slug,
        rules_version=table.opened.rules_version,
        options=format_options(table.teams.options),
        settings=table.settings,
        status=table.status,
        you=None if viewer == SPECTATOR else viewer,
        seats=seat_infos(table),
        commitment=table.commitment,
        shuffle=shuffle_info(table),
        position=position(table.game, viewer_state(match, viewer), table.move_number, table.match_ms(now))
        if match
        else None,
        moves=recent_move_infos(table, viewer),
        chat=tuple(chat_message(table, version, event) for version, event in table.chat),
        result=match_result(table),
        rematch=table.rematch,
        rematch_of=table.opened.rematch_of,
        teams=teams_info(table),
    )


def recent_move_infos(table: Table, viewer: int) -> tuple[MoveInfo, ...]:
    """Return the last moves, as the viewer saw them when they were made."""
    moves: list[MoveInfo] = []
    before: View = None
    for move, match in table.recent_moves.replay() if table.recent_moves else ():
        after = match.view(viewer)
        if move is not None:
            moves.append(move_info(table.game, move.version, move.event, before, after, viewer))
        before = after
    return tuple(moves)


class PublicEvent(NamedTuple):
    """An event that the table has just applied, with the message fields that are equal for all viewers."""

    table: Table
    event: Event
    kind: EventKind
    now_ms: int
    fields: dict[str, Any]


def public_event(table: Table, event: Event, now: int) -> PublicEvent:
    """Return the public part of an event's message."""
    kind, fields = _public_fields(table, event)
    return PublicEvent(table, event, kind, table.match_ms(now), fields)


def event_info(public: PublicEvent, viewer: int, before: View | None, after: ViewerState | None) -> EventInfo:
    """Return what an event changed for a viewer.

    `before` is the viewer's view before the event, `after` the state now. Both are None before the match starts.
    """
    table, event, kind, now_ms, fields = public
    current, move = None, None
    if after is not None and kind in KINDS_WITH_POSITION:
        current = position(table.game, after, table.move_number, now_ms)
    if after is not None and before is not None and isinstance(event, Moved):
        move = move_info(table.game, table.version, event, before, after.view, viewer)
    return EventInfo(
        version=table.version, at=event.at, kind=kind, status=table.status, position=current, move=move, **fields
    )


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
    if isinstance(event, RematchOpened):
        return "rematch", {"rematch": table.rematch}
    if isinstance(event, SeatTaken) and event.left:
        return "seats", {"seats": seat_infos(table), "notice": f"{event.name} left the match. A bot plays on."}
    before_start = {} if table.match else {"shuffle": shuffle_info(table), "teams": teams_info(table)}
    return "seats", {"seats": seat_infos(table), **before_start}
