"""`dottable doctor`: findings on this machine, and what it says about broken ones."""

from __future__ import annotations

import json
import socket
from argparse import Namespace

from dottable.cli import main
from dottable.cli.doctor_checks import CHECKS, CheckResult, safe_results

FAILURE = "This check failed: AttributeError: 'Namespace' object has no attribute 'luck'"


def findings(capsys, *arguments):
    status = main(["doctor", "--json", *arguments])
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] == (status == 0)
    return {check["name"]: CheckResult(**check) for check in report["checks"]}


def test_a_sound_installation_passes(capsys, tmp_path):
    found = findings(capsys, "--data", str(tmp_path))
    assert {"dottable", "python", "extras", "web client", "cache folder", "database", "port", "gpu"} <= set(found)
    assert not [finding for finding in found.values() if finding.status == "fail"]
    assert str(tmp_path) in found["data folder"].text


def test_the_text_has_a_line_per_finding(capsys, tmp_path):
    assert main(["doctor", "--data", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(line[:4].strip() in ("ok", "warn", "") for line in lines)
    assert len(lines) >= len(CHECKS)


def test_an_unreachable_database_fails_with_advice(capsys, tmp_path):
    broken = tmp_path / "dottable.db"
    broken.write_bytes(b"this is no database" * 100)
    found = findings(capsys, "--store", str(broken))["database"]
    assert found.status == "fail"
    assert "--store" in found.advice


def test_a_port_in_use_is_a_warning(capsys, tmp_path, monkeypatch):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        monkeypatch.setenv("DOTTABLE_PORT", str(listener.getsockname()[1]))
        found = findings(capsys, "--data", str(tmp_path))["port"]
    assert found.status == "warn"
    assert "--port 0" in found.advice


def test_a_check_that_raises_is_a_failure_and_no_traceback():
    def check_luck(args):
        yield CheckResult("luck", "ok", args.luck)

    assert safe_results(check_luck, Namespace()) == [CheckResult("luck", "fail", FAILURE)]
