"""`/api/v1/tables`: open tables, new tables, one table as one may see it, and commands by HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from litestar import Router, get, post
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct, field

from dottable.core.errors import DottableError
from dottable.server.catalogue import DeckText, game_of
from dottable.server.given import AMeter, Me, Onlooker, TheHost
from dottable.server.guests import Signed
from dottable.server.host import Host
from dottable.server.live_table import LiveTable
from dottable.server.messages import Ack, Asked, Refused
from dottable.server.problems import PROBLEMS, no_such
from dottable.server.problems import Refused as Turned
from dottable.store import PlayerRow, Status, TableRow
from dottable.table.answers import Refusal
from dottable.table.commands import AnyCommand, SeatBot, Sit, Start
from dottable.table.events import Level, OwnDeck, Settings
from dottable.table.opening import opening
from dottable.table.telling import Snapshot, snapshot

PATIENCE_S = 10.0
NO_ROOM = Turned(503, "full", "This server has no room for more tables now.")
TableId = Annotated[str, PathParameter(description="The id of a table.", max_length=64)]


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[int, Meta(ge=1, le=8)] | None = None
    """The fewest that the game takes unless named."""
    options: dict[str, bool | int | str] = field(default_factory=dict)
    settings: Settings = Settings()
    deck: DeckText | None = None
    """A deck of one's own; None for the house deck."""
    sits: bool = True
    """Whether one takes the first seat."""
    bots: Annotated[list[Level], Meta(max_length=8)] = field(default_factory=list)
    """Levels of bots that take the next seats."""
    starts: bool = False
    """Whether the match begins at once; all seats have to be taken."""


class TableCard(Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    status: Status
    is_private: bool
    seats: int
    names: list[str]
    """Seat by seat; empty where nobody sits."""
    you: int | None
    """Your seat, if you have one."""
    created_at: int
    updated_at: int
    moves: int
    result: str | None
    winners: list[int] | None
    """None as long as nobody has won, and where it is not known any more."""


class Tables(Struct, frozen=True):
    tables: list[TableCard]


class Answered(Struct, frozen=True):
    """The command is carried out and kept."""

    version: int


def card_of(row: TableRow, viewer: PlayerRow | None) -> TableCard:
    own = [seat for seat, (player, _) in enumerate(row.players) if viewer is not None and player == viewer.id]
    return TableCard(
        id=row.id,
        game=row.game,
        status=row.status,
        is_private=row.is_private,
        seats=row.seats,
        names=[name for _, name in row.players],
        you=own[0] if own else None,
        created_at=row.created_at,
        updated_at=row.updated_at,
        moves=row.moves,
        result=row.result,
        winners=None if row.winners is None else [int(seat) for seat in row.winners.split()],
    )


@get("/", responses=PROBLEMS)
async def list_tables(
    host: TheHost,
    viewer: Onlooker,
    game: Annotated[str | None, QueryParameter(max_length=64)] = None,
    status: FromQuery[Literal["open", "live"]] = "open",
    limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    before: Annotated[str | None, QueryParameter(max_length=64)] = None,
) -> Tables:
    """Public tables that wait for players, or that one can look on at; the newest first."""
    await host.indexed()
    rows = await host.store.search(game=game, status=status, is_private=False, limit=limit, before=before)
    return Tables([card_of(row, viewer) for row in rows])


@post("/", responses=PROBLEMS, security=Signed)
async def create_table(data: JSONBody[NewTable], player: Me, host: TheHost, table_meter: AMeter) -> Snapshot:
    """Open a table; with `sits`, `bots` and `starts` a match against bots begins by this one request."""
    if not table_meter.take(player.id):
        raise Turned(429, "too_fast", "You open tables too fast; wait a moment.")
    if len(host.live) >= host.limits.tables:
        raise NO_ROOM
    game = game_of(data.game)
    await host.warming.ready(game)
    opened = await asyncio.to_thread(
        opening,
        game,
        seats=game.min_seats if data.seats is None else data.seats,
        options=data.options,
        host=player.id,
        settings=data.settings,
        now=host.clock_ms(),
        deck=OwnDeck(data.deck.name, data.deck.text) if data.deck else None,
    )
    live = await host.open_table(opened, first_commands(data, player))
    if isinstance(live, Refusal):
        raise Turned(409, live.code, live.sentence)
    return seen_by(live, player)


def first_commands(data: JSONBody[NewTable], player: PlayerRow) -> list[tuple[str, AnyCommand]]:
    wished: list[AnyCommand] = [Sit(name=player.name, colour=player.colour)] if data.sits else []
    wished += [SeatBot(level=level) for level in data.bots]
    wished += [Start()] if data.starts else []
    return [(player.id, command) for command in wished]


def seen_by(live: LiveTable, viewer: PlayerRow | None) -> Snapshot:
    return snapshot(live.table, live.viewer_of(viewer.id if viewer else None), live.host.clock_ms())


async def known_table(host: Host, table_id: str) -> LiveTable:
    """A table by its id: 404 if there is none, 409 if these rules cannot bring it back."""
    try:
        live = await host.find(table_id)
    except DottableError as error:
        raise Turned(409, "set_aside", str(error)) from None
    if live is None:
        raise no_such("table")
    return live


@get("/{table_id:str}", responses=PROBLEMS)
async def show_table(table_id: TableId, host: TheHost, viewer: Onlooker) -> Snapshot:
    """A table as one may see it: with the token of somebody who sits there, from that seat."""
    return seen_by(await known_table(host, table_id), viewer)


@post("/{table_id:str}/commands", responses=PROBLEMS, security=Signed, status_code=200)
async def command_table(table_id: TableId, data: JSONBody[Asked], player: Me, host: TheHost) -> Answered:
    """Sit, move and all else that a socket can ask, one at a time."""
    live = await known_table(host, table_id)
    if not host.may_send(player.id):
        raise Turned(429, "too_fast", "Too many commands; wait a moment.")
    answered: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    host.ask(live, player, data, lambda message: None if answered.done() else answered.set_result(message))
    try:
        answer = await asyncio.wait_for(answered, PATIENCE_S)
    except TimeoutError:
        raise Turned(503, "busy", "The table does not answer; see whether it happened before you try again.") from None
    if isinstance(answer, Refused):
        raise Turned(409, answer.code, answer.sentence)
    assert isinstance(answer, Ack)
    return Answered(answer.version)


router = Router("/api/v1/tables", route_handlers=[list_tables, create_table, show_table, command_table])
