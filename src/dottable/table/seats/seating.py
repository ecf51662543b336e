"""Seats of a table: who holds each, who is ready, and who is the host."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from dottable.core.errors import DottableError
from dottable.table.commands import SeatBot, SetReady, Sit, Unseat
from dottable.table.decisions.command_results import Rejected
from dottable.table.events import Event, Level, ReadyChanged, SeatFreed, SeatTaken, TeamChosen

EventFields = dict[str, Any]
"""Keyword arguments for the base fields of an event: times, asking player and client id."""

SEAT_COLOURS = ("#d1495b", "#2f6fb5", "#3a8f4d", "#e07a1f", "#7a52b3", "#1b8a8a", "#c2478f", "#b8860b")
"""Colours that are easy to tell apart, one for each seat. The web client offers the same colours to players."""

BOT_NAMES = ("Ada", "Bix", "Cleo", "Dex", "Fay", "Gus", "Ivo", "Juno", "Kit", "Lux", "Mo", "Nia")
"""Names of bots. They have at most four letters, so that narrow labels show them in full."""

NOT_SEATED = Rejected("not-seated", "You have no seat at this table.")
HOST_ONLY = Rejected("not-host", "Only the host of the table can do this.")
NO_SUCH_SEAT = Rejected("no-such-seat", "This table has no such seat.")
SEAT_TAKEN = Rejected("seat-taken", "This seat is taken. Choose another one.")
TABLE_FULL = Rejected("table-full", "All seats of this table are taken.")
SEATED_ALREADY = Rejected("seated-already", "You already have a seat at this table.")
SEAT_EMPTY = Rejected("seat-empty", "This seat is empty.")
TABLE_NOT_FULL = Rejected("not-full", "Some seats are empty. Wait for players or add bots.")


@dataclass(slots=True)
class SeatHolder:
    """The holder of a seat: a player, a bot, or an absent player for whom a bot plays."""

    player: str | None
    name: str
    colour: str
    bot: Level | None
    is_ready: bool = False
    left: str | None = None
    """Id of the player who left the match for good, if a bot plays on under that player's name."""


class Seating:
    """Holder of every seat of a table, and its host.

    Methods for commands return events; `apply_event` applies stored events.
    """

    __slots__ = ("holders", "host")

    def __init__(self, seats: int, host: str) -> None:
        self.holders: list[SeatHolder | None] = [None] * seats
        self.host = host

    def seat_of(self, player: str) -> int | None:
        """Return the seat number (from 0) of a player id; None if the player has no seat."""
        for seat, holder in enumerate(self.holders):
            if holder is not None and holder.player == player:
                return seat
        return None

    def taken_seats(self) -> list[tuple[int, SeatHolder]]:
        """Return (seat number, holder) of every taken seat."""
        return [(seat, holder) for seat, holder in enumerate(self.holders) if holder is not None]

    def seated_players(self) -> list[tuple[int, str, SeatHolder]]:
        """Return (seat, player id, holder) of every seat held by a person."""
        return [
            (seat, holder.player, holder)
            for seat, holder in enumerate(self.holders)
            if holder is not None and holder.player is not None
        ]

    def players_and_names(self) -> tuple[tuple[str | None, str], ...]:
        """Return (player id, name) of every seat, (None, "") if empty. A player who left keeps the id of the seat."""
        return tuple((holder.player or holder.left, holder.name) if holder else (None, "") for holder in self.holders)

    def bot_level_at(self, seat: int) -> Level | None:
        """Return the level of the bot that plays at a seat; None for a person or an empty seat."""
        holder = self.holders[seat]
        return holder.bot if holder else None

    @property
    def has_bots(self) -> bool:
        return any(holder is not None and holder.bot is not None for holder in self.holders)

    @property
    def is_full(self) -> bool:
        return all(holder is not None for holder in self.holders)

    @property
    def is_ready(self) -> bool:
        return all(holder is not None and holder.is_ready for holder in self.holders)

    def sit_event(self, player: str, command: Sit, fields: EventFields) -> list[Event] | Rejected:
        """Return the event by which a player takes a free seat, or a rejection."""
        if self.seat_of(player) is not None:
            return SEATED_ALREADY
        seat = self._free_seat(command.seat)
        if isinstance(seat, Rejected):
            return seat
        colour = self.free_colour(command.colour)
        return [SeatTaken(**fields, seat=seat, player=player, name=command.name, colour=colour)]

    def seat_bot_event(self, command: SeatBot, fields: EventFields) -> list[Event] | Rejected:
        """Return the event that puts a bot with an unused name on a free seat, or a rejection."""
        seat = self._free_seat(command.seat)
        if isinstance(seat, Rejected):
            return seat
        name, colour = self.free_bot_name(), self.free_colour(SEAT_COLOURS[0])
        return [bot_seated_event(seat, command.level, name, colour, fields)]

    def free_bot_name(self) -> str:
        """Return the first of BOT_NAMES that no seat has, or a numbered name if all are taken."""
        taken = {holder.name.casefold() for _, holder in self.taken_seats()}
        return next((name for name in BOT_NAMES if name.casefold() not in taken), f"Bot {len(taken)}")

    def free_colour(self, wanted: str) -> str:
        """Return the wanted colour, or the first of SEAT_COLOURS that no seat has."""
        taken = {holder.colour for _, holder in self.taken_seats()}
        free = (colour for colour in (wanted, *SEAT_COLOURS) if colour not in taken)
        return next(free, wanted)

    def _free_seat(self, wanted: int | None) -> int | Rejected:
        """Return seat `wanted`, or the first free seat if `wanted` is None; a rejection if it is taken or missing."""
        if wanted is None:
            free = [seat for seat, holder in enumerate(self.holders) if holder is None]
            return free[0] if free else TABLE_FULL
        if not 0 <= wanted < len(self.holders):
            return NO_SUCH_SEAT
        return wanted if self.holders[wanted] is None else SEAT_TAKEN

    def unseat_event(self, command: Unseat, fields: EventFields) -> list[Event] | Rejected:
        """Return the event by which the host frees a taken seat, or a rejection."""
        if not 0 <= command.seat < len(self.holders):
            return NO_SUCH_SEAT
        return [SeatFreed(**fields, seat=command.seat)] if self.holders[command.seat] else SEAT_EMPTY

    def stand_event(self, player: str, fields: EventFields) -> list[Event] | Rejected:
        """Return the event by which a player leaves the seat they hold, or a rejection."""
        seat = self.seat_of(player)
        return NOT_SEATED if seat is None else [SeatFreed(**fields, seat=seat)]

    def ready_event(self, player: str, command: SetReady, fields: EventFields) -> list[Event] | Rejected:
        """Return the event by which a seated player becomes ready or not ready to start, or a rejection."""
        seat = self.seat_of(player)
        return NOT_SEATED if seat is None else [ReadyChanged(**fields, seat=seat, is_ready=command.is_ready)]

    def makes_all_ready(self, event: Event) -> bool:
        """Return whether this event makes the last seat ready, so that all seats are taken and ready to start."""
        unaffected = [holder for seat, holder in enumerate(self.holders) if not _is_taken_or_ready_event(event, seat)]
        sits_ready = isinstance(event, SeatTaken) and event.bot is not None
        is_ready = sits_ready or (isinstance(event, ReadyChanged) and event.is_ready)
        return is_ready and all(holder is not None and holder.is_ready for holder in unaffected)

    def apply_event(self, event: SeatTaken | SeatFreed | ReadyChanged) -> None:
        """Update the holders of the seats by a stored event. If the host leaves, another player becomes host."""
        holder = self.holders[event.seat]
        if isinstance(event, SeatTaken):
            is_ready = event.bot is not None
            self.holders[event.seat] = SeatHolder(
                event.player, event.name, event.colour, event.bot, is_ready=is_ready, left=event.left
            )
        elif isinstance(event, SeatFreed):
            self.holders[event.seat] = None
        elif holder is None:
            raise DottableError(f"Seat {event.seat + 1} is empty, so it cannot be ready.")
        else:
            holder.is_ready = event.is_ready
        if holder is not None and holder.player == self.host and self.seat_of(self.host) is None:
            self._choose_next_host()

    def seats_to_ask_again(self, event: TeamChosen) -> list[int]:
        """Return the seats that must become ready again after a change of team: the changed one and the asker's."""
        asker = self.seat_of(event.asker) if event.asker is not None else None
        return [event.seat] if asker is None else [event.seat, asker]

    def mark_not_ready(self, seats: Iterable[int]) -> None:
        """Mark the players of these seats as not ready to start. Bots stay ready."""
        for seat in seats:
            holder = self.holders[seat]
            if holder is not None and holder.bot is None:
                holder.is_ready = False

    def _choose_next_host(self) -> None:
        """Make the first seated player the host of the table; keep the host if no player is seated."""
        self.host = next((player for _, player, _ in self.seated_players()), self.host)


def bot_seated_event(seat: int, level: Level, name: str, colour: str, fields: EventFields) -> SeatTaken:
    """Return the event that puts a bot of a level on a free seat, under its own name and colour."""
    return SeatTaken(**fields, seat=seat, name=name, colour=colour, bot=level)


def _is_taken_or_ready_event(event: Event, seat: int) -> bool:
    return isinstance(event, SeatTaken | ReadyChanged) and event.seat == seat
