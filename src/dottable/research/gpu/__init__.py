"""The same rules on a GPU: thousands of matches resident on the device, a match a thread.

Needs an NVIDIA GPU and `pip install 'dottable[gpu]'`; nothing here is imported by anything else.
"""

from dottable.research.gpu.batch import GpuBatch
from dottable.research.gpu.device import NoGpu, is_available, why_not
from dottable.research.gpu.handover import DeviceArray
from dottable.research.gpu.playouts import Player, Playouts, play_out

__all__ = ["DeviceArray", "GpuBatch", "NoGpu", "Player", "Playouts", "is_available", "play_out", "why_not"]
