"""All agents at once: a parallel environment in virtual time.

In every cycle each agent chooses an action or waits. Where there are races, an agent's action is due its
reaction time after the match began to wait for it: the earliest is carried out, and with it all that are due
before anybody could have seen it; the others keep their time and choose again. Without races all are carried
out in the order of seats.
"""

from __future__ import annotations

from typing import Any

from pettingzoo.utils.env import ParallelEnv

from dottable.bots.real_time import FIND_FLOOR_MS
from dottable.core.record import Array
from dottable.core.seats import CLOCK
from dottable.research.pacing import Turn
from dottable.research.pettingzoo.door import Door

Step = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class CycleEnv(Door, ParallelEnv):  # type: ignore[misc]
    """The last action of the space means: wait. An action that is not legal when its time comes changes nothing;
    the agent's info says why. Rewards are 0 until the match ends; `max_cycles` cycles truncate it.
    """

    extra_actions = 1

    @property
    def wait(self) -> int:
        """The action of an agent that lets the others act."""
        return self.game.state.ACTIONS.size

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.begin(seed, options)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        masks = self._masks()
        return (
            {agent: self.looked_at(agent, masks[agent]) for agent in self.agents},
            {agent: self.told(masks[agent]) for agent in self.agents},
        )

    def _masks(self) -> dict[str, Array]:
        return {agent: self._mask(agent) for agent in self.agents}

    def _mask(self, agent: str) -> Array:
        """Legal actions; waiting is one for whoever is not awaited, and for all in a race."""
        mask = self.empty_mask()
        seat = self._seat_of[agent]
        legal = [] if self.match.is_over else self.match.legal(seat)
        mask[legal] = 1
        mask[self.wait] = seat not in self.match.to_act or self._has_race(legal)
        return mask

    def _has_race(self, legal: list[int]) -> bool:
        decode = self.game.state.ACTIONS.decode
        return bool(self.game.races) and any(decode(action)[0] in self.game.races for action in legal)

    def step(self, actions: dict[str, Any]) -> Step:
        chosen = {self._seat_of[agent]: int(action) for agent, action in actions.items() if action is not None}
        news: dict[int, str | None] = {}
        self._play_cycle({seat: action for seat, action in chosen.items() if action != self.wait}, news)
        self._cycles += 1
        is_over = self.match.is_over
        is_cut = not is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        live, masks = self.agents, self._masks()
        observations = {agent: self.looked_at(agent, masks[agent]) for agent in live}
        rewards = self.returns() if is_over else dict.fromkeys(live, 0.0)
        infos = {agent: {**self.told(masks[agent]), **self._news_for(agent, news)} for agent in live}
        if is_over or is_cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(live, is_over), dict.fromkeys(live, is_cut), infos

    def _news_for(self, agent: str, news: dict[int, str | None]) -> dict[str, Any]:
        """Whether the agent's action was carried out, and if it was refused, why."""
        seat = self._seat_of[agent]
        return {"acted": news.get(seat, "") is None, "refused": news.get(seat)}

    def _play_cycle(self, pending: dict[int, int], news: dict[int, str | None]) -> None:
        """Carry out what is due together; an illegal choice is told at once and counts as waiting."""
        for seat, action in list(pending.items()):
            refused = self.match.refusal(seat, action)
            if refused is not None:
                news[seat] = refused.sentence
                del pending[seat]
        if not pending:
            self._wait_together()
            return
        until_ms: int | None = None
        while pending and not self.match.is_over:
            turn = self.pacing.next_turn(self.match, pending)
            if turn is None or (turn.seat != CLOCK and turn.seat not in pending):
                return
            if until_ms is not None and turn.at_ms > until_ms:
                return
            until_ms = turn.at_ms + FIND_FLOOR_MS if until_ms is None else until_ms
            if turn.seat == CLOCK:
                self._move_clock(turn)
            else:
                refused = self.match.apply(turn.seat, pending.pop(turn.seat), turn.at_ms)
                news[turn.seat] = None if refused is None else refused.sentence
                self.pacing.has_acted(turn.seat)

    def _wait_together(self) -> None:
        """Nobody acts: the clock does if a deadline comes first, else time passes."""
        awaited = [seat for seat in self.match.to_act if seat != CLOCK]
        turn = self.pacing.next_turn(self.match, awaited if self.game.races else ())
        if turn is None:
            return
        if turn.seat == CLOCK:
            self._move_clock(turn)
        else:
            self.pacing.let_pass(turn.at_ms)

    def _move_clock(self, turn: Turn) -> None:
        self.match.apply(CLOCK, self.match.legal(CLOCK)[0], turn.at_ms)
