"""Dot Allot in a terminal: placements step by step, a board for small screens, and the guide."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from dottable.core.views.terminal_texts import ActionStep, LessonText
from dottable.games.dot_allot.state import (
    DEAL,
    card_of_placement,
    face_of_placement,
    quarter_turns_of_placement,
    row_offset_of_placement,
)
from dottable.games.dot_allot.view.move_preview import Preview, SideStanding
from dottable.games.dot_allot.view.narration import TURN_WORDS, describe_action
from dottable.games.dot_allot.view.seat_view import LAYING_PHASE, Side, View
from dottable.games.dot_allot.view.text_screen import count_with_noun, hand_lines, round_lines, seat_name

BOARD_COLOURS = {r"(?<![\w'])b(?!\w)": "blue", r"(?<![\w'])r(?!\w)": "red", r"(?<![\w'])y(?!\w)": "yellow"}
COMPACT_LEGEND = "b blue  r red  y yellow  . empty  | your rows  ' grey row  ^ column to cover"


def action_steps(view: View, action: int) -> tuple[ActionStep, ...]:
    """Return the steps to a placement: the card, how it is turned, the face, and its rows."""
    if action == DEAL:
        return (ActionStep("Your move?", describe_action(view, action)),)
    quarters, offset = int(quarter_turns_of_placement(action)), int(row_offset_of_placement(action))
    face = "flipped" if face_of_placement(action) else "as it is"
    height = _height_of_cards(view) if quarters % 2 == 0 else _width_of_cards(view)
    return (
        ActionStep("Which card?", f"card {int(card_of_placement(action)) + 1}"),
        ActionStep("Turned how?", TURN_WORDS[quarters]),
        ActionStep("Flipped?", face),
        ActionStep("On which rows?", f"rows {offset + 1} to {offset + height}"),
    )


def _own_hand(view: View) -> Side | None:
    return next((side for side in view.sides if side.seat == view.seat), None)


def _height_of_cards(view: View) -> int:
    return len(view.track)


def _width_of_cards(view: View) -> int:
    return len(view.track[0])


def draw_compact(view: View, preview: Preview | None) -> str:
    """Return a compact view as text: the track beside the player's hand, standings, last cards, the other hand."""
    own = _own_hand(view)
    hand = [] if own is None else hand_lines(view, own)
    pairs = zip_longest(_track_lines(view, preview), _narrow_card_gaps(hand), fillvalue="")
    width = 8 + 2 * len(view.visible[0])
    lines = [f"{left:<{width}}{right}" for left, right in pairs]
    lines += _standing_lines(view, preview)
    lines += round_lines(view) if view.placements or view.queue else []
    for side in view.sides:
        if side.seat != view.seat:
            lines += _narrow_card_gaps(hand_lines(view, side))
    return "\n".join(line.rstrip() for line in (*lines, COMPACT_LEGEND))


def _narrow_card_gaps(lines: list[str]) -> list[str]:
    """Return the lines of a hand with less space between its cards."""
    return [line.replace("    ", "  ") if line.startswith("  ") else line for line in lines]


def _track_lines(view: View, preview: Preview | None) -> list[str]:
    """Return lines with the columns that count, after the considered placement if there is one."""
    visible = preview.visible if preview else view.visible
    first = view.start_column + 9 - len(visible[0])
    own = _own_hand(view)
    lines = ["     " + "".join(f"{(first + k) % 100:>2}" for k in range(len(visible[0])))]
    for k, row in enumerate(visible, start=1):
        mark = "'" if k == view.grey_row else "|" if own is not None and k in own.rows else " "
        lines.append(f"{k:>3} {mark}" + "".join(f"{cell:>2}" for cell in row))
    if view.phase == LAYING_PHASE:
        column = view.start_column + len(view.placements) + 1 - first
        lines.append(f"{'':5}{'^':>{2 * column + 2}}")
    return lines


def _standing_lines(view: View, preview: Preview | None) -> list[str]:
    """Return one line per side: total, largest groups and points of the round, before and after the placement."""
    lines = []
    for k, side in enumerate(view.sides):
        mark = "*" if side.seat == view.turn else " "
        now = _groups_text(side)
        after = f"   then {_groups_text(preview.after[k])}" if preview else ""
        total = count_with_noun(view.totals[side.seat], "point")
        lines.append(f"{mark} {seat_name(view, side.seat):<12} {total:<9} {now}{after}")
    return lines


def _groups_text(side: Side | SideStanding) -> str:
    """Return the largest group of each colour and the points that the round would bring."""
    groups = " ".join(f"{colour[0]}{size}" for colour, size in side.groups.items())
    return f"{groups} = {side.points}"


def describe_preview(view: View, preview: Preview) -> str:
    """Return a sentence with the points that both sides would have in the round after a placement."""
    parts = [f"{seat_name(view, standing.seat)} {_groups_text(standing)}" for standing in preview.after]
    return f"If the round ended then: {'; '.join(parts)}."


def lessons(view: View, verbs: frozenset[str]) -> Iterator[LessonText]:
    """Yield the lessons of the guide that apply."""
    if view.phase == LAYING_PHASE:
        yield LessonText(
            "aim",
            "Rows marked | are yours. For each colour, the larger group of joined dots in its owner's rows scores.",
        )
    if "lay" in verbs:
        yield LessonText(
            "choose",
            "Choose a card: it covers the column above ^, and gives at least one dot to your opponent's rows.",
        )
        if view.placements:
            yield LessonText(
                "turn", "Turn a card, and once a round flip it. The lines below the track count the groups as you try."
            )
        if len(view.placements) >= 3:
            yield LessonText("cover", "The next card covers all but a card's first column. So gifts can be taken away.")
    if view.result is not None:
        yield LessonText("result", "The groups are counted. The same eight cards are played from another column next.")
