"""The view as text, at most 80 columns wide, with a row for each group and a column for each seat."""

from __future__ import annotations

from collections import Counter

from dottable.core.primitives.seats import SPECTATOR
from dottable.core.views.narration import capitalized, join_with_and, name_for
from dottable.games.dot_tiles.pieces import BOX_COUNT
from dottable.games.dot_tiles.view.seat_view import PLANNING_PHASE, Group, Sheet, View

SCREEN_WIDTH = 80
TILES_WIDTH = 14
"""Width of five tiles and the spaces between them, in characters."""
TITLE = "DOT: Dice or Tiles"
LEGEND = "r red   b black   · empty box   * to move"


def draw_screen(view: View) -> str:
    """Return the whole view as text."""
    lines = [headline(view), "", *shared_tile_lines(view), "", *sheet_table_lines(view), "", LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def headline(view: View) -> str:
    """Return a line with the title, and with the seat to move or the winners on the right."""
    status = match_result_text(view) if view.turn is None else turn_status(view, view.turn)
    return f"{TITLE}{status:>{SCREEN_WIDTH - len(TITLE)}}"


def seat_name(view: View, seat: int) -> str:
    """Return "You" for the viewer, else the name of the seat."""
    return capitalized(name_for(view.seat, seat))


def turn_status(view: View, seat: int) -> str:
    """Return the kind of turn and its seat, such as "Your last turn" or "Standard turn of Player 2"."""
    kind = f"{view.phase.removesuffix(' turn')} turn"
    return f"Your {kind}" if seat == view.seat else f"{kind.capitalize()} of {seat_name(view, seat)}"


def match_result_text(view: View) -> str:
    """Return the winners and their points (C13)."""
    points = count_with_noun(max(view.totals), "point")
    if len(view.winners) == view.seats:
        return f"Everybody shares the win: {points}"
    names = [seat_name(view, seat) for seat in view.winners]
    if len(names) > 1:
        return f"{join_with_and(names)} share the win: {points}"
    return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} with {points}"


def count_with_noun(count: int, noun: str) -> str:
    """Return a number with its noun in singular or plural."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def shared_tile_lines(view: View) -> list[str]:
    """Return lines with HOT SWAP, the bag, the drawn tile, and the hands or the burned tiles."""
    lines = [f"HOT SWAP  {bracketed_tile(view.hot or '')}    Bag  {view.bag_left} left"]
    if view.drawn:
        lines[0] += f"    You drew  {bracketed_tile(view.drawn)}"
    if view.phase == PLANNING_PHASE:
        lines += hand_lines(view)
    elif view.burned:
        lines.append(f"Burned    {tile_row_text(view.burned)}")
    return lines


def bracketed_tile(tile: str) -> str:
    """Return the text of a tile in square brackets, such as `[r4]`."""
    return f"[{tile or '  '}]"


def tile_row_text(tiles: tuple[str, ...]) -> str:
    """Return tiles as a short text, such as `r1 b3x2`."""
    return " ".join(f"{tile}x{count}" if count > 1 else tile for tile, count in Counter(tiles).items())


def hand_lines(view: View) -> list[str]:
    """Return lines with the viewer's tiles and the number of tiles in the other hands (C5)."""
    own = [] if view.seat == SPECTATOR else [f"You have  {' '.join(view.hand) or 'placed all your tiles'}"]
    other_hands = [
        f"{seat_name(view, seat)} has {count}" for seat, count in enumerate(view.hand_counts) if seat != view.seat
    ]
    return [*own, f"In hand   {', '.join(other_hands)}"]


def sheet_table_lines(view: View) -> list[str]:
    """Return the sheets as lines of a table, with a row for each group and a column for each seat."""
    width = {2: 28, 3: 18, 4: 17}[view.seats]
    label_width, wall = (6, "│") if view.seats == 4 else (11, " │ ")
    heads = [f"{'*' if seat == view.turn else ' '} {seat_name(view, seat)}" for seat in range(view.seats)]
    heads = [f"{head}{'points':>{width - len(head)}}" if len(head) + 7 <= width else head[:width] for head in heads]
    rows = [["", *heads]]
    for groups in zip(*(sheet.groups for sheet in view.sheets), strict=True):
        label = groups[0].name if view.seats < 4 else short_group_name(groups[0].name)
        rows.append([label, *(group_cell_text(group, width) for group in groups)])
    totals = [total_cell_text(view.sheets[seat], view.totals[seat], width) for seat in range(view.seats)]
    rows.append(["Total", *totals])
    lines = [wall.join([row[0].ljust(label_width), *(cell.ljust(width) for cell in row[1:])]) for row in rows]
    rule = wall.replace(" ", "─").replace("│", "┼").join(["─" * label_width, *["─" * width] * view.seats])
    return [lines[0], rule, *lines[1:-1], rule, lines[-1]]


def short_group_name(name: str) -> str:
    """Return a short name for a group, such as "3 Kind" or "House"."""
    return f"{name[0]} Kind" if name.endswith("Kind") else name.split()[-1]


def group_cell_text(group: Group, width: int) -> str:
    """Return the tiles of a group, then its points or, if that fits, the faces that it still accepts."""
    tiles = " ".join(box_text(group, k) for k in range(group.size)).ljust(TILES_WIDTH)
    room = width - TILES_WIDTH
    if group.full:
        return f"{tiles}{group.points:>{room}}"
    takes = f"takes {accepted_faces_text(group)}"
    return f"{tiles}  {takes}" if len(takes) + 2 <= room else tiles


def box_text(group: Group, k: int) -> str:
    """Return the tile in box `k`, or the empty box with the number printed on it."""
    tile = group.tiles[k]
    return tile or (f"·{group.numbers[k]}" if group.numbers else " ·")


def accepted_faces_text(group: Group) -> str:
    """Return a short text for the faces that a group still accepts: "any", "red", or numbers such as "26"."""
    colours = {tile[0] for tile in group.takes}
    numbers = sorted({tile[1] for tile in group.takes})
    if len(numbers) == 6:
        return "any" if len(colours) == 2 else "red" if colours == {"r"} else "black"
    return "".join(numbers)


def total_cell_text(sheet: Sheet, points: int, width: int) -> str:
    """Return the number of filled boxes, or the bonus for a full sheet (C13), and the total."""
    filled = sum(tile is not None for group in sheet.groups for tile in group.tiles)
    boxes = f"all {BOX_COUNT}: +{sheet.bonus}" if sheet.full else f"{filled}/{BOX_COUNT} boxes"
    return f"{boxes}{points:>{width - len(boxes)}}"
