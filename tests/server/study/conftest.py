"""A server whose reviews are made by the worker of tests."""

from __future__ import annotations

import pytest

from dottable.core.matches.match_log import write_log
from dottable.server.app import Application
from tests.server.routes.test_matches import played
from tests.server.study.fake_worker import CONDUCT_VARIABLE


@pytest.fixture
def conduct(tmp_path, monkeypatch):
    """A function that says how the worker of tests makes reviews from now on."""
    path = tmp_path / "conduct"
    monkeypatch.setenv(CONDUCT_VARIABLE, str(path))
    monkeypatch.setattr(Application, "study_worker_module", "tests.server.study.fake_worker")
    path.write_text("quick")
    return path.write_text


@pytest.fixture
def import_match():
    """A function that imports a finished match into a server and returns its id."""

    def add(server, seed: int = 1) -> str:
        text = write_log(played(seed=seed), ["Cleo", "Dan"])
        answer = server.post("/api/v1/logs", {"text": text}, server.create_player()["token"])
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    return add
