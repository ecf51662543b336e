"""Calls of the kernels that a WebAssembly module exports, with NumPy arrays as arguments.

The argument convention is Numba's: an array is passed as a row of numbers: two null pointers, the item count, the item
size, the address, the shape and the strides. A structure of arrays is passed as its members. Before them come the
addresses of the result and of an exception. `wasmtime_func_call_unchecked` takes all of them in one buffer, 16 bytes
each: a call costs a few microseconds, a tenth of the checked one.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from struct import Struct
from typing import Any

import msgspec
import numpy as np

from dottable.core.portable.wasm_instance import WasmInstance, WasmModule, round_up_to_alignment
from dottable.core.primitives.record import unwrap_from_rules

ARRAY, INTEGER, BOOLEAN, FLOAT = "array", "int64", "bool", "float64"
"""Kinds of parameters."""
SLOT_BYTES = 16
"""Size of one argument in the call buffer."""
POINTER_CODE, INTEGER_CODE, FLOAT_CODE = "i12x", "q8x", "d8x"
"""Formats of the Python module `struct` for one argument slot of 16 bytes: 32-bit address, 64-bit integer, float."""
RESULT_BYTES = 64
"""Memory for the result and the exception of a call."""
RESULT_CODES = {"int64": "q", "uint64": "Q", "int32": "i", "uint32": "I", "bool": "?", "float64": "d", "float32": "f"}
"""Formats of the Python module `struct` for results, by NumPy type."""
RETURNED_VALUE, RETURNED_NONE = 0, -2
"""Status codes of a call that ended without an exception: with a value, with None."""


class Parameter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A parameter of an exported kernel. A structure of arrays counts as one parameter per member."""

    kind: str
    """`array`, `int64`, `bool` or `float64`."""
    dimensions: int = 0
    """Number of dimensions of an array."""
    item: str = ""
    """NumPy type of an array's items, or `record`."""

    @property
    def struct_format(self) -> str:
        """The `struct` format of all slots of the parameter."""
        if self.kind == ARRAY:
            return 2 * POINTER_CODE + 2 * INTEGER_CODE + POINTER_CODE + 2 * self.dimensions * INTEGER_CODE
        return {INTEGER: INTEGER_CODE, BOOLEAN: POINTER_CODE, FLOAT: FLOAT_CODE}[self.kind]


class WasmError(Exception):
    """A kernel failed inside its WebAssembly module."""


class ExportedFunction:
    """A kernel that a WebAssembly module exports, run by wasmtime in this process.

    It is called with the arguments of the kernel that Numba compiles.
    """

    def __init__(self, module: WasmModule, name: str, parameters: tuple[Parameter, ...], result: str) -> None:
        self.module, self.name, self.parameters = module, name, parameters
        self._kinds = tuple(parameter.kind for parameter in parameters)
        self._slots = Struct("<" + 2 * POINTER_CODE + "".join(parameter.struct_format for parameter in parameters))
        self._read_result = Struct("<" + RESULT_CODES[result]) if result else None

    def __call__(self, *args: Any) -> Any:
        instance = self.module.thread_instance
        leaves = list(flatten_arguments(args)) if len(args) != len(self._kinds) else args
        result_at = round_up_to_alignment(instance.heap)
        values: list[Any] = [result_at, result_at + RESULT_BYTES // 2]
        copies = self._place_arguments(instance, leaves, values, result_at + RESULT_BYTES)
        if self.name not in instance.functions:
            instance.functions[self.name] = self._bind_to_instance(instance)
        call, slots = instance.functions[self.name]
        self._slots.pack_into(slots, 0, *values)
        call()
        for address, place, size in copies:
            ctypes.memmove(address, place, size)
        if self._read_result is None:
            return None
        return self._read_result.unpack(ctypes.string_at(instance.base + result_at, self._read_result.size))[0]

    def _place_arguments(self, instance: WasmInstance, leaves: Any, values: list[Any], free: int) -> list[Any]:
        """Append the slots of all arguments to `values`; copy arrays that lie elsewhere to `free` and after it.

        Return what must be copied back: addresses of arrays, addresses of their copies, and sizes in bytes.
        """
        copies, base = [], instance.base
        for kind, leaf in zip(self._kinds, leaves, strict=True):
            if kind != ARRAY:
                values.append(leaf)
                continue
            array = leaf if type(leaf) is np.ndarray else unwrap_from_rules(leaf)
            address, size = array.ctypes.data, array.nbytes
            place = address - base
            if not (base <= address < instance.end):
                place, free = free, round_up_to_alignment(free + size)
                if base + free > instance.end:
                    instance.grow_memory_to(free)
                ctypes.memmove(base + place, address, size)
                if array.flags.writeable:
                    copies.append((address, base + place, size))
            values += (0, 0, array.size, array.itemsize, place, *array.shape, *array.strides)
        return copies

    def _bind_to_instance(self, instance: WasmInstance) -> tuple[Callable[[], None], Any]:
        """Return a function that calls this export of an instance, and the buffer for its slots."""
        from wasmtime import _bindings as bindings

        slots = ctypes.create_string_buffer(self._slots.size)
        raw = ctypes.cast(slots, ctypes.POINTER(bindings.wasmtime_val_raw_t))
        trap = ctypes.POINTER(bindings.wasm_trap_t)()
        function, context = ctypes.byref(instance.exports[self.name]._func), instance.store._context()
        count, trap_at = self._slots.size // SLOT_BYTES, ctypes.byref(trap)
        name, status = self.name, Struct("<i")

        def call_export() -> None:
            error = bindings._wasmtime_func_call_unchecked(context, function, raw, count, trap_at)
            if error or trap or status.unpack_from(slots)[0] not in (RETURNED_VALUE, RETURNED_NONE):
                raise WasmError(f"The kernel {name} failed with status {status.unpack_from(slots)[0]}.")

        return call_export, slots


def flatten_arguments(args: Iterable[Any]) -> Iterable[Any]:
    """Yield all arguments, with each structure of arrays replaced by its members."""
    for arg in args:
        if isinstance(arg, tuple):
            yield from flatten_arguments(arg)
        else:
            yield arg
