"""Searches in many matches on the GPU: their choices in Numba's CUDA simulator against those of the search bot."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from dottable.bots.search.search_bot import SearchConfig
from dottable.bots.search.sequential_halving import phase_count, rounds_in_phase, survivor_count
from dottable.core.registry import find_game
from dottable.research.gpu.batched_halving import BatchedHalving, chosen_child, nodes_per_match, nodes_per_root_child
from dottable.research.gpu.cuda_access import load_cuda
from dottable.research.gpu.device_functions import DeviceFunctions, is_cpu_compiled_rule
from dottable.research.gpu.kernel_loader import MAX_CONSTANT_BYTES, search_kernel_functions
from dottable.research.gpu.search_series import UnsupportedSearch, check_support, level_search
from tests.research.gpu.test_device_functions import used_globals
from tests.sizes import sized

SEARCHES = sized(
    [("dot_allot", 26, 1, 0, 1), ("dot_tiles", 16, 2, 1, 2)],
    [("dot_allot", 60, 2, 1, 3), ("dot_tiles", 60, 2, 1, 5)],
)
"""Game, simulations per move, matches, moves that are recorded before, moves in all."""

CHOICES_SCRIPT = """
import hashlib, json, sys
from dottable.bots.bot import Budget
from dottable.bots.search.search_bot import SearchBot, SearchConfig
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.registry import find_game

slug, simulations, matches, recorded, moves = json.loads(sys.argv[2])
game, config = find_game(slug), SearchConfig(simulations=simulations)
options = game.state.Options()
series = Series(SeriesConfig(game, seats=2, options=options, seed=seed_from("GPU")))
before = json.loads(sys.argv[3])

def seed_of_choice(m, n, seat):
    return hashlib.sha256(bytes([m, n, seat])).digest()

def cpu_choices():
    for m in range(matches):
        match, _ = series.match(3 * m)
        while len(match.moves) < moves:
            seat = match.to_act[0]
            seed = seed_of_choice(m, len(match.moves), seat)
            match.apply(seat, SearchBot(config).choose(SeatAccess(match, seat), Budget(), seed))
        yield [move.action for move in match.moves]

def gpu_choices():
    from dottable.research.gpu.search_series import LaunchSettings, SearchSeries, SeriesMatch
    played = SearchSeries(
        [SeriesMatch(series, 3 * m) for m in range(matches)], [config, config], seed_of_choice,
        recorded=before, launch=LaunchSettings(threads_per_block=4, max_rounds=3),
    )
    played.compile()
    assert played.play(most_moves=moves)
    assert played.moves.tolist() == [moves] * matches
    return played.actions[:, :moves].tolist()

print(json.dumps(list(cpu_choices() if sys.argv[1] == "cpu" else gpu_choices())))
"""


def choices(where: str, search: tuple[Any, ...], before: list[list[int]], **environment: str) -> list[list[int]]:
    """Return the actions of every match, chosen by a search in another process."""
    ran = subprocess.run(
        [sys.executable, "-c", CHOICES_SCRIPT, where, json.dumps(search), json.dumps(before)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    actions: list[list[int]] = json.loads(ran.stdout)
    return actions


@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search[0])
def test_simulated_searches_choose_like_the_search_bot(search: tuple[str, int, int, int, int]) -> None:
    cpu = choices("cpu", search, [], DOTTABLE_RULES="portable", DOTTABLE_COMPILE_RULES="false")
    recorded = [actions[: search[3]] for actions in cpu]
    gpu = choices("gpu", search, recorded, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert gpu == cpu


@pytest.mark.parametrize(("simulations", "children"), [(4800, 12), (4800, 2), (100, 13), (7, 5), (2, 2)])
def test_batched_halving_equals_sequential_halving(simulations: int, children: int) -> None:
    rng = random.Random(simulations * children)
    halving = BatchedHalving(3, 13, [1, simulations])
    halving.start(np.array([1]), np.array([children]), np.array([1]))
    rivals, phases, all_rounds = list(range(1, children)), phase_count(children - 1), 0
    for phase in range(phases):
        rounds = rounds_in_phase(simulations, phases, 1 + len(rivals))
        all_rounds += rounds
        assert rounds_of_whole_phase(halving) == {13 + child: rounds for child in [0, *rivals]}
        means = [rng.randrange(4) / 4 for _ in range(13)]
        rivals = sorted(rivals, key=means.__getitem__, reverse=True)[: survivor_count(len(rivals))]
        assert halving.finished_phases().tolist() == [1]
        done = halving.end_phase(np.array([1]), np.array([means]))
        assert done.tolist() == ([1] if phase == phases - 1 else [])
        assert halving.order[1, : 1 + len(rivals)].tolist() == [0, *rivals]
    assert not halving.counts.any()
    assert nodes_per_root_child(simulations, children) == all_rounds + 2


def rounds_of_whole_phase(halving: BatchedHalving) -> dict[int, int]:
    """Return the number of rounds of every root child in the present phase, taken in chunks."""
    found: dict[int, int] = {}
    while not len(halving.finished_phases()):
        for pair, rounds in zip(*(part.tolist() for part in halving.take_rounds(30)), strict=True):
            found[pair] = found.get(pair, 0) + rounds
    return found


def test_every_search_has_enough_tree_nodes() -> None:
    nodes = nodes_per_match(4800, 25)
    assert all(nodes // children >= nodes_per_root_child(4800, children) for children in range(2, 26))


def test_a_rival_must_beat_the_greedy_action_by_the_margin() -> None:
    visits, means = np.array([100, 100]), np.array([0.0, 0.07])
    assert chosen_child(1, visits, means, 0.25) == 1
    assert chosen_child(1, visits, means, 0.5) == 0


def test_searches_that_do_not_run_on_the_gpu_are_refused() -> None:
    game = find_game("dot_allot")
    assert level_search("sharp", game) == SearchConfig(simulations=100)
    with pytest.raises(UnsupportedSearch, match="does not only search"):
        level_search("casual", game)
    with pytest.raises(UnsupportedSearch, match="differ only"):
        check_support(game, [SearchConfig(), SearchConfig(width=4)])
    with pytest.raises(UnsupportedSearch, match="pool of states"):
        check_support(find_game("dots_72"), [SearchConfig()])
    with pytest.raises(UnsupportedSearch, match="races"):
        check_support(find_game("dobble_connect"), [SearchConfig()])


@pytest.mark.parametrize("slug", ["dot_allot", "dot_tiles"])
def test_search_kernels_call_only_device_functions(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_cuda(), "to_device", np.copy)
    functions = search_kernel_functions.__wrapped__(find_game(slug))
    assert set(functions) == {"begin_matches", "play_actions", "start_searches", "simulate"}
    left, seen = used_globals(functions["simulate"]), set[int]()
    while left:
        thing = left.pop()
        assert not is_cpu_compiled_rule(thing), f"{thing} is still compiled for the CPU"
        if hasattr(thing, "py_func") and id(thing) not in seen:
            seen.add(id(thing))
            left += used_globals(thing.py_func)
    assert len(seen) > 20


def test_large_tables_are_copied_to_the_device_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_cuda(), "to_device", lambda table: ("on the device", table.nbytes))
    functions = DeviceFunctions(MAX_CONSTANT_BYTES)
    small, large = np.zeros(8), np.zeros(8000)
    assert functions.to_device(small) is small
    assert functions.to_device(large) == ("on the device", large.nbytes)
    assert functions.to_device(large) is functions.to_device(large)
    assert DeviceFunctions().to_device(large) is large
