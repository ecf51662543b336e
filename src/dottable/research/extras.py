"""Imports of optional packages, with an error that names the extra to install."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from dottable.core.errors import DottableError


class MissingExtra(DottableError):
    """An optional package is not installed."""


def require_package(package: str, extra: str) -> ModuleType:
    """Import and return a package; raise MissingExtra if it is not installed."""
    try:
        return import_module(package)
    except ImportError:
        raise MissingExtra(f"Package '{package}' is not installed. Run: pip install 'dottable[{extra}]'") from None
