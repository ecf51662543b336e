"""Many matches for one learner: Gymnasium's vector API over one compiled call a step.

All arrays are made once and filled in place, so views of them (NumPy, torch or JAX by DLPack) stay true
from step to step without a copy; keep a copy of what should outlast the next step.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from dottable.core import chance
from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.kernels import load_kernels
from dottable.core.observation import bounds, fields_of
from dottable.core.options import Options, read_options, settings
from dottable.core.record import Array, for_rules
from dottable.core.registry import find
from dottable.core.series import seed_from
from dottable.research.extras import need

SOURCE = Path(__file__).with_name("vector_kernels.py")
FOREVER = 1 << 62

Tensor = TypeVar("Tensor")
Infos = dict[str, Array]


class VectorEnv:
    """`num_envs` matches of one game, each with one seat to act.

    `observations` and `action_mask` are those of that seat, `seat` says which it is, `rewards` has a column for
    every seat. A match that ends starts anew within the same step: `terminations` marks it, `rewards` holds its
    returns, and the observation is the first one of the next match. An action that is not legal changes nothing;
    `refused` then holds the reason code (`game.sentence` has the words), 0 elsewhere.
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
        self.game = find(game) if isinstance(game, str) else game
        self.seats = self.game.min_seats if seats is None else seats
        self.game.check_seats(self.seats)
        if not isinstance(options, Options):
            options = read_options(self.game.state.Options, options or {})
        self.num_envs, self.options, self.max_steps = num_envs, options, max_steps
        self.num_actions = self.game.state.ACTIONS.size
        self._settings = settings(options, deck or self.game.house_deck)
        self._started = 0
        self._make_results()
        self._make_workings()

    def _make_results(self) -> None:
        """The arrays that callers see."""
        n = self.num_envs
        self.observations: Array = np.zeros((n, self.game.knowledge.OBSERVATION), np.int16)
        self.action_mask: Array = np.zeros((n, self.num_actions), np.bool_)
        self.seat: Array = np.zeros(n, np.int32)
        self.rewards: Array = np.zeros((n, self.seats), np.float32)
        self.terminations: Array = np.zeros(n, np.bool_)
        self.truncations: Array = np.zeros(n, np.bool_)
        self.refused: Array = np.zeros(n, np.int32)
        self.infos: Infos = {"action_mask": self.action_mask, "seat": self.seat, "refused": self.refused}

    def _make_workings(self) -> None:
        """The arrays that only compiled code writes."""
        n, shape = self.num_envs, self.game.state.STATE
        self.states: Array = np.zeros(n, shape)
        self._blank: Array = np.zeros(1, shape)
        self._times: Array = np.zeros(n, np.int64)
        self._steps: Array = np.zeros(n, np.int64)
        self._root: Array = np.zeros(chance.KEY_WORDS, np.uint32)
        self._g: Array = chance.generator()
        self._luck: Array = np.zeros((n, 2), np.int64)
        self._buffer: Array = np.zeros(self.num_actions, np.int32)
        self._listed: Array = np.zeros((n, self.num_actions), np.int32)
        self._counts: Array = np.zeros(n, np.int32)
        self._sampled: Array = np.zeros(n, np.int32)

    @cached_property
    def _kernels(self) -> Any:
        return load_kernels(self.game, SOURCE)

    @cached_property
    def single_observation_space(self) -> Any:
        """Gymnasium's space of one observation."""
        low, high = bounds(fields_of(self.game))
        return need("gymnasium", "research").spaces.Box(low, high, dtype=np.int16)

    @cached_property
    def single_action_space(self) -> Any:
        """Gymnasium's space of one action."""
        return need("gymnasium", "research").spaces.Discrete(self.num_actions)

    def reset(self, seed: int | bytes | None = None) -> tuple[Array, Infos]:
        """Start matches number 0, 1, ... of the series of `seed`; the next series of our own without one."""
        root = secrets.token_bytes(32) if seed is None else seed
        self._root[:] = chance.key_of(root if isinstance(root, bytes) else seed_from(str(root)))
        self.action_mask[:] = False
        self._counts[:] = 0
        self.rewards[:] = 0
        self.terminations[:] = self.truncations[:] = False
        self.refused[:] = 0
        self._kernels.reset_all(
            *map(for_rules, (self.states, self.seat, self._times, self._steps, self._blank, self._root)),
            self.seats,
            *map(for_rules, (self._settings, self._g, self._luck)),
            int(bool(self.game.races)),
            *map(for_rules, (self._buffer, self._listed, self._counts, self.action_mask, self.observations)),
        )
        self._started = self.num_envs
        return self.observations, self.infos

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, Infos]:
        """One action for every match: observations, rewards, terminations, truncations, infos."""
        chosen: Array = np.ascontiguousarray(actions, np.int32)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"One action a match, please: {self.num_envs} in all.")
        if not self._started:
            raise RuntimeError("Call reset before the first step.")
        self._started = self._kernels.step_all(
            *map(for_rules, (self.states, self.seat, self._times, self._steps, self._blank, self._root)),
            self._started,
            self.seats,
            *map(for_rules, (self._settings, self._g, self._luck)),
            int(bool(self.game.races)),
            *map(for_rules, (self._buffer, self._listed, self._counts, self.action_mask, self.observations, chosen)),
            FOREVER if self.max_steps is None else self.max_steps,
            *map(for_rules, (self.rewards, self.terminations, self.truncations, self.refused)),
        )
        return self.observations, self.rewards, self.terminations, self.truncations, self.infos

    def sample(self) -> Array:
        """A random legal action for every match, in an array that the next call overwrites."""
        self._kernels.sample_all(*map(for_rules, (self._listed, self._counts, self._luck, self._sampled)))
        return self._sampled

    def views(self, from_dlpack: Callable[[Any], Tensor]) -> dict[str, Tensor]:
        """All results as another library's tensors over the same memory: `views(torch.from_dlpack)`."""
        names = ("observations", "action_mask", "seat", "rewards", "terminations", "truncations", "refused")
        return {name: from_dlpack(getattr(self, name)) for name in names}

    def close(self) -> None:
        """There is nothing to close."""
