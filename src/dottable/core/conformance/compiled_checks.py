"""Runs the compiled checks of `conformance_kernels.py` over many matches of a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from dottable.core.conformance import properties
from dottable.core.conformance.kernel_arguments import DETAIL_COUNT, RECORD_COUNT, REDRAWN_COUNT_INDEX, CheckMemory
from dottable.core.conformance.properties import Finding
from dottable.core.conformance.property_codes import PROPERTY_BY_CODE
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import series_input
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.options import Options, format_options
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import Array
from dottable.core.primitives.seats import MAX_SEATS

CONFORMANCE_KERNELS_FILE = Path(__file__).resolve().with_name("conformance_kernels.py")
KERNEL_ARGUMENTS_FILE = CONFORMANCE_KERNELS_FILE.with_name("kernel_arguments.py")
PROPERTY_CODES_FILE = CONFORMANCE_KERNELS_FILE.with_name("property_codes.py")


class CompiledChecks:
    """The compiled checks of one game under one option set, with their working memory."""

    def __init__(self, game: Game, options: Options, seed: bytes) -> None:
        self.game, self.options, self.seed = game, options, seed
        self.kernels = load_kernels(
            game, CONFORMANCE_KERNELS_FILE, dependencies=(KERNEL_ARGUMENTS_FILE, PROPERTY_CODES_FILE)
        )
        self._detail = np.zeros(DETAIL_COUNT, np.int64)
        self._memory = new_check_memory(game, RECORD_COUNT, self._detail)

    def check_matches(self, seats: int, first: int, count: int) -> Finding | None:
        """Check `count` matches of the series from number `first` on.

        Return the first broken property; None if all hold.
        """
        self._detail[:REDRAWN_COUNT_INDEX] = -1
        series = series_input(self.game, seats, self.options, self.game.house_deck, self.seed)
        passed = self.kernels.check_matches(series, first, count, self._memory)
        if passed == count:
            return None
        step, seat, action, _, code = map(int, self._detail)
        where = f"in match {first + passed} with {seats} seats ({format_options(self.options)}), step {step}"
        return Finding(PROPERTY_BY_CODE[code], f"{where}, seat {seat}, action {action}.")

    @property
    def redrawn_secret_count(self) -> int:
        """Number of resampled states so far that differ from the true state in more than the random key."""
        return int(self._detail[REDRAWN_COUNT_INDEX])


def new_check_memory(game: Game, records: int, detail: Array) -> CheckMemory:
    """Return zeroed working memory with `records` state records for the checks of a game."""
    states = np.zeros(records, game.state.STATE)
    return CheckMemory(
        states=states,
        words=states.view(np.int64).reshape(records, game.state.STATE.itemsize // 8),
        generator=chance.new_generator(),
        resampling=chance.new_generator(),
        rng=fast_rng.new_generator(),
        actions=np.zeros(game.state.ACTIONS.size + 1, np.int32),
        actions_again=np.zeros(game.state.ACTIONS.size + 1, np.int32),
        observations=np.zeros((2, game.knowledge.OBSERVATION_SIZE), np.int16),
        scores=np.zeros(MAX_SEATS, np.int32),
        returns=np.zeros(MAX_SEATS, np.float32),
        pieces_at_start=np.zeros(game.rules.PIECE_KINDS, np.int32),
        pieces_now=np.zeros(game.rules.PIECE_KINDS, np.int32),
        detail=detail,
    )


def check_compiled(game: Game, options: Options, matches: int, seed: bytes) -> Iterator[Finding]:
    """Yield broken properties found in `matches` matches, spread over all seat counts: at most one per seat count."""
    checks = CompiledChecks(game, options, seed)
    counts = list(game.seat_counts)
    is_broken = False
    for k, seats in enumerate(counts):
        share = matches // len(counts) + (k < matches % len(counts))
        finding = checks.check_matches(seats, k * matches, share) if share else None
        if finding:
            is_broken = True
            yield finding
    if game.has_secrets and not is_broken and matches > len(counts) and checks.redrawn_secret_count == 0:
        yield Finding(
            properties.RESAMPLE_REDRAWS_HIDDEN, f"with {format_options(options)}: no secret was ever redrawn."
        )
