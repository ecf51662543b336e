"""`dottable serve` and `dottable bot` as processes, and the example client against them."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from dottable.core.errors import DottableError
from dottable.server.bot_client import parse_table_url
from dottable.server.configuration.settings import ServerConfig
from dottable.server.serving import bind_socket, server_url, terminal_qr_code
from tests.conftest import ROOT
from tests.present import present

BOT = """
class First:
    def choose(self, position):
        return position.legal[0]
"""


@contextmanager
def started(*arguments: str):
    """Start `dottable serve` and return it with its first line of output."""
    command = [sys.executable, "-m", "dottable", "serve", "--port", "0", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield process, present(process.stdout).readline()
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_serve_prints_its_address_and_stops_cleanly(tmp_path, how):
    with started("--data", str(tmp_path)) as (process, line):
        assert line.startswith("Dottable is at http://localhost:")
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert "All matches are saved" in out
        assert (tmp_path / "dottable.db").exists()


def test_a_taken_port_gives_an_error_message():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(DottableError, match=f"port {port}"):
            bind_socket(ServerConfig(host="127.0.0.1", port=port, store="x"))


def test_a_store_that_cannot_be_opened_gives_an_error_message(tmp_path):
    (tmp_path / "dottable.db").write_text("this is no database, and long enough to be sure of it " * 100)
    command = [sys.executable, "-m", "dottable", "serve", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("dottable: ")
    assert "Traceback" not in done.stderr


def test_an_address_is_shown_as_a_url():
    assert server_url("0.0.0.0", 7252) == "http://localhost:7252"
    assert server_url("192.0.2.7", 80) == "http://192.0.2.7:80"
    assert server_url("2001:db8::7", 80) == "http://[2001:db8::7]:80"


def test_a_qr_code_is_drawn_in_the_terminal():
    assert len(terminal_qr_code("http://192.0.2.7:7252").splitlines()) > 10


@pytest.mark.parametrize("url", ["", "localhost:7252/table/x", "http://localhost", "ftp://localhost/table/x"])
def test_a_link_without_a_table_gives_an_error_message(url):
    with pytest.raises(DottableError, match="link of a table"):
        parse_table_url(url)


def test_custom_bots_play_a_match_over_the_network(server, tmp_path):
    (tmp_path / "mine.py").write_text(BOT)
    table = server.create_table(server.create_player(), "dot_allot", sits=False)["table"]
    command = [sys.executable, "-m", "dottable", "bot", f"{server.url}/table/{table}", f"{tmp_path / 'mine.py'}:First"]
    bots = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    for bot in bots:
        out, err = bot.communicate(timeout=100)
        assert bot.returncode == 0, err
        assert out.startswith("finished: ")


def test_a_bot_that_cannot_be_loaded_gives_an_error_message(tmp_path):
    command = [sys.executable, "-m", "dottable", "bot", "http://127.0.0.1:1/table/x", "no_such_module:Bot"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert done.returncode == 2
    assert "Cannot load the bot" in done.stderr


def test_two_example_clients_play_a_match_with_each_other(server):
    example = ROOT / "examples" / "network_bot" / "client.py"
    assert len(Path(example).read_text().splitlines()) < 100
    table = server.create_table(server.create_player(), "dot_allot", sits=False)["table"]
    command = [sys.executable, str(example), f"{server.url}/table/{table}"]
    clients = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in ("Cleo", "Dan")]
    for client in clients:
        out, _ = client.communicate(timeout=100)
        assert "The match is over:" in out
