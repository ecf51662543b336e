"""Replaying stored tables in slices: the same table as in one go, without blocking other tasks."""

from __future__ import annotations

import asyncio

import pytest

from dottable.core.registry import installed_games
from dottable.server.live import event_replay
from dottable.server.live.event_replay import TableRestorer
from dottable.table.commands import MakeMove, Sit, Start
from dottable.table.decisions.command_results import Accepted
from dottable.table.decisions.first_table_events import opened_event
from dottable.table.events import Event, Settings, decode_event, encode_event
from dottable.table.table import InvalidTableEvents, Table
from dottable.table.viewers.snapshots import build_snapshot

pytestmark = pytest.mark.anyio
NOW = 5_000


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="module")
def bodies():
    """Encoded events of a match of Dot Tiles, whose players always take the first legal action."""
    opened = opened_event(installed_games()["dot_tiles"], seats=2, options={}, host="p0", settings=Settings(), now=0)
    table, events = Table("table", opened), list[Event]([opened])

    def carry_out(player, command):
        answer = table.decide(player, command, 1000)
        assert isinstance(answer, Accepted), answer
        for event in answer.events:
            table.apply_event(event)
            events.append(event)

    for seat in range(2):
        carry_out(f"p{seat}", Sit(name=f"Player {seat}", colour="#111111", seat=seat))
    carry_out("p0", Start())
    match = table.live_match()
    while len(events) < 40 and not match.is_over:
        seat = match.to_act[0]
        carry_out(f"p{seat}", MakeMove(action=int(match.legal(seat)[0])))
    return [encode_event(event) for event in events]


async def test_a_table_replayed_in_slices_is_the_table_replayed_at_once(bodies, monkeypatch):
    monkeypatch.setattr(event_replay, "TIME_SLICE_S", 0)
    sliced = await TableRestorer().restore_table("table", bodies, lambda: NOW)
    whole = Table.restore("table", map(decode_event, bodies), NOW)
    assert sliced.version == whole.version == len(bodies)
    for viewer in (-1, 0, 1):
        assert build_snapshot(sliced, viewer, NOW + 7) == build_snapshot(whole, viewer, NOW + 7)


async def test_other_tasks_run_between_slices_and_tables_take_turns(monkeypatch):
    monkeypatch.setattr(event_replay, "TIME_SLICE_S", 0)
    order = []

    async def note_others():
        while True:
            order.append("-")
            await asyncio.sleep(0)

    others = asyncio.create_task(note_others())
    replays = TableRestorer()
    results = await asyncio.gather(*(replays.run_in_slices(map(order.append, 9 * name)) for name in "ab"))
    others.cancel()
    assert [len(steps) for steps in results] == [9, 9]
    assert [name for name in order if name != "-"] == ["a", "b"] * 9
    between = "".join(order).replace("-", " ").split()
    assert max(map(len, between)) == 1, "several slices ran in one iteration of the event loop"


def test_a_slice_ends_when_its_time_is_over(monkeypatch):
    steps, results = iter(range(9)), list[int]()
    monkeypatch.setattr(event_replay, "TIME_SLICE_S", 0)
    assert not event_replay.run_slice(steps, results)
    assert results == [0]
    monkeypatch.setattr(event_replay, "TIME_SLICE_S", 60)
    assert event_replay.run_slice(steps, results)
    assert results == list(range(9))


@pytest.mark.parametrize("damaged", [[b"{}"], [b""], []])
async def test_damaged_events_are_refused(bodies, damaged):
    with pytest.raises(InvalidTableEvents):
        await TableRestorer().restore_table("table", damaged, lambda: NOW)
    with pytest.raises(InvalidTableEvents):
        await TableRestorer().restore_table("table", [*bodies[:5], b"no event"], lambda: NOW)
