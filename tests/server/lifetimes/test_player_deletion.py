"""Players who delete themselves."""

from __future__ import annotations

import pytest

from tests.server.virtual_server import VirtualClock, virtual_server

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def two_players(server) -> tuple:
    ann, bob = server.guest("192.0.2.1"), server.guest("192.0.2.2")
    await ann.sign_up("Annabel")
    await bob.sign_up("Bob")
    return ann, bob


async def start(ann, bob) -> str:
    table = (await ann.open_table()).json()["table"]
    await bob.command(table, "sit")
    await ann.command(table, "start")
    return table


async def everything_stored(server) -> str:
    """Return all texts of the store, to search them for a name."""
    fetch = server.host.store._fetch
    columns = ["players FROM tables", "folded_name FROM sitters", "name FROM players", "body FROM events"]
    rows = [row for column in columns for row in await fetch(f"SELECT {column}")]
    rows += await fetch("SELECT text FROM logs")
    return " ".join(str(row[0]) for row in rows).casefold()


async def test_a_deleted_player_loses_name_and_token_everywhere(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        ann, bob = await two_players(server)
        table = await start(ann, bob)
        await ann.command(table, "say", text="annabel was here")
        server.host.live[table].queue_end("idle")
        await server.settle()
        assert "annabel" in (await bob.request("GET", f"/matches/{table}/log")).text.casefold()
        assert (await ann.request("DELETE", "/players/me")).status_code == 204
        assert (await ann.request("GET", "/players/me")).status_code == 401
        assert "annabel" not in await everything_stored(server)
        seen = await bob.show(table)
        assert [seat["name"] for seat in seen["seats"]] == ["Deleted player", "Bob"]
        assert "annabel" not in str(seen).casefold()
        log = await bob.request("GET", f"/matches/{table}/log")
        assert log.status_code == 200
        assert '["Deleted player","Bob"]' in log.text
        check = (await bob.request("POST", "/logs/verify", {"text": log.text})).json()
        assert check["is_valid"]
        mine = (await bob.request("GET", "/matches?mine=true")).json()["tables"]
        assert mine[0]["names"] == ["Deleted player", "Bob"]


async def test_a_running_match_is_given_up_by_the_rule_for_leaving(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        ann, bob = await two_players(server)
        table = await start(ann, bob)
        await ann.request("DELETE", "/players/me")
        seen = await bob.show(table)
        assert seen["status"] == "live"
        assert seen["seats"][0]["bot"] is not None
        assert "annabel" not in await everything_stored(server)
        await bob.request("DELETE", "/players/me")
        seen = await server.guest("192.0.2.3").show(table)
        assert seen["status"] == "aborted"


async def test_a_player_who_left_a_match_before_is_forgotten_there_too(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        ann, bob = await two_players(server)
        table = await start(ann, bob)
        await ann.command(table, "stand")
        assert (await bob.show(table))["seats"][0]["has_left"]
        assert "annabel" in await everything_stored(server)
        await ann.request("DELETE", "/players/me")
        assert "annabel" not in await everything_stored(server)
        assert (await bob.show(table))["seats"][0]["name"] == "Deleted player"


async def test_an_open_table_of_a_deleted_host_is_closed_or_handed_on(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        ann, bob = await two_players(server)
        alone = (await ann.open_table()).json()["table"]
        shared = (await ann.open_table()).json()["table"]
        await bob.command(shared, "sit")
        await ann.request("DELETE", "/players/me")
        assert (await bob.show(alone))["status"] == "aborted"
        seen = await bob.show(shared)
        assert (seen["status"], [seat["name"] for seat in seen["seats"]]) == ("open", [None, "Bob"])
        assert (await bob.command(shared, "abort")).status_code == 200


async def test_an_interrupted_deletion_is_completed_after_a_restart(tmp_path):
    clock = VirtualClock()
    async with virtual_server(tmp_path / "d.db", clock=clock) as server:
        ann, bob = await two_players(server)
        table = await start(ann, bob)
        await server.host.store.delete_player(ann.id, clock.ms())
    clock.at_ms += 24 * 3600 * 1000
    async with virtual_server(tmp_path / "d.db", clock=clock) as server:
        bob_again = server.guest("192.0.2.2")
        bob_again.token = bob.token
        await server.advance(60)
        assert (await bob_again.show(table))["seats"][0]["bot"] is not None
        await server.advance(60)
        assert await server.host.store.deleted_players(clock.ms() + 1) == []


async def test_a_token_that_another_process_deleted_stops_working(tmp_path):
    async with virtual_server(tmp_path / "d.db") as server:
        ann, _ = await two_players(server)
        assert (await ann.request("GET", "/players/me")).status_code == 200
        await server.host.store.delete_player(ann.id, server.clock.ms())
        await server.advance(60)
        assert (await ann.request("GET", "/players/me")).status_code == 401
