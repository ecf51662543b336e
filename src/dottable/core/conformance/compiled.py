"""Runs the compiled checks over many matches of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from dottable.core import chance, quick
from dottable.core.conformance import properties
from dottable.core.conformance.properties import Finding
from dottable.core.game import Game
from dottable.core.kernels import load_kernels
from dottable.core.options import Options, settings, spell_options
from dottable.core.record import for_rules
from dottable.core.seats import MAX_SEATS

SOURCE = Path(__file__).with_name("kit_kernels.py")


class CompiledChecks:
    """The compiled checks of one game under one option set, with the memory they need."""

    def __init__(self, game: Game, options: Options, seed: bytes) -> None:
        self.game, self.options = game, options
        self.kernels = load_kernels(game, SOURCE)
        size = game.state.STATE.itemsize
        actions = game.state.ACTIONS.size
        states = np.zeros(self.kernels.RECORDS, game.state.STATE)
        self._states = for_rules(states)
        self._raw = for_rules(states.view(np.int64).reshape(self.kernels.RECORDS, size // 8))
        self._blank = for_rules(np.zeros(1, game.state.STATE))
        self._root = for_rules(chance.key_of(seed))
        self._settings = for_rules(settings(options, game.house_deck))
        self._lists = [for_rules(np.zeros(actions + 1, np.int32)) for _ in range(2)]
        self._tensors = for_rules(np.zeros((2, game.knowledge.OBSERVATION), np.int16))
        self._points = for_rules(np.zeros(MAX_SEATS, np.int32))
        self._utilities = for_rules(np.zeros(MAX_SEATS, np.float32))
        self._pieces = [for_rules(np.zeros(game.rules.PIECES, np.int32)) for _ in range(2)]
        self._detail = np.zeros(5, np.int64)

    def run(self, seats: int, first: int, count: int) -> Finding | None:
        """Check `count` matches from number `first` on; the first broken property."""
        self._detail[:3] = -1
        whole = self.kernels.check_many(
            *(self._states, self._raw, self._blank, self._root),
            *(first, count, seats, self._settings),
            for_rules(quick.generator()),
            *(*self._lists, self._tensors, self._points, self._utilities, *self._pieces),
            *(for_rules(chance.generator()) for _ in range(2)),
            for_rules(self._detail),
        )
        if whole == count:
            return None
        step, seat, action, _, code = map(int, self._detail)
        where = f"in match {first + whole} with {seats} seats ({spell_options(self.options)}), step {step}"
        return Finding(self.kernels.CODES[code], f"{where}, seat {seat}, action {action}.")

    @property
    def redrawn(self) -> int:
        """How often a resampled state differed from the truth in more than chance."""
        return int(self._detail[3])


def check_compiled(game: Game, options: Options, matches: int, seed: bytes) -> Iterator[Finding]:
    """Spread `matches` over all numbers of seats; the findings, at most one per number of seats."""
    checks = CompiledChecks(game, options, seed)
    counts = list(game.seat_counts)
    broken = False
    for k, seats in enumerate(counts):
        share = matches // len(counts) + (k < matches % len(counts))
        finding = checks.run(seats, k * matches, share) if share else None
        if finding:
            broken = True
            yield finding
    if game.has_secrets and not broken and matches > len(counts) and checks.redrawn == 0:
        yield Finding(properties.RESAMPLE_REDRAWS, f"with {spell_options(options)}: no secret was ever redrawn.")
