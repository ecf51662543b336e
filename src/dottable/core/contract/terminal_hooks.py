"""Protocols for optional parts of a game's module `view` that the terminal client uses. Each has a default."""
# ruff: noqa: N802 (a property is named like the constant that it stands for)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from dottable.core.contract.game_modules import SeatView

if TYPE_CHECKING:
    from dottable.core.views.terminal_texts import ActionStep, LessonText


@runtime_checkable
class StepwiseActions(Protocol):
    """Optional part of `view`: an action is chosen step by step. Without it, every action is one entry of a list."""

    def action_steps(self, view: SeatView, action: int, /) -> tuple[ActionStep, ...]:
        """Return the questions and answers that lead to a legal action.

        No two actions have the same steps, and the steps of one are never the beginning of another's.
        """


@runtime_checkable
class MenuOrder(Protocol):
    """Optional part of `view`: the order of actions in a menu. Without it, they are listed in ascending order."""

    def menu_order(self, view: SeatView, actions: Sequence[int], /) -> list[int]:
        """Return the legal actions in the order of a menu. The first is the one that Enter alone chooses."""


@runtime_checkable
class CompactBoard(Protocol):
    """Optional part of `view`: the board for a small screen.

    Without it, `draw_screen` is shown without blank lines and legend.
    """

    def draw_compact(self, view: SeatView, preview: Any | None, /) -> str:
        """Return the board as text, at most 80 columns wide, what matters most on top.

        `preview` is a Preview of the game for the move that the player considers; None without one.
        """


@runtime_checkable
class PreviewText(Protocol):
    """Optional part of `view` of a game with previews: a preview in words."""

    def describe_preview(self, view: SeatView, preview: Any, /) -> str:
        """Return one or two short sentences on what the previewed move would lead to."""


@runtime_checkable
class Guide(Protocol):
    """Optional part of `view`: explanations that appear during a player's first match."""

    def lessons(self, view: SeatView, verbs: frozenset[str], /) -> Iterator[LessonText]:
        """Yield the explanations that apply to a view, the most urgent first.

        `verbs` are those of the legal actions.
        """


@runtime_checkable
class BoardColours(Protocol):
    """Optional part of `view`: colours of a board on terminals that have them. The text must be clear without them."""

    @property
    def BOARD_COLOURS(self) -> Mapping[str, str]:
        """Colour by a regular expression for the text to colour: red, blue, yellow, green, magenta, orange or grey."""


@runtime_checkable
class Countdown(Protocol):
    """Optional part of `view` of a game with deadlines: what the running clock means to the viewer."""

    def countdown(self, view: SeatView, /) -> tuple[str, int] | None:
        """Return a text with the placeholder `{left}` for the seconds left, and the match time in ms at which they end.

        Return None if no deadline matters to the viewer.
        """
