"""Finds the source files on which a module depends, by following imports."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from dottable.core.source_folders import PACKAGE_FOLDER

WITHOUT_EFFECT = tuple(PACKAGE_FOLDER / "core" / path for path in ("contract", "errors.py", "primitives/rule.py"))
"""Modules of core that rules import but that do not affect the compiled code."""


def source_files(starts: Iterable[Path]) -> list[Path]:
    """Return the Python files of these files and folders, all Dottable files that they import, and their TOML files."""
    found: set[Path] = set()
    waiting = [path for start in starts for path in files_of(start)]
    while waiting:
        path = waiting.pop()
        if path not in found and not any(path.is_relative_to(other) for other in WITHOUT_EFFECT):
            found.add(path)
            waiting += imported_files(path)
    return sorted(found | {table for path in found for table in path.parent.glob("*.toml")})


def files_of(start: Path) -> list[Path]:
    if start.is_file():
        return [start]
    module = start.with_suffix(".py")
    return sorted(start.glob("*.py")) if start.is_dir() else [module] * module.exists()


def imported_files(path: Path) -> Iterator[Path]:
    """Yield the files of the modules that a file imports at run time, not only for type checks."""
    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == PACKAGE_FOLDER.name:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in (node.module or "", *names):
                yield from module_files(name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == PACKAGE_FOLDER.name:
                    yield from module_files(alias.name)


def module_files(name: str) -> Iterator[Path]:
    """Yield the file of a module or package of Dottable, if a module with that name exists."""
    place = PACKAGE_FOLDER.joinpath(*name.split(".")[1:])
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if path.is_file():
            yield path
