"""Addresses of stores."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dottable.store import StoreError, open_store
from dottable.store.sqlite.store import SqliteStore


@pytest.mark.parametrize("address", ["data/tables.db", "sqlite:///data/tables.db", Path("data/tables.db")])
def test_a_path_is_sqlite(address):
    store = open_store(address)
    assert isinstance(store, SqliteStore)
    assert store.path == Path("data/tables.db")


def test_three_slashes_and_one_more_are_an_absolute_path():
    store = open_store("sqlite:////data/tables.db")
    assert isinstance(store, SqliteStore)
    assert store.path == Path("/data/tables.db")


@pytest.mark.parametrize("address", ["mysql://host/db", "", ":memory:", "sqlite:///", "sqlite:///:memory:"])
def test_a_store_in_memory_is_refused(address):
    with pytest.raises(StoreError, match=r"^[A-Z].*\.$"):
        open_store(address)


def test_postgresql_without_asyncpg_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install dottable\[postgres\]"):
        open_store("postgresql://localhost/db")


@pytest.mark.anyio
async def test_a_file_that_cannot_be_opened_gives_an_error_message(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StoreError, match="cannot be opened"):
        await open_store(tmp_path / "file" / "tables.db").start()


@pytest.mark.anyio
async def test_a_file_that_is_no_database_gives_an_error_message(tmp_path):
    (tmp_path / "tables.db").write_text("no database" * 1000)
    with pytest.raises(StoreError, match="cannot be opened"):
        await open_store(tmp_path / "tables.db").start()


@pytest.mark.anyio
async def test_an_unreachable_postgresql_gives_an_error_without_the_password():
    pytest.importorskip("asyncpg")
    with pytest.raises(StoreError, match="cannot be opened") as error:
        await open_store("postgresql://ann:secret@127.0.0.1:1/db").start()
    assert "secret" not in str(error.value)
