"""Public facts of the seats of a table, equal for all viewers."""

from __future__ import annotations

from msgspec import Struct

from dottable.table.table import Table


class SeatInfo(Struct, frozen=True):
    """Public facts of one seat: its player or bot, whether connected and ready, and its time."""

    seat: int
    name: str | None
    """None if the seat is empty."""
    colour: str | None
    """Colour of the team, or the player's own colour in a game where seats do not choose teams."""
    bot: str | None
    """Level of the bot that plays here, possibly for an absent player."""
    is_person: bool
    is_ready: bool
    is_connected: bool
    is_host: bool
    spent_ms: int
    limit_ms: int | None
    """Match time at which the seat's time is up; None if it is not to act or has no limit."""
    team: str | None = None
    """Name of the team; None in a game where seats do not choose their teams."""
    grace_until_ms: int | None = None
    """Match time until which others wait for a player who lost the connection; None if connected or not playing."""
    has_left: bool = False
    """Whether the player of this name left the match, and the bot plays on."""


def seat_infos(table: Table) -> tuple[SeatInfo, ...]:
    """Return the public facts of all seats, in seat order."""
    return tuple(seat_info(table, seat) for seat in range(table.opened.seats))


def seat_info(table: Table, seat: int) -> SeatInfo:
    holder = table.seating.holders[seat]
    player = holder.player if holder else None
    return SeatInfo(
        seat=seat,
        name=holder.name if holder else None,
        colour=(table.teams.colour_at(seat) or holder.colour) if holder else None,
        bot=holder.bot if holder else None,
        is_person=player is not None,
        is_ready=holder is not None and holder.is_ready,
        is_connected=player is not None and table.presence.is_connected(player),
        is_host=player is not None and player == table.seating.host,
        spent_ms=table.seat_clocks.spent_ms[seat],
        limit_ms=table.seat_clocks.time_up_ms(seat, table.settings),
        team=table.teams.team_at(seat),
        grace_until_ms=None if player is None else table.grace_until_ms(player),
        has_left=holder is not None and holder.left is not None,
    )
