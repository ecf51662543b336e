"""The view as text, at most 80 columns wide: the columns that count, the round, then the hands."""

from __future__ import annotations

from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dot_allot.view.seat_view import (
    OVER_PHASE,
    ROUND_OVER_PHASE,
    AllotCard,
    AllotRoundResult,
    LaidCard,
    Side,
    View,
)

SCREEN_WIDTH = 80
TITLE = "Dot Allot"
LEGEND = "b blue   r red   y yellow   . empty   * to move   ' grey   ^ column to cover"
CARD_GAP = "    "
"""Space between two cards."""


def draw_screen(view: View) -> str:
    """Return the whole view as text."""
    lines = [headline(view), "", *board_lines(view), "", *round_lines(view), ""]
    for side in sorted(view.sides, key=lambda side: side.seat == view.seat):  # the viewer's own cards last
        lines += [*hand_lines(view, side), ""]
    return "\n".join(line.rstrip() for line in (*lines, LEGEND))


def seat_name(view: View, seat: int) -> str:
    """Return "You" for the viewer, else the name of the seat."""
    return capitalized(name_for(view.seat, seat))


def count_with_noun(count: int, noun: str) -> str:
    """Return a number with its noun in singular or plural."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def headline(view: View) -> str:
    """Return a line with the title and the round, and with the acting seat or the winners on the right."""
    title = f"{TITLE}   round {view.round} of {view.rounds}, from column {view.start_column}"
    return f"{title}{status_text(view):>{SCREEN_WIDTH - len(title)}}"


def status_text(view: View) -> str:
    """Return what the acting seat has to do, or the result of the match."""
    if view.phase == OVER_PHASE:
        return match_result_text(view)
    assert view.turn is not None
    name = seat_name(view, view.turn)
    verb = "deal" if view.phase == ROUND_OVER_PHASE else "lay a card"
    return f"You {verb}" if name == "You" else f"{name} {'deals' if verb == 'deal' else 'lays a card'}"


def match_result_text(view: View) -> str:
    """Return the winners and their points (A16)."""
    points = count_with_noun(max(view.totals), "point")
    if len(view.winners) == view.seats:
        return f"Everybody shares the win: {points}"
    names = [seat_name(view, seat) for seat in view.winners]
    if len(names) > 1:
        return f"{join_with_and(names)} share: {points}" if len(names) < 3 else f"{len(names)} share: {points}"
    return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} with {points}"


def board_lines(view: View) -> list[str]:
    """Return the columns that count, with a mark below the column that the next card must cover."""
    lines = [f"{'':6}{''.join(f'{k + 1:>3}' for k in range(len(view.visible[0])))}"]
    for k, row in enumerate(view.visible):
        grey = "'" if k + 1 == view.grey_row else " "
        lines.append(f"{k + 1:>4}{grey} {''.join(f'{cell:>3}' for cell in row)}   {row_owner_text(view, k + 1)}")
    if view.phase not in (OVER_PHASE, ROUND_OVER_PHASE):
        first, last = view.cover_rows
        mark = f"{'':6}{'^':>{3 * (view.start_column + len(view.placements) + 1)}}"
        lines.append(f"{mark}  rows {first} to {last}")
    return lines


def row_owner_text(view: View, row: int) -> str:
    """Return the text beside a row.

    It is the player at a side's first row and, if colour-locked, the side's colours at the second row.
    """
    for side in view.sides:
        if row == side.rows[0]:
            mark = "*" if side.seat == view.turn else " "
            return f"{mark} {seat_name(view, side.seat)}: {count_with_noun(view.totals[side.seat], 'point')}"
        if row == side.rows[1] and view.options.scoring == "colour-locked":
            return f"  scores {', '.join(side.colours) or 'nothing'}"
    return ""


def round_lines(view: View) -> list[str]:
    """Return lines with the latest placements, the result of the round, and the queue."""
    lines = (
        [f"Laid: {', '.join(map(placement_text, view.placements[-4:]))}"]
        if view.placements
        else ["No card is laid yet."]
    )
    if view.result:
        lines += result_lines(view, view.result)
    if view.queue:
        waiting = ", ".join(f"{seat_name(view, seat)} ({view.totals[seat]})" for seat in view.queue)
        lines.append(f"Waiting: {waiting}")
    return lines


def placement_text(placed: LaidCard) -> str:
    """Return a placement in the notation of actions."""
    return f"{placed.number}@{placed.degrees}{'r' * placed.reverse}{placed.row - 1:+d}"


def result_lines(view: View, result: AllotRoundResult) -> list[str]:
    """Return lines with the largest groups and points of both sides (A13, A15)."""
    lines = []
    for side, groups, points in reversed(list(zip(view.sides, result.groups, result.points, strict=True))):
        sizes = "  ".join(f"{colour} {size:>2}" for colour, size in groups.items())
        bonus = " + bonus" if result.bonus == side.seat else ""
        lines.append(f"{seat_name(view, side.seat):>10}  {sizes}  = {points}{bonus}")
    return lines


def hand_lines(view: View, side: Side) -> list[str]:
    """Return lines with a side's cards next to each other, or with their number if they are hidden."""
    name = seat_name(view, side.seat)
    has = "have" if name == "You" else "has"
    reverse = "" if side.reverse_left else ", flip used"
    if side.hand is None:
        return [f"{name} {has} {count_with_noun(side.hand_count, 'hidden card')}{reverse}"]
    if not side.hand:
        return [f"{name} {has} no card left"]
    return [f"{name} {has}{reverse}:", *card_lines(side.hand)]


def card_lines(cards: tuple[AllotCard, ...]) -> list[str]:
    """Return lines with cards next to each other, below their numbers."""
    width = max(7, 2 * len(cards[0].face[0]) - 1)
    lines = [CARD_GAP.join(f"card {card.number}".ljust(width) for card in cards)]
    for k in range(len(cards[0].face)):
        lines.append(CARD_GAP.join(" ".join(card.face[k]).ljust(width) for card in cards))
    return [f"  {line}" for line in lines]
