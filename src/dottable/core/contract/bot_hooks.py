"""Protocols for the module `bot` of a game package: the policy, and optional hooks that improve the tree search."""
# ruff: noqa: N802 (a property is named like the constant that it stands for)

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from dottable.core.contract.game_modules import State

if TYPE_CHECKING:
    from dottable.core.kernels.kernel_arguments import InferenceArrays


@runtime_checkable
class BotModule(Protocol):
    """Module `bot`: advice on playing well, never a rule. Without it bots search with random rollouts.

    Every function reads only what the acting seat may know. So its result is the same in all states that the seat
    cannot tell apart.
    """

    def greedy(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """Return the legal action that a sensible player without search chooses.

        The fast generator `q` breaks ties; `buffer` can hold all legal actions.
        """


@runtime_checkable
class RolloutPolicy(Protocol):
    """Optional part of `bot`: a stronger policy than `greedy` at about its cost, for the searching seat in rollouts."""

    def rollout_policy(self, s: State, seat: int, q: Any, buffer: Any, /) -> int:
        """Return the legal action that the searching seat plays in a rollout."""


@runtime_checkable
class CandidateRanking(Protocol):
    """Optional part of `bot`: ranks the actions and leaves out those that a search need not try."""

    def rank_candidates(self, s: State, seat: int, q: Any, buffer: Any, out: Any, /) -> int:
        """Write the actions worth searching to `out`, best first, and return their number (at least 1)."""


@runtime_checkable
class Stages(Protocol):
    """Optional part of `bot`: stages (rounds or hands of the rulebook) at whose end a search stops."""

    def stage_number(self, s: State, /) -> int:
        """Return a number that increases when a stage ends, and perhaps when the next begins.

        A stage is a round or hand. A search stops at its end.
        """

    def evaluate_stage_end(self, s: State, out: Any, /) -> None:
        """Write every seat's expected return (-1 to 1) to `out`, for a state in which a stage has just ended."""


@runtime_checkable
class MidstageEvaluation(Protocol):
    """Optional part of `bot`: the evaluation of a state in which a rollout reaches its step limit."""

    def evaluate_midstage(self, s: State, buffer: Any, out: Any, /) -> None:
        """Write every seat's expected return (-1 to 1) to `out`, for a state in the middle of a stage."""


@runtime_checkable
class TerminalValue(Protocol):
    """Optional part of `bot`: a finer objective for the search than who won, such as the margin of points."""

    def terminal_value(self, s: State, out: Any, /) -> None:
        """Write the value of a finished match for every seat to `out`."""


@runtime_checkable
class ObservationKey(Protocol):
    """Optional part of `bot`: distinguishes search nodes by the chance outcomes that the acting seat has just seen."""

    def observation_key(self, s: State, seat: int, /) -> int:
        """Return an integer that differs between states in which the seat saw different chance outcomes."""


@runtime_checkable
class StateLikelihood(Protocol):
    """Optional part of `bot`: how plausible a determinized state is, given how the other seats played."""

    def log_likelihood(self, s: State, seat: int, buffer: Any, /) -> float:
        """Return the natural logarithm of the likelihood of the hidden cards, up to a constant."""


@runtime_checkable
class BestOfSamples(StateLikelihood, Protocol):
    """Optional part of `bot`: each simulation determinizes several times and keeps the likeliest state."""

    def sample_count(self, s: State, seat: int, /) -> int:
        """Return how many determinized states each simulation draws. It keeps the likeliest."""


@runtime_checkable
class SamplePool(StateLikelihood, Protocol):
    """Optional part of `bot`: states are determinized into a pool once per move, then drawn from it by likelihood."""

    @property
    def POOL_SIZE(self) -> int:
        """Largest number of states in the pool."""

    def redraw_chance(self, s: State, seat: int, g: Any, /) -> None:
        """Redraw only the future chance of a state from the pool, with the ChaCha generator `g`."""


@runtime_checkable
class HiddenStateInference(SamplePool, Protocol):
    """Optional part of `bot`: fills the pool by inference, for example from the other seats' past actions."""

    @property
    def SCRATCH_STATES(self) -> int:
        """Number of extra state records at the end of the pool that `infer_states` may overwrite."""

    @property
    def SCRATCH_SHAPE(self) -> tuple[int, int]:
        """Shape of the integer array that `infer_states` may overwrite."""

    def infer_states(self, arrays: InferenceArrays, count: int, seat: int, /) -> bool:
        """Write `count` sampled states to the pool, with their log-likelihoods given what the seat knows.

        Return False, without writing, if the states must be determinized one by one.
        """


@runtime_checkable
class DepthLimit(Protocol):
    """Optional part of `bot`: a limit on the depth of the search tree."""

    @property
    def MAX_DEPTH(self) -> int:
        """Largest depth of the tree. With 1, the search compares first moves only and then follows the policies."""


@runtime_checkable
class LimitedMemory(Protocol):
    """Optional part of `bot`: weaker levels forget what they have seen."""

    def forget(self, s: State, seat: int, capacity: int, /) -> None:
        """Remove from the state all but about `capacity` of the facts (such as seen cards) that the seat remembers."""


@runtime_checkable
class BotLevels(Protocol):
    """Optional part of `bot`: settings of the five levels of strength."""

    @property
    def LEVELS(self) -> Mapping[str, Mapping[str, Any]]:
        """Fields of `bots.levels.Level` by the name of the level."""
