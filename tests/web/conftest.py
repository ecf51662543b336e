"""A browser and a server for the end-to-end tests; where there is none, they say how to get it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dottable.server.limits import Limits
from dottable.table.plans import PACE_PERCENT
from dottable.table.table import Table
from tests.server.serving import Running, running
from tests.web import chromium
from tests.web.people import Person, Street

GENEROUS = Limits(messages_per_s=2000, messages_burst=4000, tables_per_s=100, tables_burst=1000, talk_burst=1000)


@pytest.fixture(scope="module")
def street() -> Iterator[Street]:
    """Where people with browsers come from.

    Not for the whole session: while Playwright is there, no other test of this process can start an event loop.
    """
    missing = chromium.what_is_missing()
    if missing and not chromium.IS_REQUIRED:
        pytest.skip(missing)
    assert missing is None, missing
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.FLAGS)
        yield Street(browser)
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots do not keep anybody waiting; where players race, they keep their human tempo."""
    with pytest.MonkeyPatch.context() as patch, running(tmp_path_factory.mktemp("web") / "dottable.db", GENEROUS) as up:
        patch.setitem(PACE_PERCENT, "natural", 2)
        patch.setitem(Table.__init__.__kwdefaults__, "draw", bytes)  # the same deal every time
        patch.setattr("dottable.server.thinking.secrets", SimpleNamespace(token_bytes=bytes))
        yield up


@pytest.fixture
def people(street: Street, served: Running) -> Iterator[Street]:
    """Everybody who comes in this test leaves at its end, and nobody may have seen an error."""
    street.url = served.url
    yield street
    street.all_leave()


@pytest.fixture
def ann(people: Street) -> Person:
    return people.comes("Ann", width=390, height=844)


@pytest.fixture
def ben(people: Street) -> Person:
    return people.comes("Ben", width=1440, height=900)


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where screenshots are written; nothing there is under version control."""
    folder = Path(__file__).parents[2] / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
