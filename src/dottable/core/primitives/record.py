"""Fixed-size records that hold the state of a match, and wrappers through which interpreted rules read them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from dottable.core.primitives.rule import CALLS_ARE_INTERPRETED

i1, i2, i4, i8 = np.int8, np.int16, np.int32, np.int64
u1, u2, u4, u8 = np.uint8, np.uint16, np.uint32, np.uint64

Array = npt.NDArray[Any]
FieldType = type | tuple[type, int | tuple[int, ...]]

WORD_BYTES = 8
"""State records are padded to a multiple of this size, so that they can be compared in words of 64 bits."""
GENERATOR_WORDS = 28
"""Length of a ChaCha generator in 32-bit words; see `chance.py` for the layout."""


def record(**fields: FieldType) -> np.dtype[Any]:
    """Return the NumPy dtype of a match's state: `rng` and `seats`, which core fills in, then the game's own fields."""
    taken = [name for name in fields if hasattr(np.record, name) or name in ("rng", "seats")]
    if taken:
        raise ValueError(f"The field name '{taken[0]}' is reserved. Choose another name.")
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


class InterpretedRecord:
    """A wrapper around a state record for rules that run as plain Python. Its numbers are Python integers.

    NumPy's own scalars would overflow at 8 bits, unlike in compiled code, which computes with 64 bits. A value that
    does not fit its field raises an exception here; compiled code would truncate it.
    """

    __slots__ = ("_record",)

    def __init__(self, record: np.record) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        return wrap_for_rules(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self._record[name] = unwrap_from_rules(value)


class InterpretedArray:
    """A wrapper around an array for rules that run as plain Python; see InterpretedRecord."""

    __slots__ = ("_array",)

    def __init__(self, array: Array) -> None:
        self._array = array

    def __getitem__(self, index: Any) -> Any:
        return wrap_for_rules(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = unwrap_from_rules(value)

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


def wrap_for_rules(value: Any) -> Any:
    """Return a value in the form that interpreted rules take.

    Arrays and records get a wrapper, a NumPy number becomes a Python number, and other values stay.
    """
    if isinstance(value, np.ndarray):
        return InterpretedArray(value)
    if isinstance(value, np.void):
        return InterpretedRecord(value)  # type: ignore[arg-type]
    if isinstance(value, np.generic):
        return value.item()
    return value


def unwrap_from_rules(value: Any) -> Any:
    """Return the NumPy object inside a wrapper; other values unchanged."""
    if isinstance(value, InterpretedArray):
        return value._array
    if isinstance(value, InterpretedRecord):
        return value._record
    return value


def rule_array(array: Array) -> Any:
    """Return an array in the form that rules take: unchanged if rules are compiled, wrapped if they are interpreted."""
    return InterpretedArray(array) if CALLS_ARE_INTERPRETED else array
