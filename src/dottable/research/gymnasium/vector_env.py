"""A `gymnasium.vector.VectorEnv` in compiled code: one learner against `random` or `greedy` in every match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import SeriesInput
from dottable.core.matches.seeded_series import seed_from
from dottable.core.options import settings_array
from dottable.core.primitives import chance
from dottable.core.primitives.record import Array, rule_array
from dottable.core.registry import find_game
from dottable.core.views.state_record_reader import argument_of_build_view
from dottable.research.gymnasium.kernel_arguments import (
    EpisodeArrays,
    EpisodeRules,
    OpponentArrays,
    ScratchArrays,
    SpaceMaps,
    StepResultArrays,
)
from dottable.research.gymnasium.single_agent_config import (
    COMPILED_OPPONENTS,
    NO_STEP_LIMIT,
    RENDER_FPS,
    RENDER_MODES,
    SingleAgentConfig,
    SingleAgentSetup,
)
from dottable.research.rendering import FrameRenderer

AUTORESET_NUMBERS = {AutoresetMode.NEXT_STEP: 0, AutoresetMode.SAME_STEP: 1, AutoresetMode.DISABLED: 2}
"""Number of each autoreset mode in `episode_kernels.py`."""
Infos = dict[str, Any]
StepResult = tuple[Any, Array, Array, Array, Infos]


class SingleAgentVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` matches with one learner each. SingleAgentConfig lists the settings.

    Environment i with seed s plays the same matches as `SingleAgentEnv` with seed s + i. With `copy=False`, every step
    returns the same arrays, overwritten.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        found = find_game(game) if isinstance(game, str) else game
        self.setup = SingleAgentSetup(found, SingleAgentConfig(**settings))
        require_compiled_opponents(self.setup)
        self.num_envs, self.copy = num_envs, copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = self.setup.config.render_mode
        self.metadata = {
            "render_modes": RENDER_MODES,
            "render_fps": RENDER_FPS,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_action_space = self.setup.action_space()
        self.single_observation_space = self.setup.observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._renderers = [FrameRenderer(found) for _ in range(num_envs)] if self.render_mode else []
        self._is_seeded = False
        self._make_results()
        self._make_arguments()

    def _make_results(self) -> None:
        """Allocate the arrays that `reset` and `step` return."""
        n, setup = self.num_envs, self.setup
        self.states: Array = np.zeros(n, setup.game.state.STATE)
        width, history = len(setup.columns), (n, setup.config.history, setup.history_width)
        self._results = StepResultArrays(
            observations=np.zeros((n, width), np.int16),
            action_mask=np.zeros((n, len(setup.action_of)), np.int8),
            history=np.zeros(history, np.int16),
            seats=np.zeros(n, np.int64),
            rewards=np.zeros(n, np.float64),
            terminations=np.zeros(n, np.bool_),
            truncations=np.zeros(n, np.bool_),
            refused=np.zeros(n, np.int64),
            final_observations=np.zeros((n, width), np.int16),
            final_history=np.zeros(history, np.int16),
            final_seats=np.zeros(n, np.int64),
        )

    def _make_arguments(self) -> None:
        """Group all arrays into the structures that the kernels take."""
        setup, game = self.setup, self.setup.game
        settings = settings_array(setup.options, setup.config.deck or game.house_deck)
        policies = np.array([COMPILED_OPPONENTS.index(name) for name in setup.opponents], np.int64)
        games = self._make_episodes()
        series = SeriesInput(
            rule_array(np.zeros(1, game.state.STATE)), rule_array(self._roots[0]), setup.seats, rule_array(settings)
        )
        start = (
            tuple(series),
            tuple(self._episode_rules()),
            as_rule_arrays(SpaceMaps(setup.action_of, setup.index_of, setup.columns)),
            as_rule_arrays(OpponentArrays(policies, setup.medians_ms)),
            as_rule_arrays(games),
            as_rule_arrays(self._results),
        )
        self._arguments = (*start, as_rule_arrays(new_scratch_arrays(setup)))

    def _make_episodes(self) -> EpisodeArrays:
        """Return newly allocated arrays for the running matches of all environments."""
        n, seats = self.num_envs, self.setup.seats
        self._roots: Array = np.zeros((n, chance.KEY_WORDS), np.uint32)
        self._started: Array = np.zeros(n, np.int64)
        self._is_done: Array = np.zeros(n, np.bool_)
        return EpisodeArrays(
            states=self.states,
            roots=self._roots,
            started=self._started,
            rngs=np.zeros((n, 2), np.int64),
            times_ms=np.zeros(n, np.int64),
            due_ms=np.zeros((n, seats), np.int64),
            seat_medians_ms=np.zeros((n, seats), np.int64),
            first_stages=np.zeros(n, np.int64),
            steps=np.zeros(n, np.int64),
            is_done=self._is_done,
        )

    def _episode_rules(self) -> EpisodeRules:
        setup = self.setup
        return EpisodeRules(
            learner_seat=setup.learner_seat,
            opening_moves=setup.variant.opening_moves,
            ends_after_first_round=setup.variant.ends_after_first_round,
            has_races=bool(setup.game.races),
            max_steps=setup.config.max_episode_steps or NO_STEP_LIMIT,
            autoreset=AUTORESET_NUMBERS[self.autoreset_mode],
        )

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, Infos]:
        """Start an episode in every environment, or only in those that `options["reset_mask"]` marks.

        Environment i gets the seed `seed` + i, or the i-th seed of a list. Without a seed it continues its series.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        marked = read_reset_mask(options, self.num_envs)
        self._set_seeds(seed, marked)
        self.setup.kernels.reset_marked(*self._arguments, rule_array(marked))
        for array in (self._results.terminations, self._results.truncations, self._results.refused):
            array[marked] = 0
        return self._observation(), self._infos(marked)

    def _set_seeds(self, seed: int | Sequence[int | None] | None, marked: Array) -> None:
        """Set the series of the marked environments that have a seed."""
        if seed is None and not self._is_seeded:
            seed = self.np_random_seed
        if isinstance(seed, int):
            seed = [seed + i for i in range(self.num_envs)]
        if seed is not None and len(seed) != self.num_envs:
            raise ValueError(f"Expected {self.num_envs} seeds, not {len(seed)}.")
        for i, own in enumerate(seed or ()):
            if own is not None and marked[i]:
                self._roots[i] = chance.key_from_seed(seed_from(str(own)))
                self._started[i] = 0
        self._is_seeded = True

    def step(self, actions: Any) -> StepResult:
        """Play one action of the learner in every match, then the opponents' moves."""
        chosen: Array = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"Expected one action per match, an array of shape ({self.num_envs},).")
        if not self._is_seeded:
            raise RuntimeError("Call reset before the first step.")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._is_done.any():
            raise RuntimeError("Reset the finished environments first: reset(options={'reset_mask': mask}).")
        self.setup.kernels.step_all(*self._arguments, rule_array(chosen))
        results = self._results
        ends = results.terminations | results.truncations
        infos = self._infos(np.ones(self.num_envs, np.bool_))
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ends.any():
            self._add_final(infos, ends)
        returned = (results.rewards, results.terminations, results.truncations)
        rewards, terminations, truncations = (self._own_copy(array) for array in returned)
        return self._observation(), rewards, terminations, truncations, infos

    def action_masks(self) -> Array:
        """Return the masks of all environments, under the name that sb3-contrib's MaskablePPO calls."""
        return self._results.action_mask.astype(np.bool_)

    def sample_actions(self) -> Array:
        """Return a random legal action per environment; 0 where the episode has ended."""
        mask = self._results.action_mask
        drawn = self.np_random.random(mask.shape, np.float32) * mask
        return drawn.argmax(axis=1)

    def _own_copy(self, array: Array) -> Array:
        return array.copy() if self.copy else array

    def _observation(self) -> Any:
        results = self._results
        return self.setup.observation(
            *map(self._own_copy, (results.observations, results.history, results.action_mask))
        )

    def _infos(self, marked: Array) -> Infos:
        """Return the infos in Gymnasium's format: the mask `_name` marks the environments that have `name`."""
        results = self._results
        values = {"action_mask": results.action_mask, "seat": results.seats, "refused": results.refused}
        return with_presence_masks({name: self._own_copy(value) for name, value in values.items()}, marked)

    def _add_final(self, infos: Infos, ends: Array) -> None:
        """Add `final_obs` and `final_info` for the episodes that ended in this step."""
        results = self._results
        no_actions = np.zeros(results.action_mask.shape[1], np.int8)
        observations = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ends):
            rows = results.final_observations[i].copy(), results.final_history[i].copy(), no_actions.copy()
            observations[i] = self.setup.observation(*rows)
        last = {
            "action_mask": np.zeros_like(results.action_mask),
            "seat": np.where(ends, results.final_seats, 0),
            "refused": np.where(ends, results.refused, 0),
        }
        infos |= with_presence_masks({"final_obs": observations, "final_info": with_presence_masks(last, ends)}, ends)
        infos["refused"] = np.where(ends, 0, results.refused)

    def render(self) -> tuple[Any, ...] | None:
        """Return one frame per match: text (`ansi`) or pixels (`rgb_array`). With `human`, print the texts."""
        if self.render_mode is None:
            return None
        game, viewpoint, seats = self.setup.game, self.setup.config.viewpoint, self._results.seats
        views = [
            game.view.build_view(
                argument_of_build_view(game.view.build_view, self.states[i : i + 1]),
                int(seats[i]) if viewpoint is None else viewpoint,
            )
            for i in range(self.num_envs)
        ]
        pairs = zip(self._renderers, views, strict=True)
        frames = tuple(renderer.render(view, self.render_mode) for renderer, view in pairs)
        return None if self.render_mode == "human" else frames


def new_scratch_arrays(setup: SingleAgentSetup) -> ScratchArrays:
    """Return new scratch memory for one match at a time."""
    game = setup.game
    return ScratchArrays(
        generator=chance.new_generator(),
        actions=np.zeros(game.state.ACTIONS.size, np.int32),
        observation=np.zeros(game.knowledge.OBSERVATION_SIZE, np.int16),
        points=np.zeros(setup.seats, np.int32),
        returns=np.zeros(setup.seats, np.float32),
    )


def as_rule_arrays(arrays: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arrays in the form that compiled functions take."""
    return tuple(map(rule_array, arrays))


def require_compiled_opponents(setup: SingleAgentSetup) -> None:
    """Raise DottableError unless all opponents play in compiled code."""
    uncompiled = [name for name in setup.opponents if name not in COMPILED_OPPONENTS]
    if uncompiled:
        raise DottableError(
            f"The vector environment has no opponent '{uncompiled[0]}'. Available: {', '.join(COMPILED_OPPONENTS)}. "
            "For other bots use gymnasium.make_vec(..., vectorization_mode='sync') or 'async'."
        )


def read_reset_mask(options: dict[str, Any] | None, num_envs: int) -> Array:
    """Return the mask of the environments to reset: `options["reset_mask"]`, or all environments."""
    if options is None or "reset_mask" not in options:
        return np.ones(num_envs, np.bool_)
    mask = np.asarray(options["reset_mask"])
    if mask.shape != (num_envs,) or mask.dtype != np.bool_ or not mask.any():
        raise ValueError(f"'reset_mask' must be a bool array of shape ({num_envs},) with at least one True.")
    return mask


def with_presence_masks(values: Infos, marked: Array) -> Infos:
    """Return the infos with a mask `_name` added for each `name`. It marks the environments that have this info."""
    return {**values, **{f"_{name}": marked.copy() for name in values}}
