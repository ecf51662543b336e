"""Fixed-size records: the one shape of a match, and how interpreted rules read them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dottable.core.rule import INTERPRETED

i1, i2, i4, i8 = np.int8, np.int16, np.int32, np.int64
u1, u2, u4, u8 = np.uint8, np.uint16, np.uint32, np.uint64

Array = npt.NDArray[Any]
Field = type | tuple[type, int | tuple[int, ...]]

WORD_BYTES = 8
"""Records fill whole machine words, so that they can be compared word by word."""
GENERATOR_WORDS = 28
"""A chance generator: 8 words of key, 4 of counter and position, one block of 16 words."""


def record(**fields: Field) -> np.dtype[Any]:
    """The dtype of a match: `rng` and `seats`, which core fills in, and the game's own fields."""
    taken = [name for name in fields if hasattr(np.record, name) or name in ("rng", "seats")]
    if taken:
        raise ValueError(f"A field cannot be called '{taken[0]}': a record has something of that name already.")
    own = [(name, *field) if isinstance(field, tuple) else (name, field) for name, field in fields.items()]
    whole = [("rng", u4, GENERATOR_WORDS), ("seats", i1), *own]
    shape = np.dtype(whole, align=True)
    padded = np.dtype(
        {
            "names": list(shape.names or ()),
            "formats": [shape[name] for name in shape.names or ()],
            "offsets": [shape.fields[name][1] for name in shape.names or ()] if shape.fields else [],
            "itemsize": -(-shape.itemsize // WORD_BYTES) * WORD_BYTES,
        },
        align=True,
    )
    return np.dtype((np.record, padded))


class PlainRecord:
    """A record read by interpreted rules: numbers are Python integers, as wide as compiled ones.

    NumPy's own scalars would stay 8 bits wide in sums; and a value that does not fit its field
    raises here, while compiled code would cut it off.
    """

    __slots__ = ("_record",)

    def __init__(self, record: np.record) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return plain(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = bare(value)


class PlainArray:
    """An array read by interpreted rules; see PlainRecord."""

    __slots__ = ("_array",)

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        return plain(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = bare(value)

    def __len__(self) -> int:
        return len(self._array)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape

    @property
    def size(self) -> int:
        return self._array.size

    def tolist(self) -> Any:
        return self._array.tolist()


def plain(value: Any) -> Any:
    """Wrap an array or record, turn a NumPy number into a Python one."""
    if isinstance(value, np.ndarray):
        return PlainArray(value)
    if isinstance(value, np.void):
        return PlainRecord(value)  # type: ignore[arg-type]
    if isinstance(value, np.generic):
        return value.item()
    return value


def bare(value: Any) -> Any:
    """The NumPy thing inside a plain wrapper."""
    if isinstance(value, PlainArray):
        return value._array
    if isinstance(value, PlainRecord):
        return value._record
    return value


def for_rules(array: Array) -> Any:
    """An array in the form that rules take: itself when compiled, wrapped when interpreted."""
    return PlainArray(array) if INTERPRETED else array
