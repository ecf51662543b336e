"""The door to Numba's CUDA, opened only when somebody asks for a GPU."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from dottable.core.errors import DottableError
from dottable.core.rule import INTERPRETED

HOW_TO_INSTALL = "pip install 'dottable[gpu]'"
SIMULATOR_VARIABLE = "NUMBA_ENABLE_CUDASIM"


class NoGpu(DottableError):
    """There is nothing here to run kernels on; the text says what is missing."""


def is_simulated() -> bool:
    """Whether kernels run in Numba's simulator: plain Python, for tests and debuggers."""
    return os.environ.get(SIMULATOR_VARIABLE, "0") not in ("", "0")


@cache
def load_cuda() -> Any:
    """The module `numba.cuda`, whether or not there is a GPU."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda asks for it by its old name, which NumPy 2.5 dropped
    from numba import cuda

    return cuda


@cache
def why_not() -> str | None:
    """Why no kernel can run here, in a sentence; None if one can."""
    if is_simulated():
        return None if INTERPRETED else "The simulator takes interpreted rules only: set NUMBA_DISABLE_JIT=1 too."
    if find_spec("numba_cuda") is None:
        return f"The package numba-cuda is not installed: {HOW_TO_INSTALL}"
    try:
        is_there = load_cuda().is_available()
    except Exception as error:  # whatever a broken driver raises, people want the sentence
        return f"CUDA does not start here: {error}"
    return None if is_there else "There is no NVIDIA GPU here, or no driver for it."


def is_available() -> bool:
    """Whether kernels can run here."""
    return why_not() is None


def require_gpu() -> Any:
    """The module `numba.cuda` on a machine that has a GPU; NoGpu says what is missing elsewhere."""
    reason = why_not()
    if reason is not None:
        raise NoGpu(reason)
    return load_cuda()
