"""WebAssembly modules and their instances. Each thread has an instance, and so a memory, of its own."""

from __future__ import annotations

import atexit
import ctypes
import threading
from functools import cache, cached_property
from pathlib import Path
from typing import Any, cast
from weakref import WeakSet

import numpy as np

from dottable.core.primitives.record import Array

PAGE_BYTES = 65536
"""Unit in which WebAssembly memory grows."""
ALIGNMENT = 64
"""Arrays begin at multiples of this number of bytes."""
SCRATCH_BYTES = 4 * PAGE_BYTES
"""Free memory of a new instance in bytes, for copies of arguments."""


class WasmModule:
    """A WebAssembly module, compiled to machine code at its first use. Its instances share the code."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._threads = threading.local()

    @cached_property
    def compiled_module(self) -> Any:
        """The compiled module (`wasmtime.Module`)."""
        import wasmtime

        return keep_until_exit(wasmtime.Module.from_file(wasm_engine(), str(self.path)))

    @property
    def thread_instance(self) -> WasmInstance:
        """The instance that belongs to the calling thread."""
        found: WasmInstance | None = getattr(self._threads, "instance", None)
        return found if found is not None else self.new_instance()

    def new_instance(self) -> WasmInstance:
        """Create an instance with an empty memory, make it the calling thread's instance, and return it."""
        instance: WasmInstance = WasmInstance(self.compiled_module)
        self._threads.instance = instance
        return instance


@cache
def wasm_engine() -> Any:
    """Return the wasmtime engine that compiles all modules of this process."""
    import wasmtime

    return keep_until_exit(wasmtime.Engine())


_runtime_objects: WeakSet[Any] = WeakSet()


def keep_until_exit(runtime_object: Any) -> Any:
    """Return a wasmtime object unchanged, and register it so that it is not freed when the process ends.

    Its finalizer would fail then, since Python clears modules first; and a thread may still be using it.
    """
    _runtime_objects.add(runtime_object)
    return runtime_object


@atexit.register
def _detach_runtime_objects() -> None:
    """Detach all registered wasmtime objects at exit; the system frees their memory."""
    for runtime_object in _runtime_objects:
        runtime_object._consume()


class WasmInstance:
    """One instance of a module: its exports and its memory.

    Memory after `heap` is free. It holds arrays that stay (`zeros`), and after them copies of arguments during a call.
    """

    def __init__(self, code: Any) -> None:
        import wasmtime

        self.store = keep_until_exit(wasmtime.Store(wasm_engine()))
        self.exports = cast("Any", wasmtime.Instance(self.store, code, []).exports(self.store))
        self._memory = self.exports["memory"]
        self.heap: int = self.exports["__heap_base"].value(self.store)
        self.base = self._base_address()
        self.end = self.base + int(self._memory.data_len(self.store))
        self.grow_memory_to(self.heap + SCRATCH_BYTES)
        self.functions: dict[str, Any] = {}
        """Prepared calls by export name; `exported_function.py` fills this dict."""

    def _base_address(self) -> int:
        """Return the address of the instance's memory in this process."""
        return ctypes.addressof(self._memory.data_ptr(self.store).contents)

    def grow_memory_to(self, size: int) -> None:
        """Grow the memory to at least `size` bytes. It never moves: the runtime reserves addresses for 4 GiB."""
        missing = self.base + size - self.end
        if missing > 0:
            self._memory.grow(self.store, -(-missing // PAGE_BYTES))
            assert self.base == self._base_address(), "The memory of a WebAssembly instance has moved."
            self.end = self.base + int(self._memory.data_len(self.store))

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Array:
        """Return an array in this memory, which kernels of this instance use without copying.

        It lives as long as the instance.
        """
        dtype = np.dtype(dtype)
        size = int(np.prod(shape)) * dtype.itemsize
        start = round_up_to_alignment(self.heap)
        self.grow_memory_to(start + size + SCRATCH_BYTES)
        self.heap = start + size
        raw = (ctypes.c_char * size).from_address(self.base + start)
        raw.instance = self  # keeps the memory alive with the array
        return np.frombuffer(raw, dtype).reshape(shape)


def round_up_to_alignment(address: int) -> int:
    """Return the address rounded up to a multiple of ALIGNMENT."""
    return (address + ALIGNMENT - 1) & -ALIGNMENT
