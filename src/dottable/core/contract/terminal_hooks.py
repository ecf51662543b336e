"""Protocols for what the room `view` may offer to the terminal client. Every one has a default."""
# ruff: noqa: N802 (a property is named like the constant that it stands for)

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from dottable.core.contract.game_modules import SeatView

if TYPE_CHECKING:
    from dottable.core.views.action_steps import ActionStep, LessonText


@runtime_checkable
class StepwiseActions(Protocol):
    """In `view`: an action is chosen step by step. Without it, every action is one entry of a list."""

    def action_steps(self, view: SeatView, action: int, /) -> tuple[ActionStep, ...]:
        """Return the steps to a legal action. No two actions have the same steps, or one the first steps of another."""


@runtime_checkable
class CompactBoard(Protocol):
    """In `view`: the board for a small screen. Without it, `draw_screen` without blank lines and legend is shown."""

    def draw_compact(self, view: SeatView, preview: Any | None, /) -> str:
        """Return the board as text, at most 80 columns wide, what matters most on top.

        `preview` is a Preview of the game for the move that the player considers; None without one.
        """


@runtime_checkable
class PreviewText(Protocol):
    """In `view` of a game with previews: a preview in words."""

    def describe_preview(self, view: SeatView, preview: Any, /) -> str:
        """Return what a move would lead to, in one or two short sentences."""


@runtime_checkable
class Guide(Protocol):
    """In `view`: the guide of a first match."""

    def lessons(self, view: SeatView, verbs: frozenset[str], /) -> Iterator[LessonText]:
        """Yield the lessons that apply to a view, the most urgent one first. `verbs` are those of the legal actions."""


@runtime_checkable
class BoardColours(Protocol):
    """In `view`: colours of a board on terminals that have them. Letters and symbols must do without."""

    @property
    def BOARD_COLOURS(self) -> Mapping[str, str]:
        """Regular expressions and the colour of what they match: red, blue, yellow, green, magenta, orange or grey."""


@runtime_checkable
class Countdown(Protocol):
    """In `view` of a game with deadlines: what the running clock means to the viewer."""

    def countdown(self, view: SeatView, /) -> tuple[str, int] | None:
        """Return a text with the place `{left}` for the seconds left, and the match time in ms at which they end.

        None if no deadline matters to the viewer.
        """
