"""Snapshots of a table for one viewer (a seat or a spectator), and the parts that event messages share with them.

Every field is built from the viewer's own view of the match or from public facts (an allow-list). Seeds, other
seats' views, secret actions and player ids are never included.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from dottable.core.game import Game, View
from dottable.core.matches.match import Match
from dottable.core.options import format_options
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.views.narration import NarrationMessage
from dottable.table.events import (
    ChatSent,
    EndReason,
    Moved,
    MovedBy,
    Race,
    RaceReason,
    ReactionSent,
    Settings,
)
from dottable.table.table import Table, TableStatus
from dottable.table.viewers.players_shuffle_info import ShuffleInfo, shuffle_info
from dottable.table.viewers.seat_info import SeatInfo, seat_infos
from dottable.table.viewers.team_choices import TeamsInfo, teams_info

MAX_DESCRIBED_ACTIONS = 64
"""Largest number of legal actions for which a message contains their descriptions as text."""


class ViewerState(NamedTuple):
    """What one viewer may know of a match: view, seats to act, own legal actions, and deadline in match time."""

    view: View
    to_act: tuple[int, ...]
    legal: tuple[int, ...]
    deadline_ms: int | None


class SharedState(NamedTuple):
    """The part of `ViewerState` that is equal for all viewers, computed once per event."""

    to_act: tuple[int, ...]
    deadline_ms: int | None
    record: Any
    """The decoded full state, hidden cards included, from which views are made. Never sent."""


def shared_state(match: Match, to_act: tuple[int, ...]) -> SharedState:
    """Return the part of a match's state that is equal for all viewers, computed once for all of them."""
    if CLOCK not in to_act:
        return SharedState(to_act, None, match.snapshot())
    return SharedState(tuple([seat for seat in to_act if seat != CLOCK]), match.deadline_ms, match.snapshot())


def viewer_state(match: Match, viewer: int, shared: SharedState | None = None) -> ViewerState:
    """Return what a seat or SPECTATOR may know of a match.

    `shared` is the result of `shared_state`. To serve several viewers, compute it once and pass it.
    """
    legal = () if viewer == SPECTATOR else tuple(match.offered_actions(viewer))
    to_act, deadline_ms, record = shared or shared_state(match, match.to_act)
    return ViewerState(match.view(viewer, record), to_act, legal, deadline_ms)


class Position(Struct, frozen=True, gc=False, omit_defaults=True):
    """The current position of a match as one viewer sees it. Times are in ms since the start of the match."""

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
    """One seat's claim in a race, and its arrival in ms of match time minus the seat's latency credit."""

    seat: int
    credited_ms: int


class RaceInfo(Struct, frozen=True):
    """Outcome of a race between seats for one action: the claims in order, the winner first, and the reason."""

    reason: RaceReason
    rivals: tuple[RivalInfo, ...]


class MoveInfo(Struct, frozen=True, gc=False):
    """A move as one viewer sees it, with its narration. Secret actions are left out."""

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
    """The whole table as one viewer sees it: seats, position, latest moves, chat and result."""

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


def build_position(game: Game, seen: ViewerState, move_number: int, now_ms: int) -> Position:
    """Return the message part for a viewer with the view, the legal actions and their descriptions."""
    screen = plain_board_text(game, seen.view)
    has_words = screen is not None or len(seen.legal) <= MAX_DESCRIBED_ACTIONS
    describe = game.view.describe_action
    return Position(
        move_number=move_number,
        now_ms=now_ms,
        view=seen.view,
        to_act=seen.to_act,
        legal=seen.legal,
        words=tuple([describe(seen.view, action) for action in seen.legal]) if has_words else (),
        deadline_ms=seen.deadline_ms,
        screen=screen,
    )


def plain_board_text(game: Game, view: View) -> str | None:
    """Return a view as text for the plain board; None for a game that comes with Dottable and has its own board."""
    return None if game.is_built_in else game.view.draw_screen(view)


def move_info(game: Game, version: int, event: Moved, before: View, after: View, viewer: int) -> MoveInfo:
    """Return a move, narrated from the viewer's views before and after it. Of a secret action only the verb is used."""
    is_visible = viewer == event.seat or game.view.is_public(event.action)
    actions = game.state.ACTIONS
    shown = event.action if is_visible else actions.first_action(actions.decode(event.action)[0])
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
    """Return the result with points, winners and the revealed seed; None while the match is not over."""
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


def build_snapshot(table: Table, viewer: int, now: int) -> Snapshot:
    """Return the message with the whole table for a seat or SPECTATOR. `now` is in ms since the epoch."""
    match = table.match
    return Snapshot(
        table=table.id,
        version=table.version,
        game=table.game.slug,
        rules_version=table.opened.rules_version,
        options=format_options(table.teams.match_options),
        settings=table.settings,
        status=table.status,
        you=None if viewer == SPECTATOR else viewer,
        seats=seat_infos(table),
        commitment=table.commitment,
        shuffle=shuffle_info(table),
        position=build_position(table.game, viewer_state(match, viewer), table.move_number, table.match_ms(now))
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
    """Return the latest moves as the viewer saw them when they were made, oldest first."""
    moves: list[MoveInfo] = []
    before: View = None
    for move, match in table.recent_moves.replay_moves() if table.recent_moves else ():
        after = match.view(viewer)
        if move is not None:
            moves.append(move_info(table.game, move.version, move.event, before, after, viewer))
        before = after
    return tuple(moves)
