"""Results of a command at a table: events to store, a claim in a race to hold, or a reason for refusal."""

from __future__ import annotations

from typing import NamedTuple

from dottable.table.decisions.races import Claim
from dottable.table.events import Event


class Accepted(NamedTuple):
    """An accepted command: its events, to be stored, applied and broadcast in this order."""

    events: list[Event]


class DuplicateCommand(NamedTuple):
    """A resent command that was carried out before. `version` is the table version after it, to acknowledge again."""

    version: int


class HeldClaim(NamedTuple):
    """A command that is a claim in a race. Pass it to `Table.hold_claim`; `Table.due_actions` decides it later."""

    claim: Claim


class Rejected(NamedTuple):
    """A refused command: a code, a sentence for the player, and the rules' refusal code if the rules refused it."""

    code: str
    sentence: str
    reason: int | None = None


Decision = Accepted | DuplicateCommand | HeldClaim | Rejected


class RejectedClaim(NamedTuple):
    """A claim that lost its race and became illegal, and the player to notify."""

    player: str
    client_id: str | None
    rejected: Rejected


class DueActions(NamedTuple):
    """What is due now without a command: events to store and broadcast, and claims to refuse."""

    events: list[Event]
    rejected_claims: list[RejectedClaim]

    @property
    def is_empty(self) -> bool:
        return not self.events and not self.rejected_claims


NO_DUE_ACTIONS = DueActions([], [])
