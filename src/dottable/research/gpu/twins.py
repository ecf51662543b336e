"""The same rules for another processor: every compiled rule gets a twin that CUDA compiles.

A rule is a plain function with a CPU compiler around it. Its twin is that very function with a CUDA
compiler around it, living in a copy of its module's namespace in which every other rule is a twin too.
No line of a rule is written twice, and no module is imported twice.
"""

from __future__ import annotations

from types import FunctionType, ModuleType
from typing import Any, cast

from dottable.core.rule import INTERPRETED
from dottable.research.gpu.device import load_cuda


class Twins:
    """Twins of rules, made once each. Interpreted rules are their own twins."""

    def __init__(self) -> None:
        self._cuda: Any = load_cuda()
        self._rules: dict[int, Any] = {}
        self._modules: dict[int, ModuleType] = {}
        self._namespaces: dict[int, dict[str, Any]] = {}

    def of(self, thing: Any) -> Any:
        """The twin of a rule or of a module with rules; anything else is its own."""
        if is_rule(thing):
            return self._rule(thing)
        if isinstance(thing, ModuleType) and any(map(is_rule, vars(thing).values())):
            return self._module(thing)
        return thing

    def namespace(self, names: dict[str, Any]) -> dict[str, Any]:
        """A copy of a module's namespace with every rule exchanged for its twin."""
        if id(names) not in self._namespaces:
            copy = self._namespaces[id(names)] = dict(names)  # entered before it is filled: modules may go in circles
            copy.update({name: self.of(value) for name, value in names.items()})
        return self._namespaces[id(names)]

    def _module(self, module: ModuleType) -> ModuleType:
        if id(module) not in self._modules:
            twin = self._modules[id(module)] = ModuleType(module.__name__)
            vars(twin).update(self.namespace(vars(module)))
        return self._modules[id(module)]

    def _rule(self, rule: Any) -> Any:
        plain = rule.py_func
        namespace = self.namespace(plain.__globals__)
        if id(rule) not in self._rules:
            is_inlined = bool(rule.targetoptions.get("forceinline"))
            function = moved(plain, namespace)
            self._rules[id(rule)] = widened(self._cuda.jit(device=True, forceinline=is_inlined)(function))
        return self._rules[id(rule)]


def is_rule(thing: Any) -> bool:
    """Whether this is a function compiled for the CPU."""
    if INTERPRETED:
        return False
    from numba.core.registry import CPUDispatcher

    return isinstance(thing, CPUDispatcher)


def moved(function: Any, namespace: dict[str, Any]) -> FunctionType:
    """The same function reading its names from another namespace."""
    twin = FunctionType(function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__)
    twin.__qualname__, twin.__module__, twin.__doc__ = function.__qualname__, function.__module__, function.__doc__
    return twin


def widened(compiled: Any) -> Any:
    """Let callers pass whole numbers of any width, but compile for 64 bits, as `core.rule` does on the CPU.

    Not for speed alone: a sum of 32-bit words would have another type, and so other values, than on the CPU.
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
