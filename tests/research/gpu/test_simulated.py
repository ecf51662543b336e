"""Kernels in Numba's CUDA simulator (threads in plain Python) against the CPU's compiled code."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from dottable.core.conformance import gpu_checks
from dottable.core.conformance.gpu_checks import match_results_digest, play_to_end
from dottable.core.matches.batch import Batch
from dottable.core.primitives.record import Array
from dottable.core.registry import find_game
from dottable.research.gpu import GpuBatch, NoGpu, unavailable_reason
from tests.sizes import sized

SEED = bytes(range(32))
BATCH_SIZE, BATCH_STEPS = 4, 9
MATCH_COUNTS = sized(
    {"dot_tiles": 0},
    {"dot_tiles": 2, "dot_allot": 2, "dots_52": 1, "dots_72": 0, "dobble_connect": 0},
)
"""Whole matches to compare per game. Random matches of the games with 0 are too long to simulate."""

COMPARE_WITH_CPU_SCRIPT = """
import sys
from dottable.core.conformance.gpu_checks import match_results_digest
from dottable.core.registry import find_game
from dottable.research.gpu import GpuBatch
from dottable.research.gpu.playout_digest import play_to_end
seed, size, steps = bytes.fromhex(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
for slug, matches in zip(sys.argv[4::2], sys.argv[5::2]):
    print(slug, match_results_digest(find_game(slug), int(matches), seed, play_to_end, GpuBatch, size, steps))
"""


def test_simulated_kernels_give_the_same_bytes_as_the_cpu() -> None:
    games = [word for slug, matches in MATCH_COUNTS.items() for word in (slug, str(matches))]
    ran = subprocess.run(
        [sys.executable, "-c", COMPARE_WITH_CPU_SCRIPT, SEED.hex(), str(BATCH_SIZE), str(BATCH_STEPS), *games],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    simulated = dict(line.split() for line in ran.stdout.splitlines())
    for slug, matches in MATCH_COUNTS.items():
        assert simulated[slug] == match_results_digest(
            find_game(slug), matches, SEED, play_to_end, Batch, BATCH_SIZE, BATCH_STEPS
        ), slug


def test_the_digest_differs_after_one_different_action() -> None:
    class LastActionReplaced(Batch):
        def step(self, actions: Array) -> Array:
            actions[-1] = self.legal()[-1].argmax()
            return super().step(actions)

    game = find_game("dot_tiles")
    assert match_results_digest(
        game, 0, SEED, play_to_end, LastActionReplaced, BATCH_SIZE, BATCH_STEPS
    ) != match_results_digest(game, 0, SEED, play_to_end, Batch, BATCH_SIZE, BATCH_STEPS)


def test_the_simulator_refuses_compiled_rules() -> None:
    code = "from dottable.research.gpu import unavailable_reason; print(unavailable_reason())"
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "0"}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "NUMBA_DISABLE_JIT=1" in ran.stdout


def test_the_probe_prints_the_reason_without_a_gpu() -> None:
    if unavailable_reason() is None:
        pytest.skip("this machine has a GPU")
    command = [sys.executable, "-m", gpu_checks.GPU_DIGEST_PROGRAM, "dot_tiles", "1", SEED.hex()]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == gpu_checks.NO_GPU_EXIT_CODE
    assert ran.stdout == unavailable_reason()
    with pytest.raises(NoGpu):
        GpuBatch(find_game("dot_tiles"), 4, seed=SEED)


def test_the_conformance_kit_reports_a_skipped_gpu() -> None:
    if gpu_checks.has_nvidia_driver():
        pytest.skip("this machine has an NVIDIA driver")
    messages: list[str] = []
    assert list(gpu_checks.check_gpu(find_game("dot_tiles"), 1, SEED, messages.append)) == []
    assert messages == ["GPU skipped: this machine has no NVIDIA driver."]
