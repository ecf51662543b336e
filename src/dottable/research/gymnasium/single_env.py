"""A `gymnasium.Env`: one learner in a match against bots."""

from __future__ import annotations

import hashlib
from typing import Any

import gymnasium
import numpy as np

from dottable.bots.bot import Bot, Budget
from dottable.bots.registry import close_bots, find_bot
from dottable.bots.safe_choose import safe_choose
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.matches.match import Match, action_buffer
from dottable.core.matches.seeded_series import Series, SeriesConfig, seed_from
from dottable.core.primitives.record import Array, rule_array
from dottable.core.primitives.refusals import ACCEPTED, NO_SUCH_ACTION
from dottable.core.primitives.seats import CLOCK
from dottable.core.registry import find_game
from dottable.research.gymnasium.single_agent_config import (
    COMPILED_OPPONENTS,
    NO_STEP_LIMIT,
    RENDER_FPS,
    RENDER_MODES,
    SingleAgentConfig,
    SingleAgentSetup,
)
from dottable.research.rendering import FrameRenderer
from dottable.research.turn_scheduling import ReactionTimeScheduler, ScheduledTurn

Info = dict[str, Any]


class SingleAgentEnv(gymnasium.Env[Any, Any]):
    """A match of one learner against bots. SingleAgentConfig lists the settings.

    A step plays the learner's action and then all moves until the learner is to act again. The reward is 0 until the
    end, then the learner's return. An illegal action changes nothing; `info["refused"]` holds its reason code.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": RENDER_FPS}  # noqa: RUF012

    def __init__(self, game: Game | str, **settings: Any) -> None:
        found = find_game(game) if isinstance(game, str) else game
        self.setup = setup = SingleAgentSetup(found, SingleAgentConfig(**settings))
        self.render_mode = setup.config.render_mode
        self.action_space = setup.action_space()
        self.observation_space = setup.observation_space()
        self._bots: list[Bot | None] = [
            None if name in COMPILED_OPPONENTS else find_bot(name, found) for name in setup.opponents
        ]
        self._renderer = FrameRenderer(found)
        self._series: Series | None = None
        self._started = 0
        self._max_steps = setup.config.max_episode_steps or NO_STEP_LIMIT
        self._history: Array = np.zeros((setup.config.history, setup.history_width), np.int16)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Start match 0 of the series of `seed`; without a seed, the next match. `options` has no effect."""
        super().reset(seed=seed, options=options)
        if seed is not None or self._series is None:
            setup, own = self.setup, self.np_random_seed if seed is None else seed
            config = SeriesConfig(setup.game, setup.seats, setup.options, seed_from(str(own)), setup.config.deck)
            self._series, self._started = Series(config), 0
        is_running = False
        while not is_running:
            self._start_match(self._series)
            is_running = self._play_to_learners_turn()
        return self._observation(), self._info(ACCEPTED)

    def _start_match(self, series: Series) -> None:
        """Set up the next match and play its opening moves."""
        setup, index = self.setup, self._started
        self._started += 1
        self.match, self._rng = series.match(index)
        is_rotating = setup.learner_seat == setup.kernels.ROTATING_SEAT
        self.seat = index % setup.seats if is_rotating else setup.learner_seat
        medians = np.roll(setup.medians_ms, self.seat).tolist()
        self._scheduler = ReactionTimeScheduler(self.match, medians, self._rng)
        self._history[:] = 0
        self._steps, self._at_ms = 0, 0
        self._first_stage = setup.kernels.stage_number(self.match.state)
        for _ in range(setup.variant.opening_moves):
            if self.is_over:
                break
            turn = self._next_turn()
            self._play_and_record_move(turn.seat, self._compiled_choice(turn.seat, "greedy"))

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended: the match, or its first round if the variant ends there."""
        if self.match.is_over:
            return True
        is_first = self.setup.kernels.stage_number(self.match.state) == self._first_stage
        return self.setup.variant.ends_after_first_round and not is_first

    def _next_turn(self) -> ScheduledTurn:
        candidates = [seat for seat in self.match.to_act if seat != CLOCK]
        turn = self._scheduler.next_turn(self.match, candidates)
        assert turn is not None  # a match that is not over always has a next turn
        self._at_ms = turn.at_ms
        return turn

    def _play_to_learners_turn(self) -> bool:
        """Play until the learner is to act. Return False if the match ends before that.

        If the environment offers none of the learner's legal actions, the first legal action is played.
        """
        while not self.is_over:
            seat = self._next_turn().seat
            if seat != self.seat:
                self._play_and_record_move(seat, self._opponent_choice(seat))
                continue
            legal = self.match.legal(seat)
            if (self.setup.index_of[legal] != self.setup.kernels.NOT_OFFERED).any():
                return True
            self._play_and_record_move(seat, legal[0])
        return False

    def _opponent_choice(self, seat: int) -> int:
        if seat == CLOCK:
            return self.match.legal(CLOCK)[0]
        place = (seat - self.seat - 1) % self.setup.seats
        bot = self._bots[place]
        if bot is None:
            return self._compiled_choice(seat, self.setup.opponents[place])
        seed = choice_seed(self.match, seat)
        return safe_choose(bot, SeatAccess(self.match, seat), Budget(), seed).choice.action

    def _compiled_choice(self, seat: int, policy: str) -> int:
        """Return the choice of a compiled policy for a seat. The clock has only one legal action."""
        number = COMPILED_OPPONENTS.index("random" if seat == CLOCK else policy)
        rng, buffer = rule_array(self._rng), rule_array(action_buffer(self.setup.game))
        return int(self.setup.kernels.choose_by_policy(self.match.state, seat, number, rng, buffer))

    def _play_and_record_move(self, seat: int, action: int) -> int:
        """Play an action, add it to the history and return its reason code (0 if it was played)."""
        history = self._history
        if len(history):
            setup = self.setup
            mover = setup.seats + 1 if seat == CLOCK else (seat - self.seat) % setup.seats + 1
            own_action = setup.index_of[action] + 1 if seat == self.seat else 0
            row = np.concatenate([[mover, own_action], self.match.observation(self.seat)[setup.columns]])
        refused = self.match.apply(seat, action, self._at_ms)
        if refused is not None:
            return refused.code
        if len(history):
            history[:-1], history[-1] = history[1:].copy(), row
        self._scheduler.mark_acted(seat)
        return ACCEPTED

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Play one action of the learner, then all moves until its next turn."""
        if not 0 <= int(action) < len(self.setup.action_of):
            code = NO_SUCH_ACTION
        else:
            code = self._play_and_record_move(self.seat, int(self.setup.action_of[int(action)]))
        self._steps += 1
        is_terminated = code == ACCEPTED and not self._play_to_learners_turn()
        is_truncated = not is_terminated and self._steps >= self._max_steps
        reward = self._final_return() if is_terminated else 0.0
        return self._observation(), reward, is_terminated, is_truncated, self._info(code)

    def _final_return(self) -> float:
        if self.match.is_over:
            return self.match.returns()[self.seat]
        points, returns = np.zeros(self.setup.seats, np.int32), np.zeros(self.setup.seats, np.float32)
        self.setup.kernels.round_returns(self.match.state, rule_array(points), rule_array(returns))
        return float(returns[self.seat])

    def action_masks(self) -> Array:
        """Return the mask of the learner's actions, under the name that sb3-contrib's MaskablePPO calls."""
        return self._mask().astype(np.bool_)

    def _mask(self) -> Array:
        mask = np.zeros(len(self.setup.action_of), np.int8)
        if not self.is_over and self._steps < self._max_steps:
            indices = self.setup.index_of[self.match.legal(self.seat)]
            mask[indices[indices != self.setup.kernels.NOT_OFFERED]] = 1
        return mask

    def _observation(self) -> Any:
        numbers = self.match.observation(self.seat)[self.setup.columns]
        return self.setup.observation(numbers, self._history.copy(), self._mask())

    def _info(self, code: int) -> Info:
        return {"action_mask": self._mask(), "seat": self.seat, "refused": code}

    def render(self) -> Any:
        """Return the view as text (`ansi`) or pixels (`rgb_array`), or print the text (`human`)."""
        if self.render_mode is None:
            return None
        viewpoint = self.setup.config.viewpoint
        return self._renderer.render(self.match.view(self.seat if viewpoint is None else viewpoint), self.render_mode)

    def close(self) -> None:
        """End the processes of external bots."""
        close_bots(bot for bot in self._bots if bot is not None)


def choice_seed(match: Match, seat: int) -> bytes:
    """Return the seed of a bot's choice, derived from the match, its number of moves and the seat."""
    return hashlib.sha256(b"move" + match.seed + len(match.moves).to_bytes(8, "big") + seat.to_bytes(1, "big")).digest()
