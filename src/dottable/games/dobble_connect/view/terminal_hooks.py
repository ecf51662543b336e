"""Dobble Connect in a terminal: claims step by step, a board for small screens, the lock countdown and the guide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import capitalized, names_for
from dottable.core.views.terminal_texts import ActionStep, LessonText
from dottable.games.dobble_connect.pieces import SIDE_CODES, SIDE_WORDS
from dottable.games.dobble_connect.state import ACTIONS
from dottable.games.dobble_connect.view.narration import describe_action
from dottable.games.dobble_connect.view.seat_view import PLAYING_NAME, PlayerStatus, View
from dottable.games.dobble_connect.view.text_screen import LEGEND, card_lines, map_lines, player_lines

BOARD_COLOURS = {
    r"(?<!\w)P(\d+|(?= pink))": "magenta",
    r"(?<!\w)O(\d+|(?= orange))": "orange",
    r"(?<!\w)G(\d+|(?= green))": "green",
    r"(?<!\w)B(\d+|(?= blue))": "blue",
}


def action_steps(view: View, action: int) -> tuple[ActionStep, ...]:
    """Return the steps to a claim: the symbol on the player's card, the card on the table, and its side."""
    verb, arguments = ACTIONS.decode(action)
    top = _own_status(view).top if view.seat != SPECTATOR else None
    if verb != "claim" or top is None:
        return (ActionStep("Your move?", describe_action(view, action)),)
    spot, side, place = arguments
    return (
        ActionStep("Which symbol do both cards show?", f"{place + 1} {top.symbols[place]}"),
        ActionStep("On which card of the table?", f"{view.table[spot].card.letter}{spot}"),
        ActionStep("At which side of it?", f"{SIDE_WORDS[side]} ({SIDE_CODES[side]})"),
    )


def _own_status(view: View) -> PlayerStatus:
    return view.players[view.seat]


def draw_compact(view: View, preview: Any | None) -> str:
    """Return a compact view as text: points, the player's card, the map, and the cards on the table, newest first."""
    teams = [
        f"{team.letter} {team.colour}: {capitalized(names_for(view.seat, team.seats))} {team.points}"
        for team in view.teams
    ]
    lines = ["   ".join(teams)] if len("   ".join(teams)) <= 80 else teams
    if view.seat != SPECTATOR:
        lines += player_lines(view, view.seat)
    lines += map_lines(view)
    for number, spot in reversed(list(enumerate(view.table))):
        if spot.free:
            lines += card_lines(f"{spot.card.letter}{number}", spot.card)
    for seat in range(view.seats):
        if seat != view.seat:
            lines += player_lines(view, seat)
    return "\n".join(line.rstrip() for line in (*lines, LEGEND))


def countdown(view: View) -> tuple[str, int] | None:
    """Return the label and the end time in ms of the viewer's lock (E7); None without a lock."""
    until_ms = None if view.seat == SPECTATOR else _own_status(view).locked_until_ms
    return None if until_ms is None else ("You are locked for {left} s", until_ms)


def lessons(view: View, verbs: frozenset[str]) -> Iterator[LessonText]:
    """Yield the lessons of the guide that apply. They are short, because the game does not wait."""
    if view.seat != SPECTATOR and _own_status(view).locked_until_ms is not None:
        yield LessonText("locked", "That symbol was not on the card. You are locked for a moment, then try again.")
    if "claim" in verbs:
        yield LessonText(
            "own-card",
            "No turns: all play at once. Your card shares one symbol with each card on the table. Choose it below.",
        )
        yield LessonText("place", "Then choose the card that shows it and a free side of that card (· on the map).")
    if view.phase == PLAYING_NAME and len(view.table) > 4:
        yield LessonText("line", "Four cards of one colour in a straight line score a point for that colour.")
    if view.phase != PLAYING_NAME and view.scorer is not None:
        yield LessonText("round-over", "The team that scored gets cards of the others, so its next point is harder.")
