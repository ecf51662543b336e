"""A check for values that must be there."""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")


def present(value: Value | None) -> Value:
    """Return a value that must not be None."""
    assert value is not None
    return value
