"""A page of text that covers the match: the keys, the rules or the history."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

CLOSE_KEY_HINTS = " Up and Down scroll   Esc or q closes this page"


class TextPage(Screen[None]):
    """A page of text that can be scrolled."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,ctrl+r,question_mark", "close", priority=True),
        Binding("ctrl+c,ctrl+q", "app.leave", priority=True),
    ]

    def __init__(self, title: str, text: str, *, is_markdown: bool = False) -> None:
        super().__init__()
        self.page_title, self.text, self.is_markdown = title, text, is_markdown

    def compose(self) -> ComposeResult:
        yield Static(Text(f" {self.page_title}", no_wrap=True), id="head")
        with VerticalScroll(id="page"):
            yield from self._page_content()
        yield Static(Text(CLOSE_KEY_HINTS, no_wrap=True), id="keys")

    def _page_content(self) -> Iterator[Widget]:
        if self.is_markdown:
            from textual.widgets import Markdown  # rendering Markdown takes 0.3 s

            yield Markdown(self.text, id="page-text")
        else:
            yield Static(Text(self.text), id="page-text")

    def on_mount(self) -> None:
        self.query_one("#page", VerticalScroll).focus()

    def action_close(self) -> None:
        self.dismiss(None)
