"""How a table answers: events to store, a claim to hold, or one sentence why not."""

from __future__ import annotations

from typing import NamedTuple

from dottable.table.events import Event
from dottable.table.races import Claim


class Accepted(NamedTuple):
    """Store these, then let the table evolve by them, then tell everybody."""

    events: list[Event]


class Repeated(NamedTuple):
    """This client id was carried out before: acknowledge it again, with the version it led to."""

    version: int


class Held(NamedTuple):
    """A claim in a race: give it to `Table.hold`; `Table.wake` decides it within moments."""

    claim: Claim


class Refusal(NamedTuple):
    """Nothing happens. `reason` is the rules' own code, where it was they who refused."""

    code: str
    sentence: str
    reason: int | None = None


Answer = Accepted | Repeated | Held | Refusal


class Refused(NamedTuple):
    """A held claim that came to nothing, and whom to tell."""

    player: str
    client_id: str | None
    refusal: Refusal


class Woken(NamedTuple):
    """What became due. Store, evolve and tell the events, tell the refusals, and ask again until it is empty."""

    events: list[Event]
    refused: list[Refused]

    @property
    def is_empty(self) -> bool:
        return not self.events and not self.refused


NOTHING = Woken([], [])
