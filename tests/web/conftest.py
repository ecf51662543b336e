"""Browser and server fixtures of the end-to-end tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dottable.server.access.limits import Limits
from dottable.table.seats.planned_bot_moves import THINKING_TIME_PERCENT
from dottable.table.table import Table
from tests.present import present
from tests.server.running_server import RunningServer, run_server
from tests.web import chromium
from tests.web.browser_sessions import BrowserSessions, Person

GENEROUS_LIMITS = Limits(
    messages_per_s=2000, messages_burst=4000, new_tables_per_s=100, new_tables_burst=1000, chat_burst=1000
)


@pytest.fixture(scope="package")
def sessions() -> Iterator[BrowserSessions]:
    """Return the browser sessions of all tests in this folder.

    The scope is not "session" because Playwright's event loop blocks other tests of the process.
    """
    missing = chromium.missing_requirement()
    if missing and not chromium.IS_BROWSER_REQUIRED:
        pytest.skip(missing)
    assert missing is None, missing
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable_path(), args=chromium.FLAGS)
        yield BrowserSessions(browser)
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Return a server whose bots move fast, except in races, and whose deals are always equal."""
    with (
        pytest.MonkeyPatch.context() as patch,
        run_server(tmp_path_factory.mktemp("web") / "dottable.db", GENEROUS_LIMITS) as up,
    ):
        patch.setitem(THINKING_TIME_PERCENT, "natural", 2)
        patch.setitem(present(Table.__init__.__kwdefaults__), "random_bytes", bytes)  # equal deals
        patch.setattr("dottable.server.live.bot_runner.secrets", SimpleNamespace(token_bytes=bytes))
        yield up


@pytest.fixture
def people(sessions: BrowserSessions, served: RunningServer) -> Iterator[BrowserSessions]:
    """Return the browser sessions. They are closed after the test, which fails on console errors."""
    sessions.url = served.url
    yield sessions
    sessions.close_all()


@pytest.fixture
def ann(people: BrowserSessions) -> Person:
    return people.open("Ann", width=390, height=844)


@pytest.fixture
def ben(people: BrowserSessions) -> Person:
    return people.open("Ben", width=1440, height=900)


@pytest.fixture(scope="session")
def screenshot_folder() -> Path:
    """Return the folder for screenshots, which is not under version control."""
    folder = Path(__file__).parents[2] / "build" / "screenshots"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
