"""Packages that only some people need: asked for when used, with one clear sentence when missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from dottable.core.errors import DottableError


class ExtraMissing(DottableError):
    """A package that an extra of Dottable brings is not installed."""


def need(package: str, extra: str) -> ModuleType:
    """The package, or ExtraMissing with what to install."""
    try:
        return import_module(package)
    except ImportError:
        raise ExtraMissing(f"This needs {package}; 'pip install dottable[{extra}]' brings it.") from None
