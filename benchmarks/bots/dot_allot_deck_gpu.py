"""Plays the matches of `dot_allot_deck.py` on a GPU: thousands at once, with the choices of the same bots.

    dot_allot_deck_gpu.py play master --matches 2000 --out FOLDER     play on a GPU; writes the actions of all matches
    dot_allot_deck_gpu.py rows FOLDER/*.npz results.jsonl             replay them on the CPU; appends lines of batches
    dot_allot_deck_gpu.py check FOLDER/master-0-2000.npz --matches 50  compare the moves with those of bots on the CPU
    dot_allot_deck_gpu.py compare results.jsonl cpu.jsonl.gz          compare the lines of two files

`play` first plays a few matches of `sharp` and checks their moves on the CPU. It writes its files again every minute,
and stops at `--limit-s`. `--resume FILE` continues a file. `--first N` plays the matches from number N on.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import distributions, version
from pathlib import Path
from typing import Any

import numpy as np
from dot_allot_deck import BATCH_SIZE, COMBINATIONS, GAME, batch_series, batch_sums, deck_hash

from dottable.bots.bot import Budget, as_choice
from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.registry import lookup_name
from dottable.lab.series.bot_series import BotSeries, MatchOutcome, outcomes_as_results, warmed_up_bot
from dottable.lab.series.match_runner import choice_seed
from dottable.lab.series.policy_series import match_statistics
from dottable.lab.statistics.metrics import MatchStatistics
from dottable.research.gpu.cuda_access import is_simulated, load_cuda, require_gpu
from dottable.research.gpu.search_series import LaunchSettings, SearchSeries, SeriesMatch, level_search

SAVE_INTERVAL_S, PROGRESS_INTERVAL_S = 60, 10
TUNING_ROUNDS = 20
"""Rounds per launch while launch settings are compared."""
STARTED_S = time.perf_counter()


class Matches:
    """Matches of one line-up on the GPU: `count` of every combination of options, from match `first` on."""

    def __init__(self, bots: str, first: int, count: int) -> None:
        self.bots, self.first, self.count = bots, first, count
        self.series = [batch_series(bots, combination) for combination in COMBINATIONS]
        self.rows = [(series, first + k) for series in self.series for k in range(count)]

    @property
    def file_name(self) -> str:
        return f"{self.bots}-{self.first}-{self.count}.npz"

    def search(self, launch: LaunchSettings, recorded: Any = ()) -> SearchSeries:
        """Return the searches of these matches on the GPU."""
        seeds = [series.bot_seed(index) for series, index in self.rows]
        return SearchSeries(
            [SeriesMatch(series, index) for series, index in self.rows],
            [level_search(self.bots, GAME)] * 2,
            lambda m, n, seat: choice_seed(seeds[m], n, seat),
            recorded=recorded,
            launch=launch,
        )

    def save(self, search: SearchSeries, folder: Path) -> Path:
        """Write the actions so far to a file, which replaces an older one."""
        path, new = folder / self.file_name, folder / f".new-{self.file_name}"
        np.savez_compressed(
            new,
            actions=search.actions.astype(np.int16),
            moves=search.moves,
            is_over=search.turns < 0,
            about=json.dumps({"bots": self.bots, "first": self.first, "count": self.count, "deck": deck_hash()}),
        )
        new.replace(path)
        return path


def load(path: Path) -> tuple[Matches, Any]:
    """Return the matches of a file and its arrays."""
    arrays = np.load(path)
    about = json.loads(str(arrays["about"]))
    if about["deck"] != deck_hash():
        raise SystemExit(f"{path} was played with another deck. Play it again.")
    return Matches(about["bots"], about["first"], about["count"]), dict(arrays)


def log(text: str) -> None:
    """Print a line with the seconds since the start."""
    print(f"[{time.perf_counter() - STARTED_S:6.1f} s] {text}", flush=True)


# Playing on the GPU


def play(given: argparse.Namespace) -> None:
    """Play matches on the GPU, after a check of a few."""
    given.out.mkdir(parents=True, exist_ok=True)
    launch = launch_settings(given.launch)
    log_environment()
    if given.check:
        check_few(given, launch)
    for matches, recorded in batches(given):
        search = matches.search(launch, recorded)
        log(f"{matches.file_name}: {len(matches.rows)} matches, {memory_text()}")
        if given.tune and matches.first == given.first:
            launch = tune(search, [launch_settings(text) for text in given.tune.split(",")], given)
        is_over = play_to_limit(matches, search, given)
        log(f"{matches.file_name}: {'complete' if is_over else 'NOT COMPLETE, continue it with --resume'}")
        if not is_over:
            return
        del search


def batches(given: argparse.Namespace) -> Iterator[tuple[Matches, Any]]:
    """Yield the matches of every batch, and their actions that were played before."""
    if given.resume:
        matches, arrays = load(given.resume)
        yield matches, [row[:n].tolist() for row, n in zip(arrays["actions"], arrays["moves"], strict=True)]
        return
    size = given.match_batch or given.matches
    for bots in given.bots.split(","):
        for first in range(given.first, given.first + given.matches, size):
            yield Matches(bots, first, min(size, given.first + given.matches - first)), ()


def launch_settings(text: str) -> LaunchSettings:
    """Return the launch settings of a text: registers per thread (0: no limit), threads per block, rounds."""
    registers, *others = (int(number) for number in text.split(":"))
    threads, rounds = (*others, *(64, 100)[len(others) :])
    return LaunchSettings(threads, rounds, registers or None)


def log_environment() -> None:
    cuda = require_gpu()
    device = None if is_simulated() else cuda.get_current_device()
    log(f"{device.name}, {device.MULTIPROCESSOR_COUNT} processors, {memory_text()}" if device else "simulated GPU")
    log(", ".join(f"{name} {version(name)}" for name in ("numba", "numba-cuda", "numpy") if has_package(name)))


def has_package(name: str) -> bool:
    return any(True for _ in distributions(name=name))


def memory_text() -> str:
    if is_simulated():
        return "simulated"
    free, total = load_cuda().current_context().get_memory_info()
    return f"{free / 2**30:.0f} of {total / 2**30:.0f} GiB of GPU memory free"


def check_few(given: argparse.Namespace, launch: LaunchSettings) -> None:
    """Play a few matches of `sharp` and print how many moves equal those on the CPU; stop if too few do."""
    matches = Matches("sharp", 0, -(-given.check // len(COMBINATIONS)))
    path = given.out / matches.file_name
    path.unlink(missing_ok=True)
    command = [sys.executable, __file__, "check", str(path), "--wait", "--matches", str(given.check)]
    checker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # compiles for the CPU meanwhile
    try:
        search = matches.search(launch)
        can_compile(search, launch)
        started_s = time.perf_counter()
        search.play()
        log(f"{len(matches.rows)} matches of sharp took {time.perf_counter() - started_s:.1f} s")
        matches.save(search, given.out)
        text, _ = checker.communicate(timeout=given.check_limit_s)
    except subprocess.TimeoutExpired:
        log(f"The CPU has not finished its check after {given.check_limit_s} s: go on without it.")
        return
    finally:
        checker.kill()
    log(f"check: {text.strip()}")
    if checker.returncode != 0:
        raise SystemExit("The GPU makes other moves than the CPU. Nothing else was played.")


def tune(search: SearchSeries, choices: list[LaunchSettings], given: argparse.Namespace) -> LaunchSettings:
    """Make the first move with every launch settings in turn. Set and return the fastest."""
    choices = [choice for choice in choices if can_compile(search, choice)] or [search.launch]
    seconds, simulations = np.zeros(len(choices)), np.zeros(len(choices))
    while search.moves.max() == 0 and not is_late(given):
        k = len(search.timings) % len(choices)
        search.launch = choices[k]._replace(max_rounds=TUNING_ROUNDS)
        search.advance()
        seconds[k] += search.timings[-1].seconds
        simulations[k] += search.timings[-1].simulations
    rates = simulations / np.maximum(seconds, 1e-9)
    for choice, rate in zip(choices, rates, strict=True):
        log(f"{choice}: {rate / 1e6:.2f} million simulations/s")
    search.launch = choices[int(rates.argmax())]
    return search.launch


def can_compile(search: SearchSeries, launch: LaunchSettings) -> bool:
    """Compile the simulations for these launch settings and print how long it took. Return whether it succeeded."""
    search.launch, started_s = launch, time.perf_counter()
    try:
        search.compile()
    except Exception as error:  # another choice may compile
        log(f"{launch} does not compile: {type(error).__name__}: {error}")
        return False
    log(f"{launch} compiled in {time.perf_counter() - started_s:.1f} s")
    return True


def is_late(given: argparse.Namespace) -> bool:
    return time.perf_counter() - STARTED_S > given.limit_s


def play_to_limit(matches: Matches, search: SearchSeries, given: argparse.Namespace) -> bool:
    """Play until all matches are over or the time is up. Write the file every minute. Return whether all are over."""
    saved_s = told_s = time.perf_counter()
    told = len(search.timings)
    try:
        while search.advance():
            now_s = time.perf_counter()
            if now_s - told_s >= PROGRESS_INTERVAL_S:
                log_progress(search, told, now_s - told_s)
                told_s, told = now_s, len(search.timings)
            if now_s - saved_s >= SAVE_INTERVAL_S:
                matches.save(search, given.out)
                saved_s = now_s
            if is_late(given):
                break
    finally:
        path = matches.save(search, given.out)
        log_progress(search, 0, max(1e-9, sum(timing.seconds for timing in search.timings)))
        log(f"wrote {path.name}, {path.stat().st_size} bytes")
    return bool((search.turns < 0).all())


def log_progress(search: SearchSeries, first: int, seconds: float) -> None:
    """Print the moves made and the rate of the launches from number `first` on, which took `seconds` in all."""
    timings = search.timings[first:]
    rate = sum(timing.simulations for timing in timings) / seconds
    busy = sum(timing.seconds for timing in timings) / seconds
    threads = sum(timing.threads for timing in timings) / max(1, len(timings))
    longest = max((timing.seconds for timing in timings), default=0.0)
    log(
        f"moves {search.moves.min()} to {search.moves.max()} (mean {search.moves.mean():.1f}), "
        f"{(search.turns < 0).sum()} over, {rate / 1e6:.2f} million simulations/s, GPU busy {100 * busy:.0f} %, "
        f"{threads:.0f} threads, longest launch {longest:.2f} s"
    )


# Replays on the CPU


def replayed(series: BotSeries, index: int, actions: Any) -> Match:
    """Return a match after these actions."""
    match, _ = series.match(index)
    for action in actions.tolist():
        if refusal := match.apply(match.to_act[0], action):
            raise SystemExit(f"Match {index} refuses action {action}: {refusal}")
    return match


def write_rows(given: argparse.Namespace) -> None:
    """Append one line per batch of finished matches to a results file."""
    for path in given.files:
        matches, arrays = load(path)
        for k, combination in enumerate(COMBINATIONS):
            for start in range(0, matches.count - BATCH_SIZE + 1, BATCH_SIZE):
                rows = range(k * matches.count + start, k * matches.count + start + BATCH_SIZE)
                if all(arrays["is_over"][rows.start : rows.stop]):
                    played = replay_batch(matches, arrays, rows)
                    line = batch_sums(matches.bots, combination, matches.first + start, played)
                    with given.results.open("a", encoding="utf-8") as out:
                        out.write(json.dumps(line) + "\n")
                else:
                    print(f"left out: {combination}, matches {matches.first + start} ff. are not over")


def replay_batch(matches: Matches, arrays: Any, rows: range) -> MatchStatistics:
    """Return the statistics of a batch of matches."""
    outcomes = []
    for row in rows:
        series, index = matches.rows[row]
        match = replayed(series, index, arrays["actions"][row, : arrays["moves"][row]])
        assert match.is_over
        outcomes.append(
            MatchOutcome(len(match.moves), match.scores(), match.returns(), [], [], match_statistics(match))
        )
    return MatchStatistics(matches.rows[rows.start][0], outcomes_as_results(outcomes))


def check(given: argparse.Namespace) -> None:
    """Print the share of moves that the bots on the CPU make too, from the same states with the same seeds."""
    if given.wait:
        warmed_up_bot("sharp", lookup_name(GAME))
        while not given.file.exists():
            time.sleep(0.2)
    matches, arrays = load(given.file)
    step = max(1, len(matches.rows) // given.matches)
    equal = total = 0
    for row in range(0, len(matches.rows), step):
        series, index = matches.rows[row]
        actions = arrays["actions"][row, : arrays["moves"][row]].tolist()
        chosen = choices_on_cpu(series, index, actions)
        total += len(actions)
        equal += sum(a == b for a, b in zip(actions, chosen, strict=True))
        for n, (gpu, cpu) in enumerate(zip(actions, chosen, strict=True)):
            if gpu != cpu and total - equal <= 10:
                print(f"{COMBINATIONS[row // matches.count]} match {index} move {n}: GPU {gpu}, CPU {cpu}")
    print(f"{equal} of {total} moves of {matches.bots} are equal ({100 * equal / max(1, total):.2f} %).")
    if equal < 0.98 * total:
        sys.exit(1)


def choices_on_cpu(series: BotSeries, index: int, actions: list[int]) -> list[int]:
    """Return what the bots on the CPU choose before each of these actions."""
    match, _ = series.match(index)
    chosen = []
    for n, action in enumerate(actions):
        seat = match.to_act[0]
        bot = warmed_up_bot(series.bots[seat], lookup_name(GAME))
        seed = choice_seed(series.bot_seed(index), n, seat)
        chosen.append(as_choice(bot.choose(SeatAccess(match, seat), Budget(), seed)).action)
        match.apply(seat, action)
    return chosen


def compare(given: argparse.Namespace) -> None:
    """Print how many lines of two files about the same matches are equal."""
    one, other = ({line_key(line): line for line in read_lines(path)} for path in (given.one, given.other))
    shared = one.keys() & other.keys()
    equal = [key for key in shared if one[key] == other[key]]
    print(f"{len(equal)} of {len(shared)} batches are equal.")
    for key in sorted(shared - set(equal))[:20]:
        differing = [name for name in one[key] if one[key][name] != other[key].get(name)]
        print(key, "differs in", ", ".join(differing))


def read_lines(path: Path) -> list[dict[str, Any]]:
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def line_key(line: dict[str, Any]) -> tuple[Any, ...]:
    return line["deck"], line["bots"], *line["combination"], line["first"], line["matches"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play")
    playing.set_defaults(run=play)
    playing.add_argument("bots", help="levels that search, such as sharp or sharp,master")
    playing.add_argument("--matches", type=int, default=2000, help="matches of every combination of options")
    playing.add_argument("--first", type=int, default=0, help="number of the first match")
    playing.add_argument("--match-batch", type=int, default=0, help="matches per combination played at once; 0: all")
    playing.add_argument("--out", type=Path, required=True)
    playing.add_argument("--limit-s", type=float, default=480.0, help="seconds after which play stops")
    playing.add_argument("--resume", type=Path, help="file of an earlier run that was not complete")
    playing.add_argument("--launch", default="128:64:100", help="registers (0: no limit):threads per block:rounds")
    playing.add_argument(
        "--tune", default="", help="launch settings to compare in the first move, such as 64:64,128:64"
    )
    playing.add_argument("--check", type=int, default=48, help="matches of sharp to check first; 0 for none")
    playing.add_argument("--check-limit-s", type=float, default=120.0, help="longest wait for that check")
    rows = commands.add_parser("rows")
    rows.set_defaults(run=write_rows)
    rows.add_argument("files", type=Path, nargs="+")
    rows.add_argument("results", type=Path)
    checking = commands.add_parser("check")
    checking.set_defaults(run=check)
    checking.add_argument("file", type=Path)
    checking.add_argument("--matches", type=int, default=50)
    checking.add_argument("--wait", action="store_true", help="compile, then wait until the file exists")
    comparing = commands.add_parser("compare")
    comparing.set_defaults(run=compare)
    comparing.add_argument("one", type=Path)
    comparing.add_argument("other", type=Path)
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
