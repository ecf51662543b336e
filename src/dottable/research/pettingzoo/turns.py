"""One agent at a time: an AEC environment that asks whoever the match waits for, and plays the clock itself."""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import AECEnv

from dottable.core.errors import DottableError
from dottable.core.record import Array
from dottable.core.seats import CLOCK
from dottable.research.pettingzoo.door import Door


class IllegalAction(DottableError):
    """An action that the mask does not allow."""


class TurnEnv(Door, AECEnv):  # type: ignore[misc]
    """In games with races whoever is due first by its tempo acts first; elsewhere the lowest awaited seat.

    Rewards are 0 until the match ends; then each agent gets its return. An agent that has acted
    `max_cycles` times truncates the match.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._acted = dict.fromkeys(self.agents, 0)
        self._at_ms = 0
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Any:
        return self.looked_at(agent, self._mask(agent))

    def _mask(self, agent: str) -> Array:
        """What the agent may do; nothing while it is not asked."""
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
        seat = self._seat_of[agent]
        refused = self.match.apply(seat, int(action), self._at_ms)
        if refused is not None:
            raise IllegalAction(f"{agent} chose action {action}: {refused.sentence}")
        self.pacing.has_acted(seat)
        self._acted[agent] += 1
        self._go_on()
        if self.match.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = self.returns()
        elif self.max_cycles is not None and self._acted[agent] >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Find out who acts next; the clock's moves are made on the way."""
        while not self.match.is_over:
            awaited = [seat for seat in self.match.to_act if seat != CLOCK]
            turn = self.pacing.next_turn(self.match, awaited)
            if turn is None:
                break
            self._at_ms = turn.at_ms
            if turn.seat != CLOCK:
                self.agent_selection = self.possible_agents[turn.seat]
                break
            self.match.apply(CLOCK, self.match.legal(CLOCK)[0], turn.at_ms)
        self.infos = {agent: self.told(self._mask(agent)) for agent in self.agents}
