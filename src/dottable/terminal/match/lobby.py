"""The table before the match: which players have seats, and what the player can do."""

from __future__ import annotations

from typing import NamedTuple, get_args

from dottable.server.protocol.messages import ClientCommand, SitRequest
from dottable.table.commands import ChooseTeam, SeatBot, SetReady, Stand, Start
from dottable.table.events import Level
from dottable.terminal.match.table_state import TableState


class LobbyEntry(NamedTuple):
    """An answer that the player can choose before the match. Without a command, it leaves the table."""

    answer: str
    command: ClientCommand | None


def lobby_lines(state: TableState, link: str | None) -> list[str]:
    """Return lines that show the seats of a table that waits for players, and its link."""
    lines = [f"Options: {state.settings_text}"] if state.settings_text else []
    lines += ["", "Seats:"]
    for seat, name in zip(state.seats, state.names, strict=True):
        lines.append(f"  {seat.seat + 1}  {name if seat.name else '(free)'}{seat_note(state, seat.seat)}")
    if state.teams is not None and state.teams.refusal:
        lines.append(state.teams.refusal)
    if link:
        lines += ["", f"Invite others: {link}", "The match starts when all seats are taken and ready."]
    return lines


def seat_note(state: TableState, seat: int) -> str:
    """Return a text about the player of a seat."""
    info = state.seats[seat]
    notes = ["you"] if seat == state.you else []
    if info.team is not None:
        notes.append(f"team {info.team}")
    if info.is_host:
        notes.append("host")
    if info.bot is not None:
        notes.append(f"{info.bot} bot")
    elif info.name:
        notes.append("ready" if info.is_ready else "not ready yet")
    if info.is_person and not info.is_connected and seat != state.you:
        notes.append("not connected")
    return f" ({', '.join(notes)})" if notes else ""


def other_teams(state: TableState) -> list[str]:
    """Return the teams to which the player could switch."""
    own = state.seats[state.you].team if state.you is not None else None
    return [team.name for team in state.teams.choices if team.name != own] if state.teams else []


def lobby_entries(state: TableState) -> list[LobbyEntry]:
    """Return the answers that the player can choose before the match."""
    free = [seat for seat in state.seats if seat.name is None]
    entries: list[LobbyEntry] = []
    if state.you is None:
        entries += [LobbyEntry(f"Sit down at seat {seat.seat + 1}", SitRequest(seat=seat.seat)) for seat in free]
        return [*entries, LobbyEntry("Leave", None)]
    own = state.seats[state.you]
    entries.append(
        LobbyEntry("I am not ready yet", SetReady(is_ready=False))
        if own.is_ready
        else LobbyEntry("I am ready", SetReady(is_ready=True))
    )
    entries += [LobbyEntry(f"Play in team {team}", ChooseTeam(team=team)) for team in other_teams(state)]
    if own.is_host:
        entries += host_entries(has_free_seat=bool(free))
    return [*entries, LobbyEntry("Stand up and watch", Stand()), LobbyEntry("Leave", None)]


def host_entries(*, has_free_seat: bool) -> list[LobbyEntry]:
    """Return the answers for the host of the table: add a bot while a seat is free, then start the match."""
    if has_free_seat:
        return [LobbyEntry(f"Add a {level} bot", SeatBot(level=level)) for level in get_args(Level)]
    return [LobbyEntry("Start the match", Start())]
