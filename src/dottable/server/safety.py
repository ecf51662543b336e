"""What every answer and every request goes through: Origin check, security headers, clean text."""

from __future__ import annotations

import unicodedata
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Send

from dottable.server.limits import Meter, is_own_machine, network_of

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # the address of a private table is its key
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; connect-src 'self';"
        b" object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
)
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
JOINER = "\u200d"


class Turned(NamedTuple):
    """Why somebody is turned away at the door."""

    status: int
    close_code: int
    code: str
    sentence: str


FOREIGN = Turned(403, 4403, "foreign_origin", "This page may not speak for you here.")
TOO_FAST = Turned(429, 4429, "too_fast", "Too many requests; wait a moment.")


class Safety:
    """Wraps the whole application: foreign origins are turned away, and every answer gets the headers."""

    def __init__(self, app: ASGIApp, origins: frozenset[str], meter: Meter) -> None:
        self.app = app
        self.origins = origins
        self.meter = meter

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_checked = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if is_checked and not self._is_own(dict(scope["headers"])):
            await refuse(scope, receive, send, FOREIGN)
            return
        if not self._may_ask(scope.get("client")):
            await refuse(scope, receive, send, TOO_FAST)
            return
        await self.app(scope, receive, with_headers(send))

    def _is_own(self, headers: dict[bytes, bytes]) -> bool:
        """Programs send no Origin; a browser's has to be the page that we served, or an allowed one."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        try:
            return text in self.origins or (bool(host) and urlsplit(text).netloc.lower() == host.lower())
        except ValueError:
            return False

    def _may_ask(self, client: tuple[str, int] | None) -> bool:
        address = client[0] if client else ""
        return is_own_machine(address) or self.meter.take(network_of(address))


def with_headers(send: Send) -> Send:
    async def send_safely(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            extra = [header for header in HEADERS if header[0] not in present]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return send_safely


async def refuse(scope: Any, receive: Receive, send: Any, why: Turned) -> None:
    """Turn a request or a socket away before the application sees it."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": why.close_code, "reason": ""})
        return
    body = f'{{"code":"{why.code}","sentence":"{why.sentence}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": why.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def clean_text(text: str, most: int) -> str:
    """One line of so many characters at most, without those that nobody sees; a page escapes it when it shows it."""
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(" " if c.isspace() else c for c in plain if is_visible(c))
    return " ".join(kept.split())[:most].strip()


def is_visible(character: str) -> bool:
    """No control characters, unpaired surrogates or changes of direction; the joiner holds emoji together."""
    return character.isspace() or character == JOINER or unicodedata.category(character)[0] != "C"
