"""Races: several seats may act, and the first valid claim wins, independent of connection speed.

A player sees a card one way late and is heard one way late. So a claim is credited with the player's whole round-trip
time: the lowest that the server's kernel has measured since the player connected. A claim is held only while a rival's
claim that is still on its way could have been made earlier. Nothing that a client's program says or delays is used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from dottable.bots.timing.timed_bot import race_action_ranges
from dottable.core.game import Game
from dottable.table.events import MovedBy, Race, RaceReason, Rival

MAX_LATENCY_CREDIT_MS = 400
"""Largest credit for network latency in ms, and so the longest time a claim can be held."""
SPECTATOR_DELAY_MS = MAX_LATENCY_CREDIT_MS
"""Delay in ms of what spectators see in games with races, so that no player gains by also watching as a spectator."""


class Claim(NamedTuple):
    """One seat's action in a race, for which several seats compete. Times are in ms since the start of the match."""

    seat: int
    action: int
    arrived_ms: int
    credit_ms: int
    by: MovedBy = "player"
    asker: str | None = None
    client_id: str | None = None

    @property
    def credited_ms(self) -> int:
        """Match time in ms at which the claim counts as made: its arrival minus the latency credit."""
        return self.arrived_ms - self.credit_ms

    @property
    def as_rival(self) -> Rival:
        """The claim as it is stored in an event."""
        return Rival(self.seat, self.arrived_ms, self.credit_ms)


@cache
def cached_race_action_ranges(game: Game) -> tuple[range, ...]:
    """Return the ranges of a game's action numbers that are races: several seats compete for them."""
    return tuple(race_action_ranges(game))


def is_race_action(game: Game, action: int) -> bool:
    """Return whether an action of a game is a race, for which several seats compete."""
    return bool(game.races) and any(action in numbers for numbers in cached_race_action_ranges(game))


def tie_break_key(public_seed: str, move_number: int, seat: int) -> bytes:
    """Return a pseudo-random key fixed before the first move: SHA-256 of the match's public seed, move and seat."""
    return hashlib.sha256(f"{public_seed} {move_number} {seat}".encode()).digest()


def by_credited_time(claims: Iterable[Claim], public_seed: str, move_number: int) -> list[Claim]:
    """Return claims sorted by credited time, the winner first. `tie_break_key` orders equal times."""
    return sorted(claims, key=lambda claim: (claim.credited_ms, tie_break_key(public_seed, move_number, claim.seat)))


def decision_time_ms(claim: Claim, rival_credits_ms: Iterable[int]) -> int:
    """Return the match time in ms from which no delayed claim can beat this claim, so that the race can be decided."""
    return max(claim.arrived_ms, claim.credited_ms + max(rival_credits_ms, default=0))


def race_outcome(ordered: Sequence[Claim]) -> Race:
    """Return the stored outcome of a race. `ordered` holds its claims, with the winner's claim first."""
    reason: RaceReason = "unrivalled"
    if len(ordered) > 1:
        reason = "coin" if ordered[0].credited_ms == ordered[1].credited_ms else "earlier"
    return Race(tuple(claim.as_rival for claim in ordered), reason)
