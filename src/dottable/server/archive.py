"""`/api/v1/matches` and `/api/v1/logs`: what was played, move by move, and the proof that nothing was altered."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from litestar import Response, Router, get, post
from litestar.enums import MediaType
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct

from dottable.core.errors import BadLog, DottableError
from dottable.core.log import Log, read_log, verify
from dottable.core.match import Match, Move
from dottable.core.seats import SPECTATOR
from dottable.server.given import Me, Onlooker, TheHost
from dottable.server.guests import Signed
from dottable.server.host import Host, log_text
from dottable.server.lobby import Tables, card_of
from dottable.server.problems import PROBLEMS, Refused, no_such
from dottable.store import LogRow, TableRow
from dottable.store.archive import import_log, log_of
from dottable.table.events import Moved, MovedBy, Race, decode
from dottable.table.table import Table

MOST_STEPS = 200
MatchId = Annotated[str, PathParameter(description="The id of a table whose match has ended.", max_length=64)]
LogText = Annotated[str, Meta(max_length=500_000)]


class LogFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A log as text."""

    text: LogText


class Verdict(Struct, frozen=True):
    """Whether every line of a log holds; if not, which is the first that does not."""

    is_valid: bool
    sentence: str
    line: int | None = None
    game: str | None = None
    moves: int | None = None
    scores: list[int] | None = None


class Kept(Struct, frozen=True):
    """Where an imported log is kept; `note` says why it was not verified, if it was not."""

    id: str
    is_verified: bool
    note: str


class Step(Struct, frozen=True):
    """One move of a match that is over, as a viewer saw it; nothing is secret any more but views stay views."""

    n: int
    seat: int
    action: int
    notation: str
    at_ms: int
    sentence: str
    view: Any
    scores: list[int]
    by: MovedBy | None = None
    race: Race | None = None


class Replay(Struct, frozen=True):
    """A stretch of a match from one chair: the view before it, then a step for every move."""

    id: str
    game: str
    options: str
    seats: int
    names: list[str]
    viewer: int
    """-1: as a spectator saw it."""
    moves: int
    """In the whole match."""
    first: int
    """How many moves come before this stretch."""
    start: Any
    steps: list[Step]
    commitment: str
    seed: str
    salt: str
    is_finished: bool


class Known(NamedTuple):
    """A finished match with its log, and what only the events say of its moves."""

    row: TableRow
    log: Log
    moved: list[Moved]


@get("/matches", responses=PROBLEMS)
async def list_matches(
    host: TheHost,
    viewer: Onlooker,
    *,
    mine: FromQuery[bool] = False,
    name: Annotated[str | None, QueryParameter(max_length=80, description="Somebody who sat there.")] = None,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    status: FromQuery[Literal["live", "over", "aborted"] | None] = None,
    since: Annotated[int | None, QueryParameter(ge=0, le=2**52, description="Opened at or after, ms.")] = None,
    until: Annotated[int | None, QueryParameter(ge=0, le=2**52, description="Opened before, ms.")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    before: Annotated[str | None, QueryParameter(max_length=64, description="The last id of a page.")] = None,
) -> Tables:
    """Public matches by player, game and date, or with `mine` one's own, private and running ones too."""
    if mine and viewer is None:
        raise Refused(401, "no_player", "Send the token of a player to see its matches.")
    await host.indexed()
    rows = await host.store.search(
        player=viewer.id if mine and viewer else None,
        name=name,
        game=game,
        status=status if mine or status else "over",
        is_private=None if mine else False,
        since=since,
        until=until,
        limit=limit,
        before=before,
    )
    return Tables([card_of(row, viewer) for row in rows])


async def log_row(host: Host, match_id: str) -> tuple[TableRow, LogRow]:
    """The log of a match that is over: 404 if there is none, 409 while it is played."""
    live = host.live.get(match_id)
    row = host.row_of(live.table) if live else await host.store.table(match_id)
    if row is None:
        raise no_such("match")
    if row.status in ("open", "live"):
        raise Refused(409, "not_ended", "This match is not over; its seed is still a secret.")
    if live is not None and live.table.match is None:
        raise Refused(409, "never_began", "This table was closed before its match began.")
    kept = await log_of(host.store, row, compose)
    if not kept.text:
        raise Refused(409, "set_aside", kept.note)
    return row, kept


def compose(row: TableRow, bodies: list[bytes]) -> str:
    """A log from stored events."""
    try:
        table = Table.restore(row.id, map(decode, bodies), now=row.updated_at)
    except DottableError as error:
        raise BadLog(str(error)) from None
    if table.match is None:
        raise BadLog("This table was closed before its match began.")
    return log_text(table)


@get("/matches/{match_id:str}/log", responses=PROBLEMS, media_type=MediaType.TEXT)
async def show_log(match_id: MatchId, host: TheHost) -> Response[str]:
    """The log of a match as text: for `dottable replay` and `dottable verify`."""
    row, kept = await log_row(host, match_id)
    headers = {"content-disposition": f'attachment; filename="{row.game}-{safe_name(row.id)}.log"'}
    return Response(kept.text, media_type=MediaType.TEXT, headers=headers)


def safe_name(table_id: str) -> str:
    return "".join(c for c in table_id if c.isalnum() or c in "-_")


@get("/matches/{match_id:str}/replay", responses=PROBLEMS)
async def show_replay(
    match_id: MatchId,
    host: TheHost,
    seat: Annotated[int, QueryParameter(ge=-1, le=7, description="-1: as a spectator saw it.")] = SPECTATOR,
    first: Annotated[int, QueryParameter(ge=0, le=2**31, description="Moves to leave out.")] = 0,
    count: Annotated[int, QueryParameter(ge=0, le=MOST_STEPS)] = MOST_STEPS,
) -> Replay:
    """A match that is over, step by step from any chair."""
    row, kept = await log_row(host, match_id)
    if not kept.is_verified:
        raise Refused(409, "set_aside", kept.note)
    moved = [event for event in map(decode, await host.store.events(match_id)) if isinstance(event, Moved)]
    log = read_log(kept.text)
    if seat >= int(log.header["seats"]):
        raise no_such("seat")
    return await asyncio.to_thread(replay_of, Known(row, log, moved), seat, first, count)


def replay_of(known: Known, viewer: int, first: int, count: int) -> Replay:
    log, match = known.log, known.log.new_match()
    first = min(first, len(log.moves))
    for move in log.moves[:first]:
        match.apply(*move)
    start = match.view(viewer)
    steps = list(steps_of(known, match, viewer, first, count))
    return Replay(
        id=known.row.id,
        game=log.game.slug,
        options=log.header["options"],
        seats=match.seats,
        names=log.players,
        viewer=viewer,
        moves=len(log.moves),
        first=first,
        start=start,
        steps=steps,
        commitment=log.header["commitment"],
        seed=log.footer["seed"],
        salt=log.footer["salt"],
        is_finished=log.is_finished,
    )


def steps_of(known: Known, match: Match, viewer: int, first: int, count: int) -> Iterator[Step]:
    before = match.view(viewer)
    for n, move in enumerate(known.log.moves[first : first + count], start=first + 1):
        match.apply(*move)
        after = match.view(viewer)
        told = known.moved[n - 1] if n <= len(known.moved) else None
        yield step(match, n, move, viewer, (before, after), told)
        before = after


def step(match: Match, n: int, move: Move, viewer: int, views: tuple[Any, Any], told: Moved | None) -> Step:
    game = match.game
    return Step(
        n=n,
        seat=move.seat,
        action=move.action,
        notation=game.notation.write(move.action),
        at_ms=move.at_ms,
        sentence=game.view.narrate(views[0], move.seat, shown_action(match, move, viewer), views[1]),
        view=views[1],
        scores=match.scores(),
        by=told.by if told else None,
        race=told.race if told else None,
    )


def shown_action(match: Match, move: Move, viewer: int) -> int:
    """What the viewer was told at the time: of another's secret choice only its verb."""
    if move.seat == viewer or match.game.view.is_open(move.action):
        return move.action
    actions = match.game.state.ACTIONS
    return actions.first(actions.decode(move.action)[0])


@post("/logs/verify", responses=PROBLEMS, status_code=200)
async def verify_log(data: JSONBody[LogFile]) -> Verdict:
    """Replay a log and hold every line against it: seed, commitment, moves and result."""
    return await asyncio.to_thread(verdict, data.text)


def verdict(text: str) -> Verdict:
    try:
        log = read_log(text)
        match = verify(log)
    except BadLog as error:
        return Verdict(is_valid=False, sentence=str(error), line=error.line)
    return Verdict(
        is_valid=True,
        sentence="Every line holds: the seed fits its commitment, every move the rules, and the result the moves.",
        game=log.game.slug,
        moves=len(log.moves),
        scores=match.scores(),
    )


@post("/logs", responses=PROBLEMS, security=Signed)
async def keep_log(data: JSONBody[LogFile], player: Me, host: TheHost) -> Kept:  # noqa: ARG001
    """Keep a log that was played elsewhere, once it is verified."""
    row = await import_log(host.store, data.text, now_ms=host.clock_ms())
    return Kept(row.table, row.is_verified, row.note)


router = Router("/api/v1", route_handlers=[list_matches, show_log, show_replay, verify_log, keep_log])
