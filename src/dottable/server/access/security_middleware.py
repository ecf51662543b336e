"""ASGI middleware: checks the Host and Origin headers, limits the request rate, adds security headers, answers HEAD."""

from __future__ import annotations

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from litestar.types import ASGIApp, Message, Receive, Send

from dottable.server.access.host_header_check import ANY_HOST_NAME, is_allowed_host
from dottable.server.access.limits import RateLimiter, address_limit_key, is_loopback

SECURITY_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),  # the URL of a private table is secret, so it must not be sent as a referrer
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:;"
        b" style-src 'self' 'unsafe-inline'; connect-src 'self';"
        b" object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
)
MAX_HEADERS = 100
"""Maximum number of headers of a request; browsers send about 20."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
HEALTH_PATHS = ("/health", "/health/live", "/health/ready")
"""Paths that answer under any host name, since a load balancer asks each node under that node's own name."""


class Denial(NamedTuple):
    """The reason for denying a request or connection: HTTP status, WebSocket close code, error code and sentence."""

    status: int
    close_code: int
    code: str
    sentence: str


FOREIGN_ORIGIN = Denial(403, 4403, "foreign_origin", "Requests from other websites are not allowed.")
FOREIGN_HOST = Denial(
    421,
    4421,
    "foreign_host",
    "This server does not know the host name in the address. Use its IP address, or start it with --host-name NAME.",
)
NUL_IN_ADDRESS = Denial(400, 4400, "bad_request", "The address contains a NUL character.")
TOO_MANY_HEADERS = Denial(431, 4431, "too_many_headers", "The request has too many headers.")
TOO_MANY_REQUESTS = Denial(429, 4429, "too_fast", "Too many requests. Wait a moment.")


class SecurityMiddleware:
    """Wraps the application: denies foreign hosts, foreign origins and floods, adds security headers, answers HEAD."""

    def __init__(
        self,
        app: ASGIApp,
        origins: frozenset[str],
        limiter: RateLimiter,
        host_names: frozenset[str] = frozenset({ANY_HOST_NAME}),
    ) -> None:
        self.app = app
        self.origins = origins
        self.limiter = limiter
        self.host_names = host_names

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        denial = self._denial_of(scope)
        if denial is not None:
            await send_denial(scope, receive, send, denial)
            return
        send = with_security_headers(send)
        if scope.get("method") != "HEAD":
            await self.app(scope, receive, send)
            return
        get_scope: Any = {**scope, "method": "GET"}
        await self.app(get_scope, receive, without_body(send))
        scope["path_template"] = get_scope.get("path_template")

    def _denial_of(self, scope: Any) -> Denial | None:
        """Return the reason for denying a request or connection; None if it is allowed."""
        if len(scope["headers"]) > MAX_HEADERS:
            return TOO_MANY_HEADERS
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:  # PostgreSQL cannot store or search for NUL
            return NUL_IN_ADDRESS
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        if scope["path"] not in HEALTH_PATHS and not is_allowed_host(host, self.host_names):
            return FOREIGN_HOST
        is_checked = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if is_checked and not self._is_allowed_origin(headers):
            return FOREIGN_ORIGIN
        return None if self._is_within_rate(scope.get("client")) else TOO_MANY_REQUESTS

    def _is_allowed_origin(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether the Origin header names this server or a configured origin. A missing header is allowed."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text = origin.decode("latin-1")
        host = headers.get(b"host", b"").decode("latin-1")
        try:
            return text in self.origins or (bool(host) and urlsplit(text).netloc.lower() == host.lower())
        except ValueError:
            return False

    def _is_within_rate(self, client: tuple[str, int] | None) -> bool:
        address = client[0] if client else ""
        return is_loopback(address) or self.limiter.take_tokens(address_limit_key(address))


def with_security_headers(send: Send) -> Send:
    """Return a `send` function that adds the security headers to the start of every response."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            extra = [header for header in SECURITY_HEADERS if header[0] not in present]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return send_with_headers


def without_body(send: Send) -> Send:
    """Return a `send` function for a HEAD request: it sends the headers of the GET response without the body."""

    async def send_without_body(message: Message) -> None:
        if message["type"] == "http.response.body":
            message["body"] = b""
        await send(message)

    return send_without_body


async def send_denial(scope: Any, receive: Receive, send: Any, denial: Denial) -> None:
    """Answer a request, or close a connection, without passing it to the application."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": denial.close_code, "reason": ""})
        return
    body = f'{{"code":"{denial.code}","sentence":"{denial.sentence}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *SECURITY_HEADERS]
    await send({"type": "http.response.start", "status": denial.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
