"""The server behind a real Caddy with the Caddyfile of `deploy`, over TLS."""

from __future__ import annotations

import json
import logging
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from dottable.server.access.limits import Limits
from tests.conftest import ROOT
from tests.server.running_server import RunningServer, run_server, wait_until

CADDYFILE = ROOT / "deploy" / "caddy" / "Caddyfile"
CADDY = shutil.which("caddy")
pytestmark = pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")


class Proxy:
    """A running Caddy."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.address = f"localhost:{port}"
        self.tls = ssl.create_default_context()
        self.tls.check_hostname = False  # the certificate is of Caddy's own authority
        self.tls.verify_mode = ssl.CERT_NONE

    def client(self, from_address: str = "127.0.0.1") -> httpx.Client:
        """Return an HTTP client that connects from one of this machine's loopback addresses."""
        transport = httpx.HTTPTransport(verify=self.tls, local_address=from_address)
        return httpx.Client(base_url=f"https://{self.address}", transport=transport, timeout=60)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def run_caddy(server: RunningServer, folder: Path) -> Iterator[Proxy]:
    """Run Caddy with our Caddyfile on a free port, in front of a server."""
    port, http_port = free_port(), free_port()
    options = f"{{\n\tadmin off\n\thttp_port {http_port}\n\tskip_install_trust\n"
    text = CADDYFILE.read_text(encoding="utf-8").replace("{\n", options, 1)
    (folder / "Caddyfile").write_text(text, encoding="utf-8")
    environment = {
        "HOME": str(folder),
        "DOTTABLE_DOMAIN": f"localhost:{port}",
        "DOTTABLE_UPSTREAM": f"127.0.0.1:{server.port}",
    }
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen([str(CADDY), "run"], cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            proxy = Proxy(port)
            wait_until(lambda: process.poll() is not None or answers(proxy), 30)
            assert process.poll() is None, (folder / "caddy.log").read_text()
            yield proxy
        finally:
            process.terminate()
            process.wait(10)


def answers(proxy: Proxy) -> bool:
    try:
        with proxy.client() as client:
            return client.get("/health/live").status_code == 200
    except httpx.TransportError:
        return False


@pytest.fixture(scope="module")
def behind(tmp_path_factory) -> Iterator[tuple[RunningServer, Proxy]]:
    """A server that lets one address make two tables, and the proxy in front of it."""
    folder = tmp_path_factory.mktemp("proxy")
    limits = Limits(new_tables_per_s=0.0001, new_tables_burst=2)
    with (
        run_server(folder / "dottable.db", limits, access_log=True) as server,
        run_caddy(server, folder) as proxy,
    ):
        yield server, proxy


def test_the_page_and_the_readiness_come_through_but_metrics_do_not(behind):
    _, proxy = behind
    with proxy.client() as client:
        assert client.get("/").status_code == 200
        assert client.get("/health/ready").json()["status"] == "ok"
        assert client.get("/metrics").status_code == 404
        assert client.get("/").headers["strict-transport-security"] == "max-age=31536000"


def test_the_client_of_a_request_is_the_address_that_reached_the_proxy(behind, caplog):
    _, proxy = behind
    with caplog.at_level(logging.INFO, "dottable.access"), proxy.client("127.0.0.7") as client:
        client.get("/api/v1/games", headers={"x-forwarded-for": "203.0.113.9"})
        wait_until(lambda: "127.0.0.7" in caplog.text, 5)
    assert "203.0.113.9" not in caplog.text


def test_limits_count_each_address_behind_the_proxy_by_itself(behind):
    _, proxy = behind

    def create_tables(address: str, number: int) -> list[int]:
        with proxy.client(address) as client:
            token = client.post("/api/v1/players", json={"name": "Ann"}).json()["token"]
            headers = {"authorization": f"Bearer {token}"}
            bodies = [{"game": "dot_tiles"}] * number
            return [client.post("/api/v1/tables", json=body, headers=headers).status_code for body in bodies]

    assert create_tables("127.0.0.2", 3) == [201, 201, 429]
    assert create_tables("127.0.0.3", 1) == [201]


def test_a_table_is_played_over_a_socket_through_the_proxy(behind):
    _, proxy = behind
    with proxy.client("127.0.0.4") as client:
        player = client.post("/api/v1/players", json={"name": "Ann"}).json()
        headers = {"authorization": f"Bearer {player['token']}"}
        table = client.post("/api/v1/tables", json={"game": "dot_tiles"}, headers=headers).json()
    url = f"wss://{proxy.address}/api/v1/tables/{table['table']}/socket"
    with connect(url, ssl=proxy.tls, compression=None) as socket_:
        socket_.send(json.dumps({"kind": "hello", "protocol": 2, "token": player["token"]}))
        welcome = json.loads(socket_.recv(timeout=30))
    assert welcome["kind"] != "problem", welcome
