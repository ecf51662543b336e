"""Action-observation histories for perfect recall: one chained digest per seat of everything it has done and seen.

OpenSpiel makes far more moves than it requests information states; rollouts never request any. So a move only links the
new record to its predecessor. Digests are computed on demand and shared by all copies of a state.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec
import numpy as np

from dottable.core.game import Game
from dottable.core.matches.match import Match
from dottable.core.views.state_record_reader import argument_of_build_view

DIGEST_BYTES = 16


class ActionObservationHistory:
    """The history of a match up to one record. It is a linked list: each entry points to the previous record."""

    __slots__ = ("_digests", "_game", "_move", "_previous", "_raw", "_seats")

    def __init__(self, match: Match, digests: dict[int, bytes] | None = None) -> None:
        """Start a history at the match's current record. `digests` holds the earlier history of some seats."""
        self._game, self._seats, self._raw = match.game, match.seats, match.state_bytes
        self._previous: ActionObservationHistory | None = None
        self._move = (0, 0)
        self._digests = digests if digests is not None else {}

    def extended_by_last_move(self, match: Match) -> ActionObservationHistory:
        """Return the history extended by the match's last move."""
        link = ActionObservationHistory(match)
        link._previous = self
        link._move = match.moves[-1][:2]
        return link

    def digest(self, seat: int) -> bytes:
        """Return a digest that is equal for two histories if and only if the seat cannot distinguish them."""
        missing: list[ActionObservationHistory] = []
        link: ActionObservationHistory | None = self
        while link is not None and seat not in link._digests:
            missing.append(link)
            link = link._previous
        for link in reversed(missing):
            link._digests[seat] = link._compute_digest(seat)
            if len(link._digests) == link._seats:
                link._previous = None  # every seat has its digest, so the earlier records are no longer needed
        return self._digests[seat]

    @property
    def digests(self) -> dict[int, bytes]:
        """Return the history digest of every seat, by seat number."""
        return {seat: self.digest(seat) for seat in range(self._seats)}

    def _compute_digest(self, seat: int) -> bytes:
        view = self._view(seat)
        if self._previous is None:
            return digest_of_parts(view)
        mover, action = self._move
        previous = self._previous._digests[seat]
        if mover == seat or self._game.view.is_public(action):
            return digest_of_parts(previous, b"%d %d " % (mover, action), view)
        # A secret choice of another seat is part of the history only if it changed the view.
        return previous if self._previous._view(seat) == view else digest_of_parts(previous, view)

    def _view(self, seat: int) -> bytes:
        return view_json(self._game, self._raw, seat)


def digest_of_parts(*parts: bytes) -> bytes:
    return blake2b(b"\0".join(parts), digest_size=DIGEST_BYTES).digest()


def view_json(game: Game, raw: bytes, seat: int) -> bytes:
    """Return the view of a seat as JSON with sorted keys, so that equal views give equal bytes."""
    states = np.frombuffer(bytearray(raw), game.state.STATE)
    build_view = game.view.build_view
    view = build_view(argument_of_build_view(build_view, states), seat)
    return msgspec.json.encode(view, order="deterministic")
