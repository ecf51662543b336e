"""ASGI middleware that answers 503 with Retry-After while the server stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Send

RETRY_AFTER_S = 2
"""Time in seconds after which clients should try again."""
UNAVAILABLE_BODY = b'{"code":"restart","sentence":"The server is restarting. Try again in a moment."}'
UNAVAILABLE_HEADERS = (
    (b"content-type", b"application/json"),
    (b"content-length", str(len(UNAVAILABLE_BODY)).encode()),
    (b"retry-after", str(RETRY_AFTER_S).encode()),
    (b"connection", b"close"),
)


class ShutdownMiddleware:
    """Answers requests and WebSocket handshakes with 503 while the server stops."""

    def __init__(self, app: ASGIApp, is_stopping: Callable[[], bool]) -> None:
        self.app = app
        self.is_stopping = is_stopping

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif self.is_stopping():
            await answer_unavailable(scope, send)
        elif scope["type"] == "http":
            await self._run_request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _run_request(self, scope: Any, receive: Receive, send: Send) -> None:
        """Run a request. If the stopping server cancels it before it is answered, answer 503."""
        has_started = False

        async def watched_send(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self.app(scope, receive, watched_send)
        except asyncio.CancelledError:
            if has_started or not self.is_stopping():
                raise
            await answer_unavailable(scope, send)


async def answer_unavailable(scope: Any, send: Any) -> None:
    """Answer a request or a handshake with 503."""
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    await send({"type": f"{kind}.start", "status": 503, "headers": list(UNAVAILABLE_HEADERS)})
    await send({"type": f"{kind}.body", "body": UNAVAILABLE_BODY})
