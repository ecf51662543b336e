"""Protocols for the room `bot` of a game package: the policy, and hooks that improve the search."""
# ruff: noqa: N802 (a property is named like the constant that it stands for)

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from dottable.core.contract.game_modules import State

if TYPE_CHECKING:
    from dottable.core.kernels.arguments import InferenceArrays


@runtime_checkable
class BotModule(Protocol):
    """Room `bot`: advice on playing well, never a rule. Without it bots search with random rollouts.

    Every function reads only what the acting seat may know, so that its result is the same in every
    state that the seat cannot tell from the true one.
    """

    def greedy(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """Return the legal action of a sensible player. `q` breaks ties, `buffer` has room for `legal`."""


@runtime_checkable
class RolloutPolicy(Protocol):
    """In `bot`: a stronger policy than `greedy` at about its cost, for the searching seat in rollouts."""

    def rollout_policy(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """Return the action of the rollout policy."""


@runtime_checkable
class CandidateRanking(Protocol):
    """In `bot`: pruning for the search."""

    def rank_candidates(self, s: State, seat: int, q: Any, buffer: Any, out: Any, /) -> int:
        """Write the actions worth searching to `out`, best first, and return their number (at least 1)."""


@runtime_checkable
class Stages(Protocol):
    """In `bot`: stages (rounds, hands) at whose end a search stops."""

    def stage(self, s: State, /) -> int:
        """Return the number of the present stage."""

    def evaluate_stage_end(self, s: State, out: Any, /) -> None:
        """Write every seat's expected return when a stage has just ended and the match goes on."""


@runtime_checkable
class MidstageEvaluation(Protocol):
    """In `bot`: evaluation where a rollout reaches its step limit."""

    def evaluate_midstage(self, s: State, buffer: Any, out: Any, /) -> None:
        """Write every seat's expected return in the middle of a stage."""


@runtime_checkable
class TerminalValue(Protocol):
    """In `bot`: a finer objective for the search than who won, such as the margin."""

    def terminal_value(self, s: State, out: Any, /) -> None:
        """Write the value of a finished match to every seat."""


@runtime_checkable
class ObservationKey(Protocol):
    """In `bot`: splits the nodes of the search tree by what chance has just shown the acting seat."""

    def observation_key(self, s: State, seat: int, /) -> int:
        """Return a number that differs where the seat saw different outcomes."""


@runtime_checkable
class StateLikelihood(Protocol):
    """In `bot`: how plausible a determinization is, given how the other seats played."""

    def log_likelihood(self, s: State, seat: int, buffer: Any, /) -> float:
        """Return the log-likelihood of the hidden cards up to a constant."""


@runtime_checkable
class BestOfSamples(StateLikelihood, Protocol):
    """In `bot`: each simulation determinizes several times and keeps the likeliest state."""

    def sample_count(self, s: State, seat: int, /) -> int:
        """Return the number of determinizations to choose from."""


@runtime_checkable
class SamplePool(StateLikelihood, Protocol):
    """In `bot`: states are determinized once a move into a pool and drawn from it by likelihood."""

    @property
    def POOL_SIZE(self) -> int:
        """Largest number of states in the pool."""

    def redraw_chance(self, s: State, seat: int, g: Any, /) -> None:
        """Redraw only future chance of a state from the pool."""


@runtime_checkable
class HiddenStateInference(SamplePool, Protocol):
    """In `bot`: fills the pool by inference, for example from the other seats' past actions."""

    @property
    def SCRATCH_STATES(self) -> int:
        """Number of extra states at the end of the pool that `infer_states` may use."""

    @property
    def SCRATCH_SHAPE(self) -> tuple[int, int]:
        """Shape of the integer array that `infer_states` may use."""

    def infer_states(self, arrays: InferenceArrays, count: int, seat: int, /) -> bool:
        """Fill `count` states of the pool and their log-likelihoods.

        Return False, without filling them, if the states must be determinized one by one.
        """


@runtime_checkable
class DepthLimit(Protocol):
    """In `bot`: a limit on the depth of the search tree."""

    @property
    def MAX_DEPTH(self) -> int:
        """Largest depth of the tree. With 1, the search compares first moves only and then follows the policies."""


@runtime_checkable
class LimitedMemory(Protocol):
    """In `bot`: limited memory for weaker levels."""

    def forget(self, s: State, seat: int, capacity: int, /) -> None:
        """Remove all but about `capacity` of the facts that the seat remembers."""


@runtime_checkable
class BotLevels(Protocol):
    """In `bot`: settings of the five levels."""

    @property
    def LEVELS(self) -> Mapping[str, Mapping[str, Any]]:
        """Fields of `bots.levels.Level` by the name of the level."""
