"""`/api/v1/players` and `/api/v1/transfers`: who one is, and the way to another device."""

from __future__ import annotations

import io
from typing import Annotated, Any

from litestar import Request, Router, delete, get, patch, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from dottable.server.given import AMeter, Me, ThePlayers
from dottable.server.limits import is_own_machine, network_of
from dottable.server.problems import PROBLEMS, Refused
from dottable.store import PlayerRow
from dottable.table.commands import Colour

Name = Annotated[str, Meta(min_length=1, max_length=80)]
LONGEST_TOKEN = 200
Signed: list[dict[str, list[str]]] = [{"token": []}]
"""For the `security` of routes that need a player."""


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest says about itself."""

    name: Name
    colour: Colour | None = None


class ChangedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to change; anything left out stays."""

    name: Name | None = None
    colour: Colour | None = None


class Player(Struct, frozen=True):
    """A player as it sees itself."""

    id: str
    name: str
    colour: str


class PlayerWithToken(Player, frozen=True):
    """A player and the token that opens it on this device; it is told this once."""

    token: str


class TransferOffer(Struct, frozen=True):
    """A code for another device; it works once and until `until` (ms since the epoch)."""

    code: str
    path: str
    until: int


class TransferCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=100)]


class QrText(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class QrPicture(Struct, frozen=True):
    """A text as a QR code in SVG."""

    svg: str


def token_in(request: Request[Any, Any, Any]) -> str | None:
    """The bearer token of a request."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= LONGEST_TOKEN else None


async def provide_viewer(request: Request[Any, Any, Any], players: ThePlayers) -> PlayerRow | None:
    """Whoever asks; nobody in particular without a token, 401 with a token that opens nothing."""
    if "authorization" not in request.headers:
        return None
    return await provide_player(request, players)


async def provide_player(request: Request[Any, Any, Any], players: ThePlayers) -> PlayerRow:
    """The player who asks; 401 if it is nobody."""
    token = token_in(request)
    row = await players.holder(token) if token else None
    if row is None:
        raise Refused(401, "no_player", "Send the token of a player: 'Authorization: Bearer TOKEN'.")
    return row


def seen(row: PlayerRow) -> Player:
    return Player(row.id, row.name, row.colour)


def address_of(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


@post("/players", responses=PROBLEMS)
async def create_player(
    data: JSONBody[NewPlayer], request: Request[Any, Any, Any], players: ThePlayers, guest_meter: AMeter
) -> PlayerWithToken:
    """Come in as a guest: a name is enough."""
    address = address_of(request)
    if not is_own_machine(address) and not guest_meter.take(network_of(address)):
        raise Refused(429, "too_fast", "Too many new players from your address; wait a moment.")
    row, token = await players.welcome(data.name, data.colour)
    return PlayerWithToken(row.id, row.name, row.colour, token)


@get("/players/me", responses=PROBLEMS, security=Signed, sync_to_thread=False)
def show_player(player: Me) -> Player:
    """Who I am."""
    return seen(player)


@patch("/players/me", responses=PROBLEMS, security=Signed)
async def change_player(data: JSONBody[ChangedPlayer], player: Me, players: ThePlayers) -> Player:
    """Take another name or colour. Tables where one sits already keep the old one."""
    return seen(await players.change(player, data.name, data.colour))


@delete("/players/me/token", responses=PROBLEMS, security=Signed, status_code=204)
async def forget_token(request: Request[Any, Any, Any], player: Me, players: ThePlayers) -> None:  # noqa: ARG001
    """Leave this device: its token opens nothing any more."""
    token = token_in(request)
    assert token is not None
    await players.forget(token)


@post("/players/me/transfer", responses=PROBLEMS, security=Signed, sync_to_thread=False)
def offer_transfer(player: Me, players: ThePlayers) -> TransferOffer:
    """A short-lived link that opens this player on another device."""
    code, until = players.lend(player)
    return TransferOffer(
        code, f"/transfer#{code}", until
    )  # after the '#': browsers do not send it, proxies do not log it


@post("/transfers", responses=PROBLEMS)
async def redeem_transfer(data: JSONBody[TransferCode], players: ThePlayers) -> PlayerWithToken:
    """Become the player behind a code; this device gets a token of its own."""
    found = await players.redeem(data.code)
    if found is None:
        raise Refused(404, "not_found", "This link has been used already, or is too old; ask for a new one.")
    row, token = found
    return PlayerWithToken(row.id, row.name, row.colour, token)


@post("/qr", responses=PROBLEMS, status_code=200, sync_to_thread=False)
def draw_qr(data: JSONBody[QrText]) -> QrPicture:
    """A link as a QR code."""
    import segno

    drawn = io.BytesIO()
    segno.make(data.text, error="m").save(drawn, kind="svg", xmldecl=False, scale=4)
    return QrPicture(drawn.getvalue().decode())


router = Router(
    "/api/v1",
    route_handlers=[
        create_player,
        show_player,
        change_player,
        forget_token,
        offer_transfer,
        redeem_transfer,
        draw_qr,
    ],
)
