"""The proxy passes bytes on, cuts connections in both ways, and joins again on the same port."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from tests.cluster.fault_proxy import FaultProxy

QUIET_S = 0.1
SETTLE_S = 0.05
"""Time in which closed transports report their end."""


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(1000):
            writer.write(data)
    writer.close()


async def with_proxy(scenario) -> None:
    server = await asyncio.start_server(echo, "127.0.0.1", 0)
    proxy = FaultProxy("127.0.0.1", server.sockets[0].getsockname()[1])
    await proxy.start()
    try:
        await scenario(proxy)
    finally:
        await proxy.close()
        server.close()
        await asyncio.sleep(SETTLE_S)


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, text: bytes) -> bytes:
    writer.write(text)
    return await asyncio.wait_for(reader.readexactly(len(text)), 5)


def test_bytes_pass_both_ways():
    async def scenario(proxy: FaultProxy) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        assert await ask(reader, writer, b"x" * 100_000) == b"x" * 100_000
        writer.close()

    asyncio.run(with_proxy(scenario))


def test_a_refused_node_loses_its_connections_and_gets_no_new_ones_until_it_joins():
    async def scenario(proxy: FaultProxy) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await ask(reader, writer, b"before")
        await proxy.cut_off("refused")
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await ask(reader, writer, b"during")
        writer.close()
        with pytest.raises(ConnectionError):
            await asyncio.open_connection("127.0.0.1", proxy.port)
        await proxy.join()
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        assert await ask(reader, writer, b"after") == b"after"
        writer.close()

    asyncio.run(with_proxy(scenario))


def test_a_silent_cut_delivers_nothing_until_it_ends_and_then_everything():
    async def scenario(proxy: FaultProxy) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        await ask(reader, writer, b"before")
        await proxy.cut_off("silent")
        late_reader, late_writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(b"during")
        late_writer.write(b"late")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), QUIET_S)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(late_reader.read(1), QUIET_S)
        await proxy.join()
        assert await asyncio.wait_for(reader.readexactly(6), 5) == b"during"
        assert await asyncio.wait_for(late_reader.readexactly(4), 5) == b"late"
        writer.close()
        late_writer.close()

    asyncio.run(with_proxy(scenario))
