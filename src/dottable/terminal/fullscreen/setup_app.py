"""The questions before a match, full-screen: game, players, level and options."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from dottable.core.game import Game
from dottable.terminal.fullscreen.choice_list import ChoiceList
from dottable.terminal.fullscreen.filtered_choices_screen import FilteredChoicesScreen
from dottable.terminal.fullscreen.style import CSS
from dottable.terminal.match.setup_questions import (
    MatchSetup,
    Question,
    game_question,
    level_question,
    options_question,
    seats_question,
    value_question,
)

QUESTION_KEY_HINTS = " Up and Down, Enter choose   type to search   Esc back   q leave"
INTRODUCTION = "Dottable: five dot games at one table. Choose what to play."


class QuestionScreen(FilteredChoicesScreen):
    """The screen of one question. It returns the index of the answer, or a typed answer; None to go back."""

    def __init__(self, question: Question, title: str, introduction: str = "") -> None:
        super().__init__()
        self.question, self.page_title, self.introduction = question, title, introduction

    def compose(self) -> ComposeResult:
        yield Static(Text(f" {self.page_title}", no_wrap=True), id="head")
        yield Static(id="introduction")
        yield Static(id="prompt")
        yield ChoiceList(id="choices")
        yield Static(Text(QUESTION_KEY_HINTS, no_wrap=True), id="keys")

    def on_mount(self) -> None:
        answers = self.question.answers
        self.query_one(ChoiceList).show_answers(answers, highlighted=answers[self.question.default])
        self.show_prompt(self.question.text)
        self.on_highlight_moved()

    def on_highlight_moved(self) -> None:
        """Show the highlighted answer in full, because the list may truncate it."""
        answer = self.query_one(ChoiceList).highlighted_answer or ""
        detail = answer if len(answer) > self.app.size.width - 4 else self.introduction
        self.query_one("#introduction", Static).update(Text(f"\n{detail}"))

    def on_typed_text_changed(self) -> None:
        words = self.typed.lower().split()
        found = [answer for answer in self.question.answers if all(word in answer.lower() for word in words)]
        self.query_one(ChoiceList).show_answers(found)
        self.on_highlight_moved()
        note = "" if found or self.question.typed_answer(self.typed) else "Nothing fits. Esc clears what you typed."
        self.show_prompt(self.question.text, note)

    def action_choose(self) -> None:
        typed = self.question.typed_answer(self.typed)
        if typed is not None:
            self.dismiss(typed)
            return
        answer = self.query_one(ChoiceList).highlighted_answer
        if answer is not None:
            self.dismiss(self.question.answers.index(answer))

    def on_choice_list_chosen(self, _: ChoiceList.Chosen) -> None:
        self.action_choose()

    def action_back(self) -> None:
        if self.typed:
            super().action_back()
        else:
            self.dismiss(None)


class SetupApp(App[MatchSetup]):
    """Asks for everything that the command line does not set. It returns the setup; None if the player leaves."""

    CSS = CSS
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, game: Game | None = None, seats: int | None = None, level: str | None = None) -> None:
        super().__init__(ansi_color=True)
        self.given = (game, seats, level)

    def on_mount(self) -> None:
        self.run_worker(self.ask_all())

    def action_leave(self) -> None:
        self.exit()

    async def ask_all(self) -> None:
        """Ask the questions in order. Esc returns to the previous question, or leaves at the first question."""
        game, seats, level = self.given
        while True:
            if game is None:
                question, choices = game_question()
                n = await self.ask(question, "Dottable", INTRODUCTION)
                if n is None:
                    break
                game = choices[n]
            seats = seats or await self.ask_seats(game)
            level = level or (await self.ask_level(game) if seats else None)
            if seats and level:
                options = await self.ask_options(game)
                if options is not None:
                    self.exit(MatchSetup(game, seats, level, options))
                    return
            if self.given[0] is not None:
                break
            game, seats, level = self.given
        self.exit()

    async def ask(self, question: Question, title: str, introduction: str = "") -> int | None:
        """Ask a question. Return the index of the answer; None if the player goes back."""
        chosen = await self.ask_or_type(question, title, introduction)
        return chosen if isinstance(chosen, int) else None

    async def ask_or_type(self, question: Question, title: str, introduction: str = "") -> int | str | None:
        """Ask a question. Return the index of the answer, or a typed answer; None if the player goes back."""
        chosen: int | str | None = await self.push_screen_wait(QuestionScreen(question, title, introduction))
        return chosen

    async def ask_seats(self, game: Game) -> int | None:
        question, counts = seats_question(game)
        if len(counts) == 1:
            return counts[0]
        n = await self.ask(question, game.title, game.summary)
        return None if n is None else counts[n]

    async def ask_level(self, game: Game) -> str | None:
        question, levels = level_question()
        n = await self.ask(question, game.title, game.summary)
        return None if n is None else levels[n]

    async def ask_options(self, game: Game) -> dict[str, str] | None:
        """Return the options that differ from their defaults; None if the player goes back."""
        chosen: dict[str, str] = {}
        while True:
            question, options = options_question(game, chosen)
            if not options:
                return chosen
            n = await self.ask(question, game.title, game.summary)
            if n is None or n == 0:
                return None if n is None else chosen
            option = options[n - 1]
            question, values = value_question(option)
            k = await self.ask_or_type(question._replace(text=f"{option.name}?"), game.title, question.text)
            if k is not None:
                chosen[option.name] = k if isinstance(k, str) else values[k]
