"""The AEC environment: one agent acts at a time, and the environment plays the moves of the clock."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from dottable.core.errors import DottableError
from dottable.core.primitives.record import Array
from dottable.core.primitives.seats import CLOCK
from dottable.research.pettingzoo.base_match_env import BaseMatchEnv


class IllegalAction(DottableError):
    """Raised for an action that is not in the agent's action mask."""


class MatchAECEnv(BaseMatchEnv, AECEnv):  # type: ignore[misc]
    """A match as a PettingZoo AEC environment, in which one agent acts at a time.

    In games with races the seat with the earliest reaction acts next, in other games the lowest active seat. Rewards
    are 0 until the match ends; then each agent gets its return. The match is truncated when one agent has acted
    `max_cycles` times.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin_match(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._action_counts = dict.fromkeys(self.agents, 0)
        self._at_ms = 0
        self.agent_selection = self.agents[0]
        self._select_next_agent()

    def observe(self, agent: str) -> Any:
        return self.observation_of(agent, self._mask(agent))

    def _mask(self, agent: str) -> Array:
        """Return the action mask of the selected agent; an empty mask for other agents."""
        mask = self.empty_mask()
        if agent == self.agent_selection and not self.match.is_over:
            mask[self.match.legal(self._seat_of[agent])] = 1
        return mask

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(agent, int(action))
        self._select_next_agent()
        if self.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = self.returns()
        elif self.max_cycles is not None and self._action_counts[agent] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _play(self, agent: str, action: int) -> None:
        """Play the agent's action. Raise IllegalAction if the rules refuse it."""
        seat = self._seat_of[agent]
        refused = self.match.apply(seat, action, self._at_ms)
        if refused is not None:
            raise IllegalAction(f"{agent} chose action {action}: {refused.sentence}")
        self.scheduler.mark_acted(seat)
        self._action_counts[agent] += 1

    def _select_next_agent(self) -> None:
        """Play the clock's moves that come first, then set `agent_selection` to the agent that acts next."""
        while not self.match.is_over:
            turn = self.scheduler.next_turn(self.match, self.active_seats())
            if turn is None:
                break
            self._at_ms = turn.at_ms
            if turn.seat != CLOCK:
                self.agent_selection = self.possible_agents[turn.seat]
                break
            self.play_clock(turn)
        self.infos = {agent: self.info_of(self._mask(agent)) for agent in self.agents}
