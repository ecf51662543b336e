"""Kernels that choose at their first call how they run: from a WebAssembly module, by Numba, or interpreted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from types import ModuleType
from typing import Any

import numpy as np

from dottable.core.portable.exported_function import ExportedFunction
from dottable.core.portable.find_wasm_functions import find_portable_function
from dottable.core.primitives.record import Array, wrap_for_rules
from dottable.core.primitives.rule import BACKEND, PORTABLE, compile_on_demand, has_numba, make_dispatcher

KernelFunction = Callable[..., Any]
"""A function that runs a kernel."""


class Kernel:
    """A function over arrays that Python calls.

    It runs from a WebAssembly module. Where its game has none, Numba compiles it, or Python interprets it.
    """

    def __init__(self, function: KernelFunction) -> None:
        update_wrapper(self, function)
        self.function = function
        self.run: KernelFunction = self._run_first
        self.example: tuple[Any, ...] | None = None
        """Arguments of the first call, from which Numba infers the types."""
        self._compiled: Any = None

    def __call__(self, *args: Any) -> Any:
        return self.run(*args)

    def _run_first(self, *args: Any) -> Any:
        """Choose how the kernel runs, keep the arguments as an example of their types, and run it."""
        self.example = args
        self.run = self.preferred_function
        return self.run(*args)

    @property
    def is_portable(self) -> bool:
        """Whether the kernel runs from a WebAssembly module at present."""
        return self.run in (self._run_first, self.preferred_function) and isinstance(
            self.preferred_function, ExportedFunction
        )

    @cached_property
    def preferred_function(self) -> KernelFunction:
        """The function that runs the kernel until `switch_to_compiled`: WebAssembly, else Numba, else plain Python."""
        if BACKEND == PORTABLE:
            portable = find_portable_function(self.function)
            if portable is not None:
                return portable
            if has_numba():
                return self.numba_function
        return self.interpret

    @property
    def numba_function(self) -> KernelFunction:
        """The kernel as a Numba function, which is compiled or read from the disk cache at its first call."""
        if self._compiled is None:
            compile_on_demand()
            self._compiled = make_dispatcher(self.function, inline=True)
        return self._compiled

    @property
    def _numba_type_(self) -> Any:
        """The type by which Numba compiles calls of this kernel in other kernels."""
        compiled: Any = self.numba_function
        return compiled._numba_type_

    def interpret(self, *args: Any) -> Any:
        """Run the kernel as plain Python."""
        return self.function(*map(wrap_argument, args))

    def switch_to_compiled(self) -> None:
        """Compile the kernel with Numba, or load it from the cache, and run that from now on.

        A kernel that was never called stays as it is.
        """
        if self.example is not None and self.is_portable:
            from numba import typeof

            compiled: Any = self.numba_function
            compiled.compile(tuple(map(typeof, self.example)))
            self.run = compiled


def kernels_of(*modules: ModuleType) -> list[Kernel]:
    """Return all kernels (`Kernel` objects) that these Python modules define."""
    return [value for module in modules for value in vars(module).values() if isinstance(value, Kernel)]


def array_allocator_for(kernel: Any) -> Callable[..., Array]:
    """Return a function like `np.zeros` for arrays that the kernel can use without copying them, in this thread."""
    if isinstance(kernel, Kernel) and kernel.is_portable:
        return kernel.preferred_function.module.new_instance().zeros  # type: ignore[attr-defined]
    return np.zeros


def wrap_argument(value: Any) -> Any:
    """Return an argument in the form that interpreted rules take: arrays wrapped, also inside a tuple."""
    if isinstance(value, tuple):
        return type(value)(*map(wrap_argument, value))
    return wrap_for_rules(value)
