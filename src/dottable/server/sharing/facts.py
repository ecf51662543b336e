"""Public facts of a table for whoever sees a link to it. No fact of a position is among them."""

from __future__ import annotations

from typing import NamedTuple

from dottable.core.registry import games
from dottable.core.views.narration import join_with_and
from dottable.store import TableRow
from dottable.table.seats.seating import SEAT_COLOURS

DRAWABLE = frozenset(
    [*map(chr, range(0x20, 0x7F)), *(chr(code) for code in range(0xC0, 0x100) if chr(code).isalpha()), *"’‘–—·"]
)
"""Characters that the bundled typeface has (web/tools/subset_typeface.py)."""
MAX_NAME_CHARACTERS = 24


class SharedSeat(NamedTuple):
    """A player of a table as a link shows it."""

    name: str
    colour: str
    score: str
    """Points; empty before the end of the match."""
    is_winner: bool


class SharedTable(NamedTuple):
    """What a link to a table shows."""

    game: str
    """Title of the game."""
    title: str
    """What the link offers: "Ann invites you to DOTS"."""
    text: str
    """A sentence with the players, and with their points after the end."""
    seats: tuple[SharedSeat, ...]
    """The players, the winners first."""


def shared_table(row: TableRow) -> SharedTable:
    """Return what a link to a table shows, from the table's row in the lists."""
    game = games().get(row.game)
    title = game.title if game else "a dot game"
    seats = shared_seats(row)
    if row.status == "over":
        return SharedTable(title, result_title(title, seats), score_text(seats), seats)
    if row.status == "open":
        return SharedTable(title, invitation_title(title, row), opponents_text(seats), seats)
    if row.status == "live":
        return SharedTable(title, f"Watch {title}", opponents_text(seats), seats)
    return SharedTable(title, f"{title} at Dottable", "This match ended without a result.", seats)


def shared_seats(row: TableRow) -> tuple[SharedSeat, ...]:
    """Return the taken seats, the winners first. Colours follow the seats, since rows do not keep the players' own."""
    scores = row.result.split() if row.result and row.status == "over" else []
    winners = {int(seat) for seat in (row.winners or "").split()} if scores else set()
    seats = [
        SharedSeat(
            drawable_name(name, seat),
            SEAT_COLOURS[seat % len(SEAT_COLOURS)],
            scores[seat] if seat < len(scores) else "",
            seat in winners,
        )
        for seat, (_, name) in enumerate(row.players)
        if name
    ]
    return tuple(sorted(seats, key=lambda seat: not seat.is_winner))


def drawable_name(name: str, seat: int) -> str:
    """Return a player's name, or "Player 2" for a name with letters that the typeface of the picture lacks."""
    shown = name if DRAWABLE.issuperset(name) else f"Player {seat + 1}"
    return shown if len(shown) <= MAX_NAME_CHARACTERS else f"{shown[: MAX_NAME_CHARACTERS - 1]}…"


def invitation_title(title: str, row: TableRow) -> str:
    """Return who invites to a game: the first person at the table."""
    host = next((drawable_name(name, seat) for seat, (player, name) in enumerate(row.players) if player and name), None)
    return f"{host} invites you to {title}" if host else f"Play {title}"


def result_title(title: str, seats: tuple[SharedSeat, ...]) -> str:
    """Return who has won a match."""
    winners = [seat.name for seat in seats if seat.is_winner]
    if not winners:
        return f"{title} at Dottable"
    if len(winners) == len(seats) > 1:
        return f"All share the win in {title}"
    return f"{join_with_and(winners)} {'wins' if len(winners) == 1 else 'win'} {title}"


def score_text(seats: tuple[SharedSeat, ...]) -> str:
    """Return the points of all players, the winners first."""
    return ", ".join(f"{seat.name} {seat.score}".strip() for seat in seats) + "."


def opponents_text(seats: tuple[SharedSeat, ...]) -> str:
    """Return who sits at a table."""
    return f"At the table: {join_with_and([seat.name for seat in seats])}." if seats else "Take a seat."
