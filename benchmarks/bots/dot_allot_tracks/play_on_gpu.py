"""Searches for a track of Dot Allot that meets A20 with `sharp` and `master`, on a GPU and in one run.

    play_on_gpu.py play CANDIDATES --out FOLDER             play in stages; writes FOLDER/played.jsonl.gz
    play_on_gpu.py rank CANDIDATES FOLDER/played.jsonl.gz   on any machine: print the best tracks with both levels

`track_candidates.py` writes CANDIDATES. The grey cells of one orientation do not change the other (decision 0020). So
the halves of a track, one per orientation, are played apart, and those with equal outer cells can be combined. The
first stages play the halves that are most often best in draws from their posterior (`level_posterior.py`), later ones
those with the least expected loss. The number of matches follows from the rate of earlier stages. Seeds of choices are
drawn with NumPy, which is faster; so bots on the CPU would make other moves.
"""

from __future__ import annotations

import argparse
import gzip
import json
import multiprocessing
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from level_posterior import LEVELS, Half, Ranking, halves_of, read_candidates
from numba import njit
from search import result_line
from self_play import COUNTS, GAME, MAX_ROUNDS, Played, play, to_act
from track_posterior import COMBINATIONS, MATCHES, track_of

from dottable.bots.search.search_bot import SearchConfig
from dottable.core.deck_files import Deck, read_deck
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import nth_set_bit
from dottable.games.dot_allot.deck.deck_generator import HOUSE_SEED, AllotDeckRecipe, generate_deck
from dottable.games.dot_allot.lab.event_counting import count_placements
from dottable.games.dot_allot.lab.statistics import PLACEMENTS_REACHING_INDEX, PLACEMENTS_REFUSED_INDEX
from dottable.games.dot_allot.state import LAYING_CARDS
from dottable.research.gpu.search_series import LaunchSettings, SearchSeries, SeriesMatch, level_search

SEED = seed_from("tracks of Dot Allot on a GPU")
LAUNCH = LaunchSettings(64, 100, 128)
FIRST_MATCH = 6_000_000
RATES = {"sharp": 800.0, "master": 65.0}
"""Matches per second that are expected before the first stage of a level."""
MOST_MATCHES = {"sharp": 120_000, "master": 20_000}
"""Most matches of a stage, for GPU memory."""
FULL_SHARE = 0.9
"""Least share of finished matches with which a batch counts when the time is up."""
ENOUGH_MATCHES = 1500
"""Matches per combination of a level after which a half is not played again."""
PROGRESS_INTERVAL_S = 15
STARTED_S = time.perf_counter()


class Stage(NamedTuple):
    """One batch of matches."""

    level: str
    halves: int
    time_share: float
    """Share of the time left that it may take."""
    spread: float = 0.0
    """Factor of the posterior's deviations in draws; 0 to play the halves with the least expected loss instead."""


STAGES = (
    Stage("sharp", 240, 0.07, 1.0),
    Stage("sharp", 160, 0.07, 0.7),
    Stage("sharp", 100, 0.07, 0.5),
    Stage("sharp", 60, 0.06),
    Stage("master", 24, 0.4),
    Stage("sharp", 30, 0.1),
    Stage("master", 12, 0.5),
    Stage("master", 6, 0.85),
)


def log(text: str) -> None:
    """Print a line with the seconds since the start."""
    print(f"[{time.perf_counter() - STARTED_S:6.1f} s] {text}", flush=True)


# Playing


class QuickSearchSeries(SearchSeries):
    """`SearchSeries` with seeds from NumPy. It keeps the states in which the matches begin."""

    def __init__(self, matches: list[SeriesMatch], config: SearchConfig, seed: int) -> None:
        self._seeds = np.random.default_rng(seed)
        super().__init__(matches, [config] * 2, lambda _m, _n, _seat: b"", launch=LAUNCH)
        self.starts = self._matches.states.copy_to_host().view(GAME.state.STATE)

    def _draw_seeds(self, which: Any) -> tuple[Any, Any]:
        keys = self._seeds.integers(2**32, size=(len(which), chance.KEY_WORDS), dtype=np.uint32)
        return keys, self._seeds.integers(2**32, size=(len(which), 2), dtype=np.int64)


class Block(NamedTuple):
    """Matches of one half of a track in one combination of options."""

    half: Half
    combination: tuple[str, str, str]
    first: int
    count: int

    @property
    def track(self) -> int:
        orientation, outer, code = self.half
        return track_of(outer, orientation, code)

    def matches(self) -> list[SeriesMatch]:
        side, orientation, scoring = self.combination
        options = GAME.state.Options(side=side, orientation=orientation, scoring=scoring)
        series = Series(SeriesConfig(GAME, 2, options, SEED, deck_with(self.track)))
        return [SeriesMatch(series, self.first + k) for k in range(self.count)]


@cache
def deck_with(track: int) -> Deck:
    return read_deck(GAME, generate_deck(HOUSE_SEED, AllotDeckRecipe(track=track)), f"track {track}")


class ReplayJob(NamedTuple):
    """Finished matches of a block."""

    level: str
    block: Block
    starts: Any
    actions: Any
    moves: Any


@njit
def replay(starts: Any, actions: Any, moves: Any, states: Any, counts: Any, played: Played) -> None:
    """Play recorded actions from the states in `starts`, and write the results to `played`."""
    for m in range(len(starts)):
        states[0] = starts[m]
        s = states[0]
        for k in range(moves[m]):
            is_laying, round_index = s.phase == LAYING_CARDS, s.round_index
            if is_laying:
                for n in range(len(counts)):
                    counts[n] = 0
                count_placements(s, counts)
                played.placements[m, 0] += counts[PLACEMENTS_REACHING_INDEX]
                played.placements[m, 1] += counts[PLACEMENTS_REFUSED_INDEX]
            play(s, nth_set_bit(to_act(s), 0), actions[m, k], 0)
            if is_laying and s.phase != LAYING_CARDS:
                for side in range(2):
                    played.points[m, round_index, side] = s.round_points[side]
                    for colour in range(3):
                        played.largest[m, round_index, side, colour] = s.largest[side, colour]
        for side in range(2):
            played.totals[m, side] = s.totals[s.seat_at[side]]


def replayed(starts: Any, actions: Any, moves: Any) -> Played:
    """Return the results of matches."""
    count = len(starts)
    played = Played(
        points=np.zeros((count, MAX_ROUNDS, 2), np.int8),
        largest=np.zeros((count, MAX_ROUNDS, 2, 3), np.int8),
        totals=np.zeros((count, 2), np.int16),
        placements=np.zeros((count, 2), np.int64),
    )
    memory = np.zeros(1, GAME.state.STATE), np.zeros(sum(each.size for each in COUNTS), np.int32)
    replay(*map(rule_array, (starts, actions, moves, *memory)), played)
    return played


def replay_job(job: ReplayJob) -> dict[str, Any]:
    """Return the line of a block for the results."""
    block = job.block
    played = replayed(job.starts, job.actions, job.moves)
    margins = (played.totals[:, 0] - played.totals[:, 1]).astype(int)
    sums = {"margin": int(margins.sum()), "squares": int((margins**2).sum())}
    line = {**result_line(block.track, block.combination, played), **sums}
    return {**line, "level": job.level, "first": block.first}


def compile_replay() -> None:
    """Compile `replay`."""
    replayed(np.zeros(0, GAME.state.STATE), np.zeros((0, 1), np.int32), np.zeros(0, np.int32))


class StagedSearch:
    """A search on the GPU with its results so far."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.pool = multiprocessing.get_context("fork").Pool(given.workers, compile_replay)  # before CUDA starts
        self.candidates = read_candidates(given.candidates)
        self.lines: list[dict[str, Any]] = []
        self.rates = dict(RATES)
        self.next_first = FIRST_MATCH
        self.rng = np.random.default_rng(given.seed)
        given.out.mkdir(parents=True, exist_ok=True)

    @property
    def left_s(self) -> float:
        return float(self.given.limit_s - (time.perf_counter() - STARTED_S))

    def warm_up(self, halves: list[Half]) -> None:
        """Compile all kernels, by playing a few matches without keeping them."""
        search = self.search("sharp", self.blocks(halves[:1], 2))
        search.compile()
        log("compiled the simulations")
        search.play(self.left_s)
        log("played a few matches")

    def blocks(self, halves: list[Half], count: int) -> list[Block]:
        first, self.next_first = self.next_first, self.next_first + count * len(halves)
        return [
            Block(half, combination, first + i * count, count)
            for i, half in enumerate(halves)
            for combination in COMBINATIONS[half[0]]
        ]

    def search(self, level: str, blocks: list[Block]) -> QuickSearchSeries:
        matches = [match for block in blocks for match in block.matches()]
        config = level_search(level, GAME)
        if self.given.tiny:
            config = config._replace(simulations=2, width=2)
        return QuickSearchSeries(matches, config, blocks[0].first)

    def play(self, stage: Stage, halves: list[Half]) -> None:
        """Play one stage and write the results of all stages."""
        started_s = time.perf_counter()
        planned = min(self.rates[stage.level] * stage.time_share * self.left_s, MOST_MATCHES[stage.level])
        count = self.given.matches or max(2, int(planned / (4 * len(halves))))
        blocks = self.blocks(halves, count)
        search = self.search(stage.level, blocks)
        log(f"{stage.level}: {len(halves)} halves, {count} matches per combination, {len(search.matches)} in all")
        self.play_to_limit(search)
        new = self.pool.map(replay_job, self.jobs(stage.level, search, blocks), chunksize=4)
        self.lines += new
        seconds = time.perf_counter() - started_s
        self.rates[stage.level] = sum(line["matches"] for line in new) / seconds or self.rates[stage.level]
        text = "".join(json.dumps(line) + "\n" for line in self.lines)
        (self.given.out / "played.jsonl.gz").write_bytes(gzip.compress(text.encode()))
        log(f"{len(new)} of {len(blocks)} blocks, {seconds:.1f} s, {self.rates[stage.level]:.0f} matches/s")

    def play_to_limit(self, search: QuickSearchSeries) -> None:
        """Play until all matches are over or the time is up."""
        told_s = time.perf_counter()
        while search.advance() and self.left_s > 0:
            if time.perf_counter() - told_s >= PROGRESS_INTERVAL_S:
                told_s = time.perf_counter()
                busy = sum(timing.seconds for timing in search.timings)
                log(f"mean move {search.moves.mean():.1f}, {(search.turns < 0).sum()} over, GPU busy {busy:.1f} s")

    def jobs(self, level: str, search: QuickSearchSeries, blocks: list[Block]) -> Iterable[ReplayJob]:
        """Return the finished matches of all blocks."""
        jobs, start = [], 0
        for block in blocks:
            rows = np.arange(start, start + block.count)
            start += block.count
            rows = rows[search.turns[rows] < 0]
            if len(rows) >= FULL_SHARE * block.count:
                jobs.append(ReplayJob(level, block, search.starts[rows], search.actions[rows], search.moves[rows]))
        return jobs


def chosen_halves(ranking: Ranking, stage: Stage, rng: Any) -> list[Half]:
    """Return the halves to play in a stage."""
    if stage.spread:
        return ranking.promising(stage.halves, stage.spread, rng)
    halves: dict[Half, None] = {}
    for _, track in ranking.best_tracks(2 * stage.halves + 10, rng, is_master_played=False):
        halves.update({(o, *own): None for o, own in halves_of(track).items()})
    played = ranking.sums[stage.level]
    wanted = [half for half in halves if half not in played or played[half][0][MATCHES] < ENOUGH_MATCHES]
    return wanted[: stage.halves]


def play_stages(given: argparse.Namespace) -> None:
    """Play all stages on the GPU."""
    search = StagedSearch(given)
    stages = [stage._replace(halves=given.halves or stage.halves) for stage in STAGES]
    for k, stage in enumerate(stages):
        ranking = Ranking(search.candidates, search.lines)
        halves = chosen_halves(ranking, stage, search.rng)
        log(f"stage {k + 1} of {len(stages)}")
        print_ranking(ranking, 2, is_master_played=stage is stages[-1])
        if k == 0:
            search.warm_up(halves)
        if search.left_s < given.least_s:
            break
        search.play(stage, halves)
    search.pool.terminate()
    print_ranking(Ranking(search.candidates, search.lines), 5, is_master_played=True)
    log("done")


# Printing


def rank(given: argparse.Namespace) -> None:
    """Print the best tracks after the matches of these files."""
    text = "".join(gzip.decompress(path.read_bytes()).decode() for path in given.files)
    ranking = Ranking(read_candidates(given.candidates), map(json.loads, text.splitlines()))
    print_ranking(ranking, given.best, is_master_played=not given.all)


def print_ranking(ranking: Ranking, count: int, *, is_master_played: bool) -> None:
    """Print the best tracks: expected loss, then expected shares and measured shares, ties and matches by level."""
    found = ranking.best_tracks(count, np.random.default_rng(0), is_master_played=is_master_played)
    for loss, track in found:
        print(f"{track}: expected loss {loss:.1f}", flush=True)
        for o, own in halves_of(track).items():
            half = (o, *own)
            for level, shares in zip(LEVELS, ranking.posteriors[o].shares(half), strict=True):
                print(f"  {level:6} {o:10} expected {percents(shares)} {measured_text(ranking.sums[level].get(half))}")


def percents(values: Iterable[float]) -> str:
    return " ".join(f"{100 * value:4.1f}" for value in values)


def measured_text(sums: Any) -> str:
    """Return what was measured in the four combinations of a half: dark standard and locked, light likewise."""
    if sums is None:
        return "not played"
    rows = np.array([sums[k] for k in range(4)])
    n, wins, ties, _, _, tied, group = rows.T
    return (
        f"measured {percents(wins / np.maximum(n - ties, 1))} ties {percents(ties / n)} colours {percents(tied / n)} "
        f"group {' '.join(f'{value:.2f}' for value in group / n)} matches {int(n.min())}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("play", "rank"))
    parser.add_argument("candidates", type=Path)
    parser.add_argument("files", type=Path, nargs="*", help="results for `rank`")
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--limit-s", type=float, default=570.0, help="seconds after which play stops")
    parser.add_argument("--least-s", type=float, default=10.0, help="seconds left with which a stage still begins")
    parser.add_argument("--matches", type=int, default=0, help="matches per combination in every stage; for tests")
    parser.add_argument("--halves", type=int, default=0, help="halves in every stage; for tests")
    parser.add_argument("--tiny", action="store_true", help="search with two simulations; for tests")
    parser.add_argument("--workers", type=int, default=12, help="processes that replay matches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--best", type=int, default=10)
    parser.add_argument("--all", action="store_true", help="rank tracks without matches of master too")
    given = parser.parse_args()
    {"play": play_stages, "rank": rank}[given.command](given)


if __name__ == "__main__":
    main()
