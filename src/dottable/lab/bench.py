"""How fast the rules run: random playouts on one core, rounds of ours and of peers taking turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from statistics import median

import msgspec

from dottable.core.game import Game
from dottable.core.series import Series, seed_from
from dottable.lab.peers import PEERS, Peer
from dottable.lab.search_bench import SearchReport, search_bench

SECONDS = 0.4
"""Roughly how long one measurement takes."""


class Row(msgspec.Struct, kw_only=True):
    """One game: the median rate, and how many times faster than each peer (median of the rounds' ratios)."""

    game: str
    seats: int
    steps_per_second: float
    steps_per_match: float
    ratios: dict[str, float]


class PeerRow(msgspec.Struct, kw_only=True):
    name: str
    method: str
    steps_per_second: float
    steps_per_match: float


class Report(msgspec.Struct, kw_only=True):
    rounds: int
    games: list[Row]
    peers: list[PeerRow]
    search: SearchReport | None = None
    """Measured with the peers only."""


class Contestant:
    """A game of ours, measured in batches that take about `SECONDS`."""

    def __init__(self, game: Game, seats: int | None) -> None:
        self.game, self.seats = game, seats or game.min_seats
        self.series = Series(game, seats=self.seats, options=game.state.Options(), seed=seed_from("bench"))
        self.series.play(0, 1)
        start = time.perf_counter()
        self.steps_per_match = float(self.series.play(0, 200).steps.mean())
        self.matches = max(200, int(200 * SECONDS / (time.perf_counter() - start)))

    def rate(self, round_number: int) -> float:
        """Steps per second on this one core."""
        start = time.perf_counter()
        steps = self.series.play(round_number * self.matches, self.matches).steps
        return float(steps.sum() / (time.perf_counter() - start))


def bench(
    games: Sequence[Game], *, seats: int | None, peers: bool, rounds: int, progress: Callable[[str], None]
) -> Report:
    """Measure every game, and the peers, in each of `rounds` rounds."""
    ours = [Contestant(game, seats) for game in games]
    others = [Peer(name, SECONDS) for name in PEERS] if peers else []
    our_rates: list[list[float]] = [[] for _ in ours]
    their_rates: list[list[float]] = [[] for _ in others]
    for k in range(rounds):
        progress(f"round {k + 1} of {rounds}")
        for mine, rates in zip(ours, our_rates, strict=True):
            rates.append(mine.rate(k))
        for peer, rates in zip(others, their_rates, strict=True):
            rates.append(peer.rate(k))
    rows = [
        Row(
            game=mine.game.slug,
            seats=mine.seats,
            steps_per_second=median(rates),
            steps_per_match=mine.steps_per_match,
            ratios={
                peer.name: median(a / b for a, b in zip(rates, their, strict=True))
                for peer, their in zip(others, their_rates, strict=True)
            },
        )
        for mine, rates in zip(ours, our_rates, strict=True)
    ]
    peer_rows = [
        PeerRow(name=p.name, method=p.method, steps_per_second=median(rates), steps_per_match=p.steps_per_match)
        for p, rates in zip(others, their_rates, strict=True)
    ]
    search = search_bench(games, peers=True, rounds=rounds, progress=progress) if peers else None
    return Report(rounds=rounds, games=rows, peers=peer_rows, search=search)
