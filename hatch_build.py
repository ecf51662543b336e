"""Builds the web client for wheel and sdist where it is missing or older than its sources.

`tools/browser` writes what the page needs to play without a server, then npm builds the page.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = ("src", "public", "index.html", "package.json", "package-lock.json", "vite.config.ts", "svelte.config.js")


class WebClient(BuildHookInterface[Any]):
    """Runs before a wheel or an sdist is put together; an editable install is left to `make web`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        root = Path(self.root)
        if version == "editable" or not needs_build(root):
            return
        web = root / "web"
        npm = shutil.which("npm")
        if npm is None:
            self.app.display_warning("No Node was found: this package has no web client, only the plain page.")
            return
        if (root / "tools" / "browser").is_dir():
            bundle_games(root)
        for command in (["ci", "--omit=dev"], ["run", "build"]):
            subprocess.run([npm, *command], cwd=web, check=True)


def bundle_games(root: Path) -> None:
    """Run `tools/browser` with the packages that a player needs, in a temporary environment."""
    packages = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    uv = os.environ.get("UV") or shutil.which("uv")
    with tempfile.TemporaryDirectory() as folder:
        python = str(Path(folder, "bin", "python"))
        if uv:
            subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, folder], check=True)
            subprocess.run([uv, "pip", "install", "--quiet", "--python", python, *packages], check=True)
        else:
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        variables = {**os.environ, "PYTHONPATH": str(root / "src")}
        subprocess.run(
            [python, "-m", "tools.browser.page_bundle", "web/generated"], cwd=root, env=variables, check=True
        )


def needs_build(root: Path) -> bool:
    """Return whether a folder has the sources of the web client and no page that was built from them.

    An sdist (with PKG-INFO) contains the built page. Times of its files say nothing.
    """
    page = root / "src/dottable/web/index.html"
    if (root / "PKG-INFO").is_file() and page.is_file():
        return False
    return (root / "web").is_dir() and not is_fresh(page, root / "web")


def is_fresh(page: Path, web: Path) -> bool:
    """Whether the page was built after the last change of its sources."""
    if not page.is_file():
        return False
    files = [path for name in SOURCES for path in (web / name, *(web / name).rglob("*")) if path.is_file()]
    return max(path.stat().st_mtime for path in files) <= page.stat().st_mtime
