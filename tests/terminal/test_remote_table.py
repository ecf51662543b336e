"""Joining a table on a server by its link."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path
from queue import Queue

import pytest

from dottable.core.errors import DottableError
from dottable.server.bot_client import TableAddress, parse_table_url
from dottable.terminal.lines.keyboard_reader import LineReader
from dottable.terminal.lines.line_client import LineClient
from dottable.terminal.tables.remote_messages import game_of_table
from dottable.terminal.tables.remote_table import RemoteTable
from dottable.terminal.tables.saved_players import players_file, saved_player
from tests.server.running_server import run_server, wait_until
from tests.terminal.pty_client import ENTER, PtyClient

QUICK = {"pace": "quick"}


@pytest.fixture(autouse=True)
def own_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("DOTTABLE_DATA", str(tmp_path))


class LineGuest:
    """A line client at a remote table, in a thread of its own. `say` types a line."""

    def __init__(self, address: TableAddress, name: str | None = "Bea") -> None:
        self.shown: list[str] = []
        self._lines: Queue[str] = Queue()
        self._address, self._name = address, name
        self.client: LineClient | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play()))
        self._thread.start()

    async def _play(self) -> None:
        reader = LineReader(self._lines.get)
        reader.is_interactive = True
        table = RemoteTable(self._address, name=self._name)
        self.client = LineClient(table, write=self.shown.append, reader=reader)
        await self.client.play()

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    def say(self, line: str) -> None:
        self._lines.put(f"{line}\n")

    def wait_for(self, text: str) -> None:
        wait_until(lambda: text in self.text, 60)

    def leave(self) -> None:
        self.say("q")
        self._thread.join(20)
        assert not self._thread.is_alive()


def test_a_guest_sits_down_plays_and_is_named(tmp_path):
    with run_server(tmp_path / "store.db") as up:
        ann = up.create_player("Ann")
        table = up.create_table(ann, game="dot_tiles", seats=2, settings=QUICK)["table"]
        guest = LineGuest(TableAddress(up.url, table))
        guest.wait_for("1. Sit down at seat 2")
        assert "  1  Ann (host, not ready yet, not connected)" in guest.text
        guest.say("1")
        guest.wait_for("  2  Bea (you, not ready yet)")
        guest.say("1")
        guest.wait_for("  2  Bea (you, ready)")
        with up.connect(table, ann["token"]) as host:
            host.receive_until("snapshot")
            host.request("ready")
            guest.wait_for("HOT SWAP")
        assert "Ann" in guest.text.partition("HOT SWAP")[2]
        guest.leave()
    assert "You left the match." in guest.text


def test_a_guest_returns_to_the_same_seat_and_watches_otherwise(tmp_path):
    with run_server(tmp_path / "store.db") as up:
        ann = up.create_player("Ann")
        table = up.create_table(ann, game="dot_tiles", seats=2, settings=QUICK)["table"]
        for _ in range(2):
            guest = LineGuest(TableAddress(up.url, table), None)
            guest.wait_for("Seats:")
            if "Sit down" in guest.text:
                guest.say("1")
                guest.wait_for("Guest (you")
            guest.leave()
        assert "  2  Guest (you, not ready yet)" in guest.shown
        assert saved_player(up.url) is not None
        assert players_file().stat().st_mode & 0o077 == 0


def test_the_client_reconnects_when_the_server_restarts(tmp_path):
    store = tmp_path / "store.db"
    with run_server(store) as up:
        ann = up.create_player("Ann")
        table = up.create_table(ann, sits=False, seats=2, bots=["newcomer"], settings=QUICK)["table"]
        guest = LineGuest(TableAddress(up.url, table))
        guest.wait_for("Sit down")
        guest.say("1")
        guest.wait_for("I am ready")
        guest.say("1")
        guest.wait_for("Which tile?")
        port = up.port
    guest.wait_for("Trying again")
    with run_server(store, at=port):
        guest.wait_for("Connected again.")
        guest.say("1")
        guest.wait_for("Where does it go?")
        guest.say("1")
        guest.wait_for("You place a")
        guest.leave()


def test_a_link_is_played_full_screen(tmp_path):
    with run_server(tmp_path / "store.db") as up:
        ann = up.create_player("Ann")
        table = up.create_table(ann, sits=False, seats=2, bots=["newcomer"], settings=QUICK)["table"]
        with PtyClient(f"{up.url}/table/{table}", "--name", "Bea", data=tmp_path) as client:
            client.wait_for("Sit down at seat")
            assert "Ada" in client.text
            client.send(ENTER)
            client.wait_for("I am ready")
            client.send(ENTER)
            client.wait_for("Which tile?")
            client.type("r9:run")
            client.wait_for("'r9:run' is not a move")
            client.type("")
            client.type("")
            client.wait_for(lambda: re.search(r"[1-5]/30 boxes", client.text) is not None)
            after = client.leave()
        assert "You left the match." in after
        assert f"{up.url}/replay/{table}" in after
        assert "Bea" in up.get(f"/api/v1/tables/{table}").text


def test_E3_a_team_is_chosen_before_the_match(tmp_path):
    with run_server(tmp_path / "store.db") as up:
        ann = up.create_player("Ann")
        table = up.create_table(ann, game="dobble_connect", seats=3)["table"]
        guest = LineGuest(TableAddress(up.url, table))
        guest.wait_for("Sit down at seat 2")
        guest.say("1")
        guest.wait_for("Play in team")
        number = re.findall(r"(\d+)\. Play in team blue", guest.text)[-1]
        guest.say(number)
        guest.wait_for("Bea (you, team blue")
        guest.leave()


def test_a_missing_table_is_explained(tmp_path):
    with run_server(tmp_path / "store.db") as up:
        table = RemoteTable(parse_table_url(f"{up.url}/table/nowhere"), name="Bea")
        with pytest.raises(DottableError, match="does not exist"):
            asyncio.run(table.run_until_cancelled(lambda _: None))


def test_another_version_of_the_rules_is_explained():
    with pytest.raises(DottableError, match="rules version 99"):
        game_of_table("dot_tiles", 99)


def test_no_move_is_taken_back_on_a_server():
    table = RemoteTable(TableAddress("http://localhost:1", "x"), name="Bea")
    assert "no move can be taken back" in (table.take_back() or "")
    assert Path(table.save_log().rpartition("/")[2]).name == "x"
