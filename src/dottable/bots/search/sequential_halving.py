"""The schedule of sequential halving at the root of a search: phases, rounds, survivors and the final comparison.

The greedy action stays in the comparison to the end. All other root actions are its rivals. The search bot and the GPU
series use the same functions.

Reference: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits" (2013).
"""

from __future__ import annotations

from math import ceil, log2


def phase_count(rivals: int) -> int:
    """Return the number of phases for this many rivals of the greedy action."""
    return max(1, ceil(log2(1 + rivals)))


def rounds_in_phase(simulations: int, phases: int, children: int) -> int:
    """Return the number of rounds of a phase in which `children` root children are compared.

    Every phase gets the same share of the simulations.
    """
    return max(1, simulations // phases // children)


def survivor_count(rivals: int) -> int:
    """Return how many rivals are kept after a phase: the better half, at least one."""
    return max(1, rivals // 2)


def required_margin(standard_errors: float, visits: int, greedy_visits: int) -> float:
    """Return the smallest lead in mean return with which a rival is preferred to the greedy action.

    The standard error assumes a standard deviation of 1, because returns lie between -1 and 1.
    """
    return standard_errors * float(1 / visits + 1 / greedy_visits) ** 0.5
