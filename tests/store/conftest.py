"""Both stores, each in a temporary database."""

from __future__ import annotations

import os
import secrets
from contextlib import asynccontextmanager

import pytest

from dottable.store import open_store

POSTGRES = os.environ.get("DOTTABLE_TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def postgres_or_skip():
    asyncpg = pytest.importorskip("asyncpg")
    try:
        return await asyncpg.connect(POSTGRES, timeout=5)
    except (OSError, asyncpg.PostgresError) as error:
        pytest.skip(f"there is no PostgreSQL to test with (DOTTABLE_TEST_POSTGRES): {error}")


@asynccontextmanager
async def temporary_schema():
    """Provide the address of a PostgreSQL schema that lasts as long as the `with` block."""
    connection = await postgres_or_skip()
    schema = f"dottable_test_{secrets.token_hex(6)}"
    await connection.execute(f"CREATE SCHEMA {schema}")
    yield f"{POSTGRES}?search_path={schema}"
    await connection.execute(f"DROP SCHEMA {schema} CASCADE")
    await connection.close()


@pytest.fixture
async def postgres_address():
    """The address of a temporary PostgreSQL schema."""
    async with temporary_schema() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
def address(request, tmp_path):
    """The address of the store under test."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'tables.db'}"
    return request.getfixturevalue("postgres_address")


@pytest.fixture
async def store(address):
    """A running store."""
    store = open_store(address)
    await store.start()
    yield store
    await store.close()
