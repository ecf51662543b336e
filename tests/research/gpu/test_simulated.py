"""Kernels in Numba's simulator, thread by thread in plain Python, against the CPU's compiled code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from dottable.core.batch import Batch
from dottable.core.conformance import on_gpu
from dottable.core.conformance.on_gpu import digest, finish
from dottable.core.record import Array
from dottable.core.registry import find
from dottable.research.gpu import GpuBatch, NoGpu, why_not

SEED = bytes(range(32))
SIZE, STEPS = 4, 9
MATCHES = {"dot_tiles": 2, "dot_allot": 2, "dots_52": 1, "dots_72": 0, "dobble_connect": 0}
"""Random matches of some games are long; of these only batches are compared."""

PROBE = """
import sys
from dottable.core.conformance.on_gpu import digest
from dottable.core.registry import find
from dottable.research.gpu import GpuBatch
from dottable.research.gpu.probe import finish
seed, size, steps = bytes.fromhex(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for slug, matches in zip(sys.argv[4::2], sys.argv[5::2]):
    print(slug, digest(find(slug), int(matches), seed, finish, GpuBatch, size, steps))
"""


def test_kernels_lead_to_the_same_bytes_as_the_cpu() -> None:
    games = [word for slug, matches in MATCHES.items() for word in (slug, str(matches))]
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, SEED.hex(), str(SIZE), str(STEPS), *games],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    simulated = dict(line.split() for line in ran.stdout.splitlines())
    for slug, matches in MATCHES.items():
        assert simulated[slug] == digest(find(slug), matches, SEED, finish, Batch, SIZE, STEPS), slug


def test_a_wrong_step_would_be_noticed() -> None:
    """The digest tells batches apart that differ in one action."""

    class Stubborn(Batch):
        def step(self, actions: Array) -> Array:
            actions[-1] = self.legal()[-1].argmax()
            return super().step(actions)

    game = find("dot_tiles")
    assert digest(game, 0, SEED, finish, Stubborn, SIZE, STEPS) != digest(game, 0, SEED, finish, Batch, SIZE, STEPS)


def test_without_interpreted_rules_the_simulator_says_so() -> None:
    code = "from dottable.research.gpu import why_not; print(why_not())"
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "0"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "NUMBA_DISABLE_JIT=1" in ran.stdout


def test_the_probe_says_why_where_there_is_no_gpu() -> None:
    if why_not() is None:
        pytest.skip("there is a GPU here, so nothing is missing")
    command = [sys.executable, "-m", on_gpu.PROBE, "dot_tiles", "1", SEED.hex()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == on_gpu.NO_GPU
    assert ran.stdout == why_not()
    with pytest.raises(NoGpu):
        GpuBatch(find("dot_tiles"), 4, seed=SEED)


def test_the_kit_says_that_it_skipped_the_gpu() -> None:
    if on_gpu.has_driver():
        pytest.skip("there is a driver here, so nothing is skipped")
    told: list[str] = []
    assert list(on_gpu.check_gpu(find("dot_tiles"), 1, SEED, told.append)) == []
    assert told == ["GPU skipped: this machine has no NVIDIA driver."]
