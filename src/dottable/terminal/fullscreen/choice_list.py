"""A list of answers with one highlighted answer, filtered by the text that the player types."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

MARK, NO_MARK = "› ", "  "


class ChoiceList(Static):
    """A vertical list of answers. It shows as many as fit, always including the highlighted answer."""

    class Chosen(Message):
        """Message: the player clicked an answer."""

        def __init__(self, answer: str) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, **arguments: str) -> None:
        super().__init__(**arguments)  # type: ignore[arg-type]  # id and classes
        self.answers: list[str] = []
        self.hints: list[str] = []
        self.highlighted = 0
        self._first = 0

    def show_answers(self, answers: Sequence[str], hints: Sequence[str] = (), highlighted: str | None = None) -> None:
        """Show answers, each with a short hint on its right.

        The highlighted answer stays if it is still in the list.
        """
        keep = highlighted if highlighted is not None else self.highlighted_answer
        self.answers, self.hints = list(answers), list(hints) or [""] * len(answers)
        self.highlighted = self.answers.index(keep) if keep in self.answers else 0
        self.draw()

    @property
    def highlighted_answer(self) -> str | None:
        return self.answers[self.highlighted] if self.highlighted < len(self.answers) else None

    def move_highlight(self, step: int) -> None:
        """Move the highlight by `step` answers. It stops at both ends."""
        if self.answers:
            self.highlighted = max(0, min(len(self.answers) - 1, self.highlighted + step))
            self.draw()

    def draw(self) -> None:
        """Draw the answers that fit, including the highlighted answer."""
        rows, width = max(1, self.size.height), max(20, self.size.width)
        self._first = max(0, min(self._first, self.highlighted, len(self.answers) - rows))
        self._first = max(self._first, self.highlighted - rows + 1)
        text = Text(no_wrap=True, overflow="ellipsis")
        last = min(len(self.answers), self._first + rows)
        for n in range(self._first, last):
            is_highlighted = n == self.highlighted
            line = f"{MARK if is_highlighted else NO_MARK}{self.answers[n]}"
            note = self._hint_with_hidden_count(n, last)
            line = f"{line[: width - len(note) - 1]:<{width - len(note)}}{note}"
            text.append(line, style="reverse" if is_highlighted else "")
            if n < last - 1:
                text.append("\n")
        self.update(text, layout=False)

    def _hint_with_hidden_count(self, n: int, last: int) -> str:
        """Return the hint of an answer. At the edges, return the number of hidden answers."""
        if n == self._first and self._first > 0:
            return f"{self.hints[n]}  ↑{self._first}"
        if n == last - 1 and last < len(self.answers):
            return f"{self.hints[n]}  ↓{len(self.answers) - last}"
        return self.hints[n]

    def on_resize(self) -> None:
        self.draw()

    def on_click(self, event: Click) -> None:
        n = self._first + event.y
        if n < len(self.answers):
            self.highlighted = n
            self.draw()
            self.post_message(self.Chosen(self.answers[n]))
