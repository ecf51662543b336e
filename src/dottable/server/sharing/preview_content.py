"""The public content of a table's link preview: game, players and points, but nothing about the position."""

from __future__ import annotations

from typing import NamedTuple

from dottable.core.registry import installed_games
from dottable.core.views.narration import join_with_and
from dottable.store import TableRow
from dottable.table.seats.seating import SEAT_COLOURS

DRAWABLE_CHARACTERS = frozenset(
    [*map(chr, range(0x20, 0x7F)), *(chr(code) for code in range(0xC0, 0x100) if chr(code).isalpha()), *"’‘–—·"]
)
"""Characters that the bundled typeface contains (web/tools/subset_typeface.py)."""
MAX_NAME_CHARACTERS = 24


class SharedSeat(NamedTuple):
    """A player of the table, as its link preview names them."""

    name: str
    colour: str
    score: str
    """Points; empty before the end of the match."""
    is_winner: bool


class SharedTable(NamedTuple):
    """What the link preview of a table shows: game, title, sentence and players."""

    game: str
    """Title of the game."""
    title: str
    """Heading of the preview, such as "Ann invites you to DOTS"."""
    text: str
    """A sentence that names the players, with their points after the end."""
    seats: tuple[SharedSeat, ...]
    """The players, the winners first."""


def shared_table(row: TableRow) -> SharedTable:
    """Return the link preview of a table, made from its row in the store."""
    game = installed_games().get(row.game)
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
    """Return the taken seats, winners first. Colours are those of the seats, because rows do not store the players'
    colours."""
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
    """Return a player's name, or "Player 2" if the picture's typeface lacks some of its letters."""
    shown = name if DRAWABLE_CHARACTERS.issuperset(name) else f"Player {seat + 1}"
    return shown if len(shown) <= MAX_NAME_CHARACTERS else f"{shown[: MAX_NAME_CHARACTERS - 1]}…"


def invitation_title(title: str, row: TableRow) -> str:
    """Return the title of an open table: "NAME invites you to GAME", with the first person at the table."""
    host = next((drawable_name(name, seat) for seat, (player, name) in enumerate(row.players) if player and name), None)
    return f"{host} invites you to {title}" if host else f"Play {title}"


def result_title(title: str, seats: tuple[SharedSeat, ...]) -> str:
    """Return the title of a finished match: who won."""
    winners = [seat.name for seat in seats if seat.is_winner]
    if not winners:
        return f"{title} at Dottable"
    if len(winners) == len(seats) > 1:
        return f"All share the win in {title}"
    return f"{join_with_and(winners)} {'wins' if len(winners) == 1 else 'win'} {title}"


def score_text(seats: tuple[SharedSeat, ...]) -> str:
    """Return a text with the points of all players, winners first."""
    return ", ".join(f"{seat.name} {seat.score}".strip() for seat in seats) + "."


def opponents_text(seats: tuple[SharedSeat, ...]) -> str:
    """Return a sentence that names the players at a table."""
    return f"At the table: {join_with_and([seat.name for seat in seats])}." if seats else "Take a seat."
