"""Converts rules to CUDA device functions: the code object of every rule is compiled for the GPU.

A rule is a plain function wrapped by Numba's CPU compiler. Its device function wraps the same code with the CUDA
compiler. The function gets a copy of its module's namespace in which every other rule is a device function too. So no
rule is written twice and no module is imported twice.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any, cast

import numpy as np

from dottable.core.primitives.rule import CALLS_ARE_INTERPRETED
from dottable.research.gpu.cuda_access import load_cuda


class DeviceFunctions:
    """Converts rules to CUDA device functions, each rule only once. Uncompiled rules are returned unchanged."""

    def __init__(self, max_constant_bytes: int | None = None) -> None:
        """Set the size above which tables are copied to device memory; None for never.

        All other tables go to constant memory, of which a kernel has 64 KiB.
        """
        self._cuda: Any = load_cuda()
        self._max_constant_bytes = max_constant_bytes
        self._tables: dict[int, Any] = {}
        self._rules: dict[int, Any] = {}
        self._modules: dict[int, ModuleType] = {}
        self._namespaces: dict[int, dict[str, Any]] = {}

    def to_device(self, value: Any) -> Any:
        """Return the device function of a rule, or a copy of a module with its rules converted.

        A large table becomes a device array. Any other value is returned unchanged.
        """
        if is_cpu_compiled_rule(value):
            return self._convert_rule(value)
        if isinstance(value, ModuleType) and any(map(is_cpu_compiled_rule, vars(value).values())):
            return self._convert_module(value)
        if isinstance(value, np.ndarray) and not CALLS_ARE_INTERPRETED:
            return self._convert_table(value)
        return value

    def convert_namespace(self, names: dict[str, Any]) -> dict[str, Any]:
        """Return a copy of a module's namespace in which every rule is a device function."""
        if id(names) not in self._namespaces:
            copy = self._namespaces[id(names)] = dict(names)  # stored before it is filled: imports may be circular
            copy.update({name: self.to_device(value) for name, value in names.items()})
        return self._namespaces[id(names)]

    def _convert_module(self, module: ModuleType) -> ModuleType:
        if id(module) not in self._modules:
            converted = self._modules[id(module)] = ModuleType(module.__name__)
            vars(converted).update(self.convert_namespace(vars(module)))
        return self._modules[id(module)]

    def _convert_table(self, table: Any) -> Any:
        """Return a copy of a large table in device memory, or a small table unchanged."""
        if self._max_constant_bytes is None or table.nbytes <= self._max_constant_bytes:
            return table
        if id(table) not in self._tables:
            self._tables[id(table)] = self._cuda.to_device(table)
        return self._tables[id(table)]

    def _convert_rule(self, rule: Any) -> Any:
        plain = rule.py_func
        namespace = self.convert_namespace(plain.__globals__)
        if id(rule) not in self._rules:
            is_inlined = bool(rule.targetoptions.get("forceinline"))
            function = rebind_globals(plain, namespace)
            self._rules[id(rule)] = widen_integer_arguments(
                self._cuda.jit(device=True, forceinline=is_inlined)(function)
            )
        return self._rules[id(rule)]


def is_cpu_compiled_rule(value: Any) -> bool:
    """Return whether a value is a function compiled for the CPU."""
    if CALLS_ARE_INTERPRETED:
        return False
    from numba.core.registry import CPUDispatcher

    return isinstance(value, CPUDispatcher)


def rebind_globals(function: Any, namespace: dict[str, Any]) -> FunctionType:
    """Return a copy of a function that looks up its global names in `namespace`."""
    copy = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    copy.__qualname__, copy.__module__, copy.__doc__ = function.__qualname__, function.__module__, function.__doc__
    return copy


def widen_integer_arguments(compiled: Any) -> Any:
    """Make a device function treat all integer arguments as 64-bit integers, as rules do on the CPU.

    Results depend on this: a sum of 32-bit words would have another type than on the CPU, and so another value.
    """
    from numba.core import types

    def wide(kind: Any) -> Any:
        kind = cast("Any", types).unliteral(kind)
        is_narrow = isinstance(kind, types.Integer) and cast("Any", kind).bitwidth < 64
        return types.int64 if is_narrow else kind

    original = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return original(tuple(map(wide, args)), {name: wide(kind) for name, kind in kws.items()})

    compiled.get_call_template = get_call_template
    return compiled
