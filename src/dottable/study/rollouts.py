"""Allocates the arrays of the rollout kernels and calls the kernels. One workspace per game and thread."""

from __future__ import annotations

import hashlib
import threading
from typing import Any

import numpy as np

from dottable.bots.search.search_arguments import SearchMemory, SearchSettings, StatePool
from dottable.bots.search.tree import NODE_DTYPE
from dottable.bots.seat_access import SeatAccess
from dottable.core.game import Game
from dottable.core.kernels.kernel_arguments import InferenceArrays
from dottable.core.matches.match import Match
from dottable.core.options import settings_array
from dottable.core.portable.portable_kernel import array_allocator_for
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.chance import key_from_seed, seeded_generator
from dottable.core.primitives.record import GENERATOR_WORDS, Array, rule_array
from dottable.core.primitives.seats import MAX_SEATS
from dottable.study.kernel_loader import study_kernels

ROLLOUT_LIMIT = 1500
"""Number of steps after which a rollout stops and the state is evaluated. No stage of the five games is as long."""
CHANCE_PROBES = 12
"""Number of redrawn copies of a state that are compared to find out whether a move depends on chance."""
GENERATOR_BYTES = 4 * GENERATOR_WORDS


def seed_of(*parts: bytes | int | str) -> bytes:
    """Return a 32-byte seed: the SHA-256 of all parts."""
    texts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return hashlib.sha256(b"\0".join(texts)).digest()


class RolloutWorkspace:
    """Arrays for rollouts of one game, allocated once per thread."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernels = study_kernels(game)
        search = self.kernels.SEARCH_KERNELS
        self.is_ranked = bool(search.has_ranking)
        zeros = array_allocator_for(self.kernels.compare_actions)
        actions = max(game.state.ACTIONS.size, MAX_SEATS)
        self.states = zeros(4, game.state.STATE)
        self.max_pool_size = int(search.POOL_SIZE)
        self.pool_states = zeros(max(1, self.max_pool_size + search.SCRATCH_STATES), game.state.STATE)
        self.pool_scratch = zeros(search.SCRATCH_SHAPE, np.int64)
        self.pool_weights = zeros(len(self.pool_states), np.float64)
        self.probes = zeros(CHANCE_PROBES, game.state.STATE)
        self.key = np.zeros(chance.KEY_WORDS, np.uint32)
        self.memory = SearchMemory(
            states=self.states,
            tree=zeros(1, NODE_DTYPE),
            path=np.zeros(2, np.int64),
            generator=np.zeros(GENERATOR_WORDS, np.uint32),
            rng=fast_rng.new_generator(),
            round_seeds=np.zeros(2, np.int64),
            children=zeros(actions, np.int32),
            actions=zeros(actions, np.int32),
            candidates=zeros(actions, np.int32),
            values=np.zeros(MAX_SEATS, np.float32),
            steps=np.zeros(1, np.int64),
        )
        self.pool = StatePool(self.pool_states, self.pool_weights)

    def kernel_settings(self, seat: int, now_ms: int, pool_size: int = 0) -> SearchSettings:
        """Return the kernel settings of rollouts in which `seat` moves first."""
        return SearchSettings(
            seat=seat,
            now_ms=now_ms,
            rollout_limit=ROLLOUT_LIMIT,
            random_rate=0,
            exploration=0.0,
            is_ranked=self.is_ranked,
            pool_size=pool_size,
            uses_true_state=False,
        )

    # Values of true states

    def rollout_outcomes(self, record: Any, seat: int, action: int, now_ms: int, seed: bytes, rollouts: int) -> Array:
        """Return rollout outcomes from a state with future chance redrawn, one row per rollout.

        A row has the win share of every seat, then the points of every seat.

        `seat` first makes `action`; with NO_ACTION the policy makes all moves. Equal seeds give common random numbers.
        """
        self.states[0] = record
        self.key[:] = key_from_seed(seed)
        out = np.zeros((rollouts, 2 * int(record.seats)), np.float64)
        self.kernels.roll_out_state(self.kernel_settings(seat, now_ms), self.memory, self.key, action, out)
        return out

    def outcomes_of_new_deals(self, match: Match, seed: bytes, rollouts: int) -> Array:
        """Return rollout outcomes (rows as in `value`) from new deals with the options of a match."""
        self.states[0] = match.record
        self.states[1] = np.zeros(1, self.states.dtype)[0]
        self.key[:] = key_from_seed(seed)
        out = np.zeros((rollouts, 2 * match.seats), np.float64)
        given = settings_array(match.options, match.deck)
        self.kernels.roll_out_deals(self.kernel_settings(0, 0), self.memory, self.key, given, out)
        return out

    def depends_on_chance(self, record: Any, seat: int, action: int, now_ms: int, seed: bytes) -> bool:
        """Return whether the result of an action depends on future chance, such as a draw.

        Bytes that are random before the action too, such as the order of a pile, do not count.
        """
        self.states[0] = record
        self.key[:] = key_from_seed(seed)
        settings, no_action = self.kernel_settings(seat, now_ms), self.kernels.NO_ACTION
        self.kernels.redraw_and_play(settings, self.memory, self.key, no_action, self.probes)
        still_hidden = differing_bytes(self.probes)
        self.kernels.redraw_and_play(settings, self.memory, self.key, action, self.probes)
        return bool((differing_bytes(self.probes) & ~still_hidden).any())

    # Comparison by what a seat knows

    def fill_pool_for_seat(self, access: SeatAccess, seed: bytes, pool_size: int) -> int:
        """Set the root to the seat's knowledge and fill the pool of likely states. Return the pool's size."""
        generator = seeded_generator(seed)
        self.memory.generator[:] = generator
        words = np.frombuffer(seed_of(b"rollouts", seed)[:8], "<u4")
        fast_rng.set_seed(rule_array(self.memory.rng), int(words[0]), int(words[1]))
        self.states[0] = access.record
        size = min(self.max_pool_size, pool_size)
        if size:
            row, history = self.pool_scratch[0], access.history
            row[0] = len(history) if len(history) < len(row) else 0
            row[1 : 1 + row[0]] = history[: row[0]]
            arrays = InferenceArrays(
                states=self.states,
                pool=self.pool_states,
                scratch=self.pool_scratch,
                log_likelihoods=self.pool_weights,
                g=self.memory.generator,
                buffer=self.memory.actions,
            )
            self.kernels.fill_study_pool(arrays, size, access.seat)
        return size

    def compare_actions(
        self, access: SeatAccess, actions: list[int], deals: int, pool_size: int
    ) -> tuple[Array, Array]:
        """Return the seat's win shares and points: a row per sampled deal, a column per action."""
        values, points = np.zeros((deals, len(actions)), np.float64), np.zeros((deals, len(actions)), np.float64)
        settings = self.kernel_settings(access.seat, access.now_ms, pool_size)
        given = np.array(actions, np.int64)
        self.kernels.compare_actions(settings, self.memory, self.pool, given, values, points)
        return values, points

    def compare_with_policy(self, access: SeatAccess, action: int, deals: int, pool_size: int) -> Array:
        """Return the outcomes of an action minus those of the policy's own choice, one row per sampled deal."""
        made, policy = np.zeros((2, deals, 2 * access.seats), np.float64)
        settings = self.kernel_settings(access.seat, access.now_ms, pool_size)
        self.kernels.compare_with_policy(settings, self.memory, self.pool, action, made, policy)
        difference: Array = made - policy
        return difference


def differing_bytes(records: Array) -> Array:
    """Return for every byte of a record whether it differs between the records. The generator's bytes always count."""
    raw = np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)
    differs: Array = (raw != raw[:1]).any(axis=0)
    differs[:GENERATOR_BYTES] = True
    return differs


_workspaces = threading.local()


def rollout_workspace(game: Game) -> RolloutWorkspace:
    """Return this thread's workspace for a game."""
    by_game: dict[str, RolloutWorkspace] = _workspaces.__dict__.setdefault("by_game", {})
    if game.package not in by_game:
        by_game[game.package] = RolloutWorkspace(game)
    return by_game[game.package]
