"""Loads `gpu_kernels.py` around a game's rules and turns it into kernels."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from dottable.core.game import Game
from dottable.core.kernels import load_kernels
from dottable.core.record import plain
from dottable.research.gpu.device import is_simulated, load_cuda
from dottable.research.gpu.twins import Twins, moved

SOURCE = Path(__file__).with_name("gpu_kernels.py")
KERNEL = "_kernel"
SIMULATED = SimpleNamespace(local=SimpleNamespace(array=lambda count, record, _alignment: np.zeros(count, record)))
"""In the simulator: where a thread has its own memory for a match."""


REGISTERS = 64
"""A thread's registers: with fewer of them more threads run at once, which pays for the games with much code."""


@cache
def gpu_kernels(game: Game) -> SimpleNamespace:
    """The kernels of a game, by their names without the ending."""
    return SimpleNamespace(**{name: compile_kernel(game, name) for name in kernel_functions(game)})


def compile_kernel(game: Game, name: str, max_registers: int | None = REGISTERS) -> Any:
    """One kernel, compiled when it is first launched."""
    cuda: Any = load_cuda()
    function = kernel_functions(game)[name]
    if max_registers is None or is_simulated():
        return cuda.jit(function)
    return cuda.jit(function, max_registers=max_registers)


@cache
def kernel_functions(game: Game) -> dict[str, Any]:
    """What becomes a kernel, still as plain functions around the twins of the game's rules."""
    cuda: Any = load_cuda()
    module = load_kernels(game, SOURCE)
    if is_simulated():
        vars(module).update(warp_goes_on=alone)
    namespace = Twins().namespace(vars(module))
    if is_simulated():
        namespace.update(RECORD=game.state.STATE, thread=SIMULATED, as_rules_see=unwrapped)
    else:
        import numba

        namespace.update(RECORD=numba.from_dtype(game.state.STATE), thread=cuda)
    functions = {name: value for name, value in vars(module).items() if name.endswith(KERNEL)}
    return {name.removesuffix(KERNEL): moved(function, namespace) for name, function in functions.items()}


def alone(_is_idle: bool, is_done: bool) -> int:  # noqa: FBT001
    """In the simulator: a thread waits for nobody."""
    return 0 if is_done else 2


def unwrapped(array: Any) -> Any:
    """In the simulator: the NumPy array inside a pretended device array, in the form that interpreted rules take."""
    inner = getattr(array, "_item", array)
    return plain(getattr(inner, "_ary", inner))
