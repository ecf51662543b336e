"""What a player sees and what it remembers, in the two forms that OpenSpiel asks for: text and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from dottable.research.openspiel.moment import Setting
from dottable.research.openspiel.recall import DIGEST_BYTES


class SeatObserver:
    """OpenSpiel's observer of one game: the view and the tensor of a seat.

    With perfect recall the running digest of all it has done and seen comes along, as text or bit by
    bit: it tells moments apart that look alike. It means nothing else; what a network learns from is
    `observation`.
    """

    def __init__(self, setting: Setting, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observers take no parameters here, not {params}.")
        is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not (is_own and kind.public_info):
            raise ValueError("A seat is observed with all that it knows: public and its own.")
        self.has_recall = bool(kind.perfect_recall)
        size = setting.game.knowledge.OBSERVATION
        self.tensor = np.zeros(size + 8 * DIGEST_BYTES * self.has_recall, np.float32)
        self.dict = {"observation": self.tensor[:size]}
        if self.has_recall:
            self.dict["recall"] = self.tensor[size:]

    def set_from(self, state: Any, player: int) -> None:
        """Fill `tensor`, and with it `dict`, for one player; zeros before the deal."""
        self.tensor.fill(0)
        numbers = state.moment.observation(player)
        if numbers is not None:
            self.dict["observation"][:] = numbers
        if self.has_recall:
            digest = np.frombuffer(state.moment.remembered(player), np.uint8)
            self.dict["recall"][: 8 * len(digest)] = np.unpackbits(digest)

    def string_from(self, state: Any, player: int) -> str:
        """The view as JSON; with perfect recall, the digest before it."""
        recall = f"{state.moment.remembered(player).hex()} " if self.has_recall else ""
        return f"seat {player} {recall}{state.moment.view(player)}"
