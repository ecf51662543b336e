"""Builds the web client for wheel and sdist with npm where it is missing or older than its sources."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")


class WebClient(BuildHookInterface[Any]):
    """Runs before a wheel or an sdist is put together; an editable install is left to `make web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        web, page = Path(self.root, "web"), Path(self.root, "src/dottable/web/index.html")
        if version == "editable" or not web.is_dir() or is_fresh(page, web):
            return
        npm = shutil.which("npm")
        if npm is None:
            self.app.display_warning("No Node was found: this package has no web client, only the plain page.")
            return
        for command in (["ci", "--omit=dev"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=web, check=True)


def is_fresh(page: Path, web: Path) -> bool:
    """Whether the page was built after the last change of its sources."""
    if not page.is_file():
        return False
    files = [path for name in SOURCES for path in (web / name, *(web / name).rglob("*")) if path.is_file()]
    return max(path.stat().st_mtime for path in files) <= page.stat().st_mtime
