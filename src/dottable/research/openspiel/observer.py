"""OpenSpiel's observer interface: a player's observation or information state, as text and as a tensor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from dottable.research.openspiel.action_observation_history import DIGEST_BYTES
from dottable.research.openspiel.game_tree_node import MatchConfig


class SeatObserver:
    """The observer of a game. It returns the view and the observation tensor of a seat.

    With perfect recall it adds the digest of the seat's action-observation history, as text or as bits. The digest only
    distinguishes information states; it has no other meaning. Networks should learn from `observation`.
    """

    def __init__(self, config: MatchConfig, observation_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers take no parameters; remove {params}.")
        is_private = observation_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (is_private and observation_type.public_info):
            raise ValueError("Only observers of one player's public and private information are available.")
        self.has_recall = bool(observation_type.perfect_recall)
        size = config.game.knowledge.OBSERVATION_SIZE
        self.tensor = np.zeros(size + 8 * DIGEST_BYTES * self.has_recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.has_recall:
            self.dict["history"] = self.tensor[size:]

    def set_from(self, state: Any, player: int) -> None:
        """Fill `tensor`, and with it the arrays of `dict`, for one player. Before the deal they hold zeros."""
        self.tensor.fill(0)
        numbers = state.node.observation(player)
        if numbers is not None:
            self.dict["observation"][:] = numbers
        if self.has_recall:
            digest = np.frombuffer(state.node.history_digest(player), np.uint8)
            self.dict["history"][: 8 * len(digest)] = np.unpackbits(digest)

    def string_from(self, state: Any, player: int) -> str:
        """Return the view as JSON. With perfect recall, the history digest comes first."""
        digest = f"{state.node.history_digest(player).hex()} " if self.has_recall else ""
        return f"seat {player} {digest}{state.node.view(player)}"
