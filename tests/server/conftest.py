"""One server for all tests that leave it as they found it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dottable.server.limits import Limits
from tests.server.serving import Running, running

GENEROUS = Limits(messages_per_s=2000, messages_burst=4000, tables_per_s=100, tables_burst=1000, talk_burst=1000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("data") / "dottable.db", GENEROUS) as up:
        yield up
