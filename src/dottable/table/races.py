"""Fair races: whoever reacted first gets it, whatever the connection.

A player sees a card one way later and is heard the other way later, so a claim is credited with the
player's whole round trip, as the server has measured it. A claim is held only as long as a rival
that is still on the way could have reacted earlier. No time that a client tells is ever read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from dottable.bots.real_time import race_spans
from dottable.core.game import Game
from dottable.table.events import MovedBy, Race, RaceReason, Rival

CREDIT_CAP_MS = 400
"""The most that a slow connection is credited with; so long can a claim be held at most."""


class Claim(NamedTuple):
    """An action for which several seats compete. Times are match time."""

    seat: int
    action: int
    arrived_ms: int
    credit_ms: int
    by: MovedBy = "player"
    asker: str | None = None
    client_id: str | None = None

    @property
    def credited_ms(self) -> int:
        """When the seat acted, for all the server can know."""
        return self.arrived_ms - self.credit_ms

    @property
    def rival(self) -> Rival:
        return Rival(self.seat, self.arrived_ms, self.credit_ms)


@cache
def raced_actions(game: Game) -> tuple[range, ...]:
    """The numbers of all actions that are raced for."""
    return tuple(race_spans(game))


def is_raced(game: Game, action: int) -> bool:
    """Whether several seats compete for such an action."""
    return bool(game.races) and any(action in numbers for numbers in raced_actions(game))


def coin(commitment: str, move_number: int, seat: int) -> bytes:
    """A draw that nobody can bend: it was settled before the first move, and everybody can check it."""
    return hashlib.sha256(f"{commitment} {move_number} {seat}".encode()).digest()


def in_order(claims: Iterable[Claim], commitment: str, move_number: int) -> list[Claim]:
    """Claims by the time they are credited with; equal ones by the coin."""
    return sorted(claims, key=lambda claim: (claim.credited_ms, coin(commitment, move_number, claim.seat)))


def decidable_ms(claim: Claim, rival_credits_ms: Iterable[int]) -> int:
    """When no rival that is still to be heard can have acted before this claim."""
    return max(claim.arrived_ms, claim.credited_ms + max(rival_credits_ms, default=0))


def race_of(ordered: Sequence[Claim]) -> Race:
    """The record of a race that the first of these claims has won."""
    reason: RaceReason = "unrivalled"
    if len(ordered) > 1:
        reason = "coin" if ordered[0].credited_ms == ordered[1].credited_ms else "earlier"
    return Race(tuple(claim.rival for claim in ordered), reason)
