"""Choosing a move step by step from the legal actions: by list, filter or notation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dottable.core.contract import MenuOrder, StepwiseActions
from dottable.core.errors import BadNotation
from dottable.core.game import Game, View
from dottable.core.views.terminal_texts import ActionStep

DEFAULT_QUESTION = "Your move?"


class MenuEntry(NamedTuple):
    """One answer of a menu, with the actions that it can lead to."""

    answer: str
    actions: tuple[int, ...]
    is_final: bool
    """Whether the answer completes the move."""
    notation: str
    """Notation of the action if the answer completes a move; else empty."""


class MoveMenu(NamedTuple):
    """A question with the possible answers.

    `path` holds the answers chosen so far, including those without an alternative.
    """

    question: str
    path: tuple[str, ...]
    entries: tuple[MenuEntry, ...]

    def entries_with_words(self, text: str) -> tuple[MenuEntry, ...]:
        """Return the entries that contain every word of a text."""
        words = text.lower().split()
        return tuple(entry for entry in self.entries if all(word in searchable_text(entry) for word in words))

    def entry_with_answer(self, answer: str) -> MenuEntry | None:
        """Return the entry whose answer is `answer`; None if there is none."""
        return next((entry for entry in self.entries if entry.answer == answer), None)


def searchable_text(entry: MenuEntry) -> str:
    return f"{entry.answer} {entry.notation}".lower()


def steps_of(game: Game, view: View, action: int) -> tuple[ActionStep, ...]:
    """Return the steps that lead to an action: the game's own steps, or one step with the action in words."""
    if isinstance(game.view, StepwiseActions):
        return game.view.action_steps(view, action)
    return (ActionStep(DEFAULT_QUESTION, game.view.describe_action(view, action)),)


def menu_after_answers(game: Game, view: View, legal: Sequence[int], chosen: Sequence[str]) -> MoveMenu:
    """Return the menu after the chosen answers.

    An answer that is no longer possible is dropped, with all answers chosen after it.
    """
    ordered = game.view.menu_order(view, legal) if isinstance(game.view, MenuOrder) else legal
    remaining = {action: steps_of(game, view, action) for action in ordered}
    path: tuple[str, ...] = ()
    answers_left = list(chosen)
    while True:
        depth = len(path)
        answers = list(dict.fromkeys(steps[depth].answer for steps in remaining.values()))
        is_final = all(len(steps) == depth + 1 for steps in remaining.values())
        if len(answers) == 1 and not is_final:
            answer = answers[0]
            if answers_left[:1] == [answer]:
                answers_left.pop(0)
        elif answers_left and answers_left[0] in answers and not _is_complete(remaining, depth, answers_left[0]):
            answer = answers_left.pop(0)
        else:
            return MoveMenu(_question_of_step(remaining, depth), path, _menu_entries(game, remaining, depth, answers))
        path = (*path, answer)
        remaining = {action: steps for action, steps in remaining.items() if steps[depth].answer == answer}


def _is_complete(remaining: dict[int, tuple[ActionStep, ...]], depth: int, answer: str) -> bool:
    """Return whether choosing an answer at this depth of the menu completes a move."""
    return any(len(steps) == depth + 1 for steps in remaining.values() if steps[depth].answer == answer)


def _question_of_step(remaining: dict[int, tuple[ActionStep, ...]], depth: int) -> str:
    """Return the question of the next step; a general question if the actions have different questions."""
    questions = {steps[depth].question for steps in remaining.values()}
    return questions.pop() if len(questions) == 1 else DEFAULT_QUESTION


def _menu_entries(
    game: Game, remaining: dict[int, tuple[ActionStep, ...]], depth: int, answers: list[str]
) -> tuple[MenuEntry, ...]:
    by_answer: dict[str, list[int]] = {answer: [] for answer in answers}
    for action, steps in remaining.items():
        by_answer[steps[depth].answer].append(action)
    entries = []
    for answer, actions in by_answer.items():
        is_final = _is_complete(remaining, depth, answer)
        notation = game.view.write_action(actions[0]) if is_final else ""
        entries.append(MenuEntry(answer, tuple(actions), is_final, notation))
    return tuple(entries)


class TypedAnswer(NamedTuple):
    """The meaning of a typed text: an action, an entry, or the problem if it has no meaning."""

    action: int | None = None
    entry: MenuEntry | None = None
    problem: str | None = None


def meaning_of_typed_text(game: Game, menu: MoveMenu | None, text: str, legal: Sequence[int]) -> TypedAnswer:
    """Return the meaning of a typed text.

    Notation takes precedence, then the only matching entry, then the entry with exactly this text.
    """
    text = text.strip()
    try:
        action = game.view.read_action(text)
    except BadNotation as error:
        action, problem = None, str(error)
    else:
        problem = ""
    entries = menu.entries_with_words(text) if menu else ()
    if action is not None and (action in legal or not entries):
        return TypedAnswer(action=action)
    exact = [entry for entry in entries if entry.answer.lower() == text.lower()]
    if exact or len(entries) == 1:
        return TypedAnswer(entry=(exact or entries)[0])
    if entries:
        return TypedAnswer(
            problem=f"'{text}' fits {len(entries)} answers. Type more of it, or choose one with the arrow keys."
        )
    return TypedAnswer(problem=problem or f"'{text}' is not a move.")
