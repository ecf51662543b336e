"""A TCP proxy that can disconnect a node from a service and connect it again."""

from __future__ import annotations

import asyncio
from typing import Literal, cast

Cut = Literal["refused", "silent"]
"""`refused`: connections break and new ones are refused. `silent`: no byte passes, as with a dead network."""


class Relay(asyncio.Protocol):
    """One end of a proxied connection. Bytes that arrive at it are written to `other`."""

    def __init__(self, proxy: FaultProxy, other: Relay | None = None) -> None:
        self.proxy = proxy
        self.other = other
        self.transport: asyncio.Transport | None = None
        self._unsent: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.proxy.relays.add(self)
        if self.proxy.cut == "silent":
            self.transport.pause_reading()
        if self.other is None:
            self.other = Relay(self.proxy, self)
            self.proxy.start_task(self._connect(self.other))
        else:
            for data in self.other._unsent:
                self.transport.write(data)

    async def _connect(self, upstream: Relay) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.create_connection(lambda: upstream, *self.proxy.target)
        except OSError:
            self.abort()
        if self.transport is None or self.transport.is_closing():  # the client has gone in the meantime
            upstream.abort()

    def data_received(self, data: bytes) -> None:
        assert self.other is not None
        if self.other.transport is None:
            self._unsent.append(data)
        elif not self.other.transport.is_closing():
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None and self.proxy.cut is None:
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the protocol's signature
        self.proxy.relays.discard(self)
        if self.other is not None and self.other.transport is not None and self.proxy.cut != "silent":
            self.other.transport.close()

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


class FaultProxy:
    """Forwards TCP connections to a target until a test cuts them."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.cut: Cut | None = None
        self.relays: set[Relay] = set()
        self.port = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start_task(self, work) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def start(self) -> None:
        """Listen on a free port. If started again, listen on the same port."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(
            lambda: Relay(self), "127.0.0.1", self.port, reuse_address=True, backlog=512
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut_off(self, how: Cut) -> None:
        """Cut all present and future connections."""
        self.cut = how
        if how == "refused":
            self._stop_listening()
            for relay in list(self.relays):
                relay.abort()
        else:
            for relay in list(self.relays):
                if relay.transport is not None:
                    relay.transport.pause_reading()

    async def join(self) -> None:
        """Let bytes pass again. Data sent during a silent cut arrives now, because TCP sends it again."""
        how, self.cut = self.cut, None
        if how == "refused":
            await self.start()
        for relay in list(self.relays):
            transport = relay.transport
            if transport is None:
                continue
            if relay.other is None or relay.other.transport is None or relay.other.transport.is_closing():
                transport.close()
            else:
                transport.resume_reading()

    async def close(self) -> None:
        """Stop listening and return once every connection is closed."""
        self._stop_listening()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for relay in list(self.relays):
            relay.abort()
        while self.relays:
            await asyncio.sleep(0)

    def _stop_listening(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
