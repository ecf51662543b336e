"""Access rights of the database files."""

from __future__ import annotations

import os
import stat

import pytest

from dottable.store import open_store
from tests.store.sample_rows import table_row

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(os.name != "posix", reason="access rights are those of POSIX")]


def modes(folder) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


async def test_new_database_files_belong_to_their_owner_alone(tmp_path):
    before = os.umask(0)
    try:
        store = open_store(tmp_path / "d.db")
        await store.start()
        await store.append_events("t1", 0, [b"a"], table_row())
        assert modes(tmp_path) == {"d.db": 0o600, "d.db-wal": 0o600, "d.db-shm": 0o600}
        await store.close()
    finally:
        os.umask(before)


async def test_existing_files_are_tightened_with_a_notice(tmp_path, caplog):
    store = open_store(tmp_path / "d.db")
    await store.start()
    await store.append_events("t1", 0, [b"a"], table_row())
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    again = open_store(tmp_path / "d.db")
    await again.start()
    assert set(modes(tmp_path).values()) == {0o600}
    assert "holds secret seeds" in caplog.text
    assert await again.read_events("t1") == [b"a"]
    await again.close()
    await store.close()
