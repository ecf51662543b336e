"""A record as views read it: plain Python numbers and tuples, read once for all who look at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from struct import Struct
from typing import Any, TypeVar

import numpy as np

from dottable.core.record import Array, for_rules

Part = TypeVar("Part")

CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}

_last = threading.local()


class Glance:
    """One moment of a match. Every field of the record is an attribute: a whole number, or tuples of them.

    Rules that a view needs are called with `(s.states, 0, ...)` if they take an array and an index, which is
    cheap; others with `s.record`. Both are copies: a view cannot change the match.

    Every kind of record has a class of its own, see `kind_of`.
    """

    _numbers: tuple[str, ...]
    _reader: Struct
    _shape: np.dtype[Any]

    def __init__(self, raw: bytes) -> None:
        self.__dict__.update(zip(self._numbers, self._reader.unpack_from(raw), strict=True))
        self._raw = raw
        # NumPy would copy the record field by field, which takes twenty times as long.
        self.states = for_rules(np.frombuffer(bytearray(raw), self._shape))
        self._made: dict[Callable[..., Any], Any] = {}

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"A record of this game has no '{name}'.")

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
    raw, kind = states.tobytes(), kind_of(states.dtype)
    last: Glance | None = getattr(_last, "glance", None)
    if last is None or last._raw != raw or type(last) is not kind:
        last = _last.glance = kind(raw)
    return last


class Row:
    """An array of one axis, as an attribute of a glance; it is read when it is first asked for."""

    def __init__(self, name: str, start: int, kind: np.dtype[Any]) -> None:
        self.name, self.start = name, start
        self.row = Struct(f"={kind.shape[-1]}{code_of(kind)}")

    def __get__(self, glance: Any, owner: type) -> tuple[Any, ...]:
        value = glance.__dict__[self.name] = self.row.unpack_from(glance._raw, self.start)
        return value


class Rows(Row):
    """An array of several axes. The last one is remembered, as many belong to the deck and never change."""

    def __init__(self, name: str, start: int, kind: np.dtype[Any]) -> None:
        super().__init__(name, start, kind)
        self.end = start + kind.itemsize
        self.outer = kind.shape[:-1]
        self.last: tuple[bytes, tuple[Any, ...]] = (b"", ())

    def __get__(self, glance: Any, owner: type) -> tuple[Any, ...]:
        part = glance._raw[self.start : self.end]
        last_part, value = self.last
        if part != last_part:
            value = self.read(part)
            self.last = part, value
        glance.__dict__[self.name] = value
        return value

    def read(self, part: bytes) -> tuple[Any, ...]:
        """Tuples in tuples."""
        rows: tuple[Any, ...] = tuple(self.row.iter_unpack(part))
        for size in reversed(self.outer[1:]):
            rows = tuple(rows[k : k + size] for k in range(0, len(rows), size))
        return rows


def code_of(kind: np.dtype[Any]) -> str:
    return CODES[kind.base.str[1:]]


@cache
def kind_of(shape: np.dtype[Any]) -> type[Glance]:
    """The glances at one kind of record: all single numbers are read at once, and arrays one by one."""
    numbers, format, end = [], "=", 0
    parts: dict[str, Any] = {"_shape": shape}
    for name, (kind, start, *_) in sorted((shape.fields or {}).items(), key=lambda field: field[1][1]):
        if kind.shape:
            parts[name] = (Row if len(kind.shape) == 1 else Rows)(name, start, kind)
        else:
            format += f"{start - end}x{code_of(kind)}"
            end = start + kind.itemsize
            numbers.append(name)
    return type("Glance", (Glance,), {**parts, "_numbers": tuple(numbers), "_reader": Struct(format)})
