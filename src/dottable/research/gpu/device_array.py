"""Arrays in GPU memory that torch, JAX and CuPy read without a copy (DLPack, CUDA array interface)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from dottable.core.primitives.record import Array
from dottable.research.gpu.device import is_simulated, load_cuda

DLPACK_DEFAULT_STREAMS = (None, 0, 1)
"""DLPack's names for CUDA's legacy default stream, on which our kernels run: no synchronization is needed there."""
DLPACK_NO_SYNCHRONIZATION = -1
"""DLPack's stream number for a consumer that asks for no synchronization."""


class DeviceArray:
    """An array in GPU memory: `torch.from_dlpack(a)`, `jax.numpy.from_dlpack(a)`, `cupy.asarray(a)`.

    The consumer shares the memory: the next call that fills the array changes what the consumer sees.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        """Numba's device array, which kernels take."""

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.inner.shape)

    @property
    def dtype(self) -> Any:
        return self.inner.dtype

    def __len__(self) -> int:
        return self.shape[0]

    def to_host(self) -> Array:
        """Return a copy as a NumPy array, after all queued kernels have finished."""
        host: Array = self.inner.copy_to_host()
        return zero_padding_bytes(host) if is_simulated() and host.dtype.names else host

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self.inner.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        return _memory_view(self.inner).__dlpack_device__()

    def __dlpack__(self, *, stream: int | None = None, **asked: Any) -> Any:
        """Return a DLPack capsule; for a consumer on another stream, wait until all kernels have finished."""
        if stream not in (*DLPACK_DEFAULT_STREAMS, DLPACK_NO_SYNCHRONIZATION):
            load_cuda().synchronize()
        return _memory_view(self.inner).__dlpack__(stream=DLPACK_NO_SYNCHRONIZATION, **asked)

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"


def zero_padding_bytes(states: Array) -> Array:
    """Return a copy of records with zeros in the padding bytes, which the simulator leaves undefined."""
    clean = np.zeros(states.shape, states.dtype)
    for name in states.dtype.names or ():
        clean[name] = states[name]
    return clean


def _memory_view(inner: Any) -> Any:
    """Return cuda-core's view of device memory, which implements DLPack."""
    utils: Any = import_module("cuda.core.utils")
    return utils.StridedMemoryView.from_cuda_array_interface(inner, stream_ptr=DLPACK_NO_SYNCHRONIZATION)
