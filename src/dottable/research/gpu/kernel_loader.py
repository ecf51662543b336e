"""Loads `gpu_kernels.py` and `search_series_kernels.py` with a game's rules and compiles their kernels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from dottable.bots.search.kernel_loader import search_kernels
from dottable.bots.search.search_bot import path_length
from dottable.core.game import Game
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.primitives.record import wrap_for_rules
from dottable.research.gpu.cuda_access import is_simulated, load_cuda
from dottable.research.gpu.device_functions import DeviceFunctions, rebind_globals

KERNELS_FILE = Path(__file__).with_name("gpu_kernels.py")
SEARCH_SERIES_KERNELS_FILE = Path(__file__).with_name("search_series_kernels.py")
KERNEL_SUFFIX = "_kernel"
MAX_REGISTERS = 64
"""Maximum registers per thread. Fewer registers let more threads run at once, which is faster for games with much code
(docs/research/gpu.md)."""
MAX_CONSTANT_BYTES = 2048
"""Size in bytes above which a table of a search lies in device memory. Bots have larger tables than the 64 KiB of
constant memory, and threads that read different entries of constant memory wait for each other."""
SIMULATED_LOCAL_MEMORY = SimpleNamespace(
    local=SimpleNamespace(array=lambda count, record, _alignment: np.zeros(count, record))
)
"""Replaces `aligned` of `gpu_kernels.py` in the CUDA simulator. It allocates a thread's local memory with NumPy."""


@cache
def gpu_kernels(game: Game) -> SimpleNamespace:
    """Return a game's kernels as attributes, named without KERNEL_SUFFIX."""
    return SimpleNamespace(**{name: compile_kernel(game, name) for name in kernel_functions(game)})


def compile_kernel(game: Game, name: str, max_registers: int | None = MAX_REGISTERS) -> Any:
    """Return the kernel with this name. CUDA compiles it at its first launch."""
    return compile_function(kernel_functions(game)[name], max_registers)


def compile_function(function: Any, max_registers: int | None = MAX_REGISTERS) -> Any:
    """Return a plain function that calls device functions as a kernel. CUDA compiles it at its first launch."""
    cuda: Any = load_cuda()
    if max_registers is None or is_simulated():
        return cuda.jit(function)
    return cuda.jit(function, max_registers=max_registers)


@cache
def kernel_functions(game: Game) -> dict[str, Any]:
    """Return the kernels of a game as plain functions that call device functions."""
    return device_kernel_functions(load_kernels(game, KERNELS_FILE), game)


@cache
def search_kernel_functions(game: Game) -> dict[str, Any]:
    """Return the kernels of `search_series_kernels.py` for a game as plain functions that call device functions."""
    module = load_kernels(game, SEARCH_SERIES_KERNELS_FILE)
    vars(module).update(SEARCH=search_kernels(game), PATH_LENGTH=path_length(game))
    return device_kernel_functions(module, game, MAX_CONSTANT_BYTES)


@cache
def compiled_search_kernel(game: Game, name: str, max_registers: int | None = None) -> Any:
    """Return the kernel of `search_series_kernels.py` with this name. CUDA compiles it only once per process."""
    return compile_function(search_kernel_functions(game)[name], max_registers)


def device_kernel_functions(module: ModuleType, game: Game, max_constant_bytes: int | None = None) -> dict[str, Any]:
    """Return the functions of a module whose names end in KERNEL_SUFFIX, with device functions as their globals."""
    record = game.state.STATE
    if is_simulated():
        vars(module).update(synchronize_warp=synchronize_simulated_warp)
        namespace = DeviceFunctions(max_constant_bytes).convert_namespace(vars(module))
        namespace.update(RECORD=record, aligned=SIMULATED_LOCAL_MEMORY, as_rule_arguments=unwrap_simulated_array)
    else:
        import numba

        namespace = DeviceFunctions(max_constant_bytes).convert_namespace(vars(module))
        namespace.update(RECORD=numba.from_dtype(record), aligned=load_cuda())
    functions = {name: value for name, value in vars(module).items() if name.endswith(KERNEL_SUFFIX)}
    return {
        name.removesuffix(KERNEL_SUFFIX): rebind_globals(function, namespace) for name, function in functions.items()
    }


def synchronize_simulated_warp(_is_idle: bool, is_done: bool) -> int:  # noqa: FBT001
    """Return the next step of a thread in the CUDA simulator, where a thread never waits for others.

    Replaces `gpu_kernels.synchronize_warp`.
    """
    return 0 if is_done else 2


def unwrap_simulated_array(value: Any) -> Any:
    """Replace `as_rule_arguments` in the CUDA simulator: return the NumPy array of a simulated device array.

    A structure is unwrapped field by field.
    """
    if isinstance(value, tuple):
        return type(value)(*map(unwrap_simulated_array, value))
    inner = getattr(value, "_item", value)
    return wrap_for_rules(getattr(inner, "_ary", inner))
