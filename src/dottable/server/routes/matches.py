"""`/api/v1/matches` and `/api/v1/logs`: past matches, their replays, and verification of logs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.enums import MediaType
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct
from msgspec.structs import replace

from dottable.core.matches.match import Match, Move
from dottable.core.matches.match_log import Log, read_log
from dottable.core.primitives.seats import SPECTATOR
from dottable.core.registry import installed_games
from dottable.core.views.narration import NarrationMessage
from dottable.server.lifetimes.unfinished_table_counts import TABLE_ROW_BYTES
from dottable.server.live.live_table import LiveTable
from dottable.server.live.match_log_text import log_from_events
from dottable.server.live.search_row_writer import search_row
from dottable.server.live.table_host import TableHost
from dottable.server.routes.dependencies import (
    HostDependency,
    LogImportLimiterDependency,
    OptionalPlayer,
    SandboxDependency,
    SignedInPlayer,
)
from dottable.server.routes.download_headers import content_disposition
from dottable.server.routes.errors import PROBLEM_RESPONSES, ApiError, not_found_error
from dottable.server.routes.players import TOKEN_SECURITY, client_ip_address
from dottable.server.routes.tables import TableList, table_summary
from dottable.server.sandbox.deck_and_log_checks import LogCheck, check_log
from dottable.store import DamagedEvents, LogRow, TableQuery, TableRow
from dottable.store.log_import_export import (
    MAX_LOG_CHARACTERS,
    LogSummary,
    find_or_write_log,
    import_log,
    verified_summary,
)
from dottable.table.events import HintLevel, HintTaken, Moved, MovedBy, Race, decode_event
from dottable.table.viewers.players_shuffle_info import ShuffleInfo, revealed_shuffle
from dottable.table.viewers.snapshots import plain_board_text

MAX_REPLAY_STEPS = 200
MatchId = Annotated[str, PathParameter(description="The id of a table whose match has ended.", max_length=64)]
LogText = Annotated[str, Meta(max_length=MAX_LOG_CHARACTERS)]
MAX_SLUG_POSITION = 200
"""Number of characters from the start of a log in which the slug of its game must appear."""


class UploadedLog(Struct, frozen=True, forbid_unknown_fields=True):
    """Request body: a text log that a client uploads."""

    text: LogText


class ImportedLog(Struct, frozen=True):
    """An imported log. Its match is in no list, but its log and its replay are available under `id`."""

    id: str


class ReplayStep(Struct, frozen=True):
    """One move of a finished match, as seen by a viewer: a seat or a spectator."""

    n: int
    seat: int
    action: int
    notation: str
    at_ms: int
    narration: tuple[NarrationMessage, ...]
    view: Any
    scores: list[int]
    by: MovedBy | None = None
    race: Race | None = None
    hint: HintLevel | None = None
    """The hint that the seat took before this move."""
    screen: str | None = None
    """The view as text, for the plain board; see `Position.screen`."""


class Replay(Struct, frozen=True):
    """A page of a replay: part of a finished match as seen by one viewer, with the first view and one step per move."""

    id: str
    game: str
    options: str
    seats: int
    names: list[str]
    viewer: int
    """Seat of the viewer; -1 for a spectator."""
    moves: int
    """Number of moves in the whole match."""
    first: int
    """Number of moves before this page."""
    start: Any
    steps: list[ReplayStep]
    commitment: str
    seed: str
    salt: str
    is_finished: bool
    is_imported: bool
    """Whether the match was played on another server and its log imported. The importer may have changed the names."""
    shuffle: ShuffleInfo
    """The players' contributions to the shuffle, as recorded in the log."""
    start_screen: str | None = None
    """The view at the start as text, for the plain board; see `Position.screen`."""


class FinishedMatch(NamedTuple):
    """A finished match: its row, its log, and its move events, which contain races and who made each move."""

    row: TableRow
    log: Log
    move_events: list[Moved]
    hints: dict[int, HintLevel]
    """Hints taken, by the number of moves made before the hint."""


def match_query(
    name: Annotated[str | None, QueryParameter(max_length=80, description="Name of a player of the match.")] = None,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    status: FromQuery[Literal["live", "over", "aborted"] | None] = None,
    since: Annotated[int | None, QueryParameter(ge=0, le=2**52, description="Opened at or after (epoch ms).")] = None,
    until: Annotated[int | None, QueryParameter(ge=0, le=2**52, description="Opened before (epoch ms).")] = None,
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    before: Annotated[str | None, QueryParameter(max_length=64, description="Last id of the previous page.")] = None,
) -> TableQuery:
    """Return the search query that a request's query parameters describe."""
    return TableQuery(
        name=name, game=game, status=status, created_since=since, created_until=until, limit=limit, before=before
    )


@get("/matches", responses=PROBLEM_RESPONSES, dependencies={"search": Provide(match_query, sync_to_thread=False)})
async def list_matches(
    host: HostDependency,
    viewer: OptionalPlayer,
    search: NamedDependency[TableQuery],
    *,
    mine: FromQuery[bool] = False,
) -> TableList:
    """Search public matches by player, game and date. With `mine`, search all matches of the signed-in player."""
    if not mine:
        search = replace(search, status=search.status or "over", is_private=False)
    elif viewer is None:
        raise ApiError(401, "no_player", "A player's token is required to list own matches.")
    else:
        search = replace(search, player=viewer.id)
    await host.search_rows.wait_for_updates()
    rows = await host.store.search_tables(search)
    return TableList([table_summary(row, viewer) for row in rows])


async def finished_match_log(host: TableHost, match_id: str) -> tuple[TableRow, LogRow]:
    """Return the row and the log of a finished match. Raise a 404 error if there is none, 409 if it is not finished."""
    live = host.live.get(match_id)
    try:
        row = search_row(live.table, host.clock_ms()) if live else await host.store.find_table(match_id)
    except DamagedEvents as error:
        raise ApiError(409, "set_aside", str(error)) from None
    if row is None:
        raise not_found_error("match")
    check_ended(row, live)
    log = await find_or_write_log(host.store, row, log_from_events)
    if not log.text:
        raise ApiError(409, "set_aside", log.note)
    return row, log


def check_ended(row: TableRow, live: LiveTable | None) -> None:
    """Raise a 409 error if a table has no ended match whose log may be shown."""
    if row.status in ("open", "live"):
        raise ApiError(409, "not_ended", "This match is not over yet. Its log contains the secret seed.")
    if row.status == "set_aside":
        raise ApiError(409, "set_aside", "This match is set aside, because its stored data is damaged.")
    if live is not None and live.table.match is None:
        raise ApiError(409, "never_began", "This table was closed before the match started.")


@get("/matches/{match_id:str}/log", responses=PROBLEM_RESPONSES, media_type=MediaType.TEXT)
async def show_log(match_id: MatchId, host: HostDependency) -> Response[str]:
    """Return the text log of a match, for `dottable replay` and `dottable verify`."""
    row, kept = await finished_match_log(host, match_id)
    headers = {"content-disposition": content_disposition(f"{row.game}-{row.id}.log")}
    return Response(kept.text, media_type=MediaType.TEXT, headers=headers)


@get("/matches/{match_id:str}/replay", responses=PROBLEM_RESPONSES)
async def show_replay(
    match_id: MatchId,
    host: HostDependency,
    seat: Annotated[
        int, QueryParameter(ge=-1, le=7, description="Seat to watch from; -1 for a spectator.")
    ] = SPECTATOR,
    first: Annotated[int, QueryParameter(ge=0, le=2**31, description="Moves to skip.")] = 0,
    count: Annotated[int, QueryParameter(ge=0, le=MAX_REPLAY_STEPS)] = MAX_REPLAY_STEPS,
) -> Replay:
    """Return a finished match step by step, seen from any seat."""
    row, kept = await finished_match_log(host, match_id)
    if not kept.is_verified:
        raise ApiError(409, "set_aside", kept.note)
    events = [decode_event(body) for body in await host.store.read_events(match_id)]
    moved = [event for event in events if isinstance(event, Moved)]
    hints = {event.move_number: event.level for event in events if isinstance(event, HintTaken)}
    log = await asyncio.to_thread(read_log, kept.text)
    if seat >= int(log.header["seats"]):
        raise not_found_error("seat")
    return await asyncio.to_thread(build_replay, FinishedMatch(row, log, moved, hints), seat, first, count)


def build_replay(finished: FinishedMatch, viewer: int, first: int, count: int) -> Replay:
    log, match = finished.log, finished.log.new_match()
    first = min(first, len(log.moves))
    for move in log.moves[:first]:
        match.apply(*move)
    start = match.view(viewer)
    steps = list(replay_steps(finished, match, viewer, first, count))
    return Replay(
        id=finished.row.id,
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
        is_imported=finished.row.is_imported,
        shuffle=revealed_shuffle(match.contributions),
        start_screen=plain_board_text(log.game, start),
    )


def replay_steps(finished: FinishedMatch, match: Match, viewer: int, first: int, count: int) -> Iterator[ReplayStep]:
    before = match.view(viewer)
    for n, move in enumerate(finished.log.moves[first : first + count], start=first + 1):
        match.apply(*move)
        after = match.view(viewer)
        event = finished.move_events[n - 1] if n <= len(finished.move_events) else None
        yield replace(replay_step(match, n, move, viewer, (before, after), event), hint=finished.hints.get(n - 1))
        before = after


def replay_step(
    match: Match, n: int, move: Move, viewer: int, views: tuple[Any, Any], event: Moved | None
) -> ReplayStep:
    game = match.game
    return ReplayStep(
        n=n,
        seat=move.seat,
        action=move.action,
        notation=game.view.write_action(move.action),
        at_ms=move.at_ms,
        narration=game.view.narrate(views[0], move.seat, action_as_seen(match, move, viewer), views[1]),
        view=views[1],
        scores=match.scores(),
        by=event.by if event else None,
        race=event.race if event else None,
        screen=plain_board_text(game, views[1]),
    )


def action_as_seen(match: Match, move: Move, viewer: int) -> int:
    """Return an action as the viewer saw it. If it was secret, only its verb is kept, without the arguments."""
    if move.seat == viewer or match.game.view.is_public(move.action):
        return move.action
    actions = match.game.state.ACTIONS
    return actions.first_action(actions.decode(move.action)[0])


@post("/logs/verify", responses=PROBLEM_RESPONSES, status_code=200)
async def verify_log(
    data: JSONBody[UploadedLog], request: Request[Any, Any, Any], host: HostDependency, sandbox: SandboxDependency
) -> LogCheck:
    """Verify a log by replaying it: seed, commitment, moves and result."""
    slug = await compiled_game_of_log(host, data.text)
    return await sandbox.run_job(client_ip_address(request), slug, check_log, data.text)


@post("/logs", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY)
async def add_log(
    data: JSONBody[UploadedLog],
    request: Request[Any, Any, Any],
    player: SignedInPlayer,
    host: HostDependency,
    sandbox: SandboxDependency,
    log_import_limiter: LogImportLimiterDependency,
) -> ImportedLog:
    """Import a log of a match from another server. It must be valid for the installed rules version of its game."""
    address = client_ip_address(request)
    if not await log_import_limiter.take_bytes(
        player.id, address, TABLE_ROW_BYTES + len(data.text.encode("utf-8", "replace"))
    ):
        raise ApiError(429, "quota", "You have imported too many logs. Try again tomorrow.")
    slug = await compiled_game_of_log(host, data.text)

    async def verify_in_sandbox(text: str) -> LogSummary:
        return await sandbox.run_job(address, slug, verified_summary, text)

    row = await import_log(host.store, data.text, now_ms=host.clock_ms(), verify_text=verify_in_sandbox)
    return ImportedLog(row.table)


async def compiled_game_of_log(host: TableHost, text: str) -> str | None:
    """Return the slug of the installed game that a log names, after its rules are compiled; None for another game."""
    lines = text[:MAX_SLUG_POSITION].splitlines()
    game = installed_games().get(lines[1].removeprefix("game ")) if len(lines) > 1 else None
    if game is None:
        return None
    await host.precompiler.wait_until_compiled(game)
    return game.slug


router = Router("/api/v1", route_handlers=[list_matches, show_log, show_replay, verify_log, add_log])
