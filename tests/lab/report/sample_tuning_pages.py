"""Sample deck searches as pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dottable.core.lab.knobs_and_targets import Knob, Target
from dottable.core.registry import find_game
from dottable.lab.deck_search import DeckCandidate, DeckTrial, target_slack, tuning_module_of
from dottable.lab.report.page_model import ReportPage
from dottable.lab.report.tuning_page import TuningRound, build_tuning_page
from dottable.lab.statistics.estimates import Estimate
from tests.lab.report.sample_pages import estimate_around

VERTICAL, HORIZONTAL = {"orientation": "vertical"}, {"orientation": "horizontal"}


class SampleTuning:
    """Six targets that do not depend on those of a game, so that the sample pages do not change with a game."""

    HOUSE_SEED = 20
    KNOBS = (Knob("pairs", "number of pairs", (22, 24), 22),)
    TARGETS = tuple(
        Target(metric, low, high, "A20", options)
        for options, most_tied in ((VERTICAL, 0.25), (HORIZONTAL, 0.35))
        for metric, low, high in (("opener_wins", 0.47, 0.53), ("tied", 0.0, most_tied), ("group", 3.0, 7.0))
    )

    def make_deck_text(self, seed: int, knobs: Mapping[str, int], /) -> str:
        """Fail, because the sample pages are made from given values."""
        raise NotImplementedError


GAME = replace(find_game("dot_allot"))
vars(GAME)["tuning"] = SampleTuning()  # in place of the cached property
HOUSE_KNOBS = {knob.name: knob.house for knob in tuning_module_of(GAME).KNOBS}
SEEDS_AND_KNOBS = ((20, HOUSE_KNOBS), (1, HOUSE_KNOBS), (1, {**HOUSE_KNOBS, "pairs": 99}), (2, HOUSE_KNOBS))
"""Seeds and knobs, the house deck first. No deck is generated from them."""
HALF_WIDTHS = (0.02, 0.01, 0.1, 0.06, 0.01, 0.1)
VALUES_ON_TARGET = (0.5, 0.21, 4.4, 0.5, 0.3, 3.3)
"""Values that meet every target."""


def trial(number: int, *values: float | None) -> DeckTrial:
    """Return a trial with these values, one per target. Number 0 is the house deck."""
    found: tuple[Estimate | None, ...] = tuple(
        None if value is None else estimate_around(value, half_width)
        for value, half_width in zip(values, HALF_WIDTHS, strict=True)
    )
    slacks = tuple(map(target_slack, tuning_module_of(GAME).TARGETS, found))
    seed, knobs = SEEDS_AND_KNOBS[number]
    assert GAME.house_deck is not None
    return DeckTrial(DeckCandidate(seed, knobs, GAME.house_deck, is_house_deck=number == 0), found, slacks)


NEAR_MISS = trial(0, 0.454, *VALUES_ON_TARGET[1:3], 0.517, *VALUES_ON_TARGET[4:])
"""0.016 too low in the first target; meets the others."""
FAR_MISS = trial(2, 0.521, *VALUES_ON_TARGET[1:3], 0.384, *VALUES_ON_TARGET[4:])
"""Misses only the fourth target, beyond its interval."""
DOMINATED_TRIAL = trial(1, 0.42, *VALUES_ON_TARGET[1:3], 0.35, 0.36, 3.2)


def tuning_page_of(*trials: DeckTrial, planned: int | None = None, confirmed: tuple[DeckTrial, ...] = ()) -> ReportPage:
    rounds = [TuningRound("greedy", 200, planned or len(trials), trials)]
    rounds += [TuningRound("sharp", 40, len(confirmed), confirmed)] if confirmed else []
    return build_tuning_page(GAME, rounds, "A20", "dottable deck tune dot_allot")


MISSED_TARGETS_PAGE = tuning_page_of(FAR_MISS, DOMINATED_TRIAL, NEAR_MISS, confirmed=(NEAR_MISS, FAR_MISS))
MET_TARGETS_PAGE = tuning_page_of(trial(0, *VALUES_ON_TARGET), NEAR_MISS, FAR_MISS)
