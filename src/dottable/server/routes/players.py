"""`/api/v1/players`, `/transfers` and `/qr`: create and change players, sign in on another device, QR codes."""

from __future__ import annotations

import io
from typing import Annotated, Any

from litestar import Request, Router, delete, get, patch, post
from litestar.params import JSONBody
from msgspec import Meta, Struct

from dottable.server.access.limits import address_limit_key, is_loopback
from dottable.server.lifetimes.player_deletion import delete_player
from dottable.server.routes.dependencies import HostDependency, PlayersDependency, SharedRateDependency, SignedInPlayer
from dottable.server.routes.errors import PROBLEM_RESPONSES, ApiError
from dottable.store import PlayerRow
from dottable.table.commands import Colour

PlayerNameInput = Annotated[str, Meta(min_length=1, max_length=80)]
MAX_TOKEN_CHARACTERS = 200
TOKEN_SECURITY: list[dict[str, list[str]]] = [{"token": []}]
"""OpenAPI security requirement of routes that need a token."""


class NewPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """Request body: name and colour of a new player."""

    name: PlayerNameInput
    colour: Colour | None = None


class PlayerChanges(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes of a player. Omitted fields stay as they are."""

    name: PlayerNameInput | None = None
    colour: Colour | None = None


class PlayerInfo(Struct, frozen=True):
    """A player's own data: id, name and colour."""

    id: str
    name: str
    colour: str


class PlayerWithToken(PlayerInfo, frozen=True):
    """A player and a new token. The token is shown only once."""

    token: str


class TransferOffer(Struct, frozen=True):
    """A one-time code for signing in on another device, valid until `until` (ms since the Unix epoch)."""

    code: str
    path: str
    until: int


class TransferCode(Struct, frozen=True, forbid_unknown_fields=True):
    code: Annotated[str, Meta(min_length=1, max_length=100)]


class QrText(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class QrCode(Struct, frozen=True):
    """Response: a QR code as an SVG picture."""

    svg: str


def bearer_token(request: Request[Any, Any, Any]) -> str | None:
    """Return the bearer token of a request; None if there is none or it is too long."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= MAX_TOKEN_CHARACTERS else None


async def provide_optional_player(request: Request[Any, Any, Any], players: PlayersDependency) -> PlayerRow | None:
    """Return the player of the request's token; None without a token. An invalid token is a 401 error."""
    if "authorization" not in request.headers:
        return None
    return await provide_player(request, players)


async def provide_player(request: Request[Any, Any, Any], players: PlayersDependency) -> PlayerRow:
    """Return the player of the request's token, or raise a 401 error."""
    token = bearer_token(request)
    row = await players.find_by_token(token) if token else None
    if row is None:
        raise ApiError(401, "no_player", "A player's token is required: send 'Authorization: Bearer TOKEN'.")
    return row


def player_info(row: PlayerRow) -> PlayerInfo:
    return PlayerInfo(row.id, row.name, row.colour)


def client_ip_address(request: Request[Any, Any, Any]) -> str:
    return request.client.host if request.client else ""


@post("/players", responses=PROBLEM_RESPONSES)
async def create_player(
    data: JSONBody[NewPlayer],
    request: Request[Any, Any, Any],
    players: PlayersDependency,
    player_limiter: SharedRateDependency,
    daily_player_limiter: SharedRateDependency,
) -> PlayerWithToken:
    """Create a player. Only a name is required."""
    address = client_ip_address(request)
    key = address_limit_key(address)
    if not is_loopback(address) and not (
        await player_limiter.take_tokens(key) and await daily_player_limiter.take_tokens(key)
    ):
        raise ApiError(429, "too_fast", "Too many new players from your address. Wait a moment.")
    row, token = await players.create_player(data.name, data.colour)
    return PlayerWithToken(row.id, row.name, row.colour, token)


@get("/players/me", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY, sync_to_thread=False)
def show_player(player: SignedInPlayer) -> PlayerInfo:
    """Return the signed-in player."""
    return player_info(player)


@patch("/players/me", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY)
async def change_player(
    data: JSONBody[PlayerChanges], player: SignedInPlayer, players: PlayersDependency
) -> PlayerInfo:
    """Change the name or the colour. Tables at which the player already sits keep the old values."""
    return player_info(await players.change_name_or_colour(player, data.name, data.colour))


@delete("/players/me", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY, status_code=204)
async def delete_own_player(player: SignedInPlayer, host: HostDependency) -> None:
    """Delete the signed-in player permanently: name, tokens and messages. Live matches are given up."""
    await delete_player(host, player.id)


@delete("/players/me/token", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY, status_code=204)
async def sign_out_this_device(player: SignedInPlayer, players: PlayersDependency) -> None:
    """Sign out on this device: make its token invalid and close its sockets."""
    await players.revoke_token(player)


@post("/players/me/sign-out-everywhere", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY, status_code=200)
async def sign_out_everywhere(player: SignedInPlayer, players: PlayersDependency) -> PlayerWithToken:
    """Sign out on all devices: make all tokens invalid and close their sockets. This device gets a new token."""
    token = await players.sign_out_everywhere(player)
    return PlayerWithToken(player.id, player.name, player.colour, token)


@post("/players/me/transfer", responses=PROBLEM_RESPONSES, security=TOKEN_SECURITY)
async def offer_transfer_code(player: SignedInPlayer, players: PlayersDependency) -> TransferOffer:
    """Return a short-lived link that signs this player in on another device."""
    code, until = await players.offer_transfer_code(player)
    # Browsers do not send the part after '#', so proxies do not log the code.
    return TransferOffer(code, f"/transfer#{code}", until)


@post("/transfers", responses=PROBLEM_RESPONSES)
async def redeem_transfer_code(data: JSONBody[TransferCode], players: PlayersDependency) -> PlayerWithToken:
    """Sign in with a transfer code. This device gets its own token."""
    found = await players.redeem_transfer_code(data.code)
    if found is None:
        raise ApiError(404, "not_found", "This link was already used or has expired. Create a new one.")
    row, token = found
    return PlayerWithToken(row.id, row.name, row.colour, token)


@post("/qr", responses=PROBLEM_RESPONSES, status_code=200, sync_to_thread=True)
def draw_qr(data: JSONBody[QrText]) -> QrCode:
    """Return the QR code of a text as an SVG picture."""
    import segno  # drawing takes 0.1 s, so it runs in a thread

    drawn = io.BytesIO()
    segno.make(data.text, error="m").save(drawn, kind="svg", xmldecl=False, scale=4)
    return QrCode(drawn.getvalue().decode())


router = Router(
    "/api/v1",
    route_handlers=[
        create_player,
        show_player,
        change_player,
        delete_own_player,
        sign_out_this_device,
        sign_out_everywhere,
        offer_transfer_code,
        redeem_transfer_code,
        draw_qr,
    ],
)
