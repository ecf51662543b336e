"""Reads JSON bodies of untrusted requests."""

from __future__ import annotations

from typing import Any

from litestar import Request
from litestar.exceptions import ClientException, InternalServerException


class JsonRequest(Request[Any, Any, Any]):
    """A request whose body is answered with 400, not 500, if it is incomplete, nested too deeply or not UTF-8."""

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException:  # Litestar raises this when the client has disconnected
            raise ClientException from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except (RecursionError, UnicodeDecodeError):
            raise ClientException from None
