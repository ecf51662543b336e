"""Dots (52 cards) in a terminal: moves step by step, a board for small screens, the snap countdown and the guide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import capitalized, name_for, name_width
from dottable.core.views.terminal_texts import ActionStep, LessonText
from dottable.games.dots_52.state import ACTIONS
from dottable.games.dots_52.view.narration import describe_action
from dottable.games.dots_52.view.seat_view import View
from dottable.games.dots_52.view.text_screen import (
    LEGEND,
    SCREEN_WIDTH,
    other_seats,
    padded_name,
    piles_line,
    prompt,
    round_result_lines,
    slot_text,
    tableau_lines,
)

BOARD_COLOURS = {r"(?<!\w)\d*[AJQK]?[♥♦]": "red"}


def action_steps(view: View, action: int) -> tuple[ActionStep, ...]:
    """Return the steps to a move. A snap has only one step, because there is little time."""
    verb, arguments = ACTIONS.decode(action)
    words = describe_action(view, action)
    if verb in ("take", "put"):
        first, _, card = words.partition(" in place of ")
        return ActionStep("Your move?", f"{first} ..."), ActionStep("In place of which card?", capitalized(card))
    if verb == "arrange":
        return ActionStep("Your move?", "Swap two of your cards ..."), ActionStep("Which two?", words)
    if verb == "call" and view.known_total and view.known_total.is_call_lost:
        return ActionStep("Your move?", 'Call "Dots" ...'), ActionStep("Are you sure?", words)
    if len(arguments) == 2:
        whose = "your cards" if arguments[0] == view.seat else name_for(view.seat, arguments[0])
        return ActionStep("Whose card?", capitalized(whose)), ActionStep("Which card?", words)
    return (ActionStep("Your move?", words),)


def menu_order(view: View, actions: Sequence[int]) -> list[int]:
    """Return the actions in menu order. Snaps come as: known matches, then passing, then unknown cards (D7)."""

    def snap_menu_rank(action: int) -> int:
        verb, arguments = ACTIONS.decode(action)
        if verb != "snap" or view.pile_top is None:
            return 1
        card = view.tableaux[view.seat][arguments[0]].card
        return 2 if card is None else 3 if card[:-1] != view.pile_top[:-1] else 0

    return sorted(actions, key=snap_menu_rank)


def draw_compact(view: View, preview: Any | None) -> str:
    """Return a compact view as text: the piles and the player's cards, then a row for every other player."""
    lines = [piles_line(view)]
    if view.seat != SPECTATOR:
        lines += tableau_lines(view, view.seat)
    if view.winners or view.seat in view.waiting:
        lines.append(prompt(view))
    if view.result:
        lines += round_result_lines(view, view.result)
    width = name_width(view.seat, view.seats)
    for seat in other_seats(view):
        mark = "*" if seat in view.waiting else " "
        called = " called" if seat == view.caller else ""
        head = f"{mark} {padded_name(view, seat)} {view.scores[seat]:>3}{called}"
        cards = " ".join(map(slot_text, view.tableaux[seat]))
        lines += wrap(cards, SCREEN_WIDTH, initial_indent=f"{head} ", subsequent_indent=" " * (width + 7)) or [head]
    return "\n".join(line.rstrip() for line in (*lines, LEGEND))


def countdown(view: View) -> tuple[str, int] | None:
    """Return the label and the end time in ms of the snap time (D9) or of the preparation (D2); None without either."""
    if view.preparation and view.preparation.deadline_ms is not None and view.seat != SPECTATOR:
        text = (
            "Look, swap and say ready: {left} s left"
            if view.seat in view.waiting
            else "The first turn begins in {left} s"
        )
        return text, view.preparation.deadline_ms
    if view.snap is None or view.seat == SPECTATOR:
        return None
    text = "Snap or pass: {left} s left" if view.seat in view.snap.seats else "Others may snap for {left} s"
    return text, view.snap.deadline_ms


def lessons(view: View, verbs: frozenset[str]) -> Iterator[LessonText]:
    """Yield the lessons of the guide that apply."""
    if "ready" in verbs:
        yield LessonText(
            "peek", "These four cards are yours, face down. Look at two of them, once each, then say ready."
        )
    if "draw" in verbs:
        yield LessonText("draw", "Low cards are good, and a 10 counts nothing. Draw a card and see if you can use it.")
        yield LessonText(
            "snap", "When a card comes to the pile, all have seconds to snap it with the same rank. A wrong one costs."
        )
    if "put" in verbs:
        yield LessonText("drawn", "Put it in place of one of your cards, known or not, or lay it on the pile.")
    if "call" in verbs:
        yield LessonText(
            "call",
            "With less than 10 and less than all others, call Dots. The others get one more turn. If wrong: 50 points.",
        )
    if "swap" in verbs:
        yield LessonText("jack", "Jack: give one of your cards and get one of another player's, both unseen.")
    if view.phase == "queen" and "look" in verbs:
        yield LessonText("queen", "Queen: look at one card of another player. Nobody else sees it.")
    if view.phase == "king" and "look" in verbs:
        yield LessonText("king", "King: look at one of your own cards, best one that you do not know yet.")
    if view.caller is not None and view.caller != view.seat and view.result is None:
        yield LessonText("called", "Dots has been called. All others have one more turn, then all cards are revealed.")
    if view.result is not None:
        yield LessonText("result", "A good call scores 0, a failed one 50. At 100 points the lowest total wins.")
