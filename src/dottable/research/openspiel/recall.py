"""Perfect recall: all that a seat has done and seen so far, as one running digest a seat.

OpenSpiel asks what a player remembers far more seldom than it makes moves (never in a rollout), so a
move only links the new record to the ones before; digests are worked out when asked for, and shared
by all copies of a state.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
import numpy as np

from dottable.core.game import Game
from dottable.core.glance import glance_at
from dottable.core.match import Match
from dottable.core.record import for_rules

DIGEST_BYTES = 16


class Recall:
    """One moment of a match and, by its link to the one before, all earlier ones."""

    __slots__ = ("_before", "_digests", "_game", "_move", "_raw", "_seats")

    def __init__(self, match: Match, digests: dict[int, bytes] | None = None) -> None:
        """The first moment; or one in the middle, with the digests of seats that remember more than they see."""
        self._game, self._seats, self._raw = match.game, match.seats, match.state_bytes
        self._before: Recall | None = None
        self._move = (0, 0)
        self._digests = digests if digests is not None else {}

    def after(self, match: Match) -> Recall:
        """The moment after the match's last move."""
        link = Recall(match)
        link._before = self
        link._move = match.moves[-1][:2]
        return link

    def digest(self, seat: int) -> bytes:
        """Equal for two moments exactly if the seat has done and seen the same, in the same order."""
        unknown: list[Recall] = []
        link: Recall | None = self
        while link is not None and seat not in link._digests:
            unknown.append(link)
            link = link._before
        for link in reversed(unknown):
            link._digests[seat] = link._worked_out(seat)
            if len(link._digests) == link._seats:
                link._before = None
        return self._digests[seat]

    @property
    def digests(self) -> dict[int, bytes]:
        """Those of all seats."""
        return {seat: self.digest(seat) for seat in range(self._seats)}

    def _worked_out(self, seat: int) -> bytes:
        view = self._view(seat)
        if self._before is None:
            return digest_of(view)
        mover, action = self._move
        before = self._before._digests[seat]
        if mover == seat or self._game.view.is_open(action):
            return digest_of(before, b"%d %d " % (mover, action), view)
        # Somebody's secret choice: it is remembered only if there was something to see.
        return before if self._before._view(seat) == view else digest_of(before, view)

    def _view(self, seat: int) -> bytes:
        return view_text(self._game, self._raw, seat)


def digest_of(*parts: bytes) -> bytes:
    return blake2b(b"\0".join(parts), digest_size=DIGEST_BYTES).digest()


def view_text(game: Game, raw: bytes, seat: int) -> bytes:
    """The view of a seat as JSON, in an order of its own making: the same view, the same text."""
    states = np.frombuffer(bytearray(raw), game.state.STATE)
    look = game.view.look
    view = look(glance_at(states) if hasattr(look, "reads_glances") else for_rules(states)[0], seat)
    return msgspec.json.encode(view, order="deterministic")
