"""Measures one game for `run.py`: `one_game.py SLUG MATCHES FOLDER LOCK [--tune]`, results into FOLDER/SLUG.json."""

from __future__ import annotations

import fcntl
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import IO, Any

import numpy as np

from dottable.core.batch import Batch
from dottable.core.conformance import on_gpu
from dottable.core.registry import find
from dottable.core.series import Series, seed_from
from dottable.research.gpu import GpuBatch, Player
from dottable.research.gpu.device import require_gpu
from dottable.research.gpu.kernels import REGISTERS, compile_kernel
from dottable.research.gpu.probe import finish

SECONDS, GPU_SECONDS = 0.4, 0.2
"""Roughly how long a measurement takes."""
FIRST_QUOTA = 200
PATIENCE = 240
THREADS_PER_PROCESSOR = (128, 256, 512, 1024, 2048)
BLOCK = 64
OTHER_REGISTERS = (None, 128)
BATCH, BATCH_STEPS = 2**17, 50


class Bench:
    """One game, its results so far, and the file that they are written to after every finding."""

    def __init__(self, slug: str, matches: int, folder: Path, *, tune: bool) -> None:
        self.game, self.matches, self.folder, self.tune = find(slug), matches, folder, tune
        self.cuda = require_gpu()
        self.series = Series(
            self.game, seats=self.game.min_seats, options=self.game.state.Options(), seed=seed_from("bench")
        )
        self.found: dict[str, Any] = {"game": slug, "seats": self.series.seats, "record_bytes": self.record_bytes}

    @property
    def record_bytes(self) -> int:
        return int(self.game.state.STATE.itemsize)

    def note(self, **found: Any) -> None:
        """Keep a finding, on the disk too."""
        self.found.update(found)
        (self.folder / f"{self.game.slug}.json").write_text(json.dumps(self.found, indent=2))
        print(f"{self.game.slug}: {json.dumps(found)}", flush=True)

    def warm(self) -> None:
        """Compile everything for both."""
        start = time.perf_counter()
        steps = self.series.play(0, 200).steps
        self.note(cpu_compile_seconds=round(time.perf_counter() - start, 1), steps_per_match=float(steps.mean()))
        start = time.perf_counter()
        Player(self.series, 32, threads=32, block=32).play(0, 10).made.to_host()
        self.note(gpu_compile_seconds=round(time.perf_counter() - start, 1), gpu=self.gpu_name())

    def gpu_name(self) -> str:
        name = self.cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)

    def same_bytes(self) -> None:
        """The ends of all matches and what batches tell, over all options and numbers of seats."""
        start = time.perf_counter()
        seed = seed_from("same bytes")
        gpu = on_gpu.digest(self.game, self.matches, seed, finish, GpuBatch)
        cpu = on_gpu.digest(self.game, self.matches, seed, on_gpu.finish, Batch)
        self.note(same_bytes=gpu == cpu, same_bytes_matches=self.matches, same_bytes_seconds=since(start))

    def cpu_rate(self) -> float:
        """Steps a second on one core."""
        start = time.perf_counter()
        self.series.play(0, 200)
        matches = max(200, int(200 * SECONDS / (time.perf_counter() - start)))
        rates = []
        for k in range(5):
            start = time.perf_counter()
            steps = int(self.series.play(k * matches, matches).steps.sum())
            rates.append(steps / (time.perf_counter() - start))
        self.note(cpu_steps_per_second=median(rates))
        return median(rates)

    def gpu_rates(self, cpu: float) -> None:
        """Steps a second by the shape of the launch; the best is what counts."""
        processors = self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        tried: list[dict[str, Any]] = []
        for registers in (REGISTERS, *OTHER_REGISTERS) if self.tune else (REGISTERS,):
            kernel = compile_kernel(self.game, "play", max_registers=registers)
            for per_processor in THREADS_PER_PROCESSOR:
                rate = self.gpu_rate(kernel, processors * per_processor)
                tried.append({"threads": processors * per_processor, "register_limit": registers, "rate": rate})
            tried[-1]["registers"] = first_value(kernel.get_regs_per_thread())
            tried[-1]["local_bytes"] = first_value(kernel.get_local_mem_per_thread())
            best = max(tried, key=lambda one: one["rate"])
            self.note(gpu_steps_per_second=best["rate"], ratio=best["rate"] / cpu, best=best, tried=tried)

    def gpu_rate(self, kernel: Any, threads: int) -> float:
        """Steps a second with so many threads, in a launch that takes about `GPU_SECONDS`."""
        length = max(1.0, self.found["steps_per_match"])
        quota, rate = FIRST_QUOTA, 0.0
        for _ in range(3):
            player = Player(
                self.series, int(threads * (quota / length * 1.3 + 2)), threads=threads, block=BLOCK, kernel=kernel
            )
            self.cuda.synchronize()
            start = time.perf_counter()
            made = player.play(0, quota).made
            self.cuda.synchronize()
            taken = time.perf_counter() - start
            rate = float(made.to_host().sum()) / taken
            quota = int(min(200_000, max(FIRST_QUOTA, quota * GPU_SECONDS / taken)))
        return rate

    def batch_rate(self) -> None:
        """Steps a second through the batch API: sample, step, and then masks and observations too."""
        batch = GpuBatch(self.game, BATCH, seats=self.series.seats, seed=seed_from("batch"))
        batch.reset()

        def step() -> None:
            batch.step(batch.sample())

        def whole_step() -> None:
            batch.legal()
            batch.observe()
            step()

        self.note(
            batch_size=BATCH,
            batch_steps_per_second=self.timed(step),
            batch_steps_with_masks_and_observations_per_second=self.timed(whole_step),
        )

    def timed(self, step: Callable[[], None]) -> float:
        step()
        self.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(BATCH_STEPS):
            step()
        self.cuda.synchronize()
        return BATCH * BATCH_STEPS / (time.perf_counter() - start)

    def hand_over(self) -> None:
        """Whether torch, JAX and CuPy see what lies on the device, and whether torch's actions are taken."""
        batch = GpuBatch(self.game, 64, seats=self.series.seats, seed=seed_from("hand over"))
        batch.reset()
        mask = batch.legal().to_host()
        seen: dict[str, str] = {}
        for name, look in {"torch": through_torch, "jax": through_jax, "cupy": through_cupy}.items():
            try:
                seen[name] = "same" if np.array_equal(look(batch.mask), mask) else "DIFFERENT"
            except Exception as error:
                seen[name] = f"{type(error).__name__}: {error}"[:300]
        try:
            import torch

            batch.step(torch.from_dlpack(batch.mask).argmax(dim=1))
            seen["torch actions"] = f"{int((batch.reasons.to_host() != 0).sum())} refused"
        except Exception as error:
            seen["torch actions"] = f"{type(error).__name__}: {error}"[:300]
        self.note(hand_over=seen)


def through_torch(array: Any) -> Any:
    import torch

    return torch.from_dlpack(array).cpu().numpy()


def through_jax(array: Any) -> Any:
    import jax

    return np.asarray(jax.numpy.from_dlpack(array))


def through_cupy(array: Any) -> Any:
    import cupy

    return cupy.asnumpy(cupy.from_dlpack(array))


def first_value(found: Any) -> int:
    return int(next(iter(found.values())) if isinstance(found, dict) else found)


def since(start: float) -> float:
    return round(time.perf_counter() - start, 1)


@contextmanager
def alone(lock: IO[str]) -> Iterator[None]:
    """Measure while nobody else does, and after all have compiled; somebody who hangs is not waited for."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except OSError:
            fcntl.flock(lock, fcntl.LOCK_UN)
            time.sleep(0.5)
    yield
    fcntl.flock(lock, fcntl.LOCK_UN)


def main() -> None:
    slug, matches, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
    with Path(sys.argv[4]).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        bench = Bench(slug, matches, folder, tune="--tune" in sys.argv)
        bench.warm()
        bench.same_bytes()
        if slug == "dot_tiles":
            bench.hand_over()
        with alone(lock):
            bench.gpu_rates(bench.cpu_rate())
            bench.batch_rate()


if __name__ == "__main__":
    main()
