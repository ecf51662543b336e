"""Deployment files of several nodes: hardened, private, and with settings that exist."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time

import pytest
import yaml

from dottable.server.configuration.settings_loading import load_config
from tests.cluster.nodes import free_port
from tests.conftest import ROOT

FOLDER = ROOT / "deploy" / "cluster"
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
NODES = ("node1", "node2", "node3", "bots1")


@pytest.fixture(scope="module")
def secrets(tmp_path_factory):
    """The folder of generated secrets, made twice: the second run must keep them."""
    folder = tmp_path_factory.mktemp("cluster")
    shutil.copy(FOLDER / "make_secrets.sh", folder)
    for _ in range(2):
        subprocess.run([folder / "make_secrets.sh"], check=True, capture_output=True)
    return folder / "secrets"


@pytest.mark.parametrize("name", SERVICES)
def test_every_container_is_hardened(name):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["logging"]["options"]["max-size"]


def test_only_the_proxy_is_reachable_from_outside():
    assert [name for name, service in SERVICES.items() if service.get("ports")] == ["proxy"]
    for name in ("database", "nats", "bots1"):
        assert SERVICES[name]["networks"] == ["backend"]
    assert COMPOSE["networks"]["backend"]["internal"] is True


@pytest.mark.parametrize("name", NODES)
def test_every_node_has_its_own_name_and_only_settings_that_exist(name, secrets):
    environment = SERVICES[name]["environment"]
    given = {
        key: str(secrets / value.rpartition("/")[2]) if key.endswith("_FILE") else str(value)
        for key, value in environment.items()
    }
    config = load_config(given).config
    assert config.node == name
    assert config.role == ("bots" if name.startswith("bots") else "all")
    assert config.bus.startswith("nats://dottable:")
    assert config.store.startswith("postgresql://dottable:")
    assert environment["DOTTABLE_TRUSTED_PROXIES"] == COMPOSE["networks"]["edge"]["ipam"]["config"][0]["subnet"]


def test_every_file_exists_or_is_a_generated_secret(secrets):
    mounted = [volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())]
    for path in (path for path in mounted if path.startswith("./")):
        assert (FOLDER / path).exists(), path
    assert secrets.stat().st_mode & 0o777 == 0o700
    for secret in COMPOSE["secrets"].values():
        assert (secrets.parent / secret["file"]).is_file()


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_the_caddyfile_is_valid_and_balances_over_all_nodes(tmp_path):
    command = ["caddy", "adapt", "--validate", "--config", str(FOLDER / "Caddyfile")]
    environment = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    for name in NODES[:3]:
        assert f'"dial":"{name}:7252"' in done.stdout
    assert '"uri":"/health/ready"' in done.stdout


@pytest.mark.skipif(shutil.which("nats-server") is None, reason="NATS is not installed")
def test_nats_starts_with_our_configuration_and_wants_the_password(tmp_path, secrets):
    port = free_port()
    configuration = tmp_path / "etc" / "nats" / "nats.conf"  # as in the container
    configuration.parent.mkdir(parents=True)
    text = (FOLDER / "nats.conf").read_text().replace("port: 4222", f"port: {port}")
    configuration.write_text(f"host: 127.0.0.1\n{text}")
    shutil.copytree(secrets, tmp_path / "run" / "secrets")
    server = subprocess.Popen(["nats-server", "--config", str(configuration)], stderr=subprocess.DEVNULL)
    try:
        password = (secrets / "bus_url").read_text().partition("dottable:")[2].partition("@")[0]
        assert answer_to_connect(port, f'{{"user":"dottable","pass":"{password}","verbose":true}}').startswith("+OK")
        assert answer_to_connect(port, '{"verbose":true}').startswith("-ERR 'Authorization Violation'")
    finally:
        server.terminate()
        server.wait(10)


def answer_to_connect(port: int, options: str) -> str:
    """Return what a NATS server answers to CONNECT."""
    for _ in range(100):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                connection.recv(10_000)
                connection.sendall(f"CONNECT {options}\r\n".encode())
                return connection.recv(1000).decode()
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError("NATS did not start")
