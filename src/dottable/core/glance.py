"""A record as views read it: plain Python numbers and tuples, read once for all who look at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache, lru_cache
from struct import Struct
from typing import Any, NamedTuple, TypeVar

import numpy as np

from dottable.core.record import Array, for_rules

Part = TypeVar("Part")

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
LARGE_BYTES = 256
"""Larger fields are remembered for a while: most of them belong to the deck and never change."""

_last = threading.local()


class Glance:
    """One moment of a match. Every field of the record is an attribute: a whole number, or tuples of them.

    Rules that a view needs are called with `(s.states, 0, ...)` if they take an array and an index, which is
    cheap; others with `s.record`. Both are copies: a view cannot change the match.
    """

    def __init__(self, shape: np.dtype[Any], raw: bytes) -> None:
        self._layout = layout_of(shape)
        self.__dict__.update(zip(self._layout.numbers, self._layout.reader.unpack_from(raw), strict=True))
        self._raw = raw
        # NumPy would copy the record field by field, which takes twenty times as long.
        self.states = for_rules(np.frombuffer(bytearray(raw), shape))
        self._made: dict[Callable[..., Any], Any] = {}

    def __getattr__(self, name: str) -> Any:
        """An array is read when it is first asked for."""
        field = self._layout.arrays.get(name)
        if field is None:
            raise AttributeError(f"A record of this game has no '{name}'.")
        if field.outer:
            part = self._raw[field.start : field.end]
            value = read_array(field, part) if len(part) < LARGE_BYTES else read_again(field, part)
        else:
            value = field.row.unpack_from(self._raw, field.start)
        self.__dict__[name] = value
        return value

    @property
    def record(self) -> Any:
        """The record as rules take it."""
        return self.states[0]

    def for_all(self, make: Callable[[Any], Part]) -> Part:
        """A part that is the same for every viewer, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        part: Part = self._made[make]
        return part


Look = TypeVar("Look", bound=Callable[..., Any])


def at_a_glance(look: Look) -> Look:
    """Marks the `look` of a game that reads a Glance, which is many times faster than reading the record itself."""
    look.reads_glances = True  # type: ignore[attr-defined]
    return look


def glance_at(states: Array) -> Glance:
    """The record in an array of one; the last glance in this thread again, if nothing has changed since."""
    raw, layout = states.tobytes(), layout_of(states.dtype)
    last: Glance | None = getattr(_last, "glance", None)
    if last is None or last._raw != raw or last._layout is not layout:
        last = _last.glance = Glance(states.dtype, raw)
    return last


class ArrayField(NamedTuple):
    """Where an array lies in a record, and how to read its rows."""

    start: int
    end: int
    row: Struct
    outer: tuple[int, ...]
    """Its shape without the last axis."""


class Layout(NamedTuple):
    """How to read a record: all single numbers at once, and arrays one by one."""

    numbers: tuple[str, ...]
    reader: Struct
    arrays: dict[str, ArrayField]


@cache
def layout_of(shape: np.dtype[Any]) -> Layout:
    numbers, format, end = [], "=", 0
    arrays: dict[str, ArrayField] = {}
    for name, (kind, start, *_) in sorted((shape.fields or {}).items(), key=lambda field: field[1][1]):
        code = CODES[kind.base.str[1:]]
        if kind.shape:
            row = Struct(f"={kind.shape[-1]}{code}")
            arrays[name] = ArrayField(start, start + kind.itemsize, row, kind.shape[:-1])
        else:
            format += f"{start - end}x{code}"
            end = start + kind.itemsize
            numbers.append(name)
    return Layout(tuple(numbers), Struct(format), arrays)


def read_array(field: ArrayField, part: bytes) -> tuple[Any, ...]:
    """An array of several axes as tuples in tuples."""
    rows: tuple[Any, ...] = tuple(field.row.iter_unpack(part))
    for size in reversed(field.outer[1:]):
        rows = tuple(rows[k : k + size] for k in range(0, len(rows), size))
    return rows


read_again = lru_cache(256)(read_array)
