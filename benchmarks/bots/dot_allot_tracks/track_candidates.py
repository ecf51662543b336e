"""Chooses the tracks of Dot Allot that `play_on_gpu.py` may play, by the posterior after all earlier matches.

    python benchmarks/bots/dot_allot_tracks/track_candidates.py CANDIDATES

CANDIDATES gets the grey codes, their predictions, and the sums of the earlier matches.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from level_posterior import Candidates, added, halves_of
from search import GREY_CELLS, ROUNDS, corrections_of, read_results, tables_of
from track_posterior import COMBINATIONS, GROUP, Sums, measured, posterior, predictions_of_codes, summed

from dottable.games.dot_allot.deck.deck_generator import AllotDeckRecipe

RESULTS = Path(__file__).parent / "results"


def earlier_lines() -> list[dict[str, Any]]:
    text = gzip.decompress((RESULTS / "2026-11-19-played.jsonl.gz").read_bytes()).decode()
    return [line for line in map(json.loads, text.splitlines()) if line["level"] == "sharp"]


def house_sums(path: Path, track: int) -> Sums:
    """Return the sums of a file of `dot_allot_deck.py`. Margins, which it does not have, are set near wins."""
    found: Sums = {}
    for line in map(json.loads, gzip.decompress(path.read_bytes()).decode().splitlines()):
        combination = tuple(line["combination"])
        o, n, decided, wins = combination[1], line["matches"], line["decided"], line["starter_wins"]
        rounds = 3 * ROUNDS[o]
        tied, group = line["tied"] / rounds, line["dots_in_groups"] / (2 * rounds)
        row = np.array([n, wins, n - decided, 1.3 * (2 * wins - decided), 4.0 * decided, tied, group])
        half = found.setdefault((o, *halves_of(track)[o]), {})
        k = COMBINATIONS[o].index(combination)
        half[k] = half.get(k, np.zeros(7)) + row
    return found


def fitted_models(lines: list[dict[str, Any]]) -> dict[str, tuple[Any, Any]]:
    """Return the outcome tables and corrections of both orientations, fitted to all matches of `sharp`."""
    prior = gzip.decompress((RESULTS / "2026-11-18-sharp.jsonl.gz").read_bytes()).decode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lines"
        path.write_text(prior + "\n".join(map(json.dumps, lines)), encoding="utf-8")
        results = read_results(path)
    tables = {o: tables_of(results, o) for o in ROUNDS}
    return {o: (tables[o], corrections_of(results, o, tables[o])) for o in ROUNDS}


def screened(key: tuple[str, int], model: Any, group: Any, sums: Sums, given: argparse.Namespace) -> Any:
    """Return the promise of the best grey codes of (orientation, outer cells), the codes, and their predictions."""
    total = 4 ** len(GREY_CELLS[key[0]])
    played = [code for *at, code in sums if tuple(at) == key]
    some = np.random.default_rng(key[1]).choice(total, min(total, given.screen), replace=False)
    codes = np.union1d(some, played).astype(int)
    predicted = predictions_of_codes(key[1], key[0], codes, model)
    found = posterior(key, codes, predicted, group, sums)
    _, promise = found.expected_losses(key[0], np.random.default_rng(0), 60)
    best = np.argsort(-promise)[: given.codes]
    best = np.union1d(best, [k for k, code in enumerate(codes) if code in played]).astype(int)
    return float(np.sort(promise)[-3:].mean()), codes[best], predicted[best]


def mean_group(orientation: str, sums: Sums) -> Any:
    """Return the mean largest group of all tracks in the four combinations of an orientation."""
    own = [each for half, each in sums.items() if half[0] == orientation]
    return np.mean([[measured(each[k])[GROUP] for k in range(4)] for each in own], axis=0)


def write_candidates(given: argparse.Namespace) -> None:
    """Choose outer cells and grey codes by the posterior after all earlier matches."""
    lines = earlier_lines()
    sums = {"sharp": summed(lines), "master": Sums()}
    for level, path in (("sharp", RESULTS / "2026-11-19-house-deck-sharp.jsonl.gz"), ("master", given.master)):
        sums[level] = added(sums[level], house_sums(path, AllotDeckRecipe().track))
    models = fitted_models(lines)
    groups = {o: mean_group(o, sums["sharp"]) for o in ROUNDS}
    outers = sorted({outer for _, outer, _ in sums["sharp"]})
    found = {(o, n): screened((o, n), models[o], groups[o], sums["sharp"], given) for n in outers for o in ROUNDS}
    best = sorted(outers, key=lambda n: -found["vertical", n][0] * found["horizontal", n][0])[: given.outers]
    predictions = {(o, n): found[o, n][1:] for n in best for o in ROUNDS}
    Candidates(predictions, groups, sums).save(given.candidates)
    print(f"{len(best)} outer cells, {sum(len(codes) for codes, _ in predictions.values())} halves")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("candidates", type=Path)
    parser.add_argument("--screen", type=int, default=600, help="grey codes per outer cells that are compared at first")
    parser.add_argument("--codes", type=int, default=40, help="grey codes per outer cells that may be played")
    parser.add_argument("--outers", type=int, default=80, help="outer cells that may be played")
    parser.add_argument("--master", type=Path, default=RESULTS / "2026-11-20-house-deck-master.jsonl.gz")
    write_candidates(parser.parse_args())


if __name__ == "__main__":
    main()
