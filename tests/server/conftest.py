"""A server shared by all tests that do not change its settings."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dottable.server.access.limits import Limits
from tests.server.running_server import RunningServer, run_server

GENEROUS = Limits(
    messages_per_s=2000, messages_burst=4000, new_tables_per_s=100, new_tables_burst=1000, chat_burst=1000
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with run_server(tmp_path_factory.mktemp("data") / "dottable.db", GENEROUS) as up:
        yield up
