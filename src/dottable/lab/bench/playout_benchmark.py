"""Benchmark of random playouts on one CPU core, compared with OpenSpiel."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median

import msgspec

from dottable.core.game import Game
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.lab.bench.interleaved_measurement import ROUND_SECONDS, StatusCallback, measure_rounds, median_ratio
from dottable.lab.bench.openspiel_benchmark import OPENSPIEL_PLAYOUT_GAMES, OpenSpielPlayoutBenchmark
from dottable.lab.bench.search_benchmark import SearchReport, bench_searches

CALIBRATION_MATCHES = 200
"""Number of matches played to choose the batch size; also the smallest batch size."""


class PlayoutRow(msgspec.Struct, kw_only=True):
    """Speed of random playouts of one game: median steps per second, and the median ratio to each OpenSpiel game."""

    game: str
    seats: int
    steps_per_second: float
    steps_per_match: float
    ratios: dict[str, float]


class OpenSpielPlayoutRow(msgspec.Struct, kw_only=True):
    """Speed of random playouts of one OpenSpiel game."""

    name: str
    method: str
    steps_per_second: float
    steps_per_match: float


class PlayoutReport(msgspec.Struct, kw_only=True):
    """Results of the playout benchmark for all games, and for OpenSpiel's games (`peers`)."""

    rounds: int
    games: list[PlayoutRow]
    peers: list[OpenSpielPlayoutRow]
    search: SearchReport | None = None
    """Results of the search benchmark; None if OpenSpiel was not measured."""


class GamePlayoutBenchmark:
    """Random playouts of one game, in batches that take about ROUND_SECONDS."""

    def __init__(self, game: Game, seats: int | None) -> None:
        self.game, self.seats = game, seats or game.min_seats
        self.series = Series(SeriesConfig(game, self.seats, game.state.Options(), seed_from("bench")))
        self.series.play(0, 1)
        start = time.perf_counter()
        self.steps_per_match = float(self.series.play(0, CALIBRATION_MATCHES).steps.mean())
        matches = CALIBRATION_MATCHES * ROUND_SECONDS / (time.perf_counter() - start)
        self.matches = max(CALIBRATION_MATCHES, int(matches))

    def measure_rate(self, round_number: int) -> float:
        """Play random matches for one measurement. Return the steps per second on this core."""
        start = time.perf_counter()
        steps = self.series.play(round_number * self.matches, self.matches).steps
        return float(steps.sum() / (time.perf_counter() - start))


def bench_playouts(
    games: Sequence[Game], *, seats: int | None, peers: bool, rounds: int, progress: StatusCallback
) -> PlayoutReport:
    """Measure the random playouts of every game in `rounds` rounds and return the report.

    With `peers`, also measure the playouts of OpenSpiel's games, and compare the searches of Dottable and OpenSpiel.
    """
    ours = [GamePlayoutBenchmark(game, seats) for game in games]
    openspiel_benchmarks = (
        [OpenSpielPlayoutBenchmark(name, ROUND_SECONDS) for name in OPENSPIEL_PLAYOUT_GAMES] if peers else []
    )
    rates = measure_rounds([*ours, *openspiel_benchmarks], rounds, progress)
    peer_rates = dict(zip((peer.name for peer in openspiel_benchmarks), rates[len(ours) :], strict=True))
    return PlayoutReport(
        rounds=rounds,
        games=[
            PlayoutRow(
                game=mine.game.slug,
                seats=mine.seats,
                steps_per_second=median(measured),
                steps_per_match=mine.steps_per_match,
                ratios={name: median_ratio(measured, other) for name, other in peer_rates.items()},
            )
            for mine, measured in zip(ours, rates, strict=False)
        ],
        peers=[
            OpenSpielPlayoutRow(
                name=peer.name,
                method=peer.method,
                steps_per_second=median(peer_rates[peer.name]),
                steps_per_match=peer.steps_per_match,
            )
            for peer in openspiel_benchmarks
        ],
        search=bench_searches(games, peers=True, rounds=rounds, progress=progress) if peers else None,
    )
