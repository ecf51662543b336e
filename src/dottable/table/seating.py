"""Who sits where, who is ready, and who is the host of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dottable.core.errors import DottableError
from dottable.table.answers import Refusal
from dottable.table.commands import Ready, SeatBot, Sit, Unseat
from dottable.table.events import Event, Level, Readied, Sat, Stood

Stamp = dict[str, Any]
"""What all events of one decision carry: time, asker and client id."""

COLOURS = ("#c0392b", "#2471a3", "#b7950b", "#1e8449", "#7d3c98", "#ca6f1e", "#148f77", "#5d6d7e")
"""The colours of bots, by seat."""

NOT_SEATED = Refusal("not-seated", "You have no seat at this table.")
NOT_HOST = Refusal("not-host", "Only the host of the table can do that.")
NO_SUCH_SEAT = Refusal("no-such-seat", "There is no such seat at this table.")
TAKEN = Refusal("seat-taken", "Somebody sits there already.")
FULL = Refusal("table-full", "All seats of this table are taken.")
SEATED_ALREADY = Refusal("seated-already", "You have a seat at this table already.")
EMPTY_SEAT = Refusal("seat-empty", "Nobody sits there.")
NOT_FULL = Refusal("not-full", "There are empty seats: wait for players or fill them with bots.")


@dataclass(slots=True)
class Holder:
    """Whoever holds a seat: a player, a bot, or a player for whom a bot plays."""

    player: str | None
    name: str
    colour: str
    bot: Level | None
    is_ready: bool = False


class Seating:
    """The seats of a table. Decisions change nothing; only `evolve` does."""

    __slots__ = ("holders", "host")

    def __init__(self, seats: int, host: str) -> None:
        self.holders: list[Holder | None] = [None] * seats
        self.host = host

    def seat_of(self, player: str) -> int | None:
        for seat, holder in enumerate(self.holders):
            if holder is not None and holder.player == player:
                return seat
        return None

    def taken(self) -> list[tuple[int, Holder]]:
        return [(seat, holder) for seat, holder in enumerate(self.holders) if holder is not None]

    def players(self) -> list[tuple[int, str, Holder]]:
        """Seat, id and holder of every seat that belongs to a person."""
        return [
            (seat, holder.player, holder)
            for seat, holder in enumerate(self.holders)
            if holder is not None and holder.player is not None
        ]

    def bot_at(self, seat: int) -> Level | None:
        holder = self.holders[seat]
        return holder.bot if holder else None

    @property
    def is_full(self) -> bool:
        return all(holder is not None for holder in self.holders)

    @property
    def is_ready(self) -> bool:
        return all(holder is not None and holder.is_ready for holder in self.holders)

    def sit(self, player: str, command: Sit, stamp: Stamp) -> list[Event] | Refusal:
        if self.seat_of(player) is not None:
            return SEATED_ALREADY
        seat = self._free_seat(command.seat)
        if isinstance(seat, Refusal):
            return seat
        return [Sat(**stamp, seat=seat, player=player, name=command.name, colour=command.colour)]

    def seat_bot(self, command: SeatBot, stamp: Stamp) -> list[Event] | Refusal:
        seat = self._free_seat(command.seat)
        return seat if isinstance(seat, Refusal) else [bot_sits(seat, command.level, stamp)]

    def _free_seat(self, wished: int | None) -> int | Refusal:
        if wished is None:
            free = [seat for seat, holder in enumerate(self.holders) if holder is None]
            return free[0] if free else FULL
        if not 0 <= wished < len(self.holders):
            return NO_SUCH_SEAT
        return wished if self.holders[wished] is None else TAKEN

    def unseat(self, command: Unseat, stamp: Stamp) -> list[Event] | Refusal:
        if not 0 <= command.seat < len(self.holders):
            return NO_SUCH_SEAT
        return [Stood(**stamp, seat=command.seat)] if self.holders[command.seat] else EMPTY_SEAT

    def stand(self, player: str, stamp: Stamp) -> list[Event] | Refusal:
        seat = self.seat_of(player)
        return NOT_SEATED if seat is None else [Stood(**stamp, seat=seat)]

    def ready(self, player: str, command: Ready, stamp: Stamp) -> list[Event] | Refusal:
        seat = self.seat_of(player)
        return NOT_SEATED if seat is None else [Readied(**stamp, seat=seat, is_ready=command.is_ready)]

    def completes(self, event: Event) -> bool:
        """Whether all will be seated and ready after this event."""
        others = [holder for seat, holder in enumerate(self.holders) if not _is_about(event, seat)]
        sits_ready = isinstance(event, Sat) and event.bot is not None
        is_ready = sits_ready or (isinstance(event, Readied) and event.is_ready)
        return is_ready and all(holder is not None and holder.is_ready for holder in others)

    def evolve(self, event: Sat | Stood | Readied) -> None:
        holder = self.holders[event.seat]
        if isinstance(event, Sat):
            is_ready = event.bot is not None
            self.holders[event.seat] = Holder(event.player, event.name, event.colour, event.bot, is_ready=is_ready)
        elif isinstance(event, Stood):
            self.holders[event.seat] = None
        elif holder is None:
            raise DottableError(f"Nobody sits at seat {event.seat + 1}.")
        else:
            holder.is_ready = event.is_ready
        if holder is not None and holder.player == self.host and self.seat_of(self.host) is None:
            self._pass_on_host()

    def _pass_on_host(self) -> None:
        """The next player in order becomes the host; with no players left, the old one stays it."""
        self.host = next((player for _, player, _ in self.players()), self.host)


def bot_sits(seat: int, level: Level, stamp: Stamp) -> Sat:
    """A bot of its own at a seat."""
    return Sat(**stamp, seat=seat, name=f"{level.capitalize()} bot", colour=COLOURS[seat], bot=level)


def _is_about(event: Event, seat: int) -> bool:
    return isinstance(event, Sat | Readied) and event.seat == seat
