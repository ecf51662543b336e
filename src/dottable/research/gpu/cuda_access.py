"""Access to `numba.cuda`, which is imported only when needed, and the reason if no GPU can be used."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from dottable.core.errors import DottableError
from dottable.core.primitives.rule import CALLS_ARE_INTERPRETED

SIMULATOR_VARIABLE = "NUMBA_ENABLE_CUDASIM"


class NoGpu(DottableError):
    """Raised when no kernel can run on this machine. The message says what is missing."""


def is_simulated() -> bool:
    """Return whether kernels run in Numba's CUDA simulator (plain Python, for tests and debuggers)."""
    return os.environ.get(SIMULATOR_VARIABLE, "0") not in ("", "0")


@cache
def load_cuda() -> Any:
    """Import and return `numba.cuda`, with or without a GPU."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda uses this alias, which NumPy 2.5 removed
    from numba import cuda

    return cuda


@cache
def unavailable_reason() -> str | None:
    """Return a sentence that says why no kernel can run on this machine; None if kernels can run."""
    if is_simulated():
        return None if CALLS_ARE_INTERPRETED else "The CUDA simulator needs interpreted rules. Set NUMBA_DISABLE_JIT=1."
    if find_spec("numba_cuda") is None:
        return "Package 'numba-cuda' is not installed. Run: pip install 'dottable[gpu]'"
    try:
        has_gpu = load_cuda().is_available()
    except Exception as error:  # a broken driver may raise any exception
        return f"CUDA does not start: {error}"
    return None if has_gpu else "No NVIDIA GPU or no driver for it was found."


def is_available() -> bool:
    """Return whether kernels can run here."""
    return unavailable_reason() is None


def require_gpu() -> Any:
    """Return `numba.cuda`; raise NoGpu if no kernel can run here."""
    reason = unavailable_reason()
    if reason is not None:
        raise NoGpu(reason)
    return load_cuda()
