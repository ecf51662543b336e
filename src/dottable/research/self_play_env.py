"""A batched environment for self-play: one call of a compiled function steps thousands of matches.

Arrays are allocated once and overwritten by every step. DLPack tensors over them (NumPy, torch, JAX) stay valid without
copies. Copy the values that you need after the next step.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.matches.seeded_series import seed_from
from dottable.core.optional_packages import require_package
from dottable.core.options import Options, read_options, settings_array
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array, rule_array
from dottable.core.registry import find_game
from dottable.core.views.observation_field import observation_bounds, observation_fields_of
from dottable.research.kernel_arguments import (
    MatchScratchArrays,
    SeatToActArrays,
    SelfPlayEnvArrays,
    SelfPlayEnvConfig,
    SelfPlayResultArrays,
)

KERNELS_FILE = Path(__file__).with_name("self_play_kernels.py")
KERNEL_ARGUMENTS_FILE = Path(__file__).with_name("kernel_arguments.py")
NO_STEP_LIMIT = 1 << 62

Tensor = TypeVar("Tensor")
Infos = dict[str, Array]


class SelfPlayEnv:
    """`num_envs` matches of one game, each with one seat to act.

    `seat` holds the seats to act; `observations` and `action_mask` belong to these seats. `rewards` has a column per
    seat. A finished match restarts within the same step. Then `terminations` marks it, `rewards` holds its returns, and
    the observation is the first of the next match. An illegal action changes nothing; its reason code is in `refused`
    (`game.refusal_sentence(code)` explains it), which is 0 for actions that were played.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seats: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        max_steps: int | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seats = self.game.min_seats if seats is None else seats
        if not isinstance(options, Options):
            options = read_options(self.game.state.Options, options or {})
        self.game.check_seats(self.seats, options)
        self.num_envs, self.options, self.max_steps = num_envs, options, max_steps
        self.num_actions = self.game.state.ACTIONS.size
        self._started = 0
        self._make_results()
        self._group_arrays(settings_array(options, deck or self.game.house_deck))

    def _make_results(self) -> None:
        """Allocate the arrays that `reset` and `step` return."""
        n = self.num_envs
        self.states: Array = np.zeros(n, self.game.state.STATE)
        self.observations: Array = np.zeros((n, self.game.knowledge.OBSERVATION_SIZE), np.int16)
        self.action_mask: Array = np.zeros((n, self.num_actions), np.bool_)
        self.seat: Array = np.zeros(n, np.int32)
        self.rewards: Array = np.zeros((n, self.seats), np.float32)
        self.terminations: Array = np.zeros(n, np.bool_)
        self.truncations: Array = np.zeros(n, np.bool_)
        self.refused: Array = np.zeros(n, np.int32)
        self.infos: Infos = {"action_mask": self.action_mask, "seat": self.seat, "refused": self.refused}

    def _group_arrays(self, game_settings: Array) -> None:
        """Allocate the internal arrays, and group all arrays into the structures that the kernels take."""
        n, wrap = self.num_envs, rule_array
        self._root: Array = np.zeros(chance.KEY_WORDS, np.uint32)
        self._legal_counts: Array = np.zeros(n, np.int32)
        self._sampled: Array = np.zeros(n, np.int32)
        blank = np.zeros(1, self.game.state.STATE)
        times_ms, steps, rngs = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((n, 2), np.int64)
        legal_actions = np.zeros((n, self.num_actions), np.int32)
        max_steps = NO_STEP_LIMIT if self.max_steps is None else self.max_steps
        series = SeriesInput(wrap(blank), wrap(self._root), self.seats, wrap(game_settings))
        config = SelfPlayEnvConfig(max_steps, has_races=bool(self.game.races))
        matches = SelfPlayEnvArrays(*map(wrap, (self.states, self.seat, times_ms, steps, rngs)))
        actors = SeatToActArrays(*map(wrap, (legal_actions, self._legal_counts, self.action_mask, self.observations)))
        results = SelfPlayResultArrays(*map(wrap, (self.rewards, self.terminations, self.truncations, self.refused)))
        scratch = MatchScratchArrays(wrap(chance.new_generator()), wrap(np.zeros(self.num_actions, np.int32)))
        # plain tuples, for speed; see `self_play_kernels.py`
        self._reset_arguments = tuple(map(tuple, (series, config, matches, actors, scratch)))
        self._step_arguments = tuple(map(tuple, (series, config, matches, actors, results, scratch)))
        self._sample_arguments = tuple(actors), matches.rngs, wrap(self._sampled)

    @cached_property
    def _kernels(self) -> Any:
        return load_kernels(self.game, KERNELS_FILE, dependencies=(KERNEL_ARGUMENTS_FILE,))

    @cached_property
    def single_observation_space(self) -> Any:
        """Return the Gymnasium space of one observation."""
        low, high = observation_bounds(observation_fields_of(self.game))
        return require_package("gymnasium", "research").spaces.Box(low, high, dtype=np.int16)

    @cached_property
    def single_action_space(self) -> Any:
        """Return the Gymnasium space of one action."""
        return require_package("gymnasium", "research").spaces.Discrete(self.num_actions)

    def reset(self, seed: int | bytes | None = None) -> tuple[Array, Infos]:
        """Start matches 0, 1, ... of the series of `seed` (random if None). Return observations and infos."""
        root = secrets.token_bytes(32) if seed is None else seed
        self._root[:] = chance.key_from_seed(root if isinstance(root, bytes) else seed_from(str(root)))
        self.action_mask[:] = False
        self._legal_counts[:] = 0
        self.rewards[:] = 0
        self.terminations[:] = self.truncations[:] = False
        self.refused[:] = 0
        self._kernels.reset_all(*self._reset_arguments)
        self._started = self.num_envs
        return self.observations, self.infos

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """Play one action per match. Return observations, rewards, terminations, truncations and infos."""
        chosen: Array = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"Expected one action per match, an array of shape ({self.num_envs},).")
        if not self._started:
            raise RuntimeError("Call reset before the first step.")
        self._started = self._kernels.step_all(*self._step_arguments, rule_array(chosen), self._started)
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos

    def sample_actions(self) -> Array:
        """Return a random legal action per match. The next call overwrites the array."""
        self._kernels.sample_actions_of_all(*self._sample_arguments)
        return self._sampled

    def as_tensors(self, from_dlpack: Callable[[Any], Tensor]) -> dict[str, Tensor]:
        """Return the result arrays of the last step as tensors of another library, by name of the array.

        `from_dlpack` makes a tensor that shares an array's memory, for example `torch.from_dlpack`.
        """
        names = ("observations", "action_mask", "seat", "rewards", "terminations", "truncations", "refused")
        return {name: from_dlpack(getattr(self, name)) for name in names}

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""
