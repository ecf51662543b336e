"""What both kinds of environment share: a match of a series, its spaces, masks, observations and pictures."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces

from dottable.core.decks import Deck
from dottable.core.game import Game
from dottable.core.match import Match
from dottable.core.observation import bounds, fields_of
from dottable.core.options import Options, read_options
from dottable.core.record import Array
from dottable.core.seats import SPECTATOR
from dottable.core.series import Series, seed_from
from dottable.research.pacing import DEFAULT_TEMPO, ByTempo, Pacing, medians_ms
from dottable.research.rendering import LEAST_COLUMNS, LEAST_ROWS, cells_of, picture_of

VERSION = 1
"""Counts up whenever spaces or their meaning change; ids and modules carry it."""
RENDER_MODES = ["human", "ansi", "rgb_array"]

MaskIn = Literal["observation", "info"]


class Door:
    """A match of one game, seen through PettingZoo's eyes. Agents are called `seat_0`, `seat_1`, ..."""

    extra_actions = 0

    def __init__(
        self,
        game: Game,
        *,
        seats: int | None = None,
        options: Options | Mapping[str, Any] | None = None,
        deck: Deck | None = None,
        tempo: str | Sequence[str] = DEFAULT_TEMPO,
        mask_in: MaskIn = "info",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        viewpoint: int = SPECTATOR,
    ) -> None:
        seats = game.min_seats if seats is None else seats
        game.check_seats(seats)
        if not isinstance(options, Options):
            options = read_options(game.state.Options, options or {})
        self.game, self.seats, self.options, self.deck = game, seats, options, deck
        self.max_cycles, self.render_mode, self.viewpoint = max_cycles, render_mode, viewpoint
        self.mask_in = mask_in
        self.metadata = {
            "name": f"{game.slug}_v{VERSION}",
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._medians = medians_ms(tempo, seats)
        self._series, self._index = self._new_series(secrets.token_bytes(32)), 0
        self._cells = (LEAST_COLUMNS, LEAST_ROWS)
        self._make_spaces()
        self.begin(None, None)

    def _make_spaces(self) -> None:
        low, high = bounds(fields_of(self.game))
        actions = self.game.state.ACTIONS.size + self.extra_actions
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces: dict[str, spaces.Space[Any]] = {}
        for agent in self.possible_agents:
            numbers = spaces.Box(low, high, dtype=np.int16)
            mask = spaces.Box(0, 1, (actions,), np.int8)
            both: spaces.Space[Any] = spaces.Dict({"observation": numbers, "action_mask": mask})
            self._observation_spaces[agent] = both if self.mask_in == "observation" else numbers
        self.state_space = spaces.Box(0, 255, (self.game.state.STATE.itemsize,), np.uint8)

    def _new_series(self, seed: bytes) -> Series:
        return Series(self.game, seats=self.seats, options=self.options, seed=seed, deck=self.deck)

    def begin(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Start a match: the first of the series of `seed`, or the next one of the series so far.

        `options` may hold a `match` that has not begun, and a `pacing` for it; anything else is ignored.
        """
        if seed is not None:
            self._series, self._index = self._new_series(seed_from(str(seed))), 0
        match, luck = self._series.match(self._index)
        self._index += 1
        given = options or {}
        self.match: Match = given.get("match", match)
        self.pacing: Pacing = given.get("pacing") or ByTempo(self.match, self._medians, luck)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def empty_mask(self) -> Array:
        return np.zeros(self.game.state.ACTIONS.size + self.extra_actions, np.int8)

    def looked_at(self, agent: str, mask: Array) -> Any:
        """What an agent knows, with its mask or without."""
        numbers = self.match.observation(self._seat_of[agent])
        return {"observation": numbers, "action_mask": mask} if self.mask_in == "observation" else numbers

    def told(self, mask: Array) -> dict[str, Any]:
        """What an agent is told besides: the virtual time, and its mask unless the observation has it."""
        info: dict[str, Any] = {"at_ms": self.match.now_ms}
        return info if self.mask_in == "observation" else {**info, "action_mask": mask}

    def returns(self) -> dict[str, float]:
        """Every agent's utility at the end of the match."""
        return dict(zip(self.possible_agents, self.match.returns(), strict=True))

    def state(self) -> Array:
        """The whole record as bytes, with all secrets: for critics that may know everything."""
        return np.frombuffer(self.match.state_bytes, np.uint8)

    def render(self) -> str | Array | None:
        """The table as the viewpoint sees it: as text, as a picture, or printed."""
        if self.render_mode is None:
            return None
        text = self.game.screen.draw(self.match.view(self.viewpoint))
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "rgb_array":
            picture = picture_of(text, *self._cells)
            self._cells = cells_of(picture)
            return picture
        sys.stdout.write(text + "\n")
        return None

    def close(self) -> None:
        """There is nothing to close."""
