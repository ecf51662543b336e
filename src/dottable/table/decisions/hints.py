"""Hints at a table: who may take one, and the event that records it for the replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dottable.table.commands import TakeHint
from dottable.table.decisions.command_results import Accepted, Rejected
from dottable.table.decisions.races import is_race_action
from dottable.table.events import HintTaken
from dottable.table.seats.seating import NOT_SEATED, EventFields

if TYPE_CHECKING:
    from dottable.table.table import Table

NO_MATCH = Rejected("not-live", "Hints are for a match that is being played.")
PEOPLE_PLAY = Rejected(
    "no-hints", "Hints are for matches against bots. With people, the table must have been opened with hints."
)
NOT_YOUR_TURN = Rejected("not-your-turn", "You can ask for a hint when it is your turn.")
NO_HINTS_IN_RACES = Rejected("no-hints", "There are no hints in a race.")
HINT_OUTDATED = Rejected("outdated", "The position has changed. Ask for another hint.")
TOO_MANY_HINTS = Rejected("full", "This table has too many hints.")


def reason_against_hint(table: Table, player: str) -> Rejected | None:
    """Return why a player may not take a hint now, or None."""
    seat = table.seating.seat_of(player)
    if seat is None:
        return NOT_SEATED
    if table.status != "live":
        return NO_MATCH
    others = any(other != player for _, other, _ in table.seating.seated_players())
    if others and not table.settings.hints:
        return PEOPLE_PLAY
    offered = table.live_match().offered_actions(seat) if seat in table.to_act else []
    if not offered:
        return NOT_YOUR_TURN
    if any(is_race_action(table.game, action) for action in offered):
        return NO_HINTS_IN_RACES
    return TOO_MANY_HINTS if table.has_many_seat_changes else None


def decide_hint(table: Table, player: str, command: TakeHint, fields: EventFields) -> Accepted | Rejected:
    """Return the event that records a hint, or why it is refused."""
    refusal = reason_against_hint(table, player)
    if refusal is not None:
        return refusal
    if command.move_number != table.move_number:
        return HINT_OUTDATED
    seat = table.seating.seat_of(player)
    assert seat is not None
    return Accepted([HintTaken(**fields, seat=seat, move_number=command.move_number, level=command.level)])
