"""`/api/v1/tables`: list, open and show tables, and send commands over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import Request, Router, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct, field

from dottable.core.errors import DottableError
from dottable.server.lifetimes.new_table_permission import permit_new_table
from dottable.server.live.command_request import STORE_FAILED
from dottable.server.live.live_table import LiveTable
from dottable.server.live.startup_restore import is_temporary
from dottable.server.live.table_host import TableHost
from dottable.server.protocol.http_connection import request_round_trip_ms
from dottable.server.protocol.messages import Ack, ClientCommand, RefusedMessage
from dottable.server.routes.dependencies import (
    HostDependency,
    OptionalPlayer,
    SandboxDependency,
    SignedInPlayer,
)
from dottable.server.routes.errors import PROBLEM_RESPONSES, ApiError, not_found_error
from dottable.server.routes.games import DeckText, find_installed_game
from dottable.server.routes.players import TOKEN_SECURITY, client_ip_address
from dottable.server.sandbox.deck_and_log_checks import validate_deck
from dottable.server.sandbox.sandbox import Sandbox
from dottable.server.study.hint_finder import HintAnswer, HintRequest
from dottable.store import PlayerRow, TableQuery, TableRow, TableStatus
from dottable.table.commands import AnyCommand, Contribute, Hex32, SeatBot, Sit, Start
from dottable.table.decisions.command_results import Rejected
from dottable.table.decisions.first_table_events import opened_event
from dottable.table.events import CustomDeck, Level, Settings
from dottable.table.viewers.snapshots import Snapshot, build_snapshot

COMMAND_TIMEOUT_S = 10.0
SERVER_FULL = (503, "full", "This server is full. Try again later.")
"""Arguments of an ApiError. A shared exception object would keep the stack frames of every request that raised it."""
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request body: settings of a new table."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    """Number of seats; the game's minimum if omitted."""
    options: dict[str, bool | int | str] = field(default_factory=dict)
    settings: Settings = Settings()
    deck: DeckText | None = None
    """A custom deck; None for the house deck."""
    sits: bool = True
    """Whether the player who opens the table takes the first seat."""
    bots: Annotated[list[Level], Meta(max_length=8)] = field(default_factory=list)
    """Levels of the bots that take the next seats."""
    starts: bool = False
    """Whether the match starts at once, which requires that all seats are taken."""
    entropy_hash: Hex32 | None = None
    """Hash of the player's contribution to the shuffle, as in the command `contribute`. Requires `sits`."""


class TableSummary(Struct, frozen=True):
    """Response part: the properties of a table that lists and searches show."""

    id: str
    game: str
    status: TableStatus
    is_private: bool
    is_imported: bool
    """Whether the match was played on another server and its log imported."""
    seats: int
    names: list[str]
    """Names by seat; an empty string for an empty seat."""
    you: int | None
    """The requesting player's seat; None for a spectator."""
    created_at: int
    updated_at: int
    moves: int
    result: str | None
    winners: list[int] | None
    """Winning seats; None if there is no winner yet or it is unknown."""


class TableList(Struct, frozen=True):
    tables: list[TableSummary]


class CommandResult(Struct, frozen=True):
    """A command that was executed and stored. `version` is the table's version after it."""

    version: int


def table_summary(row: TableRow, viewer: PlayerRow | None) -> TableSummary:
    own = [seat for seat, (player, _) in enumerate(row.players) if viewer is not None and player == viewer.id]
    return TableSummary(
        id=row.id,
        game=row.game,
        status=row.status,
        is_private=row.is_private,
        is_imported=row.is_imported,
        seats=row.seats,
        names=[name for _, name in row.players],
        you=own[0] if own else None,
        created_at=row.created_at,
        updated_at=row.updated_at,
        moves=row.moves,
        result=row.result,
        winners=None if row.winners is None else [int(seat) for seat in row.winners.split()],
    )


@get("/", responses=PROBLEM_RESPONSES)
async def list_tables(
    host: HostDependency,
    viewer: OptionalPlayer,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    status: FromQuery[Literal["open", "live"]] = "open",
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    before: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> TableList:
    """List public tables that wait for players or can be watched, newest first."""
    await host.search_rows.wait_for_updates()
    rows = await host.store.search_tables(
        TableQuery(game=game, status=status, is_private=False, limit=limit, before=before)
    )
    return TableList([table_summary(row, viewer) for row in rows])


@post("/", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY)
async def create_table(
    data: JSONBody[NewTable],
    request: Request[Any, Any, Any],
    player: SignedInPlayer,
    host: HostDependency,
    sandbox: SandboxDependency,
) -> Snapshot:
    """Open a table. With `sits`, `bots` and `starts`, one request starts a match against bots."""
    host.quota.note_address(player.id, client_ip_address(request))
    deck_bytes = check_deck_size(data, host)
    async with permit_new_table(host, player.id, deck_bytes) as refused:
        if refused is not None:
            raise ApiError(429, refused.code, refused.sentence)
        live = await open_table(data, player, host, sandbox, client_ip_address(request))
    if isinstance(live, Rejected):
        raise ApiError(409, live.code, live.sentence)
    return snapshot_for(live, player)


def check_deck_size(data: JSONBody[NewTable], host: TableHost) -> int:
    """Return the size of a table's deck in bytes. Raise ApiError if the server is full or the deck is too large."""
    if len(host.live) >= host.limits.max_live_tables:
        host.metrics.record_refusal("max_live_tables")
        raise ApiError(*SERVER_FULL)
    deck_bytes = len(data.deck.text.encode("utf-8", "replace")) if data.deck else 0
    if deck_bytes > host.limits.max_deck_bytes:
        host.metrics.record_refusal("max_deck_bytes")
        raise ApiError(413, "too_large", f"The deck is too large. The limit is {host.limits.max_deck_bytes} bytes.")
    return deck_bytes


async def open_table(
    data: JSONBody[NewTable], player: PlayerRow, host: TableHost, sandbox: Sandbox, address: str
) -> LiveTable | Rejected:
    """Open the table that a request describes. Return the table, or the reason why that is impossible."""
    game = find_installed_game(data.game)
    await host.precompiler.wait_until_compiled(game)
    if data.deck is not None and game.has_deck:
        await sandbox.run_job(address, game.slug, validate_deck, game.slug, data.deck.text, data.deck.name)
    opened = await asyncio.to_thread(
        opened_event,
        game,
        seats=game.min_seats if data.seats is None else data.seats,
        options=data.options,
        host=player.id,
        settings=data.settings,
        now=host.clock_ms(),
        deck=CustomDeck(data.deck.name, data.deck.text) if data.deck else None,
    )
    return await host.open_table(opened, initial_commands(data, player))


def initial_commands(data: JSONBody[NewTable], player: PlayerRow) -> list[tuple[str, AnyCommand]]:
    """Return the commands that a request for a new table implies, such as sitting down, as (player, command) pairs."""
    commands: list[AnyCommand] = [Sit(name=player.name, colour=player.colour)] if data.sits else []
    commands += [Contribute(entropy_hash=data.entropy_hash)] if data.entropy_hash is not None else []
    commands += [SeatBot(level=level) for level in data.bots]
    commands += [Start()] if data.starts else []
    return [(player.id, command) for command in commands]


def snapshot_for(live: LiveTable, viewer: PlayerRow | None) -> Snapshot:
    """Return a table as a player or a spectator may see it."""
    return build_snapshot(live.table, live.viewers.viewer_of(viewer.id if viewer else None), live.host.clock_ms())


async def table_or_error(host: TableHost, table_id: str) -> LiveTable:
    """Return a table by its id. Raise a 404 error if there is none, 409 if its rules version is not installed."""
    try:
        live = await host.find_table(table_id)
    except DottableError as error:
        if is_temporary(error):
            raise ApiError(503, STORE_FAILED.code, "The table cannot be read now. Try again in a moment.") from None
        raise ApiError(409, "set_aside", str(error)) from None
    if live is None:
        raise not_found_error("table")
    return live


@get("/{table_id:str}", responses=PROBLEM_RESPONSES)
async def show_table(
    table_id: TableId, host: HostDependency, viewer: OptionalPlayer, request: Request[Any, Any, Any]
) -> Snapshot:
    """Return a table as seen from the player's seat or by a spectator. In games with races, spectators see it 0.4 s
    late."""
    live = await table_or_error(host, table_id)
    shown = snapshot_for(live, viewer)
    if shown.you is None:
        await asyncio.sleep(live.table.spectator_delay_ms() / 1000)
    else:
        record_round_trip(live, viewer, request)
    return shown


def record_round_trip(live: LiveTable, player: PlayerRow | None, request: Request[Any, Any, Any]) -> None:
    """Record the round-trip time of a seated player's request. Races use the lowest of a player's round-trip times."""
    if player is not None and live.table.game.races and live.table.seating.seat_of(player.id) is not None:
        live.table.add_round_trip(player.id, request_round_trip_ms(request.scope))


@post("/{table_id:str}/commands", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY, status_code=200)
async def execute_command(
    table_id: TableId,
    data: JSONBody[ClientCommand],
    player: SignedInPlayer,
    host: HostDependency,
    request: Request[Any, Any, Any],
) -> CommandResult:
    """Execute one command that was sent over HTTP instead of a WebSocket."""
    host.quota.note_address(player.id, client_ip_address(request))
    live = await table_or_error(host, table_id)
    if not host.take_message_token(player.id):
        host.metrics.record_refusal("messages_per_s")
        raise ApiError(429, "too_fast", "Too many commands. Wait a moment.")
    record_round_trip(live, player, request)
    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    host.submit_command(live, player, data, lambda message: None if answered.done() else answered.set_result(message))
    try:
        answer = await asyncio.wait_for(answered, COMMAND_TIMEOUT_S)
    except TimeoutError:
        raise ApiError(503, "busy", "The table did not answer in time. Check the table before you try again.") from None
    if isinstance(answer, RefusedMessage):
        raise ApiError(409, answer.code, answer.sentence)
    assert isinstance(answer, Ack)
    return CommandResult(answer.version)


@post("/{table_id:str}/hint", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY, status_code=200)
async def take_hint(
    table_id: TableId,
    data: JSONBody[HintRequest],
    player: SignedInPlayer,
    host: HostDependency,
    request: Request[Any, Any, Any],
) -> HintAnswer:
    """Take a hint at one's own turn: level `idea` is a sentence, `move` also the action. The replay shows that it was
    taken."""
    live = await table_or_error(host, table_id)
    if not host.take_message_token(player.id):
        host.metrics.record_refusal("messages_per_s")
        raise ApiError(429, "too_fast", "Too many commands. Wait a moment.")
    return await host.hints.give_hint(live, player.id, data.level, client_ip_address(request))


router = Router("/api/v1/tables", route_handlers=[list_tables, create_table, show_table, execute_command, take_hint])
