"""Searches for a track of Dot Allot that meets A20 by playing matches, on all cores.

    python benchmarks/bots/dot_allot_tracks/play_search.py sample FILE --generations 14
    python benchmarks/bots/dot_allot_tracks/play_search.py focus FILE vertical:11205 horizontal:11205
    python benchmarks/bots/dot_allot_tracks/play_search.py confirm FILE 11749369644 --matches 2000 --level master

`sample` is Thompson sampling: each generation draws the metrics of tracks from their posterior (`track_posterior.py`),
and plays the tracks with the least loss, fewer tracks and more matches each time. `focus` compares all grey cells of
the given outer cells. `confirm` plays one track on fresh seeds. Every result is appended to FILE, which is read at the
start, so a search can be continued; `results/2026-11-19-played.jsonl.gz` unpacks to such a file. `--prior` names
results of `search.py` that the model is fitted to as well.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterable
from functools import cache
from multiprocessing import cpu_count, get_context
from pathlib import Path
from typing import Any

import numpy as np
from search import GREY_CELLS, ROUNDS, corrections_of, read_knob, read_results, result_line, tables_of
from self_play import GAME, SelfPlay
from track_posterior import (
    COMBINATIONS,
    GROUP,
    Posterior,
    losses,
    measured,
    posterior,
    predictions_of_codes,
    summed,
    track_of,
)

from dottable.core.deck_files import Deck, read_deck
from dottable.games.dot_allot.deck.deck_generator import HOUSE_SEED, AllotDeckRecipe, generate_deck
from dottable.games.dot_allot.deck.track_enumeration import all_outer_cells

PRIOR = Path(__file__).parent / "results" / "2026-11-18-sharp.jsonl.gz"
OUTER_COUNT, MATCHES_PER_GENERATION = 300, 2900
"""Outer cells that `sample` tries, and matches of a generation per combination."""
CODES_SCREENED, CODES_KEPT = 64, 12
"""Grey codes that the model compares at first, and those of them that may be played."""
NARROWING = 0.8
"""Ratio of the numbers of tracks of two successive generations of `sample`."""
FOCUS_ROUNDS = ((50, 32), (30, 48), (14, 110), (6, 250))
"""Numbers of tracks, and of matches per track and combination, in the rounds of `focus`."""
FIRST_MATCH = 5_000_000
"""Number of the first match; every batch plays later ones, so no two batches have the same hands."""
BATCH = 20
"""Most matches of a job."""

Job = tuple[int, tuple[str, str, str], int, int, str, tuple[tuple[str, int], ...]]


@cache
def deck_with(track: int, knobs: tuple[tuple[str, int], ...]) -> Deck:
    recipe = AllotDeckRecipe(**{**dict(knobs), "track": track})
    return read_deck(GAME, generate_deck(HOUSE_SEED, recipe), f"track {track}")


def play_job(job: Job) -> dict[str, Any]:
    """Return the result of a batch of matches as a line of the file."""
    track, combination, first, count, level, knobs = job
    seed = (8191 * track + 131 * first + 7 * COMBINATIONS[combination[1]].index(combination)) % 2**31
    played = SelfPlay(level, seed).play(deck_with(track, knobs), combination, first, count)
    margins = (played.totals[:, 0] - played.totals[:, 1]).astype(int)
    sums = {"margin": int(margins.sum()), "squares": int((margins**2).sum())}
    return {**result_line(track, combination, played), **sums, "level": level, "first": first}


def screen_job(job: tuple[str, int, tuple[Any, Any], Any]) -> tuple[str, int, Any, Any]:
    """Return the grey codes that the model likes best, with its predictions."""
    orientation, outer, model, mean_group = job
    total = 4 ** len(GREY_CELLS[orientation])
    codes = np.random.default_rng(outer).choice(total, min(total, CODES_SCREENED), replace=False)
    predicted = predictions_of_codes(outer, orientation, codes, model)
    groups = np.broadcast_to(mean_group[:, None], (len(codes), 4, 1))
    best = np.argsort(losses(np.concatenate((predicted, groups), axis=2), orientation))[:CODES_KEPT]
    return orientation, outer, codes[best], predicted[best]


class PlaySearch:
    """A search with its results so far."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.knobs = tuple(args.knob)
        play_job((0, COMBINATIONS["vertical"][0], 0, 1, "sharp", self.knobs))  # compiles before workers are forked
        text = args.file.read_text(encoding="utf-8") if args.file.exists() else ""
        self.lines = [json.loads(line) for line in text.splitlines()]
        self.next_first = max([FIRST_MATCH, *(line["first"] + line["matches"] for line in self.lines)])
        self.rng = np.random.default_rng(args.seed)
        self.models: dict[str, tuple[Any, Any]] = {}
        self.mean_groups: dict[str, Any] = {}

    def play(self, tracks: Iterable[tuple[str, int]], count: int, level: str = "sharp") -> None:
        """Play `count` matches in each combination of the given (orientation, track), and append the results."""
        first, self.next_first = self.next_first, self.next_first + count
        jobs = [
            (track, combination, start, min(BATCH, first + count - start), level, self.knobs)
            for start in range(first, first + count, BATCH)
            for orientation, track in tracks
            for combination in COMBINATIONS[orientation]
        ]
        with get_context("fork").Pool(cpu_count()) as pool, self.args.file.open("a", encoding="utf-8") as out:
            for line in pool.imap_unordered(play_job, jobs):
                self.lines.append(line)
                out.write(json.dumps(line) + "\n")

    def fit(self) -> None:
        """Fit the model of `search.py` to the prior results and to those of this search."""
        path = self.args.file.with_suffix(".sharp.gz")
        own = [line for line in self.lines if line["level"] == "sharp"]
        prior = gzip.decompress(self.args.prior.read_bytes()).decode()
        path.write_bytes(gzip.compress((prior + "\n".join(map(json.dumps, own))).encode()))
        results = read_results(path)
        path.unlink()
        sums = summed(self.lines)
        for orientation in ROUNDS:
            tables = tables_of(results, orientation)
            self.models[orientation] = tables, corrections_of(results, orientation, tables)
            groups = [
                [measured(each[k])[GROUP] for k in range(4)] for key, each in sums.items() if key[0] == orientation
            ]
            self.mean_groups[orientation] = np.mean(groups, axis=0) if groups else np.full(4, 3.1)

    def screened(self, outers: Iterable[int]) -> dict[tuple[str, int], tuple[Any, Any]]:
        """Return grey codes worth playing, with predictions, by (orientation, outer cells)."""
        jobs = [(o, int(outer), self.models[o], self.mean_groups[o]) for o in ROUNDS for outer in outers]
        with get_context("fork").Pool(cpu_count()) as pool:
            return {(o, outer): (codes, values) for o, outer, codes, values in pool.map(screen_job, jobs)}

    def posterior_of(self, key: tuple[str, int], codes: Any, sums: Any) -> Posterior:
        """Return the posterior of these grey codes and of all that have been played."""
        played = [code for *at, code in sums if tuple(at) == key]
        codes = np.union1d(codes, played).astype(int)
        predicted = predictions_of_codes(key[1], key[0], codes, self.models[key[0]])
        return posterior(key, codes, predicted, self.mean_groups[key[0]], sums)

    def sample(self) -> None:
        """Play the tracks with the least loss in a draw from the posterior, generation by generation."""
        self.fit()
        screened = self.screened(self.rng.permutation(len(all_outer_cells()))[: self.args.screen])
        outers = sorted({outer for _, outer in screened}, key=lambda outer: self.model_loss(screened, outer))
        for generation in range(self.args.generations):
            if generation % 4 == 3:
                self.fit()
            width = max(8, int(OUTER_COUNT * NARROWING**generation))
            sums, draws = summed(self.lines), []
            for outer in outers[:OUTER_COUNT]:
                drawn = {o: self.drawn_best((o, outer), screened[o, outer][0], sums) for o in ROUNDS}
                draws.append(
                    (sum(loss for loss, _ in drawn.values()), {o: code for o, (_, code) in drawn.items()}, outer)
                )
            best = sorted(draws, key=lambda draw: draw[0])[:width]
            tracks = [(o, track_of(outer, o, code)) for _, codes, outer in best for o, code in codes.items()]
            self.play(tracks, max(12, MATCHES_PER_GENERATION // width))
            print(f"generation {generation}: {len(tracks)} tracks", flush=True)

    def model_loss(self, screened: Any, outer: int) -> float:
        """Return the least loss over both orientations' grey cells that the model predicts, groups left out."""
        total = 0.0
        for o in ROUNDS:
            values = screened[o, outer][1]
            total += losses(np.concatenate((values, np.full((*values.shape[:2], 1), 4.0)), axis=2), o).min()
        return total

    def drawn_best(self, key: tuple[str, int], codes: Any, sums: Any) -> tuple[float, int]:
        """Return the least loss of one draw from the posterior, and its grey code."""
        found = self.posterior_of(key, codes, sums)
        loss = losses(found.means + found.deviations * self.rng.standard_normal(found.means.shape), key[0])
        return float(loss.min()), int(found.codes[loss.argmin()])

    def focus(self) -> None:
        """Play all grey cells of the given outer cells that may be good, in rounds, and print the best."""
        self.fit()
        keys = [(o, int(outer)) for o, outer in (text.split(":") for text in self.args.what)]
        for width, count in FOCUS_ROUNDS:
            tracks = []
            for key in keys:
                found = self.posterior_of(key, np.arange(4 ** len(GREY_CELLS[key[0]])), summed(self.lines))
                _, promise = found.expected_losses(key[0], self.rng)
                best = found.codes[np.argsort(-promise)[: max(2, width // len(keys))]]
                tracks += [(key[0], track_of(key[1], key[0], int(code))) for code in best]
            self.play(tracks, count)
        sums = summed(self.lines)
        for key in keys:
            self.print_best(key, [code for *at, code in sums if tuple(at) == key], sums)

    def print_best(self, key: tuple[str, int], codes: list[int], sums: Any) -> None:
        """Print the played grey codes with the least expected loss: shares and ties under the posterior."""
        found = self.posterior_of(key, codes, sums)
        expected, _ = found.expected_losses(key[0], self.rng)
        for k in np.argsort(expected)[:5]:
            means = np.round(found.means[k], 3).tolist()
            print(*key, track_of(key[1], key[0], int(found.codes[k])), f"{expected[k]:.1f}", means, flush=True)

    def confirm(self) -> None:
        """Play a track on fresh seeds in all combinations."""
        tracks = [(o, int(track)) for track in self.args.what for o in ROUNDS]
        for start in range(0, self.args.matches, BATCH):
            self.play(tracks, min(BATCH, self.args.matches - start), self.args.level)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("sample", "focus", "confirm"))
    parser.add_argument("file", type=Path)
    parser.add_argument("what", nargs="*", help="orientation:outer cells, or tracks")
    parser.add_argument("--prior", type=Path, default=PRIOR)
    parser.add_argument("--screen", type=int, default=8000)
    parser.add_argument("--generations", type=int, default=14)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--level", default="sharp")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--knob", type=read_knob, action="append", default=[])
    args = parser.parse_args()
    getattr(PlaySearch(args), args.command)()


if __name__ == "__main__":
    main()
