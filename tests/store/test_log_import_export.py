"""Import and export of logs."""

from __future__ import annotations

import pytest

from dottable.core.errors import BadLog
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import write_log
from dottable.store import LogRow, TableQuery, log_import_export, open_store
from dottable.store.log_import_export import export_logs, find_or_write_log, import_log
from tests.present import present
from tests.store.sample_rows import table_row

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path):
    store = open_store(tmp_path / "tables.db")
    await store.start()
    yield store
    await store.close()


@pytest.fixture(autouse=True)
def installed(last_dot, monkeypatch):
    """The example game, as if it were installed."""
    monkeypatch.setattr(log_import_export, "installed_games", lambda: {"last_dot": last_dot})


@pytest.fixture
def text(last_dot):
    match = Match(last_dot, seats=3, seed=bytes(range(32)), salt=bytes(16))
    while not match.is_over:
        match.apply(match.to_act[0], 0)
    return write_log(match, ["Ann", "Bo", "Cy"])


def compose_nothing(*_):
    raise AssertionError("there is nothing to compose")


async def test_a_valid_log_is_stored_and_found(store, text):
    kept = await import_log(store, text, now_ms=77)
    assert kept == LogRow(kept.table, text, is_verified=True)
    assert await store.find_log(kept.table) == kept
    (row,) = await store.search_tables(TableQuery(name="bo", game="last_dot", status="over"))
    assert row.id == kept.table
    assert (row.seats, row.created_at, row.moves) == (3, 77, text.split("\nend\n")[0].count("\n") - 8)
    assert f"\nscores {row.result}\n" in text


async def test_equal_logs_are_stored_once(store, text):
    first = await import_log(store, text, now_ms=1)
    assert await import_log(store, text, now_ms=2) == first
    assert len(await store.search_tables()) == 1


async def test_a_log_of_a_local_match_is_not_stored_twice(store, text):
    await store.save_log(LogRow("t1", text, is_verified=True), table_row("t1", status="over"))
    assert (await import_log(store, text, now_ms=1)).table == "t1"


async def test_an_altered_log_is_refused_and_not_stored(store, text):
    for altered in (text.replace('"Bo"', '"Bob"'), text.replace("scores ", "scores 9"), text[:-100], "", "x\n"):
        with pytest.raises(BadLog):
            await import_log(store, altered, now_ms=1)
    assert await store.search_tables() == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("\nrules 1\n", "\nrules 7\n", "rules version 7"),
        ("\nrules 1\n", "\nrules 99999999999999999999\n", "rules version 9"),
        ("\nrules 1\n", "\nrules -1\n", "rules version -1"),
        ("game last_dot", "game first_dot", "Unknown game 'first_dot'"),
        ("\nseed 00", "\nseed ff", "seed"),
        ("\nseed ", "\nseed x", "seed"),
        ("\nseats 3", "\nseats 0", "Line 6"),
        ("\nseats 3", "\nseats 2", "more names than seats"),
        ("\nseats 3", "\nseats 99999999999999999999", "Line 6"),
        ("\nplayers [", "\nplayers {", "list of names"),
        ('"Ann"', '"Ann","Eve"', "more names than seats"),
        ('"Ann"', f'"{"A" * 41}"', "at most 40 visible characters"),
        ('"Ann"', '"\u202eAnn"', "visible characters"),
        ('"Ann"', '"A\\nn"', "visible characters"),
        ("\nend\n", "\n", "Line "),
        ("\nstate ", "\nstatus ", "'state'"),
        ("Ann", "A\0n", "not plain text"),
        ("Ann", "A\ud800n", "not plain text"),
    ],
)
async def test_what_does_not_verify_is_refused_with_the_reason_and_not_stored(store, text, old, new, reason):
    with pytest.raises(BadLog, match=reason):
        await import_log(store, text.replace(old, new), now_ms=1)
    assert await store.search_tables() == []


async def test_a_log_never_loads_the_folder_it_names(store, text, tmp_path):
    (tmp_path / "trap").mkdir()
    (tmp_path / "trap" / "__init__.py").write_text("raise SystemExit('loaded')")
    with pytest.raises(BadLog, match="Unknown game"):
        await import_log(store, text.replace("game last_dot", f"game {tmp_path / 'trap'}"), now_ms=1)


async def test_a_game_that_was_loaded_from_a_folder_is_not_installed(store, text, monkeypatch):
    monkeypatch.setattr(log_import_export, "installed_games", dict)
    with pytest.raises(BadLog, match="'last_dot' is not installed"):
        await import_log(store, text, now_ms=1)


async def test_an_imported_match_is_marked_and_unlisted(store, text):
    row = await store.find_table((await import_log(store, text, now_ms=1)).table)
    assert row.is_imported
    assert row.is_private
    assert await store.search_tables(TableQuery(is_private=False)) == []
    assert not table_row("t1").is_imported


async def test_an_unfinished_log_is_stored_as_aborted(store, last_dot):
    match = Match(last_dot, seats=2, seed=bytes(32), salt=bytes(16))
    match.apply(match.to_act[0], 0)
    row = await store.find_table((await import_log(store, write_log(match, ["Ann", "Bo"]), now_ms=1)).table)
    assert (row.status, row.winners, row.moves) == ("aborted", None, 1)


async def test_too_long_a_log_is_refused_at_once(store, monkeypatch):
    monkeypatch.setattr(log_import_export, "MAX_LOG_CHARACTERS", 10)
    with pytest.raises(BadLog, match="limit is 10 characters"):
        await import_log(store, "x" * 11, now_ms=1)


async def test_a_log_is_written_once_and_then_stored(store):
    row = table_row(game="last_dot", status="over")
    await store.append_events("t1", 0, [b"a", b"b"], row)
    composed = await find_or_write_log(store, row, lambda row, events: f"{row.id} {events}")
    assert composed == LogRow("t1", "t1 [b'a', b'b']", is_verified=True)
    assert await find_or_write_log(store, row, compose_nothing) == composed


async def test_the_log_of_a_table_of_older_rules_is_not_verified(store):
    row = table_row(game="last_dot", status="over", rules_version=3)
    await store.append_events("t1", 0, [b"a"], row)
    log = await find_or_write_log(store, row, lambda _row, _events: "raw actions")
    assert (log.text, log.is_verified) == ("raw actions", False)
    assert "rules version 3" in log.note


async def test_a_table_whose_log_cannot_be_written_has_a_note(store):
    def fail(*_):
        raise BadLog("It was never started.")

    row = table_row(game="last_dot", status="aborted")
    await store.append_events("t1", 0, [b"a"], row)
    assert (await find_or_write_log(store, row, fail)).note == "It was never started."
    assert await store.find_log("t1") is None


async def test_all_finished_matches_are_exported_and_nothing_else(store):
    for k in range(120):
        status = ("over", "aborted", "live")[k % 3]
        await store.append_events(f"t{k}", 0, [b"a"], table_row(f"t{k}", game="last_dot", status=status, created_at=k))
    exported = [(row.id, log.text) async for row, log in export_logs(store, lambda row, _: row.id)]
    finished = [f"t{k}" for start in (117, 118) for k in range(start, -1, -3)]
    assert exported == [(table_id, table_id) for table_id in finished]


async def test_an_exported_log_can_be_imported(store, text, tmp_path):
    await import_log(store, text, now_ms=1)
    other = open_store(tmp_path / "other.db")
    await other.start()
    async for _, log in export_logs(store, compose_nothing):
        await import_log(other, log.text, now_ms=2)
    (row,) = await other.search_tables()
    assert present(await other.find_log(row.id)).text == text
    await other.close()
