"""The Host allow-list: names that lead to this server pass, every other name is denied."""

from __future__ import annotations

import socket

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from dottable.server.access.host_header_check import allowed_host_names, is_allowed_host
from tests.server.running_server import run_server

LOOPBACK_ONLY = allowed_host_names("127.0.0.1", ["play.example.org", "Play.Example.COM."])


@pytest.mark.parametrize(
    "host",
    [
        "",
        "localhost",
        "localhost:7252",
        "LOCALHOST.",
        "127.0.0.1:7252",
        "192.168.1.7:7252",
        "[::1]:7252",
        "[fe80::1]",
        "play.example.org",
        "play.example.org:443",
        "PLAY.example.org.",
        "play.example.com",
    ],
)
def test_own_names_and_ip_addresses_are_allowed(host):
    assert is_allowed_host(host, LOOPBACK_ONLY)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:7252",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "evil.play.example.org",
        "[evil.example]",
        "[::1.evil.example]:7252",
        "play.example.org@evil.example",
        "\xff",
    ],
)
def test_foreign_names_are_denied(host):
    assert not is_allowed_host(host, LOOPBACK_ONLY)


def test_the_bound_name_is_allowed():
    assert is_allowed_host("dots.internal:80", allowed_host_names("dots.internal", []))


def test_the_machine_name_is_allowed_on_all_interfaces_only(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.home")
    everywhere = allowed_host_names("0.0.0.0", [])
    assert is_allowed_host("laptop.home:7252", everywhere)
    assert is_allowed_host("laptop.local:7252", everywhere)
    assert not is_allowed_host("evil.example", everywhere)
    assert not is_allowed_host("laptop.local", LOOPBACK_ONLY)


def test_a_star_allows_every_name():
    assert is_allowed_host("evil.example", allowed_host_names("127.0.0.1", ["*"]))


def test_a_rebound_page_is_denied_over_http_and_over_sockets(server):
    for method in ("GET", "POST", "HEAD", "OPTIONS"):
        answer = server.http.request(method, "/api/v1/games", headers={"host": "evil.example"})
        assert answer.status_code == 421
    assert server.http.get("/", headers={"host": "evil.example"}).json()["code"] == "foreign_host"
    url = f"ws://evil.example:{server.port}/api/v1/tables/x/socket"
    with pytest.raises(InvalidStatus) as refused, connect(url, address=("127.0.0.1", server.port), proxy=None):
        pass
    assert refused.value.response.status_code == 403


def test_a_configured_name_is_served(tmp_path):
    with run_server(tmp_path / "d.db", host_names=frozenset({"play.example.org"})) as up:
        assert up.http.get("/api/v1/games", headers={"host": "play.example.org"}).status_code == 200
        assert up.http.get("/api/v1/games", headers={"host": "other.example.org"}).status_code == 421


@pytest.mark.parametrize("path", ["/health", "/health/live", "/health/ready"])
def test_a_load_balancer_may_ask_for_the_health_under_the_name_of_a_node(tmp_path, path):
    with run_server(tmp_path / "d.db", host_names=frozenset({"play.example.org"})) as up:
        assert up.http.get(path, headers={"host": "node1:7252"}).status_code == 200
        assert up.http.get(path + "/x", headers={"host": "node1:7252"}).status_code == 421
