"""The WebAssembly modules of the house games: up to date, equal to Numba, and used without it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dottable.core.portable.find_wasm_functions import (
    MODULE_NAMES,
    functions_of_module,
    read_description,
    stale_sources,
)
from dottable.core.registry import find_game, installed_games
from dottable.core.source_folders import PACKAGE_FOLDER
from tests.sizes import sized

ROOT = Path(__file__).parents[3]
COMPARED_MATCHES = sized(200, 10_000)
COMPARED_SEARCHES = sized(8, 200)
SMALL_SIZES = ("--matches", sized("2", "4"), "--searches", "2", "--simulations", "10")
COMPILED_SLUGS = sized(["dots_52"], list(installed_games()))
"""Games whose modules are compared with compiled code. A quick run compiles only the game with the least code."""


def run_portable(program: str) -> str:
    """Run a program in a process on portable modules, in which importing Numba fails; return its output."""
    blocked = "import sys; sys.modules['numba'] = None\n"
    environment = {**os.environ, "DOTTABLE_RULES": "portable"}
    ran = subprocess.run([sys.executable, "-c", blocked + program], env=environment, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


@pytest.mark.parametrize("slug", installed_games())
@pytest.mark.parametrize("name", MODULE_NAMES)
def test_every_module_was_built_from_the_present_sources(slug: str, name: str) -> None:
    description = read_description(find_game(slug).folder, name)
    assert description is not None
    assert stale_sources(find_game(slug).folder, description) == [], "Run `make modules` and commit the result."


def compare(slug: str, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "tools/portable/compare_backends.py", slug, *arguments]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


@pytest.mark.parametrize("slug", COMPILED_SLUGS)
def test_portable_and_compiled_kernels_compute_the_same(slug: str) -> None:
    result = compare(slug, "--matches", str(COMPARED_MATCHES), "--searches", str(COMPARED_SEARCHES))
    assert result["equal"]
    assert result["searches"] == COMPARED_SEARCHES


@pytest.mark.parametrize("slug", installed_games())
def test_portable_and_interpreted_kernels_compute_the_same(slug: str) -> None:
    result = compare(slug, "--with", "interpreted", *SMALL_SIZES)
    assert result["equal"]
    assert result["searches"] == 2


def test_a_module_of_changed_sources_is_not_used(tmp_path: Path) -> None:
    folder = find_game("dot_tiles").folder
    description = read_description(folder, "play")
    assert description is not None
    changed = msgspec.structs.replace(description, sources={**description.sources, "state.py": ("", "")})
    assert stale_sources(folder, changed) == ["state.py"]
    (tmp_path / "portable").mkdir()
    (tmp_path / "portable" / "play.json").write_bytes(msgspec.json.encode(changed))
    assert functions_of_module(tmp_path, "play") == {}


def test_sources_outside_the_game_are_found_below_the_package() -> None:
    description = read_description(find_game("dot_tiles").folder, "search")
    assert description is not None
    assert "dottable/bots/search/search_kernels.py" in description.sources
    assert (PACKAGE_FOLDER / "bots/search/search_kernels.py").exists()


@pytest.mark.parametrize("slug", installed_games())
def test_a_match_with_bots_needs_no_numba(slug: str) -> None:
    output = run_portable(
        f"""
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.server.live.bot_runner import choose_in_this_thread
match = Match(find_game({slug!r}), seed=bytes(32))
for step in range(30):
    if match.is_over:
        break
    if set(match.to_act) == {{CLOCK}}:
        match.apply_clock_move()
        continue
    seat = match.to_act[0]
    answer = choose_in_this_thread(SeatAccess(match, seat), ("newcomer", "steady")[step % 2])
    assert answer.fault is None, answer.fault
    assert match.apply(seat, answer.choice.action) is None
print(len(match.moves), match.view(0).seat)
"""
    )
    assert output.split()[1] == "0"


def test_threads_have_memories_of_their_own() -> None:
    output = run_portable(
        """
from concurrent.futures import ThreadPoolExecutor
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.registry import find_game
game = find_game("dot_tiles")
series = Series(SeriesConfig(game, 2, game.state.Options(), bytes(32)))
alone = [series.play(k * 50, 50).scores.tolist() for k in range(8)]
with ThreadPoolExecutor(4) as pool:
    together = list(pool.map(lambda k: series.play(k * 50, 50).scores.tolist(), range(8)))
print(alone == together)
"""
    )
    assert output.strip() == "True"


def test_a_match_changes_over_to_compiled_kernels() -> None:
    program = """
from dottable.core.matches.seeded_series import Series, SeriesConfig, play_random_move
from dottable.core.portable.portable_kernel import Kernel
from dottable.core.registry import find_game
from dottable.server.live.background_precompile import switch_to_compiled, precompile_bots
game = find_game("dot_tiles")
series = Series(SeriesConfig(game, 2, game.state.Options(), bytes(32)))
expected = series.played_match(3).state_hash
match, q = series.match(3)
for _ in range(20):
    play_random_move(match, q)
apply = game.kernels.apply
was_portable = apply.is_portable
switch_to_compiled(game)
while not match.is_over:
    play_random_move(match, q)
print(was_portable, apply.is_portable, match.state_hash == expected)
"""
    environment = {**os.environ, "DOTTABLE_RULES": "portable"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    assert ran.stdout.split() == ["True", "False", "True"], ran.stderr
