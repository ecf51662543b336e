"""Location and flags of the Chromium browser for end-to-end tests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from dottable.server.routes import web_client

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
EXECUTABLE_NAMES = ("chromium", "chromium-browser", "google-chrome")
IS_BROWSER_REQUIRED = os.environ.get("DOTTABLE_NEEDS_BROWSER") == "1"
AXE_SCRIPT_PATH = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def executable_path() -> str | None:
    return next((found for name in EXECUTABLE_NAMES if (found := shutil.which(name))), None)


def missing_requirement() -> str | None:
    """Return why browser tests cannot run and how to fix it, or None."""
    if executable_path() is None:
        return "Chromium was not found. Install it: apt-get install chromium"
    if not web_client.is_built():
        return "The web client is not built. Build it: make web (needs Node 20)"
    return None
