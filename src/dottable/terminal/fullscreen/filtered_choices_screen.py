"""A screen with an input line and a list of choices. The typed text filters the choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from dottable.terminal.fullscreen.choice_list import ChoiceList

CURSOR = "▏"
MAX_TYPED_CHARACTERS = 60


class FilteredChoicesScreen(Screen[Any]):
    """Base class of screens with an input line and a list of choices.

    Typed text filters the list. Enter chooses the highlighted choice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "app.leave", priority=True)]

    def __init__(self) -> None:
        super().__init__()
        self.key_actions: dict[str, Callable[[], None]] = {
            "up": partial(self.action_move_highlight, -1),
            "down": partial(self.action_move_highlight, 1),
            "shift+tab": partial(self.action_move_highlight, -1),
            "tab": partial(self.action_move_highlight, 1),
            "enter": self.action_choose,
            "escape": self.action_back,
        }
        """Action by key. Textual's bindings are not used, because they could overtake letters typed before."""
        self.typed = ""
        self._drawn_prompt = ""

    def on_key(self, event: Key) -> None:
        """Run the action of a key or add a typed character, in the order of typing."""
        if event.key in self.key_actions:
            event.stop()
            event.prevent_default()
            self.key_actions[event.key]()
            return
        is_printable = event.character is not None and event.is_printable
        if not is_printable and event.key not in ("backspace", "ctrl+w"):
            return
        event.stop()
        if is_printable and not self.typed and self.run_command(event.character or ""):
            return
        self.typed = self.typed_after(event)
        self.on_typed_text_changed()

    def typed_after(self, event: Key) -> str:
        """Return the typed text after a key: Backspace removes a character, Ctrl-W all, any other key adds its own."""
        if event.key == "backspace":
            return self.typed[:-1]
        if event.key == "ctrl+w":
            return ""
        return (self.typed + (event.character or ""))[:MAX_TYPED_CHARACTERS]

    def run_command(self, character: str) -> bool:
        """Run the command of a single character. Return False if there is none."""
        if character == "q":
            self.app.exit()
            return True
        return False

    def on_typed_text_changed(self) -> None:
        """Show the typed text and filter the answers after it has changed. Subclasses override this."""

    def action_move_highlight(self, step: int) -> None:
        self.query_one(ChoiceList).move_highlight(step)
        self.on_highlight_moved()

    def on_highlight_moved(self) -> None:
        """Do what follows when another answer is highlighted. Subclasses override this."""

    def action_choose(self) -> None:
        """Choose the highlighted answer or the typed text."""

    def action_back(self) -> None:
        """Clear the typed text, or take back the last choice if nothing is typed. Subclasses override this."""
        self.typed = ""
        self.on_typed_text_changed()

    def show_prompt(self, question: str, note: str = "") -> None:
        """Show the question with the typed text, and a note on the right."""
        prompt = self.query_one("#prompt", Static)
        width = max(20, prompt.size.width or self.app.size.width)
        room = width - len(note) - 2
        left = f"{question} {self.typed}{CURSOR}"
        left = left if len(left) <= room else f"…{left[1 - room :]}"
        line = f" {left:<{room}} {note}"
        if line != self._drawn_prompt:
            self._drawn_prompt = line
            prompt.update(Text(line, no_wrap=True), layout=False)
