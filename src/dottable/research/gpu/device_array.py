"""Arrays in GPU memory that torch, JAX and CuPy read without a copy (DLPack, CUDA array interface)."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from dottable.core.primitives.record import Array
from dottable.research.gpu.cuda_access import is_simulated, load_cuda

DLPACK_DEFAULT_STREAMS = (None, 0, 1)
"""DLPack's names for CUDA's legacy default stream. Our kernels run on it, so such a consumer needs no
synchronization."""
DLPACK_NO_SYNCHRONIZATION = -1
"""DLPack's stream number for a consumer that asks for no synchronization."""


class DeviceArray:
    """An array in GPU memory: `torch.from_dlpack(a)`, `jax.numpy.from_dlpack(a)`, `cupy.asarray(a)`.

    The consumer shares the memory. So the next call that fills the array also changes the consumer's tensor.
    """

    def __init__(self, inner: Any) -> None:
        self.inner = inner
        """The device array of Numba, which kernels take as argument."""

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
        return with_zeroed_padding(host) if is_simulated() and host.dtype.names else host

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return self.inner.__cuda_array_interface__

    def __dlpack_device__(self) -> tuple[int, int]:
        return _memory_view(self.inner).__dlpack_device__()

    def __dlpack__(self, *, stream: int | None = None, **options: Any) -> Any:
        """Return a DLPack capsule. For a consumer on another stream, first wait until all kernels have finished."""
        if stream not in (*DLPACK_DEFAULT_STREAMS, DLPACK_NO_SYNCHRONIZATION):
            load_cuda().synchronize()
        return _memory_view(self.inner).__dlpack__(stream=DLPACK_NO_SYNCHRONIZATION, **options)

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"


def with_zeroed_padding(states: Array) -> Array:
    """Return a copy of records with zeros in the padding bytes, which the CUDA simulator leaves undefined."""
    clean = np.zeros(states.shape, states.dtype)
    for name in states.dtype.names or ():
        clean[name] = states[name]
    return clean


def _memory_view(inner: Any) -> Any:
    """Return cuda-core's view of device memory, which implements DLPack."""
    utils: Any = import_module("cuda.core.utils")
    return utils.StridedMemoryView.from_cuda_array_interface(inner, stream_ptr=DLPACK_NO_SYNCHRONIZATION)
