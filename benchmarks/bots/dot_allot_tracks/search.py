"""Searches for a track of Dot Allot that meets A20 in all eight combinations, with a model fitted to `sharp` play.

    python benchmarks/bots/dot_allot_tracks/search.py play FILE vertical --random 100 --matches 8
    python benchmarks/bots/dot_allot_tracks/search.py play FILE horizontal --tracks 12038,9349777375 --matches 100
    python benchmarks/bots/dot_allot_tracks/search.py find FILE --best 10
    python benchmarks/bots/dot_allot_tracks/search.py print FILE --best 10

`play` plays matches on tracks and appends their results to FILE. `find` fits the model to FILE, and prints the tracks
that it likes best. `print` prints the tracks with the most matches. Begin with random tracks, then play and find in
turn: the model corrects itself where the best tracks lie. `play` takes `--knob NAME=VALUE` for the cards of the deck.
The folder `results` holds the matches of decision 0020; unpack them to go on. `play_search.py` chooses by playing.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numba import njit
from outcome_model import fit_table, predict, track_features
from self_play import GAME, Played, SelfPlay

from dottable.core.deck_files import read_deck
from dottable.games.dot_allot.deck.card_grids import Grid
from dottable.games.dot_allot.deck.deck_generator import HOUSE_SEED, AllotDeckRecipe, generate_deck
from dottable.games.dot_allot.deck.track_enumeration import (
    GREY_CODE_COUNT,
    all_outer_cells,
    track_from_number,
    track_number,
)
from dottable.games.dot_allot.pieces import COLOUR_LETTERS, EMPTY_CELL

LETTERS = EMPTY_CELL + COLOUR_LETTERS
SIDES, SCORINGS = ("dark", "light"), ("standard", "colour-locked")
ROUNDS = {"vertical": 4, "horizontal": 6}
GREY_CELLS = {
    "vertical": np.array([(row, 2) for row in (0, 1, 2, 4, 5, 6)]),
    "horizontal": np.array([(3, column) for column in (0, 1, 3, 4)]),
}
"""Rows and columns of the grey cells that count in each orientation: those of one do not change the other."""
TOLERANCES = np.array([0.05, 0.05, 0.03])
"""Units of the loss: share of the starter, tied matches, tied colours."""
SHARE_MARGIN, MOST_TIES = 0.015, 0.37
MOST_TIED_COLOURS = {"vertical": 0.23, "horizontal": 0.33}
"""Aims of the search, a little inside the targets of A20."""


def cells_of(track: Grid) -> Any:
    """Return a track as an array of colour numbers; 0 for an empty cell."""
    return np.array([[LETTERS.index(letter) for letter in row] for row in track], np.int64)


def grid_of(cells: Any) -> Grid:
    return tuple("".join(LETTERS[cell] for cell in row) for row in cells)


# Playing


def result_line(track: int, combination: tuple[str, str, str], played: Played) -> dict[str, Any]:
    """Return the sums of matches on a track. `outcomes` counts each colour's outcomes by round."""
    rounds = ROUNDS[combination[1]]
    largest, margins = played.largest[:, :rounds].astype(int), played.totals[:, 0] - played.totals[:, 1]
    starts = np.arange(rounds) >= rounds // 2
    lead = np.sign(largest[:, :, 0] - largest[:, :, 1]) * np.where(starts, -1, 1)[None, :, None]
    return {
        "track": track,
        "combination": combination,
        "matches": len(margins),
        "wins": int((margins > 0).sum()),
        "ties": int((margins == 0).sum()),
        "outcomes": [(lead == sign).sum(axis=0).tolist() for sign in (1, 0, -1)],
        "group": float(largest.mean()),
        "placements": played.placements.sum(axis=0).tolist(),
    }


def play_tracks(args: argparse.Namespace) -> None:
    """Play matches on the given or random tracks, in all combinations of one orientation."""
    rng, players = Random(args.seed), SelfPlay(args.level, args.seed)
    count = len(all_outer_cells()) * GREY_CODE_COUNT
    tracks = args.tracks or [rng.randrange(count) for _ in range(args.random)]
    for track in tracks:
        recipe = AllotDeckRecipe(**{**dict(args.knob), "track": track})
        deck = read_deck(GAME, generate_deck(HOUSE_SEED, recipe), f"track {track}")
        for side, scoring in product(SIDES, SCORINGS):
            combination = (side, args.orientation, scoring)
            played = players.play(deck, combination, 1_000_000 * args.seed, args.matches)
            with args.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(result_line(track, combination, played)) + "\n")


# Fitting


def read_results(path: Path) -> dict[tuple[int, tuple[str, ...]], dict[str, Any]]:
    """Return the results of a file, which may be compressed, added up by track and combination."""
    found: dict[tuple[int, tuple[str, ...]], dict[str, Any]] = {}
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    for line in map(json.loads, text.splitlines()):
        key = line["track"], tuple(line["combination"])
        old = found.setdefault(key, {"matches": 0, "wins": 0, "ties": 0, "outcomes": 0, "group": 0.0, "placements": 0})
        old["group"] += line["group"] * line["matches"]
        for name in ("matches", "wins", "ties"):
            old[name] += line[name]
        for name in ("outcomes", "placements"):
            old[name] = old[name] + np.array(line[name])
    return found


def features_of(track: Any, combination: tuple[str, ...]) -> Any:
    return track_features(track, combination[1] == "horizontal", combination[0] == "light")


def tables_of(results: dict[Any, Any], orientation: str) -> Any:
    """Return the outcome tables of an orientation, one per scoring."""
    tables = []
    for scoring in SCORINGS:
        counts: defaultdict[tuple[int, ...], Any] = defaultdict(lambda: np.zeros(3))
        for (track, combination), sums in results.items():
            if combination[1:] == (orientation, scoring):
                features = features_of(cells_of(track_from_number(track)), combination)
                for k, colour in np.ndindex(features.shape[:2]):
                    counts[tuple(features[k, colour].tolist())] += np.array(sums["outcomes"])[:, k, colour]
        rows = np.repeat(np.array(list(counts)), 3, axis=0)
        outcomes, weights = np.tile(np.arange(3), len(counts)), np.concatenate(list(counts.values()))
        tables.append(fit_table(rows, outcomes, weights, ROUNDS[orientation], is_locked=scoring != "standard"))
    return np.stack(tables)


def corrections_of(results: dict[Any, Any], orientation: str, tables: Any) -> Any:
    """Return what matches had more than predicted, by scoring: win share of the starter, tied matches.

    Tracks count more, the nearer their prediction lies to a fair match.
    """
    found = []
    for index, scoring in enumerate(SCORINGS):
        rows = []
        for (track, combination), sums in results.items():
            if combination[1:] == (orientation, scoring):
                features = features_of(cells_of(track_from_number(track)), combination)
                wins, ties, _ = predict(features, tables[index], scoring != "standard")
                nearness = sums["matches"] * np.exp(-(((wins / (1 - ties) - 0.5) / 0.15) ** 2))
                rows.append((sums["wins"] / sums["matches"] - wins, sums["ties"] / sums["matches"] - ties, nearness))
        win_errors, tie_errors, weights = np.array(rows).T
        found.append((np.average(win_errors, weights=weights), np.average(tie_errors, weights=weights)))
    return np.array(found)


# Searching


@njit(cache=True)
def loss_of(track: Any, is_horizontal: int, tables: Any, corrections: Any, most_tied: float) -> float:
    """Return how far a track is from the aims in the four combinations of an orientation."""
    loss = 0.0
    for side in range(2):
        features = track_features(track, is_horizontal, side == 1)
        for scoring in range(2):
            wins, ties, tied = predict(features, tables[scoring], scoring == 1)
            ties += corrections[scoring, 1]
            share = (wins + corrections[scoring, 0]) / (1 - ties)
            loss += (max(0.0, abs(share - 0.5) - SHARE_MARGIN) / TOLERANCES[0]) ** 2
            loss += (max(0.0, ties - MOST_TIES) / TOLERANCES[1]) ** 2
            loss += (max(0.0, tied - most_tied) / TOLERANCES[2]) ** 2
    return loss


@njit(cache=True)
def best_grey_cells(
    track: Any, grey_cells: Any, is_horizontal: int, tables: Any, corrections: Any, most_tied: float, starts: int
) -> tuple[float, Any]:
    """Return the least loss by coordinate descent over the grey cells from `starts` random fillings, and the track."""
    least, best = 1e9, track.copy()
    for _ in range(starts):
        now = track.copy()
        for k in range(len(grey_cells)):
            now[grey_cells[k, 0], grey_cells[k, 1]] = np.random.randint(0, 4)
        loss, before = loss_of(now, is_horizontal, tables, corrections, most_tied), 1e9
        while loss < before:
            before = loss
            for k in range(len(grey_cells)):
                row, column = grey_cells[k]
                kept = now[row, column]
                for colour in range(4):
                    now[row, column] = colour
                    found = loss_of(now, is_horizontal, tables, corrections, most_tied)
                    if found < loss:
                        loss, kept = found, colour
                now[row, column] = kept
        if loss < least:
            least, best = loss, now
    return least, best


class TrackSearch:
    """Searches all outer cells. The grey cells of each orientation are chosen on their own."""

    def __init__(self, results: dict[Any, Any]) -> None:
        self.tables = {name: tables_of(results, name) for name in ROUNDS}
        self.corrections = {name: corrections_of(results, name, self.tables[name]) for name in ROUNDS}

    def best(self, orientation: str, track: Any, starts: int) -> tuple[float, Any]:
        """Return the least loss of an orientation over its grey cells, and the track that has it."""
        most_tied = MOST_TIED_COLOURS[orientation]
        tables, corrections = self.tables[orientation], self.corrections[orientation]
        is_horizontal = orientation == "horizontal"
        return best_grey_cells(track, GREY_CELLS[orientation], is_horizontal, tables, corrections, most_tied, starts)

    def find(self, count: int) -> Iterator[tuple[float, int]]:
        """Yield the loss and the number of the best tracks: horizontally first, then the better tenth vertically."""
        blank = [cells_of(track_from_number(k * GREY_CODE_COUNT)) for k in range(len(all_outer_cells()))]
        losses = np.array([self.best("horizontal", track, 1)[0] for track in blank])
        better = np.argsort(losses)[: len(blank) // 10]
        sums = {k: losses[k] + self.best("vertical", blank[k], 1)[0] for k in better}
        for k in sorted(sums, key=lambda k: float(sums[k]))[:count]:
            loss, track = self.best("horizontal", blank[k], 8)
            other_loss, other = self.best("vertical", track, 8)
            yield loss + other_loss, track_number(grid_of(other))

    def prediction_text(self, track: int) -> str:
        """Return the predicted share of the starter and of ties in all combinations, in percent."""
        parts = []
        for orientation, side, (k, scoring) in product(ROUNDS, SIDES, enumerate(SCORINGS)):
            features = features_of(cells_of(track_from_number(track)), (side, orientation))
            wins, ties, _ = predict(features, self.tables[orientation][k], scoring != "standard")
            ties += self.corrections[orientation][k, 1]
            share = (wins + self.corrections[orientation][k, 0]) / (1 - ties)
            parts.append(f"{100 * share:.0f}/{100 * ties:.0f}")
        return " ".join(parts)


def print_best(args: argparse.Namespace) -> None:
    """Print the best tracks by the model, with predicted starter's share and ties of all combinations."""
    search = TrackSearch(read_results(args.file))
    for loss, track in sorted(search.find(args.best)):
        print(f"{track} {loss:.2f} {search.prediction_text(track)}", flush=True)


def print_played(args: argparse.Namespace) -> None:
    """Print measured starter's share, ties, tied colours, groups and refused placements of the most played tracks."""
    results = read_results(args.file)
    matches: defaultdict[int, int] = defaultdict(int)
    for (track, _), sums in results.items():
        matches[track] += sums["matches"]
    for track in sorted(matches, key=lambda track: -matches[track])[: args.best]:
        print(track, *measured(results, track), sep="\n  ")


def measured(results: dict[Any, Any], track: int) -> Iterable[str]:
    """Yield a line for every combination in which a track has been played."""
    for combination in product(SIDES, ROUNDS, SCORINGS):
        sums = results.get((track, combination))
        if sums is not None:
            decided, colours = sums["matches"] - sums["ties"], sums["outcomes"].sum()
            share, tied = sums["wins"] / max(1, decided), sums["outcomes"][1].sum() / colours
            group, refused = sums["group"] / sums["matches"], sums["placements"][1] / sums["placements"][0]
            yield (
                f"{', '.join(combination)}: {sums['matches']} matches, starter {share:.3f}, "
                f"ties {sums['ties'] / sums['matches']:.3f}, tied colours {tied:.3f}, group {group:.2f}, "
                f"refused {refused:.3f}"
            )


def read_knob(text: str) -> tuple[str, int]:
    name, value = text.split("=")
    return name, int(value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("play", "find", "print"))
    parser.add_argument("file", type=Path)
    parser.add_argument("orientation", nargs="?", choices=tuple(ROUNDS))
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--tracks", type=lambda text: [int(number) for number in text.split(",")], default=[])
    parser.add_argument("--matches", type=int, default=8)
    parser.add_argument("--level", default="sharp")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--best", type=int, default=10)
    parser.add_argument("--knob", type=read_knob, action="append", default=[])
    args = parser.parse_args()
    {"play": play_tracks, "find": print_best, "print": print_played}[args.command](args)


if __name__ == "__main__":
    main()
