"""Made-up searches for a deck, as pages."""

from __future__ import annotations

from dottable.core.registry import find
from dottable.lab.estimates import Estimate
from dottable.lab.report.contents import Page
from dottable.lab.report.frontier import Round, build_frontier
from dottable.lab.tuning import Candidate, Trial, slack, tuning_of
from tests.lab.report.pages import around

GAME = find("dot_allot")
HOUSE = {knob.name: knob.house for knob in tuning_of(GAME).KNOBS}
MADE = ((20, HOUSE), (1, HOUSE), (1, {**HOUSE, "pairs": 99}), (2, HOUSE))
"""Seeds and knobs, the house deck first. No deck is made of them."""
REACHES = (0.02, 0.01, 0.1, 0.06, 0.01, 0.1)
FAIR = (0.5, 0.21, 4.4, 0.5, 0.3, 3.3)
"""What meets every target."""


def trial(number: int, *values: float | None) -> Trial:
    """A deck and what it came to, target by target; number 0 is the house deck."""
    found: tuple[Estimate | None, ...] = tuple(
        None if value is None else around(value, reach) for value, reach in zip(values, REACHES, strict=True)
    )
    slacks = tuple(map(slack, tuning_of(GAME).TARGETS, found))
    seed, knobs = MADE[number]
    assert GAME.house_deck is not None
    return Trial(Candidate(seed, knobs, GAME.house_deck, is_house=number == 0), found, slacks)


NEAR = trial(0, 0.454, *FAIR[1:3], 0.517, *FAIR[4:])
"""0.016 too low in the first, nothing else."""
FAR = trial(2, 0.521, *FAIR[1:3], 0.384, *FAIR[4:])
"""Only the fourth is missed, beyond its interval."""
BEATEN = trial(1, 0.42, *FAIR[1:3], 0.35, 0.36, 3.2)


def page_of(*trials: Trial, planned: int | None = None, again: tuple[Trial, ...] = ()) -> Page:
    rounds = [Round("greedy", 200, planned or len(trials), trials)]
    rounds += [Round("sharp", 40, len(again), again)] if again else []
    return build_frontier(GAME, rounds, "A20", "dottable deck tune dot_allot")


MISSED = page_of(FAR, BEATEN, NEAR, again=(NEAR, FAR))
MET = page_of(trial(0, *FAIR), NEAR, FAR)
