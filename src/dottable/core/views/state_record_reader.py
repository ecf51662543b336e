"""A fast reader of state records for views: Python integers and tuples, decoded once per state for all viewers."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from struct import Struct
from typing import Any, TypeVar

import numpy as np

from dottable.core.primitives.record import Array, rule_array

PartOfView = TypeVar("PartOfView")
BuildView = TypeVar("BuildView", bound=Callable[..., Any])

STRUCT_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q"}
"""Format characters of the module `struct`, by NumPy's type codes."""

_last_reader = threading.local()
_views_with_reader: set[Callable[..., Any]] = set()


class RecordReader:
    """A snapshot of a match. Every field of the state record is an attribute: an integer, or nested tuples of integers.

    Views call rules that take an array and an index with `(s.states, 0, ...)`, which is cheap, and other rules with
    `s.record`. Both are copies: a view cannot change the match. `reader_class` makes a subclass for each dtype.
    """

    _scalar_names: tuple[str, ...]
    _scalars: Struct
    _dtype: np.dtype[Any]

    def __init__(self, raw: bytes) -> None:
        self.__dict__.update(zip(self._scalar_names, self._scalars.unpack_from(raw), strict=True))
        self._raw = raw
        # NumPy would copy the record field by field, which takes twenty times as long.
        self.states = np.frombuffer(bytearray(raw), self._dtype)
        self._parts: dict[Callable[..., Any], Any] = {}

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"A record of this game has no '{name}'.")

    @property
    def record(self) -> Any:
        """A copy of the state record, in the form that rules take."""
        return rule_array(self.states)[0]

    def once_for_all_viewers(self, make: Callable[[Any], PartOfView]) -> PartOfView:
        """Return `make(self)`, computed only once: for parts of a view that are equal for all viewers."""
        if make not in self._parts:
            self._parts[make] = make(self)
        part: PartOfView = self._parts[make]
        return part


def reads_record(build_view: BuildView) -> BuildView:
    """Decorator for a game's `build_view` that takes a RecordReader, which is faster than the state record itself."""
    _views_with_reader.add(build_view)
    return build_view


def argument_of_build_view(build_view: Callable[..., Any], states: Array) -> Any:
    """Return the first record of `states` in the form that `build_view` takes: a RecordReader or the record itself."""
    return read_record(states) if build_view in _views_with_reader else rule_array(states)[0]


def read_record(states: Array) -> RecordReader:
    """Return a RecordReader for the first record of `states`. Equal bytes give the same reader again, per thread."""
    raw, reader = states.tobytes(), reader_class(states.dtype)
    last: RecordReader | None = getattr(_last_reader, "reader", None)
    if last is None or last._raw != raw or type(last) is not reader:
        last = _last_reader.reader = reader(raw)
    return last


MIN_CACHED_ARRAY_BYTES = 256
"""Size in bytes from which the last decoded value of an array is kept.

Many large arrays hold the deck and never change.
"""


class ArrayField:
    """Descriptor of a small one-dimensional array field of a RecordReader. The array is decoded at its first use."""

    def __init__(self, name: str, offset: int, dtype: np.dtype[Any]) -> None:
        self.name, self.offset = name, offset
        self.row = Struct(f"={dtype.shape[-1]}{struct_code(dtype)}")

    def __get__(self, reader: Any, owner: type) -> tuple[Any, ...]:
        value = reader.__dict__[self.name] = self.row.unpack_from(reader._raw, self.offset)
        return value


class CachedArrayField(ArrayField):
    """Descriptor of an array field that is large or has several dimensions. The last decoded value is kept."""

    def __init__(self, name: str, offset: int, dtype: np.dtype[Any]) -> None:
        super().__init__(name, offset, dtype)
        self.end = offset + dtype.itemsize
        self.outer_shape = dtype.shape[:-1]
        self.last: tuple[bytes, tuple[Any, ...]] = (b"", ())

    def __get__(self, reader: Any, owner: type) -> tuple[Any, ...]:
        raw = reader._raw[self.offset : self.end]
        last_raw, value = self.last
        if raw != last_raw:
            value = self.decode(raw)
            self.last = raw, value
        reader.__dict__[self.name] = value
        return value

    def decode(self, raw: bytes) -> tuple[Any, ...]:
        """Return the bytes of the array as nested tuples of integers."""
        if not self.outer_shape:
            return self.row.unpack(raw)
        rows: tuple[Any, ...] = tuple(self.row.iter_unpack(raw))
        for size in reversed(self.outer_shape[1:]):
            rows = tuple(rows[k : k + size] for k in range(0, len(rows), size))
        return rows


def struct_code(dtype: np.dtype[Any]) -> str:
    """Return the format character of the Python module `struct` for a NumPy integer type."""
    return STRUCT_CODES[dtype.base.str[1:]]


@cache
def reader_class(dtype: np.dtype[Any]) -> type[RecordReader]:
    """Return the subclass of RecordReader for records of one dtype.

    It decodes all scalar fields at once, and each array field at its first use.
    """
    names, format, end = [], "=", 0
    members: dict[str, Any] = {"_dtype": dtype}
    for name, (field, offset, *_) in sorted((dtype.fields or {}).items(), key=lambda item: item[1][1]):
        if field.shape:
            is_small = len(field.shape) == 1 and field.itemsize < MIN_CACHED_ARRAY_BYTES
            members[name] = (ArrayField if is_small else CachedArrayField)(name, offset, field)
        else:
            format += f"{offset - end}x{struct_code(field)}"
            end = offset + field.itemsize
            names.append(name)
    return type("RecordReader", (RecordReader,), {**members, "_scalar_names": tuple(names), "_scalars": Struct(format)})
