"""Compiles the kernels that most tests call, one game per process, so that pytest's workers do not each compile them.

`make test` runs it with DOTTABLE_RULES=portable: then only kernels that no module holds are compiled, such as series
between bots. With a warm cache it only loads the code.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from dottable.core.conformance.compiled_checks import check_compiled
from dottable.core.game import Game
from dottable.core.matches.batch import Batch
from dottable.core.matches.precompile import precompile_rules
from dottable.core.matches.seeded_series import Series, SeriesConfig
from dottable.core.registry import find_game, installed_games
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.series.reaction_series import ReactionTimeSeries, read_reaction_levels
from dottable.research.self_play_env import SelfPlayEnv
from tests.sizes import INTERPRETED_KIT_SLUGS, IS_FULL, sized_series_slugs

SEED = bytes(32)


def compile_series(game: Game) -> None:
    seats = game.min_seats
    config = SeriesConfig(game, seats=seats, options=game.state.Options(), seed=SEED)
    Series(config).play(0, 1)
    if not sized_series_slugs([game.slug]):
        return
    PolicySeries(config, ["greedy"] * seats, has_statistics=True).play(0, 1)
    ReactionTimeSeries(config, read_reaction_levels("steady", seats)).play(0, 1)


def compile_batches(game: Game) -> None:
    batch = Batch(game, 2, seats=game.min_seats, seed=SEED)
    batch.reset()
    batch.step(batch.sample_actions())
    batch.legal(), batch.observe()
    env = SelfPlayEnv(game, 2, seats=game.min_seats)
    env.reset(seed=1)
    env.step(env.sample_actions())


def compile_conformance_kit(game: Game) -> None:
    if IS_FULL or game.slug not in INTERPRETED_KIT_SLUGS:
        list(check_compiled(game, game.state.Options(), 1, SEED))


STEPS: dict[str, Callable[[Game], None]] = {
    "rules": precompile_rules,
    "series": compile_series,
    "batches": compile_batches,
    "conformance kit": compile_conformance_kit,
}


def compile_game(slug: str) -> str:
    """Compile a game's kernels. Return a line with the seconds that each part took."""
    seconds: list[str] = []
    for name, compile_part in STEPS.items():
        start = time.monotonic()
        compile_part(find_game(slug))
        seconds.append(f"{name} {time.monotonic() - start:.0f}")
    return f"{slug}: " + ", ".join(seconds) + " s"


def main() -> None:
    slugs = list(installed_games())
    print(f"Compiling the rules of {len(slugs)} games ...", flush=True)
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), mp_context=get_context("spawn")) as pool:
        for done, future in enumerate(as_completed([pool.submit(compile_game, slug) for slug in slugs]), 1):
            print(f"  {done} of {len(slugs)}  {future.result()}", flush=True)


if __name__ == "__main__":
    main()
