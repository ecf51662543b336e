"""Imports of optional packages, with an error that names the extra (`pip install dottable[EXTRA]`) to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from dottable.core.errors import DottableError

EXTRA_OF_PACKAGE = {
    "asyncpg": "postgres",
    "gymnasium": "research",
    "jinja2": "lab",
    "joblib": "lab",
    "numba": "lab",
    "numba_cuda": "gpu",
    "pettingzoo": "research",
    "PIL": "research",
    "pyarrow": "lab",
    "pyspiel": "openspiel",
    "ray": "ray",
}
"""Name of the extra that installs an optional package, by the package's import name."""


class MissingExtra(DottableError):
    """Raised when an optional package is not installed. The message names the extra that installs it."""


def missing_package_text(package: str, extra: str | None = None) -> str:
    """Return a sentence that an optional package is missing, and the pip command that installs it with its extra."""
    name = package.partition(".")[0]
    return f"Package '{name}' is not installed. Run: pip install 'dottable[{extra or EXTRA_OF_PACKAGE[name]}]'"


def missing_extra_from(error: Exception) -> MissingExtra | None:
    """Return a MissingExtra error if an import failed for lack of an optional package; None for other errors."""
    name = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    return MissingExtra(missing_package_text(name)) if name in EXTRA_OF_PACKAGE else None


def require_package(package: str, extra: str | None = None) -> ModuleType:
    """Import and return an optional package; raise MissingExtra, which names the extra, if it is not installed."""
    try:
        return import_module(package)
    except ImportError:
        raise MissingExtra(missing_package_text(package, extra)) from None
