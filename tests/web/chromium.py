"""The browser of the end-to-end tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from dottable.server import web

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")
IS_REQUIRED = os.environ.get("DOTTABLE_NEEDS_BROWSER") == "1"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def path() -> str | None:
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def what_is_missing() -> str | None:
    """Why there can be no browser tests here, and what to do about it."""
    if path() is None:
        return "No Chromium was found, so nothing was tested in a browser. To get one: apt-get install chromium"
    if not web.is_built():
        return "The web client is not built, so nothing was tested in a browser. To build it: make web (needs Node 20)"
    return None
