"""The table as text, at most 80 columns wide: the columns that count with their owners, then hands."""

from __future__ import annotations

from dottable.core.wording import name_of
from dottable.games.dot_allot.view import OVER_WORD, ROUND_OVER_WORD, Card, Placement, RoundResult, Side, View

WIDTH = 80
TITLE = "Dot Allot"
LEGEND = "b blue   r red   y yellow   . empty   * to move   ' grey   ^ column to cover"
GAP = "    "


def draw(view: View) -> str:
    """The whole table as the viewer sees it."""
    lines = [headline(view), "", *board(view), "", *news(view), ""]
    for side in sorted(view.sides, key=lambda side: side.seat == view.seat):  # one's own cards last
        lines += [*hand(view, side), ""]
    return "\n".join(line.rstrip() for line in (*lines, LEGEND))


def headline(view: View) -> str:
    """The title, the round, and whose turn it is or who won."""
    title = f"{TITLE}   round {view.round} of {view.rounds}, from column {view.start_column}"
    return f"{title}{status(view):>{WIDTH - len(title)}}"


def status(view: View) -> str:
    if view.phase == OVER_WORD:
        return result_of_match(view)
    assert view.turn is not None
    name = name_of(view.seat, view.turn)
    verb = "deal" if view.phase == ROUND_OVER_WORD else "lay a card"
    return f"You {verb}" if name == "You" else f"{name} {'deals' if verb == 'deal' else 'lays a card'}"


def result_of_match(view: View) -> str:
    """Who won, with how many points (A16)."""
    points = f"{max(view.totals)} points"
    if len(view.winners) == view.seats:
        return f"Everybody shares the win: {points}"
    names = [name_of(view.seat, seat) for seat in view.winners]
    if len(names) > 1:
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
        return f"{listed} share: {points}" if len(names) < 3 else f"{len(names)} share: {points}"
    return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} with {points}"


def board(view: View) -> list[str]:
    """The columns that count; the one that the next card must cover is marked."""
    start, width = view.start_column, len(view.visible[0])
    lines = [f"{'':6}{''.join(f'{start + k:>3}' for k in range(width))}"]
    for k, row in enumerate(view.visible):
        grey = "'" if k + 1 == view.grey_row else " "
        lines.append(f"{k + 1:>4}{grey} {''.join(f'{cell:>3}' for cell in row)}   {owner(view, k + 1)}")
    if view.phase not in (OVER_WORD, ROUND_OVER_WORD):
        first, last = view.cover_rows
        mark = f"{'':6}{'^':>{3 * (len(view.placements) + 2)}}"
        lines.append(f"{mark}  rows {first} to {last}")
    return lines


def owner(view: View, row: int) -> str:
    """At the topmost row of a side: who scores there, and for what if not for every colour."""
    for side in view.sides:
        if row == side.rows[0]:
            mark = "*" if side.seat == view.turn else " "
            points = view.totals[side.seat]
            return f"{mark} {name_of(view.seat, side.seat)}: {points} point{'' if points == 1 else 's'}"
        if row == side.rows[1] and view.options.scoring == "colour-locked":
            return f"  scores {', '.join(side.colours) or 'nothing'}"
    return ""


def news(view: View) -> list[str]:
    """The cards of the round, its result, and who waits."""
    lines = [f"Laid: {', '.join(map(laid, view.placements[-4:]))}"] if view.placements else ["No card is laid yet."]
    if view.result:
        lines += result_lines(view, view.result)
    if view.queue:
        waiting = ", ".join(f"{name_of(view.seat, seat)} ({view.totals[seat]})" for seat in view.queue)
        lines.append(f"Waiting: {waiting}")
    return lines


def laid(placed: Placement) -> str:
    """A placement in the notation of moves."""
    return f"{placed.number}@{placed.degrees}{'r' * placed.reverse}{placed.row - 1:+d}"


def result_lines(view: View, result: RoundResult) -> list[str]:
    """The largest groups and points of both sides (A13, A15)."""
    lines = []
    for side, groups, points in reversed(list(zip(view.sides, result.groups, result.points, strict=True))):
        sizes = "  ".join(f"{colour} {size:>2}" for colour, size in groups.items())
        bonus = " + bonus" if result.bonus == side.seat else ""
        lines.append(f"{name_of(view.seat, side.seat):>10}  {sizes}  = {points}{bonus}")
    return lines


def hand(view: View, side: Side) -> list[str]:
    """A side's cards next to each other, or how many there are."""
    name = name_of(view.seat, side.seat)
    has = "have" if name == "You" else "has"
    reverse = "" if side.reverse_left else ", reverse face used"
    if side.hand is None:
        return [f"{name} {has} {side.hand_count} hidden card{'' if side.hand_count == 1 else 's'}{reverse}"]
    if not side.hand:
        return [f"{name} {has} no card left"]
    return [f"{name} {has}{reverse}:", *faces(side.hand)]


def faces(cards: tuple[Card, ...]) -> list[str]:
    """Cards side by side, under their numbers."""
    width = max(7, 2 * len(cards[0].face[0]) - 1)
    lines = [GAP.join(f"card {card.number}".ljust(width) for card in cards)]
    for k in range(len(cards[0].face)):
        lines.append(GAP.join(" ".join(card.face[k]).ljust(width) for card in cards))
    return [f"  {line}" for line in lines]
