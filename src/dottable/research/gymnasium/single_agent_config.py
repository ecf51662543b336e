"""Settings of both Gymnasium environments, their spaces, and the maps from the game's spaces to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from dottable.bots.selectable_bots import LEVEL_NAMES
from dottable.bots.timing import reaction_time
from dottable.core.deck_files import Deck
from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.kernels.kernel_loader import load_kernels
from dottable.core.options import Options, read_options
from dottable.core.primitives.record import Array
from dottable.core.views.observation_field import observation_bounds, observation_fields_of
from dottable.research.gymnasium import kernel_arguments
from dottable.research.small_variants import SmallVariant, find_variant
from dottable.research.turn_scheduling import DEFAULT_REACTION_LEVEL, median_reactions_ms

KERNELS_FILE = Path(__file__).resolve().with_name("episode_kernels.py")
COMPILED_OPPONENTS = ("random", "greedy")
"""Opponents that play in compiled code, ordered by their numbers in `episode_kernels.py`."""
ROTATE = "rotate"
NO_STEP_LIMIT = 1 << 62
RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2


@dataclass(frozen=True, kw_only=True)
class SingleAgentConfig:
    """Settings of an environment with one learner."""

    opponent: str | Sequence[str] = "random"
    """Name of a bot, or one name per opponent in turn order after the learner."""
    seat: int | Literal["rotate"] = 0
    """Seat of the learner. With "rotate", the seat changes with every match."""
    variant: str | None = None
    """Name of a small variant of the game; None for the whole game."""
    seats: int | None = None
    """Number of seats; None for the variant's number or the game's minimum."""
    options: Options | Mapping[str, Any] | None = None
    """The game's options, or a mapping from option names to values."""
    deck: Deck | None = None
    """Deck to play with; None for the house deck."""
    mask_in: Literal["info", "observation"] = "info"
    """With `observation`, the action mask is also part of the observation. It is always in the info."""
    history: int = 0
    """Number of most recent moves in the observation."""
    reaction_times: str = DEFAULT_REACTION_LEVEL
    """Level of the reaction times in races, for the learner and for opponents that are not levels."""
    max_episode_steps: int | None = None
    """Number of the learner's actions after which an episode is truncated; None for no limit."""
    render_mode: str | None = None
    viewpoint: int | None = None
    """Seat whose view is rendered; None for the learner's seat, -1 for a spectator."""


class SingleAgentSetup:
    """A game with validated settings, the environment's spaces, and the maps between the game's spaces and these."""

    def __init__(self, game: Game, config: SingleAgentConfig) -> None:
        self.game, self.config = game, config
        self.variant: SmallVariant = find_variant(game, config.variant)
        self.seats = config.seats or self.variant.seats or game.min_seats
        game.check_seats(self.seats)
        if config.variant is not None and self.seats != self.variant.seats:
            raise DottableError(f"The variant '{config.variant}' has {self.variant.seats} seats. Leave out 'seats'.")
        self.options = self._read_options()
        self.options.check_seats(self.seats)
        self.opponents = self._read_opponents()
        self.learner_seat = self._read_learner_seat()
        self.action_of: Array = self.variant.kept_actions(game)
        self.columns: Array = self.variant.observation_columns(game)
        self.index_of: Array = np.full(game.state.ACTIONS.size, self.kernels.NOT_OFFERED, np.int32)
        self.index_of[self.action_of] = np.arange(len(self.action_of))

    def _read_options(self) -> Options:
        options = self.config.options
        if isinstance(options, Options):
            return options
        return read_options(self.game.state.Options, {**self.variant.options, **(options or {})})

    def _read_opponents(self) -> list[str]:
        names = self.config.opponent
        names = [names] if isinstance(names, str) else list(names)
        if len(names) not in (1, self.seats - 1):
            raise DottableError(f"Expected 1 or {self.seats - 1} opponents for {self.seats} seats, not {len(names)}.")
        return names * (self.seats - 1) if len(names) == 1 else names

    def _read_learner_seat(self) -> int:
        seat = self.config.seat
        if seat == ROTATE:
            return int(self.kernels.ROTATING_SEAT)
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise DottableError(f"Invalid seat {seat!r}. Use 0 to {self.seats - 1}, or 'rotate'.")
        return seat

    @cached_property
    def kernels(self) -> Any:
        """The compiled functions of `episode_kernels.py` for this game."""
        sources = (*reaction_time.__sources__, *kernel_arguments.__sources__)
        return load_kernels(self.game, KERNELS_FILE, dependencies=sources)

    @cached_property
    def medians_ms(self) -> Array:
        """Median reaction times in ms: the learner's, then those of the opponents in turn order."""
        default = self.config.reaction_times
        levels = [default, *(name if name in LEVEL_NAMES else default for name in self.opponents)]
        return np.array(median_reactions_ms(levels, self.seats), np.int64)

    @property
    def history_width(self) -> int:
        """Number of columns of the history: the seat, the own action, and the observation."""
        return int(self.kernels.HISTORY_PREFIX_COLUMNS) + len(self.columns)

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(len(self.action_of))

    def observation_space(self) -> spaces.Space[Any]:
        """Return a Box, or a Dict if the observation also contains a history or a mask."""
        low, high = (bound[self.columns] for bound in observation_bounds(observation_fields_of(self.game)))
        parts: dict[str, spaces.Space[Any]] = {"observation": spaces.Box(low, high, dtype=np.int16)}
        if self.config.history:
            shape = (self.config.history, 1)
            row_low = np.concatenate([[0, 0], np.minimum(low, 0)])
            row_high = np.concatenate([[self.seats + 1, len(self.action_of)], np.maximum(high, 0)])
            parts["history"] = spaces.Box(np.tile(row_low, shape), np.tile(row_high, shape), dtype=np.int16)
        if self.config.mask_in == "observation":
            parts["action_mask"] = spaces.Box(0, 1, (len(self.action_of),), np.int8)
        return parts["observation"] if len(parts) == 1 else spaces.Dict(parts)

    def observation(self, numbers: Array, history: Array, mask: Array) -> Any:
        """Return one observation, or a batch of observations, as an element of the observation space."""
        parts = {"observation": numbers}
        if self.config.history:
            parts["history"] = history
        if self.config.mask_in == "observation":
            parts["action_mask"] = mask
        return numbers if len(parts) == 1 else parts
