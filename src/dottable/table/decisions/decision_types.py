"""Return types of a table's decisions: events to store, a claim to hold, or a reason for refusal."""

from __future__ import annotations

from typing import NamedTuple

from dottable.table.decisions.races import Claim
from dottable.table.events import Event


class Accepted(NamedTuple):
    """Events to store, apply and broadcast, in this order."""

    events: list[Event]


class DuplicateCommand(NamedTuple):
    """A command that was carried out before. Acknowledge it again with the version it led to."""

    version: int


class HeldClaim(NamedTuple):
    """A claim in a race. Pass it to `Table.hold_claim`; `Table.due_actions` decides it later."""

    claim: Claim


class Rejected(NamedTuple):
    """A command that changes nothing. `reason` is the rules' refusal code, if the rules refused it."""

    code: str
    sentence: str
    reason: int | None = None


Decision = Accepted | DuplicateCommand | HeldClaim | Rejected


class RejectedClaim(NamedTuple):
    """A held claim that was refused, and the player to notify."""

    player: str
    client_id: str | None
    rejected: Rejected


class DueActions(NamedTuple):
    """Actions that are due now. Store, apply and broadcast the events, notify the players, then ask again."""

    events: list[Event]
    rejected_claims: list[RejectedClaim]

    @property
    def is_empty(self) -> bool:
        return not self.events and not self.rejected_claims


NOTHING_DUE = DueActions([], [])
