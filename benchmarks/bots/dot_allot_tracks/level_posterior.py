"""Estimates how well tracks of Dot Allot meet A20 with `sharp` and with `master`, from more matches of `sharp`.

What a level's matches have differs from those of `sharp` by a mean per combination, and by an error per track.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from search import GREY_CELLS, ROUNDS
from track_posterior import (
    MATCH_DEVIATION,
    MATCHES,
    SHARE,
    Array,
    Posterior,
    Sums,
    losses,
    measured,
    posterior,
    summed,
)

from dottable.games.dot_allot.deck.track_enumeration import GREY_CODE_COUNT

LEVELS = ("sharp", "master")
LEVEL_DEVIATION = np.array([0.04, 0.03, 0.01, 0.05])
"""Standard deviation, by metric, of a level's difference from `sharp` on a track, and of its mean over all tracks."""
BEST_OUTERS = 12
"""Number of outer cells per draw whose best halves may be played."""

Half = tuple[str, int, int]
"""Orientation, outer cells and grey code: all of a track that counts in an orientation."""


class Candidates(NamedTuple):
    """Grey codes that may be played, with predictions, by (orientation, outer cells), and what was played before."""

    predictions: dict[tuple[str, int], tuple[Array, Array]]
    mean_groups: dict[str, Array]
    sums: dict[str, Sums]
    """Sums of earlier matches by level."""

    def save(self, path: Path) -> None:
        """Write the candidates to a compressed file."""
        rows = [[*key, codes.tolist(), np.round(p, 4).tolist()] for key, (codes, p) in self.predictions.items()]
        sums = {
            level: [[*half, [np.round(each[k], 2).tolist() for k in range(4)]] for half, each in found.items()]
            for level, found in self.sums.items()
        }
        groups = {orientation: values.tolist() for orientation, values in self.mean_groups.items()}
        text = json.dumps({"predictions": rows, "mean_groups": groups, "sums": sums})
        path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read_candidates(path: Path) -> Candidates:
    """Return the candidates of a file."""
    found = json.loads(gzip.decompress(path.read_bytes()))
    return Candidates(
        {(o, outer): (np.array(codes), np.array(p)) for o, outer, codes, p in found["predictions"]},
        {orientation: np.array(values) for orientation, values in found["mean_groups"].items()},
        {
            level: {(o, outer, code): dict(enumerate(map(np.array, rows))) for o, outer, code, rows in lines}
            for level, lines in found["sums"].items()
        },
    )


def halves_of(track: int) -> dict[str, tuple[int, int]]:
    """Return the outer cells and the grey code of a track in each orientation."""
    split = 4 ** len(GREY_CELLS["vertical"])
    outer, code = divmod(track, split * 4 ** len(GREY_CELLS["horizontal"]))
    return {"vertical": (outer, code % split), "horizontal": (outer, code // split)}


def added(one: Sums, other: Sums) -> Sums:
    """Return the sums of both together."""
    found = {half: dict(each) for half, each in one.items()}
    for half, each in other.items():
        for k, row in each.items():
            sums = found.setdefault(half, {})
            sums[k] = sums.get(k, np.zeros(7)) + row
    return found


class LevelPosterior:
    """Distribution of the metrics of halves of tracks, with both levels. Axes: half, combination, metric."""

    def __init__(self, orientation: str, candidates: Candidates, sums: dict[str, Sums]) -> None:
        self.orientation = orientation
        self.halves: list[Half] = []
        parts: list[Posterior] = []
        for (o, outer), (codes, predicted) in candidates.predictions.items():
            if o == orientation:
                own = {half: each for half, each in sums["sharp"].items() if half[:2] == (o, outer)}
                own = {half: each for half, each in own.items() if half[2] in codes}
                parts.append(posterior((o, outer), codes, predicted, candidates.mean_groups[o], own))
                self.halves += [(o, outer, int(code)) for code in codes]
        self.outers = np.array([outer for _, outer, _ in self.halves])
        self.means = np.concatenate([part.means for part in parts])
        self.deviations = np.concatenate([part.deviations for part in parts])
        self._set_master(sums["master"])

    def _set_master(self, sums: Sums) -> None:
        """Set what the matches of `master` had, their weight, and the mean difference between the levels."""
        shape = self.means.shape
        self.measured, noise = np.zeros(shape), np.full(shape, np.inf)
        for i, half in enumerate(self.halves):
            if half in sums:
                self.measured[i] = [measured(sums[half][k]) for k in range(4)]
                noise[i] = [MATCH_DEVIATION**2 / sums[half][k][MATCHES] for k in range(4)]
        self.weight = LEVEL_DEVIATION**2 / (LEVEL_DEVIATION**2 + noise)
        each = 1 / (LEVEL_DEVIATION**2 + self.deviations**2 + noise)
        total = each.sum(axis=0) + 1 / LEVEL_DEVIATION**2
        self.difference = ((self.measured - self.means) * each).sum(axis=0) / total

    def master(self, sharp: Array, errors: Array) -> Array:
        """Return the metrics of `master`, given those of `sharp` and standard normal errors."""
        expected = sharp + self.difference
        deviations = LEVEL_DEVIATION * np.sqrt(1 - self.weight)
        return expected + self.weight * (self.measured - expected) + deviations * errors

    def draw(self, rng: Any, spread: float = 1.0) -> Array:
        """Return the losses of all halves in one draw, both levels together. Deviations are multiplied by `spread`."""
        sharp = self.means + spread * self.deviations * rng.standard_normal(self.means.shape)
        master = self.master(sharp, spread * rng.standard_normal(self.means.shape))
        return losses(sharp, self.orientation) + losses(master, self.orientation)

    def shares(self, half: Half) -> tuple[Array, Array]:
        """Return the expected starter's shares of a half with `sharp` and `master`."""
        i = self.halves.index(half)
        return self.means[i, :, SHARE], self.master(self.means, np.zeros(()))[i, :, SHARE]


class Ranking:
    """All halves of the candidates and their posteriors after some matches."""

    def __init__(self, candidates: Candidates, lines: Iterable[dict[str, Any]]) -> None:
        lines = list(lines)
        self.sums = {
            level: added(candidates.sums[level], summed([line for line in lines if line["level"] == level]))
            for level in LEVELS
        }
        self.posteriors = {o: LevelPosterior(o, candidates, self.sums) for o in ROUNDS}
        self.outers = np.unique(self.posteriors["vertical"].outers)

    def promising(self, width: int, spread: float, rng: Any, draws: int = 100) -> list[Half]:
        """Return the halves that are most often the best ones of one of the best outer cells of a draw."""
        counts = {o: np.zeros(len(found.halves)) for o, found in self.posteriors.items()}
        for _ in range(draws):
            best, total = {}, np.zeros(len(self.outers))
            for o, found in self.posteriors.items():
                loss = found.draw(rng, spread)
                order = np.argsort(loss)
                outers, first = np.unique(found.outers[order], return_index=True)
                assert (outers == self.outers).all()
                best[o] = order[first]
                total += loss[best[o]]
            chosen = np.argsort(total)[:BEST_OUTERS]
            for o, at in best.items():
                counts[o][at[chosen]] += 1
        return [
            found.halves[i]
            for o, found in self.posteriors.items()
            for i in np.argsort(-counts[o], kind="stable")[: max(1, width // 2)]
            if counts[o][i]
        ]

    def best_tracks(self, count: int, rng: Any, *, is_master_played: bool, draws: int = 100) -> list[tuple[float, int]]:
        """Return the expected losses and the numbers of the best tracks, best first: two for each outer cells."""
        expected = {o: np.mean([p.draw(rng) for _ in range(draws)], axis=0) for o, p in self.posteriors.items()}
        found: list[tuple[float, int]] = []
        split = 4 ** len(GREY_CELLS["vertical"])
        for outer in self.outers:
            best: dict[str, list[tuple[float, int]]] = {}
            for o, p in self.posteriors.items():
                own = [
                    (float(expected[o][i]), p.halves[i][2])
                    for i in np.flatnonzero(p.outers == outer)
                    if not is_master_played or p.halves[i] in self.sums["master"]
                ]
                best[o] = sorted(own)[:2]
            pairs = [(v, h) for v in best["vertical"] for h in best["horizontal"]]
            tracks = [(v[0] + h[0], int(outer) * GREY_CODE_COUNT + v[1] + split * h[1]) for v, h in pairs]
            found += sorted(tracks)[:2]
        return sorted(found)[:count]
