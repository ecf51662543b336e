"""Base class of both PettingZoo environments: match, spaces, masks, observations and rendering."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from dottable.core.deck_files import Deck
from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.options import Options, read_options
from dottable.core.primitives.record import Array
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.core.views.observation_field import observation_bounds, observation_fields_of
from dottable.research.rendering import FrameRenderer
from dottable.research.turn_scheduling import (
    DEFAULT_REACTION_LEVEL,
    ReactionTimeScheduler,
    ScheduledTurn,
    TurnScheduler,
    median_reactions_ms,
)

ENV_VERSION = 1
"""Version number in ids and module names. It increases whenever a space or its meaning changes."""
RENDER_MODES = ["human", "ansi", "rgb_array"]


@dataclass(frozen=True, kw_only=True)
class EnvConfig:
    """Settings of a PettingZoo environment: seats, options, deck, mask, rendering."""

    seats: int | None = None
    """Number of seats; None for the game's minimum."""
    options: Options | Mapping[str, Any] | None = None
    """The game's options, or a mapping from option names to values."""
    deck: Deck | None = None
    """Deck to play with; None for the house deck."""
    reaction_times: str | Sequence[str] = DEFAULT_REACTION_LEVEL
    """Level of the reaction times in races: one name, or one name per seat."""
    mask_in: Literal["observation", "info"] = "info"
    """Where the action mask is: in `info["action_mask"]`, or in a dict observation."""
    max_cycles: int | None = None
    """Number of cycles (parallel) or of one agent's actions (AEC) after which the match is truncated."""
    render_mode: str | None = None
    """One of RENDER_MODES, or None for no rendering."""
    viewpoint: int = SPECTATOR
    """Seat whose view is rendered."""


class BaseMatchEnv:
    """Base class of the PettingZoo environments of a match. Agents are named `seat_0`, `seat_1`, ..."""

    extra_action_count = 0
    """Number of actions that the environment adds to the game's action space."""

    def __init__(self, game: Game, config: EnvConfig) -> None:
        seats = game.min_seats if config.seats is None else config.seats
        options = config.options
        if not isinstance(options, Options):
            options = read_options(game.state.Options, options or {})
        game.check_seats(seats, options)
        self.game, self.seats, self.options, self.deck = game, seats, options, config.deck
        self.max_cycles, self.render_mode, self.viewpoint = config.max_cycles, config.render_mode, config.viewpoint
        self.mask_in = config.mask_in
        self.metadata = {
            "name": f"{game.slug}_v{ENV_VERSION}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._medians = median_reactions_ms(config.reaction_times, seats)
        self._series, self._index = self._new_series(secrets.token_bytes(32)), 0
        self._renderer = FrameRenderer(game)
        self._make_spaces()
        self.begin_match(None, None)

    def _make_spaces(self) -> None:
        low, high = observation_bounds(observation_fields_of(self.game))
        actions = self.game.state.ACTIONS.size + self.extra_action_count
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            numbers = spaces.Box(low, high, dtype=np.int16)
            mask = spaces.Box(0, 1, (actions,), np.int8)
            both: spaces.Space[Any] = spaces.Dict({"observation": numbers, "action_mask": mask})
            self._observation_spaces[agent] = both if self.mask_in == "observation" else numbers
        self.state_space = spaces.Box(0, 255, (self.game.state.STATE.itemsize,), np.uint8)

    def _new_series(self, seed: bytes) -> Series:
        return Series(SeriesConfig(self.game, seats=self.seats, options=self.options, seed=seed, deck=self.deck))

    def begin_match(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Start the first match of the series of `seed`; without a seed, the next match of the current series.

        `options` may hold an unstarted `match` and its `scheduler`. Other keys are ignored.
        """
        if seed is not None:
            self._series, self._index = self._new_series(seed_from(str(seed))), 0
        match, rng = self._series.match(self._index)
        self._index += 1
        reset_options = options or {}
        self.match: Match = reset_options.get("match", match)
        self.scheduler: TurnScheduler = reset_options.get("scheduler") or ReactionTimeScheduler(
            self.match, self._medians, rng
        )

    def active_seats(self) -> list[int]:
        """Return the players' seats that may act now. The clock's seat is left out."""
        return [seat for seat in self.match.to_act if seat != CLOCK]

    def play_clock(self, turn: ScheduledTurn) -> None:
        """Play the only legal move of the clock, at the time of this turn."""
        self.match.apply(CLOCK, self.match.legal(CLOCK)[0], turn.at_ms)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def empty_mask(self) -> Array:
        return np.zeros(self.game.state.ACTIONS.size + self.extra_action_count, np.int8)

    def observation_of(self, agent: str, mask: Array) -> Any:
        """Return the agent's observation. If `mask_in` is "observation", it includes the mask."""
        numbers = self.match.observation(self._seat_of[agent])
        return {"observation": numbers, "action_mask": mask} if self.mask_in == "observation" else numbers

    def info_of(self, mask: Array) -> dict[str, Any]:
        """Return an agent's info: the virtual time in ms and, if `mask_in` is "info", the mask."""
        info: dict[str, Any] = {"at_ms": self.match.now_ms}
        return info if self.mask_in == "observation" else {**info, "action_mask": mask}

    def returns(self) -> dict[str, float]:
        """Return the utility of every agent at the end of the match, from -1 to 1."""
        return dict(zip(self.possible_agents, self.match.returns(), strict=True))

    def state(self) -> Array:
        """Return the whole record as bytes, including hidden information, for centralized critics."""
        return np.frombuffer(self.match.state_bytes, np.uint8)

    def render(self) -> str | Array | None:
        """Return the viewpoint's view as text (`ansi`) or pixels (`rgb_array`), or print the text (`human`)."""
        if self.render_mode is None:
            return None
        return self._renderer.render(self.match.view(self.viewpoint), self.render_mode)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""
