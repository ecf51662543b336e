"""What bots have chosen but not done yet: they act as late as a player of their tempo would."""

from __future__ import annotations

from typing import NamedTuple

from dottable.table.clocks import Wait

PACE_PERCENT = {"quick": 25, "natural": 100, "calm": 200}
"""How much of their own time bots take where nobody races."""


class BotCall(NamedTuple):
    """A bot that has to choose. Ask it once for every (seat, version), and hand its choice to `Table.bot_chose`."""

    seat: int
    level: str
    version: int


class Plan(NamedTuple):
    """An action that a bot will take, and when, in match time."""

    action: int
    due_ms: int
    is_raced: bool


class Plans:
    """The plans of all bots at a table. Never stored: after a restart bots choose anew."""

    __slots__ = ("_anew", "by_seat")

    def __init__(self) -> None:
        self.by_seat: dict[int, Plan] = {}
        self._anew: dict[int, Wait] = {}

    def asked(self, seat: int, wait: Wait) -> Wait:
        """Since when the bot's present choice is asked for."""
        anew = self._anew.get(seat, wait)
        return anew if anew.version > wait.version else wait

    def drop(self, seat: int, now: Wait) -> None:
        """What was planned has come to nothing; the bot is asked again."""
        self.by_seat.pop(seat, None)
        self._anew[seat] = now

    def clear(self, seat: int) -> None:
        """The seat is not awaited any more."""
        self.by_seat.pop(seat, None)
        self._anew.pop(seat, None)
