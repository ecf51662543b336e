"""What a viewer is sent: a player at a seat, or a spectator.

All of it comes from the viewer's own view of the match and from what everybody at the table may
know, field by field. Seeds, other seats' views, secret choices and players' ids are never in it.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from msgspec import Struct

from dottable.core.game import Game, View
from dottable.core.match import Match
from dottable.core.seats import CLOCK, SPECTATOR
from dottable.table.clocks import is_time_limited
from dottable.table.events import (
    Ended,
    EndReason,
    Event,
    Moved,
    MovedBy,
    RaceReason,
    Reacted,
    Renewed,
    Said,
    Settings,
    Started,
)
from dottable.table.table import Status, Table

MOST_WORDS = 64
"""A viewer with more legal actions than this is not told them in words."""


class Sight(NamedTuple):
    """Everything that telling ever takes from a match: what one viewer may know of it."""

    view: View
    to_act: tuple[int, ...]
    legal: tuple[int, ...]
    deadline_ms: int | None


class Moment(NamedTuple):
    """The part of it that is the same for all."""

    to_act: tuple[int, ...]
    deadline_ms: int | None
    glance: Any
    """What views are made from; it goes to nobody."""


def moment_of(match: Match, to_act: tuple[int, ...]) -> Moment:
    return Moment(tuple([seat for seat in to_act if seat != CLOCK]), match.deadline_ms, match.glance())


def sight(match: Match, viewer: int, moment: Moment | None = None) -> Sight:
    """What a seat, or SPECTATOR, knows of a match; with its moment it need not be asked for what all know."""
    legal = () if viewer == SPECTATOR else tuple(match.legal(viewer))
    to_act, deadline_ms, glance = moment or moment_of(match, match.to_act)
    return Sight(match.view(viewer, glance), to_act, legal, deadline_ms)


class SeatTold(Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    name: str | None
    """None while nobody sits there."""
    colour: str | None
    bot: str | None
    """The level of the bot that plays here, perhaps for a player who is away."""
    is_person: bool
    is_ready: bool
    is_connected: bool
    is_host: bool
    spent_ms: int
    limit_ms: int | None
    """Match time at which the seat's time is up, while the match waits for it and time is limited."""


class Position(Struct, frozen=True, gc=False):
    """The match as the viewer sees it now. Times are match time."""

    move_number: int
    now_ms: int
    view: View
    to_act: tuple[int, ...]
    legal: tuple[int, ...]
    words: tuple[str, ...]
    """The legal actions in words, in the same order; empty if there are very many."""
    deadline_ms: int | None


class RivalTold(Struct, frozen=True):
    seat: int
    credited_ms: int


class RaceTold(Struct, frozen=True):
    """Who was first, and by how much."""

    reason: RaceReason
    rivals: tuple[RivalTold, ...]


class MoveTold(Struct, frozen=True, gc=False):
    """A move as the viewer saw it."""

    version: int
    seat: int
    """31 for the clock."""
    action: int | None
    """None if only whoever chose it may know it."""
    by: MovedBy
    at_ms: int
    sentence: str
    race: RaceTold | None


class SayingTold(Struct, frozen=True):
    """Something said, or a quick reaction; the seat is None for somebody who looks on."""

    version: int
    at: int
    seat: int | None
    name: str
    text: str


class Result(Struct, frozen=True):
    """How it ended; seed and salt let anyone check the shuffle against the commitment."""

    reason: EndReason
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    seed: str | None
    salt: str | None
    progress: tuple[tuple[int, ...], ...] = ()
    """Everybody's points each time that they had changed, the last ones included."""


class Snapshot(Struct, frozen=True):
    """The whole table as the viewer sees it."""

    table: str
    version: int
    game: str
    rules_version: int
    options: str
    settings: Settings
    status: Status
    you: int | None
    seats: tuple[SeatTold, ...]
    commitment: str | None
    position: Position | None
    moves: tuple[MoveTold, ...]
    """The last ones."""
    sayings: tuple[SayingTold, ...]
    result: Result | None
    rematch: str | None
    rematch_of: str | None


Kind = Literal["seats", "started", "moved", "said", "reacted", "ended", "renewed"]
WITH_POSITION = ("started", "moved", "ended")


class Happening(Struct, frozen=True, omit_defaults=True, gc=False):
    """What one event changed for the viewer; it leads from the version before to this one."""

    version: int
    at: int
    kind: Kind
    status: Status
    seats: tuple[SeatTold, ...] = ()
    commitment: str | None = None
    move: MoveTold | None = None
    position: Position | None = None
    saying: SayingTold | None = None
    result: Result | None = None
    rematch: str | None = None


def seats_told(table: Table) -> tuple[SeatTold, ...]:
    """All seats; to be sent also when somebody comes or goes, which is no event."""
    return tuple(seat_told(table, seat) for seat in range(table.opened.seats))


def seat_told(table: Table, seat: int) -> SeatTold:
    holder = table.seating.holders[seat]
    player = holder.player if holder else None
    return SeatTold(
        seat=seat,
        name=holder.name if holder else None,
        colour=holder.colour if holder else None,
        bot=holder.bot if holder else None,
        is_person=player is not None,
        is_ready=holder is not None and holder.is_ready,
        is_connected=player is not None and table.presence.is_here(player),
        is_host=player is not None and player == table.seating.host,
        spent_ms=table.waits.spent_ms[seat],
        limit_ms=table.waits.limit_ms(seat, table.settings),
    )


def position(game: Game, seen: Sight, move_number: int, now_ms: int) -> Position:
    has_words = len(seen.legal) <= MOST_WORDS
    return Position(
        move_number=move_number,
        now_ms=now_ms,
        view=seen.view,
        to_act=seen.to_act,
        legal=seen.legal,
        words=tuple([game.view.words(seen.view, action) for action in seen.legal]) if has_words else (),
        deadline_ms=seen.deadline_ms,
    )


def move_told(game: Game, version: int, event: Moved, before: View, after: View, viewer: int) -> MoveTold:
    """A move from the viewer's two views; of a secret action others learn no more than its verb."""
    is_told = viewer == event.seat or game.view.is_open(event.action)
    actions = game.state.ACTIONS
    shown = event.action if is_told else actions.first(actions.decode(event.action)[0])
    return MoveTold(
        version=version,
        seat=event.seat,
        action=event.action if is_told else None,
        by=event.by,
        at_ms=event.at_ms,
        sentence=game.view.narrate(before, event.seat, shown, after),
        race=race_told(event),
    )


def race_told(event: Moved) -> RaceTold | None:
    if event.race is None:
        return None
    rivals = tuple(RivalTold(rival.seat, rival.credited_ms) for rival in event.race.rivals)
    return RaceTold(event.race.reason, rivals)


def saying_told(table: Table, version: int, event: Said | Reacted) -> SayingTold:
    text = event.text if isinstance(event, Said) else event.reaction
    return SayingTold(version, event.at, table.seating.seat_of(event.player), event.name, text)


def result(table: Table) -> Result | None:
    """Only for a table that is over: the one place where the seed comes to light."""
    if not table.is_over:
        return None
    match = table.match
    if match is None:
        return Result("aborted", (), (), (), None, None)
    returns = tuple(match.returns()) if match.is_over else ()
    return Result(
        reason="finished" if table.status == "over" else "aborted",
        scores=tuple(match.scores()),
        returns=returns,
        winners=tuple(match.winners()),
        seed=match.seed.hex(),
        salt=match.salt.hex(),
        progress=tuple(table.progress()),
    )


def snapshot(table: Table, viewer: int, now: int) -> Snapshot:
    """The whole table for a seat or for SPECTATOR."""
    match = table.match
    return Snapshot(
        table=table.id,
        version=table.version,
        game=table.game.slug,
        rules_version=table.opened.rules_version,
        options=table.opened.options,
        settings=table.settings,
        status=table.status,
        you=None if viewer == SPECTATOR else viewer,
        seats=seats_told(table),
        commitment=table.commitment,
        position=position(table.game, sight(match, viewer), table.move_number, table.match_ms(now)) if match else None,
        moves=last_moves(table, viewer),
        sayings=tuple(saying_told(table, version, event) for version, event in table.sayings),
        result=result(table),
        rematch=table.rematch,
        rematch_of=table.opened.rematch_of,
    )


def last_moves(table: Table, viewer: int) -> tuple[MoveTold, ...]:
    """The last moves as the viewer saw them when they were made."""
    told: list[MoveTold] = []
    before: View = None
    for step, match in table.trail.replay() if table.trail else ():
        after = match.view(viewer)
        if step is not None:
            told.append(move_told(table.game, step.version, step.event, before, after, viewer))
        before = after
    return tuple(told)


class News(NamedTuple):
    """An event by which a table has just evolved, with all that everybody learns of it alike."""

    table: Table
    event: Event
    kind: Kind
    now_ms: int
    public: dict[str, Any]


def news_of(table: Table, event: Event, now: int) -> News:
    kind, public = _public_news(table, event)
    return News(table, event, kind, table.match_ms(now), public)


def happening(news: News, viewer: int, before: View | None, after: Sight | None) -> Happening:
    """What an event changed for a viewer.

    `before` is the viewer's view before it, `after` what the viewer sees now; None where there is no match.
    """
    table, event, kind, now_ms, public = news
    here, move = None, None
    if after is not None and kind in WITH_POSITION:
        here = position(table.game, after, table.move_number, now_ms)
    if after is not None and before is not None and isinstance(event, Moved):
        move = move_told(table.game, table.version, event, before, after.view, viewer)
    return Happening(
        version=table.version, at=event.at, kind=kind, status=table.status, position=here, move=move, **public
    )


def _public_news(table: Table, event: Event) -> tuple[Kind, dict[str, Any]]:
    """What everybody learns alike."""
    if isinstance(event, Moved):
        return "moved", {"seats": seats_told(table)} if is_time_limited(table.settings) else {}
    if isinstance(event, Said):
        return "said", {"saying": saying_told(table, table.version, event)}
    if isinstance(event, Reacted):
        return "reacted", {"saying": saying_told(table, table.version, event)}
    if isinstance(event, Started):
        return "started", {"seats": seats_told(table), "commitment": table.commitment}
    if isinstance(event, Ended):
        return "ended", {"seats": seats_told(table), "result": result(table)}
    if isinstance(event, Renewed):
        return "renewed", {"rematch": table.rematch}
    return "seats", {"seats": seats_told(table)}
