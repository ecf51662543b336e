"""The store contract, over SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dottable.store import AppendConflict, LogRow, StoreError, TableQuery, open_store
from dottable.store.sql.sql_store import TABLES_PER_QUERY
from tests.store.sample_rows import player_row, table_row

ANN = player_row()

pytestmark = pytest.mark.anyio


async def ids(found) -> list[str]:
    return [row.id for row in await found]


async def test_events_are_returned_unchanged_and_in_order(store):
    bodies = [b"", b"\x00\xff", b'{"kind":"moved"}', b"x" * 100_000]
    await store.append_events("t1", 0, bodies[:2], table_row())
    await store.append_events("t1", 2, bodies[2:])
    assert await store.read_events("t1") == bodies
    assert await store.read_events("t1", since=3) == bodies[3:]
    assert await store.read_events("t1", since=4) == []
    assert await store.read_events("t2") == []


async def test_an_append_is_immediately_visible_to_other_stores(store, address):
    other = open_store(address)
    await other.start()
    for n in range(20):
        await store.append_events("t1", n, [b"%d" % n], table_row(moves=n))
        assert (await other.read_events("t1"))[n:] == [b"%d" % n]
    await other.close()


async def test_an_append_survives_the_store(store, address):
    await store.append_events("t1", 0, [b"a", b"b"], table_row())
    await store.close()
    again = open_store(address)
    await again.start()
    assert await again.read_events("t1") == [b"a", b"b"]
    assert await again.find_table("t1") == table_row()
    await again.close()


async def test_the_row_stores_the_winners(store):
    await store.append_events("t1", 0, [b"a"], table_row(result="0 109"))
    assert (await store.find_table("t1")).winners is None
    await store.append_events("t1", 1, [b"b"], table_row(status="over", result="0 109", winners="0"))
    assert (await store.search_tables())[0].winners == "0"


async def test_an_existing_event_is_never_replaced(store):
    await store.append_events("t1", 0, [b"a", b"b"], table_row())
    with pytest.raises(AppendConflict):
        await store.append_events("t1", 1, [b"other"])
    assert await store.read_events("t1") == [b"a", b"b"]


async def test_a_conflicting_append_changes_nothing(store):
    await store.append_events("t1", 0, [b"a"], table_row())
    with pytest.raises(AppendConflict):
        await store.append_events("t1", 0, [b"a", b"b"], table_row(status="over"))
    assert await store.read_events("t1") == [b"a"]
    assert (await store.find_table("t1")).status == "live"


async def test_the_callback_gets_the_result_of_an_append(store, address):
    await store.append_events("t1", 0, [b"a"], table_row())
    told: asyncio.Queue = asyncio.Queue()
    store.append_with_callback("t1", 1, [b"b", b"c"], told.put_nowait)
    store.append_with_callback("t1", 1, [b"other"], told.put_nowait)
    store.append_with_callback("t1", 7, [b"too far"], told.put_nowait)
    store.append_with_callback("t1", 3, [b"d"], told.put_nowait)
    assert told.empty(), "nothing is kept yet"
    outcomes = [await told.get() for _ in range(4)]
    assert [type(outcome) for outcome in outcomes] == [type(None), AppendConflict, AppendConflict, type(None)]
    other = open_store(address)
    await other.start()
    assert await other.read_events("t1") == [b"a", b"b", b"c", b"d"]
    await other.close()


async def test_a_failing_callback_does_not_affect_others(store, caplog):
    await store.append_events("t1", 0, [b"a"], table_row())
    await store.append_events("t2", 0, [b"a"], table_row("t2"))
    told: asyncio.Queue = asyncio.Queue()
    store.append_with_callback("t1", 1, [b"b"], lambda error: 1 / 0)
    store.append_with_callback("t2", 1, [b"b"], told.put_nowait)
    assert await told.get() is None
    await store.append_events("t1", 2, [b"c"])
    assert await store.read_events("t1") == [b"a", b"b", b"c"]
    assert "a callback after a write failed" in caplog.text


async def test_a_closed_store_appends_nothing(store):
    await store.append_events("t1", 0, [b"a"], table_row())
    await store.close()
    with pytest.raises(StoreError, match="not running"):
        store.append_with_callback("t1", 1, [b"b"], print)


async def test_an_event_never_follows_a_missing_one(store):
    await store.append_events("t1", 0, [b"a"], table_row())
    with pytest.raises(AppendConflict, match="Event 1 is missing"):
        await store.append_events("t1", 2, [b"c"])
    assert await store.read_events("t1") == [b"a"]


@pytest.mark.parametrize("first_n", [-1, -7])
async def test_no_event_has_a_number_below_zero(store, first_n):
    with pytest.raises(AppendConflict):
        await store.append_events("t1", first_n, [b"a"], table_row())
    assert await store.read_events("t1", since=-10) == []


async def test_a_table_begins_with_an_event_and_its_row(store):
    for bodies, row in (([b"a"], None), ([], table_row())):
        with pytest.raises(StoreError, match="needs an event and a row"):
            await store.append_events("t1", 0, bodies, row)
    with pytest.raises(StoreError, match="different tables"):
        await store.append_events("t1", 0, [b"a"], table_row("t2"))


async def test_of_many_writers_of_one_event_exactly_one_wins(store, address):
    other = open_store(address)
    await other.start()
    await store.append_events("t1", 0, [b"first"], table_row())
    writes = [s.append_events("t1", 1, [b"%d" % k]) for k, s in enumerate([store, other] * 20)]
    outcomes = await asyncio.gather(*writes, return_exceptions=True)
    won = [k for k, outcome in enumerate(outcomes) if outcome is None]
    assert len(won) == 1
    assert all(isinstance(outcome, AppendConflict) for outcome in outcomes if outcome is not None)
    assert await store.read_events("t1") == [b"first", b"%d" % won[0]]
    await other.close()


async def test_concurrent_appends_are_all_stored_except_the_conflicting_one(store):
    await store.append_events("clash", 0, [b"first"], table_row("clash"))
    good = [store.append_events(f"t{k}", 0, [b"a"], table_row(f"t{k}")) for k in range(60)]
    good[30:30] = [store.append_events("clash", 0, [b"second"], table_row("clash"))]
    good[10:10] = [store.append_events("huge", 0, [b"a"], table_row("huge", seats=10**30))]
    outcomes = await asyncio.gather(*good, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [StoreError, AppendConflict]
    for k in range(60):
        assert await store.read_events(f"t{k}") == [b"a"]
    assert await store.read_events("huge") == []


async def test_single_events_of_many_tables_are_stored_together(store):
    tables = [f"t{k}" for k in range(20)]
    for table_id in tables:
        await store.append_events(table_id, 0, [b"0"], table_row(table_id))
    for n in range(1, 4):
        await asyncio.gather(*(store.append_events(table_id, n, [b"%d" % n]) for table_id in tables))
    assert [await store.read_events(table_id) for table_id in tables] == [[b"0", b"1", b"2", b"3"]] * len(tables)


async def test_a_conflicting_event_does_not_affect_others(store):
    tables = [f"t{k}" for k in range(6)]
    for table_id in tables:
        await store.append_events(table_id, 0, [b"0"], table_row(table_id))
    await store.append_events("t4", 1, [b"first"])
    asked = (store.append_events(table_id, 7 if table_id == "t2" else 1, [b"x"]) for table_id in tables)
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [AppendConflict, AppendConflict]
    assert [(await store.read_events(table_id))[1:] for table_id in tables] == [
        [b"x"],
        [b"x"],
        [],
        [b"x"],
        [b"first"],
        [b"x"],
    ]


async def test_appends_to_one_table_may_be_queued(store):
    await store.append_events("t1", 0, [b"0"], table_row())
    await asyncio.gather(*(store.append_events("t1", n, [b"%d" % n]) for n in range(1, 50)))
    assert await store.read_events("t1") == [b"%d" % n for n in range(50)]


async def test_a_cancelled_caller_does_not_affect_other_writes(store):
    task = asyncio.create_task(store.append_events("t1", 0, [b"a"], table_row()))
    await asyncio.sleep(0)
    task.cancel()
    await store.append_events("t2", 0, [b"b"], table_row("t2"))
    assert await store.read_events("t2") == [b"b"]


async def test_live_tables_returns_unfinished_tables_with_all_events(store):
    count = TABLES_PER_QUERY * 2 + 3
    statuses = ["open", "live", "over", "aborted"]
    rows = [table_row(f"t{k:04}", status=statuses[k % 4]) for k in range(count)]
    await asyncio.gather(*(store.append_events(row.id, 0, [row.id.encode(), b"1", b"2"], row) for row in rows))
    expected = {row.id: [row.id.encode(), b"1", b"2"] for row in rows if row.status in ("open", "live")}
    found = [entry async for entry in store.unfinished_tables()]
    assert len(found) == len(expected)
    assert {stored.id: stored.bodies for stored in found} == expected
    assert [(stored.row, stored.problem) for stored in found[:2]] == [(rows[0], ""), (rows[1], "")]


async def test_a_row_has_the_latest_values(store):
    await store.append_events("t1", 0, [b"a"], table_row(status="open"))
    later = table_row(status="over", moves=7, updated_at=5000, result="3 4", players=(("ann", "Ann"), ("bo", "Bo")))
    await store.append_events("t1", 1, [b"b"], later)
    assert await store.find_table("t1") == later
    assert await store.find_table("t2") is None


async def test_a_row_can_change_without_an_event(store):
    await store.append_events("t1", 0, [b"a"], table_row())
    await store.append_events("t1", 1, [], table_row(is_private=True))
    assert (await store.find_table("t1")).is_private
    assert await store.read_events("t1") == [b"a"]


@pytest.fixture
async def filled(store):
    rows = [
        table_row("t1", created_at=100, status="over", players=(("ann", "Ann"), ("bo", "Bo"))),
        table_row("t2", created_at=200, status="over", game="dot_tiles", players=(("ann", "Ann"), (None, "Bot"))),
        table_row("t3", created_at=300, status="open", is_private=True, players=(("cy", "ÇY  "), (None, "Bot"))),
        table_row("t4", created_at=300, status="open", players=(("bo", "Bo"),)),
    ]
    for row in rows:
        await store.append_events(row.id, 0, [b"a"], row)
    return store


SEARCHES: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["t4", "t3", "t2", "t1"]),
    ({"player": "ann"}, ["t2", "t1"]),
    ({"player": "nobody"}, []),
    ({"player": ""}, []),
    ({"name": "çy"}, ["t3"]),
    ({"name": "BOT"}, ["t3", "t2"]),
    ({"game": "dot_tiles"}, ["t2"]),
    ({"status": "open", "is_private": False}, ["t4"]),
    ({"created_since": 200}, ["t4", "t3", "t2"]),
    ({"created_until": 200}, ["t1"]),
    ({"created_since": 100, "created_until": 300, "player": "ann", "game": "dots_52"}, ["t1"]),
    ({"limit": 2}, ["t4", "t3"]),
    ({"limit": 0}, []),
    ({"limit": -1}, []),
    ({"before": "t4", "limit": 2}, ["t3", "t2"]),
    ({"before": "t1"}, []),
    ({"before": "unknown"}, []),
    ({"game": "' OR 1=1 --"}, []),
]


async def test_tables_are_found_by_every_criterion(filled):
    assert [(asked, await ids(filled.search_tables(TableQuery(**asked)))) for asked, _ in SEARCHES] == SEARCHES


async def test_a_player_who_left_is_no_longer_found_there(filled):
    await filled.append_events("t4", 1, [b"b"], table_row("t4", created_at=300, players=()))
    assert await ids(filled.search_tables(TableQuery(player="bo"))) == ["t1"]
    await filled.append_events(
        "t4", 2, [b"c"], table_row("t4", created_at=300, players=((None, "Bot"), ("ann", "Ann")))
    )
    assert await ids(filled.search_tables(TableQuery(player="ann"))) == ["t4", "t2", "t1"]


async def test_a_player_is_found_by_id_and_by_every_token(store):
    await store.save_player(player_row())
    await store.save_player(player_row(token_hash="hash-2", name="Annie", seen_at=9))
    assert await store.find_player("ann") == player_row(token_hash=None, name="Annie", seen_at=9)
    for token_hash in ("hash-1", "hash-2"):
        assert await store.find_player_by_token(token_hash) == player_row(
            token_hash=token_hash, name="Annie", seen_at=9
        )
    assert await store.find_player("bo") is None
    assert await store.find_player_by_token("hash-3") is None


async def test_a_dropped_token_is_invalid(store):
    await store.save_player(player_row())
    await store.delete_token("hash-1")
    assert await store.find_player_by_token("hash-1") is None
    assert await store.find_player("ann") is not None


async def test_replaced_tokens_are_invalid_and_those_of_others_stay(store):
    await store.save_player(player_row())
    await store.save_player(player_row(token_hash="hash-2"))
    await store.save_player(player_row(id="bo", token_hash="hash-3"))
    await store.replace_tokens("ann", "hash-4")
    found = [await store.find_player_by_token(f"hash-{n}") for n in (1, 2, 3, 4)]
    assert [row and row.id for row in found] == [None, None, "bo", "ann"]


async def test_a_player_changed_without_a_token_keeps_the_old_one(store):
    await store.save_player(player_row())
    await store.save_player(player_row(token_hash=None, colour="blue"))
    assert (await store.find_player_by_token("hash-1")).colour == "blue"


async def test_the_first_log_of_a_table_stays(store):
    kept = LogRow("t1", "text\n", is_verified=False, note="other rules")
    await store.save_log(kept, table_row(status="over"))
    await store.save_log(LogRow("t1", "another\n", is_verified=True))
    assert await store.find_log("t1") == kept
    assert await store.table_id_of_log("text\n") == "t1"
    assert await store.table_id_of_log("another\n") is None
    assert await store.find_log("t2") is None
    assert (await store.find_table("t1")).status == "over"


async def test_a_closed_store_refuses_writes_and_has_finished_earlier_ones(address):
    store = open_store(address)
    await store.start()
    asked = [asyncio.create_task(store.append_events(f"t{k}", 0, [b"a"], table_row(f"t{k}"))) for k in range(20)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*asked) == [None] * 20
    with pytest.raises(StoreError, match="not running"):
        await store.append_events("t1", 1, [b"b"])
    with pytest.raises(StoreError, match="not running"):
        await store.read_events("t1")
    await store.close()


async def test_a_transfer_code_is_redeemed_once(store):
    await store.save_player(ANN)
    await store.save_transfer_code("code", ANN.id, expires_at=100, now=0)
    assert await store.redeem_transfer_code("code", "late", now=100) is None
    found = await asyncio.gather(*(store.redeem_transfer_code("code", f"token {k}", now=99) for k in range(5)))
    assert sorted(map(str, found)) == ["None"] * 4 + [ANN.id]
    tokens = [await store.find_player_by_token(f"token {k}") for k in range(5)]
    assert [row is not None for row in tokens] == [player == ANN.id for player in found]


async def test_only_the_newest_transfer_codes_of_a_player_are_valid(store):
    await store.save_player(ANN)
    for k in range(7):
        await store.save_transfer_code(f"code {k}", ANN.id, expires_at=100 + k, now=0)
    found = [await store.redeem_transfer_code(f"code {k}", f"token {k}", now=1) for k in range(7)]
    assert found == [None, None, *[ANN.id] * 5]


@pytest.mark.parametrize("ending", ["replace_tokens", "delete_player"])
async def test_transfer_codes_end_with_the_tokens_of_a_player(store, ending):
    await store.save_player(ANN)
    await store.save_transfer_code("code", ANN.id, expires_at=100, now=0)
    await getattr(store, ending)(ANN.id, "new token" if ending == "replace_tokens" else 5)
    assert await store.redeem_transfer_code("code", "token", now=1) is None
