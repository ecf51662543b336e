"""Slow network connections without `tc netem`: two network namespaces joined by TUN devices, with delays per client.

Both ends use the kernel's TCP, so acknowledgements and `TCP_INFO` are real. Needs root and /dev/net/tun.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import os
import random
import struct
import subprocess
from collections.abc import Mapping, Sequence

SERVER_ADDRESS = "10.72.0.1"
CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
DEVICE = "line0"
MAX_PACKET = 65_536
IPV4_SOURCE, IPV4_DESTINATION = slice(12, 16), slice(16, 20)


def is_available() -> bool:
    """Return whether this process may create namespaces and TUN devices."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and os.access("/dev/net/tun", os.R_OK | os.W_OK)


def enter_namespace(addresses: Sequence[str]) -> int:
    """Move this process into a new network namespace with a TUN device. Return the device's file descriptor."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNET) != 0:
        raise OSError(ctypes.get_errno(), "cannot create a network namespace")
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", DEVICE.encode(), IFF_TUN | IFF_NO_PI))
    commands = [["ip", "link", "set", "lo", "up"]]
    commands += [["ip", "address", "add", f"{address}/24", "dev", DEVICE] for address in addresses]
    for command in [*commands, ["ip", "link", "set", DEVICE, "up"]]:
        subprocess.run(command, check=True)
    return device


class DelayLine:
    """Passes packets between the two devices. Each client address has its own one-way delay."""

    def __init__(self, server: int, clients: int, delays_ms: Mapping[str, float], jitter: float) -> None:
        self.devices = (server, clients)
        self.delays_s = {bytes(map(int, address.split("."))): ms / 1000 for address, ms in delays_ms.items()}
        self.jitter = jitter
        """Standard deviation of a delay as a share of it. Packets never overtake each other."""
        self._last_s: dict[tuple[int, bytes], float] = {}
        self._luck = random.Random(7)

    async def run(self) -> None:
        """Pass packets until the process ends."""
        loop = asyncio.get_running_loop()
        for side in (0, 1):
            loop.add_reader(self.devices[side], self._pass_packets, loop, side)
        await asyncio.Event().wait()

    def _pass_packets(self, loop: asyncio.AbstractEventLoop, side: int) -> None:
        while True:
            try:
                packet = os.read(self.devices[side], MAX_PACKET)
            except BlockingIOError:
                return
            address = packet[IPV4_DESTINATION if side == 0 else IPV4_SOURCE]
            delay_s = self.delays_s.get(address)
            if delay_s is None:  # for example IPv6
                continue
            at_s = loop.time() + max(0.0, self._luck.gauss(delay_s, delay_s * self.jitter))
            at_s = self._last_s[side, address] = max(at_s, self._last_s.get((side, address), 0.0) + 1e-6)
            loop.call_at(at_s, os.write, self.devices[1 - side], packet)
