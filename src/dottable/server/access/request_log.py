"""ASGI middleware: request ids, counts of responses, and an access log without secrets.

The log contains the pattern of the route instead of the path, because the URL of a private table is secret. Query
strings, headers, cookies and bodies are never logged, so no token can appear.
"""

from __future__ import annotations

import logging
import secrets
from contextvars import ContextVar
from time import perf_counter
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Send

from dottable.server.monitoring.metrics import Metrics

log = logging.getLogger("dottable.access")

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="-")
"""Id of the request that the current task handles; `-` outside requests."""
UNKNOWN_ROUTE = "(unknown)"
HEALTH_ROUTES = "/health"
SWITCHING_PROTOCOLS = 101


class RequestLog:
    """Gives each request an id, counts responses, and writes one log line per request or connection."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, is_logging: bool) -> None:
        self.app = app
        self._responses = metrics.responses
        self._is_logging = is_logging

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        before, started_s, status = REQUEST_ID.set(request_id), perf_counter(), 500
        id_header = (b"x-request-id", request_id.encode())

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = [*message["headers"], id_header]
            elif message["type"] == "websocket.accept":
                status = SWITCHING_PROTOCOLS
            elif message["type"] == "websocket.close" and status != SWITCHING_PROTOCOLS:
                status = 403
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        finally:
            self._responses[f"{status // 100}xx"] += 1
            if self._is_logging and not is_passed_health_check(scope, status):
                log_request(scope, status, perf_counter() - started_s)
            REQUEST_ID.reset(before)


def is_passed_health_check(scope: Any, status: int) -> bool:
    """Return whether a request is a successful health check.

    These are not logged, because they come every few seconds.
    """
    return status < 400 and str(scope.get("path_template")).startswith(HEALTH_ROUTES)


def log_request(scope: Any, status: int, duration_s: float) -> None:
    """Write the log line of a request: method, route, status, duration and the client's address."""
    fields = {
        "method": scope.get("method", "WEBSOCKET"),
        "route": scope.get("path_template") or UNKNOWN_ROUTE,
        "status": status,
        "duration_ms": round(1000 * duration_s, 1),
        "client": scope["client"][0] if scope.get("client") else "",
    }
    log.info("%(method)s %(route)s %(status)s %(duration_ms)s ms %(client)s", fields, extra={"fields": fields})
