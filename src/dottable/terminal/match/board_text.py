"""The board of any game as lines of text that fit a screen."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Any

from dottable.core.contract import CompactBoard, Countdown
from dottable.core.game import Game, View
from dottable.core.views.narration import seat_names
from dottable.terminal.match.seat_names import shortened
from dottable.terminal.match.table_state import TableState

BOARD_WIDTH = 80
RULE_LINE = re.compile(r"[\s─┼│|+\-]*")
"""Matches a line that only separates other lines."""


def screen_lines(game: Game, view: View, names: list[str]) -> list[str]:
    """Return the lines of the game's text screen, with the names of the players."""
    with seat_names([shortened(name) for name in names]):
        return game.view.draw_screen(view).split("\n")


def headline(game: Game, view: View, names: list[str]) -> str:
    """Return the first line of the text screen if it contains the game's title, or else the title."""
    first = re.sub(r" {3,}", "   ", screen_lines(game, view, names)[0]).strip()
    return first if first.startswith(game.title.split(" (")[0]) else game.title


def board_lines(state: TableState, height: int, preview: Any | None = None) -> list[str]:
    """Return the lines of the board for a space of `height` lines.

    It may be longer; then the client scrolls it.
    """
    game, view, names = state.game, state.view, state.names
    if view is None:
        return []
    if isinstance(game.view, CompactBoard):
        with seat_names([shortened(name) for name in names]):
            return fit_to_height(game.view.draw_compact(view, preview).split("\n"), height, has_legend=False)
    lines = screen_lines(game, view, names)
    has_headline = headline(game, view, names) != game.title or lines[0].strip() == game.title
    return fit_to_height(lines[1:] if has_headline else lines, height, has_legend=has_headline)


def fit_to_height(lines: list[str], height: int, *, has_legend: bool) -> list[str]:
    """Return the lines without blank lines at both ends.

    If they are still too many, also remove inner blank lines, separators and the legend.
    """
    lines = [part for line in lines for part in wrapped_line(line)]
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    if len(lines) > height:
        lines = [line for line in lines if not RULE_LINE.fullmatch(line)]
    if len(lines) > height and has_legend:
        lines = lines[:-1]
    return lines


def wrapped_line(line: str) -> list[str]:
    """Return a line unchanged, or as several lines if it is wider than the screen."""
    if len(line) <= BOARD_WIDTH:
        return [line]
    return wrap(line, BOARD_WIDTH, subsequent_indent="  ", replace_whitespace=False)


def legend_line(game: Game, view: View) -> str:
    """Return the last line of the text screen, which explains its symbols."""
    return game.view.draw_screen(view).rstrip().rpartition("\n")[2]


def countdown_text(state: TableState) -> str:
    """Return a text that says what the running clock means, with the seconds left; empty without a deadline."""
    view, position = state.view, state.position
    if view is None or position is None or state.status != "live":
        return ""
    if isinstance(state.game.view, Countdown):
        found = state.game.view.countdown(view)
    else:
        found = ("{left} s left", position.deadline_ms) if position.deadline_ms is not None else None
    if found is None:
        return ""
    text, at_ms = found
    return text.format(left=f"{max(0.0, (at_ms - state.now_ms()) / 1000):.1f}")
