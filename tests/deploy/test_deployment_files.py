"""Deployment files: they use settings and metrics that exist, are hardened, and the docs match the code."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from dottable.server.configuration.settings_formatting import REFERENCE_FILES, reference_table, with_reference_tables
from dottable.server.configuration.settings_loading import load_config
from dottable.server.monitoring.metrics import GAUGE_DESCRIPTIONS, Metrics
from dottable.server.monitoring.prometheus_collector import MetricsCollector
from dottable.store.sql.store_metrics import StoreMetrics
from tests.conftest import ROOT
from tests.present import present

DEPLOY = ROOT / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
UNIT = (DEPLOY / "systemd" / "dottable.service").read_text()


@pytest.mark.parametrize("name", REFERENCE_FILES)
def test_the_tables_of_settings_are_up_to_date(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    command = "python -m dottable.server.configuration.settings_formatting"
    assert with_reference_tables(text) == text, f"{name} is out of date. Run '{command}'."
    assert reference_table("limits") in text


def exported_metrics() -> set[str]:
    """Return the names of all samples that the server exports."""
    metrics = Metrics()
    metrics.gauges = dict.fromkeys(GAUGE_DESCRIPTIONS, lambda: 0.0)
    metrics.refused_by_limit["x"] = metrics.responses["2xx"] = 1
    families = MetricsCollector(metrics, StoreMetrics()).collect()
    return {sample.name for family in families for sample in family.samples}


def queries() -> list[str]:
    """Return every Prometheus query of the dashboard and the alerts."""
    dashboard = json.loads((DEPLOY / "grafana" / "dashboards" / "dottable.json").read_text())
    alerts = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())
    panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return panels + [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]


def test_the_dashboard_and_the_alerts_use_metrics_that_exist():
    names = {name for query in queries() for name in re.findall(r"\bdottable_\w+", query)}
    assert names <= exported_metrics()
    for part in ("sockets", "moves", "ack_seconds", "commit_batch_size", "store_errors", "event_loop_lag", "refused"):
        assert any(part in name for name in names), part


def test_the_docs_name_every_alert_and_only_metrics_that_exist():
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    for group in yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            assert rule["alert"] in text
    exported = exported_metrics()
    for name in re.findall(r"`(dottable_\w+)", text):
        assert {name, f"{name}_bucket"} & exported, name


def test_the_example_configuration_is_valid():
    assert load_config({}, file=str(DEPLOY / "dottable.toml")).config.metrics_port == 9252


@pytest.mark.parametrize(
    "environment",
    [
        COMPOSE["services"]["dottable"]["environment"],
        dict(re.findall(r"(DOTTABLE_\w+)=(\S+)", DOCKERFILE)),
        dict(re.findall(r"^#?Environment=(DOTTABLE_\w+)=(\S+)", UNIT, re.MULTILINE)),
    ],
    ids=["compose", "image", "unit"],
)
def test_only_settings_that_exist_are_set(environment, tmp_path):
    secret = tmp_path / "store_url"
    secret.write_text("postgresql://dottable:x@database/dottable")
    assert environment
    given = {name: str(secret) if name.endswith("_FILE") else str(value) for name, value in environment.items()}
    load_config(given)


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_every_container_is_hardened(name):
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["logging"]["options"]["max-size"]


def test_only_the_proxy_is_reachable_from_outside():
    public = {
        name
        for name, service in COMPOSE["services"].items()
        for port in service.get("ports", ())
        if not port.startswith("127.0.0.1:")
    }
    assert public == {"proxy"}
    assert COMPOSE["services"]["database"]["networks"] == ["backend"]
    assert COMPOSE["networks"]["backend"]["internal"] is True


def test_the_proxy_is_trusted_and_metrics_are_not_passed_on():
    subnet = COMPOSE["networks"]["edge"]["ipam"]["config"][0]["subnet"]
    assert COMPOSE["services"]["dottable"]["environment"]["DOTTABLE_TRUSTED_PROXIES"] == subnet
    assert re.search(
        r"path /metrics /metrics/\*\n\s*respond @metrics 404", (DEPLOY / "caddy" / "Caddyfile").read_text()
    )


def test_every_file_of_the_compose_file_exists_or_is_a_generated_secret(tmp_path):
    mounted = [v.split(":")[0] for s in COMPOSE["services"].values() for v in s.get("volumes", ())]
    for path in (path for path in mounted if path.startswith("./")):
        assert (DEPLOY / path).exists(), path
    shutil.copy(DEPLOY / "make_secrets.sh", tmp_path)
    for _ in range(2):
        subprocess.run([tmp_path / "make_secrets.sh"], check=True, capture_output=True)
    password = (tmp_path / "secrets" / "postgres_password").read_text()
    assert len(password) == 48
    assert (tmp_path / "secrets" / "store_url").read_text() == f"postgresql://dottable:{password}@database/dottable"
    assert (tmp_path / "secrets").stat().st_mode & 0o777 == 0o700
    for secret in COMPOSE["secrets"].values():
        assert (tmp_path / secret["file"]).is_file()


def test_the_image_runs_without_root_and_copies_what_exists():
    stages = DOCKERFILE.split("\nFROM ")
    assert "\nUSER 10001:10001\n" in stages[-1]
    assert "HEALTHCHECK" in stages[-1]
    sources = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if re.match(r"COPY (?!--from)", line)]
    for source in (source for line in sources for source in line):
        assert (ROOT / source).exists(), source
        assert f"!{source}\n" in (ROOT / ".dockerignore").read_text() or source.startswith("web/"), source


def test_the_health_check_of_the_image_works(server):
    command = json.loads(present(re.search(r"HEALTHCHECK .*\\\n\s+CMD (\[.*\])", DOCKERFILE))[1])
    script = command[2].replace("7252", str(server.port))
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
    script = command[2].replace("7252/health/ready", f"{server.port}/nowhere")
    assert subprocess.run([sys.executable, "-c", script], check=False, stderr=subprocess.DEVNULL).returncode == 1


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_unit_is_valid_and_hardened(tmp_path):
    unit = tmp_path / "dottable.service"
    unit.write_text(UNIT.replace("/opt/dottable/bin/dottable", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    scored = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert scored.returncode == 0, scored.stdout[-300:]
