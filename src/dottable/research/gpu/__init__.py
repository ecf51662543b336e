"""Runs the rules of a game on a GPU: thousands of matches in device memory, one match per thread.

Needs an NVIDIA GPU and `pip install 'dottable[gpu]'`. No other package imports this package.
"""

from dottable.research.gpu.cuda_access import NoGpu, is_available, unavailable_reason
from dottable.research.gpu.device_array import DeviceArray
from dottable.research.gpu.gpu_batch import GpuBatch
from dottable.research.gpu.random_playouts import GpuResults, PlayoutRunner, play_out

__all__ = [
    "DeviceArray",
    "GpuBatch",
    "GpuResults",
    "NoGpu",
    "PlayoutRunner",
    "is_available",
    "play_out",
    "unavailable_reason",
]
