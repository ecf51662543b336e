"""Sequential halving at the roots of many searches at once, in NumPy: `SearchRun.best_action` for one array of matches.

Every search goes through its own phases, so that searches with few root children need not wait for others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dottable.bots.search.sequential_halving import phase_count, required_margin, rounds_in_phase, survivor_count
from dottable.core.primitives.record import Array


def nodes_per_root_child(simulations: int, children: int) -> int:
    """Return the number of tree nodes for a root child that stays in the comparison to the end.

    Every simulation adds at most one node. Two more are the unused node 0 and the child itself.
    """
    phases = phase_count(children - 1)
    compared, rounds = children, 0
    for _ in range(phases):
        rounds += rounds_in_phase(simulations, phases, compared)
        compared = 1 + survivor_count(compared - 1)
    return rounds + 2


def nodes_per_match(simulations: int, width: int) -> int:
    """Return the number of tree nodes that suffices for a search with up to `width` root children."""
    return max(children * nodes_per_root_child(simulations, children) for children in range(2, width + 1))


class BatchedHalving:
    """The comparisons at the roots of `size` searches with up to `width` children. Child 0 is the greedy action."""

    def __init__(self, size: int, width: int, simulations: Sequence[int]) -> None:
        """Set the sizes and the numbers of simulations per move, one for every kind of search."""
        self.order = np.zeros((size, width), np.int32)
        """Children still compared: the greedy one, then its rivals, best first after the first phase."""
        self.counts = np.zeros(size, np.int32)
        """Number of children still compared; 0 without a search."""
        self.rounds_left = np.zeros(size, np.int32)
        """Number of rounds left in the phase."""
        self._kinds = np.zeros(size, np.int32)
        self._phases = np.zeros(size, np.int32)
        self._phases_left = np.zeros(size, np.int32)
        self._phase_counts = np.array([0, *map(phase_count, range(width))])
        self._survivors = np.array([0, *map(survivor_count, range(width))])
        self._rounds = np.zeros((len(simulations), self._phase_counts.max() + 1, width + 1), np.int32)
        for kind, phases, children in np.ndindex(*self._rounds.shape):
            if phases > 0 and children > 0:
                self._rounds[kind, phases, children] = rounds_in_phase(simulations[kind], phases, children)

    def start(self, which: Array, child_counts: Array, kinds: Array) -> None:
        """Start searches with at least two root children."""
        self.order[which] = np.arange(self.order.shape[1])
        self.counts[which], self._kinds[which] = child_counts, kinds
        self._phases[which] = self._phases_left[which] = self._phase_counts[child_counts]
        self._start_phase(which)

    def _start_phase(self, which: Array) -> None:
        self.rounds_left[which] = self._rounds[self._kinds[which], self._phases[which], self.counts[which]]

    def take_rounds(self, max_rounds: int) -> tuple[Array, Array]:
        """Return the next simulations: pairs (search * width + child) and the rounds of each, up to `max_rounds`."""
        running = np.flatnonzero(self.counts)
        width = self.order.shape[1]
        rounds = np.minimum(self.rounds_left[running], max_rounds)
        self.rounds_left[running] -= rounds
        is_compared = np.arange(width) < self.counts[running, None]
        pairs = (running[:, None] * width + self.order[running])[is_compared]
        return pairs.astype(np.int32), np.repeat(rounds, self.counts[running]).astype(np.int32)

    def finished_phases(self) -> Array:
        """Return the searches whose phase is over."""
        return np.flatnonzero((self.counts > 0) & (self.rounds_left == 0))

    def end_phase(self, which: Array, means: Array) -> Array:
        """Drop the worse half of the rivals. Return those searches whose last phase is over, which then are stopped.

        `means` has the mean return of every child of the searches `which`. Rivals with equal means keep their order.
        """
        widest = self.counts[which].max(initial=1)
        rivals = self.order[which, 1:widest]
        is_compared = np.arange(rivals.shape[1]) < self.counts[which, None] - 1
        found = np.where(is_compared, np.take_along_axis(means, rivals, axis=1), -np.inf)
        best_first = np.argsort(-found, axis=1, kind="stable")
        self.order[which, 1:widest] = np.take_along_axis(rivals, best_first, axis=1)
        self.counts[which] = 1 + self._survivors[self.counts[which]]
        self._phases_left[which] -= 1
        is_last = self._phases_left[which] == 0
        self._start_phase(which[~is_last])
        self.counts[which[is_last]] = 0
        return which[is_last]


def chosen_child(best: int, visits: Array, means: Array, standard_errors: float) -> int:
    """Return the best rival if it beats the greedy action by the required margin, else 0, the greedy action.

    `visits` and `means` have one entry per root child.
    """
    margin = required_margin(standard_errors, visits[best], visits[0])
    return best if means[best] > means[0] + margin else 0
