"""Measures one game for `run.py`: `one_game.py SLUG MATCHES FOLDER LOCK [--tune]`; writes FOLDER/SLUG.json."""

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

from dottable.core.conformance import gpu_checks
from dottable.core.matches.batch import Batch
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.registry import find_game
from dottable.research.gpu import GpuBatch, PlayoutRunner
from dottable.research.gpu.cuda_access import require_gpu
from dottable.research.gpu.kernel_loader import MAX_REGISTERS, compile_kernel
from dottable.research.gpu.playout_digest import play_to_end

SECONDS, GPU_SECONDS = 0.4, 0.2
"""Approximate duration of one measurement, in seconds."""
FIRST_QUOTA = 200
"""Steps per thread of the first launch, from which the later quotas are derived."""
LOCK_TIMEOUT_S = 240
"""Longest wait for the other games' processes; a hanging process must not block the rest."""
THREADS_PER_PROCESSOR = (128, 256, 512, 1024, 2048)
BLOCK = 64
OTHER_REGISTER_LIMITS = (None, 128)
BATCH, BATCH_STEPS = 2**17, 50


class Bench:
    """The benchmark of one game; its results so far are written to a file after every measurement."""

    def __init__(self, slug: str, matches: int, folder: Path, *, tune: bool) -> None:
        self.game, self.matches, self.folder, self.tune = find_game(slug), matches, folder, tune
        self.cuda = require_gpu()
        self.series = Series(
            SeriesConfig(
                self.game, seats=self.game.min_seats, options=self.game.state.Options(), seed=seed_from("bench")
            )
        )
        self.results: dict[str, Any] = {"game": slug, "seats": self.series.seats, "record_bytes": self.record_bytes}

    @property
    def record_bytes(self) -> int:
        return int(self.game.state.STATE.itemsize)

    def record(self, **results: Any) -> None:
        """Add results, and write all results to the file."""
        self.results.update(results)
        (self.folder / f"{self.game.slug}.json").write_text(json.dumps(self.results, indent=2))
        print(f"{self.game.slug}: {json.dumps(results)}", flush=True)

    def compile(self) -> None:
        """Compile the playouts for CPU and GPU, and record the compile times."""
        start = time.perf_counter()
        steps = self.series.play(0, 200).steps
        self.record(cpu_compile_seconds=round(time.perf_counter() - start, 1), steps_per_match=float(steps.mean()))
        start = time.perf_counter()
        PlayoutRunner(self.series, 32, threads=32, block=32).play(0, 10).steps_made.to_host()
        self.record(gpu_compile_seconds=round(time.perf_counter() - start, 1), gpu=self.gpu_name())

    def gpu_name(self) -> str:
        name = self.cuda.get_current_device().name
        return name.decode() if isinstance(name, bytes) else str(name)

    def same_bytes(self) -> None:
        """Record whether playouts and batches give the same bytes on both, over all options and seat counts."""
        start = time.perf_counter()
        seed = seed_from("same bytes")
        gpu = gpu_checks.match_results_digest(self.game, self.matches, seed, play_to_end, GpuBatch)
        cpu = gpu_checks.match_results_digest(self.game, self.matches, seed, gpu_checks.play_to_end, Batch)
        self.record(same_bytes=gpu == cpu, same_bytes_matches=self.matches, same_bytes_seconds=seconds_since(start))

    def cpu_rate(self) -> float:
        """Return the steps per second on one core, the median of five runs."""
        start = time.perf_counter()
        self.series.play(0, 200)
        matches = max(200, int(200 * SECONDS / (time.perf_counter() - start)))
        rates = []
        for k in range(5):
            start = time.perf_counter()
            steps = int(self.series.play(k * matches, matches).steps.sum())
            rates.append(steps / (time.perf_counter() - start))
        self.record(cpu_steps_per_second=median(rates))
        return median(rates)

    def gpu_rates(self, cpu: float) -> None:
        """Record the steps per second of every launch shape, and the best one with its ratio to `cpu`."""
        processors = self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        tried: list[dict[str, Any]] = []
        for registers in (MAX_REGISTERS, *OTHER_REGISTER_LIMITS) if self.tune else (MAX_REGISTERS,):
            kernel = compile_kernel(self.game, "play", max_registers=registers)
            for per_processor in THREADS_PER_PROCESSOR:
                rate = self.gpu_rate(kernel, processors * per_processor)
                tried.append({"threads": processors * per_processor, "register_limit": registers, "rate": rate})
            tried[-1]["registers"] = first_value(kernel.get_regs_per_thread())
            tried[-1]["local_bytes"] = first_value(kernel.get_local_mem_per_thread())
            best = max(tried, key=lambda one: one["rate"])
            self.record(gpu_steps_per_second=best["rate"], ratio=best["rate"] / cpu, best=best, tried=tried)

    def gpu_rate(self, kernel: Any, threads: int) -> float:
        """Return the steps per second with this many threads, in a launch of about GPU_SECONDS."""
        length = max(1.0, self.results["steps_per_match"])
        quota, rate = FIRST_QUOTA, 0.0
        for _ in range(3):
            runner = PlayoutRunner(
                self.series, int(threads * (quota / length * 1.3 + 2)), threads=threads, block=BLOCK, kernel=kernel
            )
            self.cuda.synchronize()
            start = time.perf_counter()
            steps_made = runner.play(0, quota).steps_made
            self.cuda.synchronize()
            taken = time.perf_counter() - start
            rate = float(steps_made.to_host().sum()) / taken
            quota = int(min(200_000, max(FIRST_QUOTA, quota * GPU_SECONDS / taken)))
        return rate

    def batch_rate(self) -> None:
        """Record the steps per second of GpuBatch, without and with masks and observations."""
        batch = GpuBatch(self.game, BATCH, seats=self.series.seats, seed=seed_from("batch"))
        batch.reset()

        def step() -> None:
            batch.step(batch.sample_actions())

        def step_with_observations() -> None:
            batch.legal()
            batch.observe()
            step()

        self.record(
            batch_size=BATCH,
            batch_steps_per_second=self.rate_of(step),
            batch_steps_with_masks_and_observations_per_second=self.rate_of(step_with_observations),
        )

    def rate_of(self, step: Callable[[], None]) -> float:
        """Return the match steps per second of a batch step."""
        step()
        self.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(BATCH_STEPS):
            step()
        self.cuda.synchronize()
        return BATCH * BATCH_STEPS / (time.perf_counter() - start)

    def array_exchange(self) -> None:
        """Record whether torch, JAX and CuPy read device arrays without a copy, and whether torch's actions work."""
        batch = GpuBatch(self.game, 64, seats=self.series.seats, seed=seed_from("hand over"))
        batch.reset()
        mask = batch.legal().to_host()
        seen: dict[str, str] = {}
        for name, read in {"torch": through_torch, "jax": through_jax, "cupy": through_cupy}.items():
            try:
                seen[name] = "same" if np.array_equal(read(batch.mask), mask) else "DIFFERENT"
            except Exception as error:
                seen[name] = f"{type(error).__name__}: {error}"[:300]
        try:
            import torch

            batch.step(torch.from_dlpack(batch.mask).argmax(dim=1))
            seen["torch actions"] = f"{int((batch.reasons.to_host() != 0).sum())} refused"
        except Exception as error:
            seen["torch actions"] = f"{type(error).__name__}: {error}"[:300]
        self.record(array_exchange=seen)


def through_torch(array: Any) -> Any:
    import torch

    return torch.from_dlpack(array).cpu().numpy()


def through_jax(array: Any) -> Any:
    import jax

    return np.asarray(jax.numpy.from_dlpack(array))


def through_cupy(array: Any) -> Any:
    import cupy

    return cupy.asnumpy(cupy.from_dlpack(array))


def first_value(value: Any) -> int:
    """Return a kernel attribute, which Numba reports as a number or per signature."""
    return int(next(iter(value.values())) if isinstance(value, dict) else value)


def seconds_since(start: float) -> float:
    return round(time.perf_counter() - start, 1)


@contextmanager
def exclusive(lock: IO[str]) -> Iterator[None]:
    """Hold the lock exclusively: all processes have compiled, and no other one measures.

    After LOCK_TIMEOUT_S continue without the lock.
    """
    deadline = time.monotonic() + LOCK_TIMEOUT_S
    while time.monotonic() < deadline:
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
        bench.compile()
        bench.same_bytes()
        if slug == "dot_tiles":
            bench.array_exchange()
        with exclusive(lock):
            bench.gpu_rates(bench.cpu_rate())
            bench.batch_rate()


if __name__ == "__main__":
    main()
