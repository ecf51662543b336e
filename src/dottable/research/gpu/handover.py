"""Arrays that stay on the device, in a form that torch, JAX and CuPy take without a copy."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from dottable.core.record import Array
from dottable.research.gpu.device import is_simulated, load_cuda

LEGACY_STREAMS = (None, 0, 1)
"""How consumers name the stream that our kernels run on: no waiting is needed there."""
NO_WAITING = -1


class DeviceArray:
    """An array in the GPU's memory: `torch.from_dlpack(it)`, `jax.numpy.from_dlpack(it)`, `cupy.asarray(it)`.

    The consumer sees the memory itself: the next call that fills it changes what the consumer sees.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        """Numba's own array, for kernels."""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.inner.shape)

    @property
    def dtype(self) -> Any:
        return self.inner.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def to_host(self) -> Array:
        """A copy as a NumPy array, once all that was asked of the GPU is done."""
        host: Array = self.inner.copy_to_host()
        return without_gaps(host) if is_simulated() and host.dtype.names else host

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self.inner.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        return _memory_view(self.inner).__dlpack_device__()

    def __dlpack__(self, *, stream: int | None = None, **asked: Any) -> Any:
        """A capsule around the memory; a consumer on another stream finds all work done."""
        if stream not in (*LEGACY_STREAMS, NO_WAITING):
            load_cuda().synchronize()
        return _memory_view(self.inner).__dlpack__(stream=NO_WAITING, **asked)

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"


def without_gaps(states: Array) -> Array:
    """The same records with zeros between their fields, where the simulator's copies leave anything."""
    clean = np.zeros(states.shape, states.dtype)
    for name in states.dtype.names or ():
        clean[name] = states[name]
    return clean


def _memory_view(inner: Any) -> Any:
    """NVIDIA's own view of device memory, which speaks DLPack."""
    utils: Any = import_module("cuda.core.utils")
    return utils.StridedMemoryView.from_cuda_array_interface(inner, stream_ptr=NO_WAITING)
