"""DOTS (72 cards) in a terminal: moves step by step, and the guide."""

from __future__ import annotations

from collections.abc import Iterator

from dottable.core.views.terminal_texts import ActionStep, LessonText
from dottable.games.dots_72.state import ACTIONS
from dottable.games.dots_72.view.narration import describe_action
from dottable.games.dots_72.view.seat_view import View

FIRST_ANSWERS = {
    "discard": "Discard a card",
    "discard_and_call": 'Discard a card and call "DOTS!"',
    "pass_": "Pass a card to the left",
}
"""Text of the first step, by verb; the card is chosen in the second step."""


def action_steps(view: View, action: int) -> tuple[ActionStep, ...]:
    """Return the steps to a move: what to do, and with which card."""
    verb, faces = ACTIONS.decode(action)
    if not faces:
        return (ActionStep("Your move?", describe_action(view, action)),)
    return (
        ActionStep("Your move?", FIRST_ANSWERS[verb]),
        ActionStep("Which card?", describe_action(view, action)),
    )


def lessons(view: View, verbs: frozenset[str]) -> Iterator[LessonText]:
    """Yield the lessons of the guide that apply."""
    if view.phase in ("start", "discard"):
        yield LessonText(
            "aim",
            "Collect two sets: a Swatch, a Number of its colour, and a DOTS card with that many dots of that colour.",
        )
    if "draw" in verbs:
        yield LessonText("draw", "Draw a hidden card, or take the top discard, which all players see.")
    if "discard" in verbs:
        yield LessonText("discard", "Now give one card back. Keep what can become a set.")
        yield LessonText("call", "With two sets, call DOTS. If six cards are not two sets, all have seen them.")
    if "pass_" in verbs:
        yield LessonText("pass", "The draw pile was used up. Every player passes one card to the left.")
    if view.result is not None:
        yield LessonText("result", "Only the caller scores; smaller numbers are worth more. 500 points win the match.")
