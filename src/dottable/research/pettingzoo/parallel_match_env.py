"""The parallel environment: in every cycle each agent chooses an action or waits, in virtual time.

In games with races, an agent's action is due one reaction time after the agent became able to act. A cycle plays the
earliest action and all actions due before any agent could have seen it. The other agents keep their due times and
choose again. In games without races, a cycle plays all actions in seat order.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import ParallelEnv

from dottable.bots.timing.timed_bot import MIN_COMPARISON_MS
from dottable.core.primitives.record import Array
from dottable.core.primitives.seats import CLOCK
from dottable.research.pettingzoo.base_match_env import BaseMatchEnv

StepResult = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
RefusalBySeat = dict[int, str | None]
"""By seat: the reason why its action was refused, or None if it was played."""


class MatchParallelEnv(BaseMatchEnv, ParallelEnv):  # type: ignore[misc]
    """A match as a PettingZoo parallel environment: all agents choose at once. The last action means "wait".

    An action that is illegal when it is due changes nothing; the agent's info holds the reason. Rewards are 0 until the
    match ends. The match is truncated after `max_cycles` cycles.
    """

    extra_action_count = 1

    @property
    def wait_action(self) -> int:
        """The action number that means "wait"."""
        return self.game.state.ACTIONS.size

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.begin_match(seed, options)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        masks = self._masks()
        return (
            {agent: self.observation_of(agent, masks[agent]) for agent in self.agents},
            {agent: self.info_of(masks[agent]) for agent in self.agents},
        )

    def _masks(self) -> dict[str, Array]:
        return {agent: self._mask(agent) for agent in self.agents}

    def _mask(self, agent: str) -> Array:
        """Return the mask of the agent's legal actions. Inactive seats and seats in a race may also wait."""
        mask = self.empty_mask()
        seat = self._seat_of[agent]
        legal = [] if self.match.is_over else self.match.legal(seat)
        mask[legal] = 1
        mask[self.wait_action] = seat not in self.match.to_act or self._has_race_action(legal)
        return mask

    def _has_race_action(self, legal: list[int]) -> bool:
        decode = self.game.state.ACTIONS.decode
        return bool(self.game.races) and any(decode(action)[0] in self.game.races for action in legal)

    def step(self, actions: dict[str, Any]) -> StepResult:
        chosen = {self._seat_of[agent]: int(action) for agent, action in actions.items() if action is not None}
        refusals = self._play_cycle({seat: action for seat, action in chosen.items() if action != self.wait_action})
        self._cycles += 1
        is_over = self.match.is_over
        is_truncated = not is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        live, masks = self.agents, self._masks()
        observations = {agent: self.observation_of(agent, masks[agent]) for agent in live}
        rewards = self.returns() if is_over else dict.fromkeys(live, 0.0)
        infos = {agent: {**self.info_of(masks[agent]), **self._action_result_info(agent, refusals)} for agent in live}
        if is_over or is_truncated:
            self.agents = []
        return observations, rewards, dict.fromkeys(live, is_over), dict.fromkeys(live, is_truncated), infos

    def _action_result_info(self, agent: str, refusals: RefusalBySeat) -> dict[str, Any]:
        """Return an info that says whether the agent's action was played, and the reason if it was refused."""
        seat = self._seat_of[agent]
        return {"acted": refusals.get(seat, "") is None, "refused": refusals.get(seat)}

    def _play_cycle(self, pending: dict[int, int]) -> RefusalBySeat:
        """Play the actions that are due in one cycle, and return the reasons for refusals, by seat.

        `pending` holds the chosen action of each seat. In a race, a cycle plays only the earliest action and those
        that were due before any agent could have seen it.

        An illegal choice is refused and counts as waiting.
        """
        refusals = self._refuse_illegal(pending)
        if not pending:
            self._advance_time()
        until_ms: int | None = None
        while pending and not self.match.is_over:
            turn = self.scheduler.next_turn(self.match, pending)
            if turn is None or (turn.seat != CLOCK and turn.seat not in pending):
                break
            if until_ms is not None and turn.at_ms > until_ms:
                break
            until_ms = turn.at_ms + MIN_COMPARISON_MS if until_ms is None else until_ms
            if turn.seat == CLOCK:
                self.play_clock(turn)
            else:
                refused = self.match.apply(turn.seat, pending.pop(turn.seat), turn.at_ms)
                refusals[turn.seat] = None if refused is None else refused.sentence
                self.scheduler.mark_acted(turn.seat)
        return refusals

    def _refuse_illegal(self, pending: dict[int, int]) -> RefusalBySeat:
        """Remove illegal choices from `pending` and return the reasons by seat."""
        refusals: RefusalBySeat = {}
        for seat, action in list(pending.items()):
            refused = self.match.refusal(seat, action)
            if refused is not None:
                refusals[seat] = refused.sentence
                del pending[seat]
        return refusals

    def _advance_time(self) -> None:
        """Advance the virtual time while no agent acts: to the clock's move, or to the due time of the next seat."""
        turn = self.scheduler.next_turn(self.match, self.active_seats() if self.game.races else ())
        if turn is None:
            return
        if turn.seat == CLOCK:
            self.play_clock(turn)
        else:
            self.scheduler.advance_to(turn.at_ms)
