"""The table as text, at most 80 columns wide: the nine groups down, a column for each seat."""

from __future__ import annotations

from collections import Counter

from dottable.core.seats import SPECTATOR
from dottable.core.wording import name_of
from dottable.games.dot_tiles.view import PLANNING_WORD, Group, Sheet, View

WIDTH = 80
BOXES = 30
TILES_WIDTH = 14
"""Five tiles and the spaces between them."""
TITLE = "DOT: Dice or Tiles"
LEGEND = "r red   b black   · empty box   * to move"


def draw(view: View) -> str:
    """The whole table as the viewer sees it."""
    lines = [headline(view), "", *middle(view), "", *table(view), "", LEGEND]
    return "\n".join(line.rstrip() for line in lines)


def headline(view: View) -> str:
    """The title, and whose turn it is or who won."""
    news = result(view) if view.turn is None else turn_of(view, view.turn)
    return f"{TITLE}{news:>{WIDTH - len(TITLE)}}"


def turn_of(view: View, seat: int) -> str:
    """Whose turn of which kind it is: "Your last turn", "Standard turn of Player 2"."""
    kind = f"{view.phase.removesuffix(' turn')} turn"
    return f"Your {kind}" if seat == view.seat else f"{kind.capitalize()} of {name_of(view.seat, seat)}"


def result(view: View) -> str:
    """Who won, with how many points (C13)."""
    points = f"{max(view.totals)} points"
    if len(view.winners) == view.seats:
        return f"Everybody shares the win: {points}"
    names = [name_of(view.seat, seat) for seat in view.winners]
    if len(names) > 1:
        return f"{', '.join(names[:-1])} and {names[-1]} share the win: {points}"
    return f"{names[0]} {'win' if names[0] == 'You' else 'wins'} with {points}"


def middle(view: View) -> list[str]:
    """What lies between the players: HOT SWAP, bag, burned tiles and what is in hand."""
    lines = [f"HOT SWAP  {box(view.hot or '')}    Bag  {view.bag_left} left"]
    if view.drawn:
        lines[0] += f"    You drew  {box(view.drawn)}"
    if view.phase == PLANNING_WORD:
        lines += hands(view)
    elif view.burned:
        lines.append(f"Burned    {counted(view.burned)}")
    return lines


def box(tile: str) -> str:
    return f"[{tile or '  '}]"


def counted(tiles: tuple[str, ...]) -> str:
    """Tiles as a short row: `r1 b3x2`."""
    return " ".join(f"{tile}x{count}" if count > 1 else tile for tile, count in Counter(tiles).items())


def hands(view: View) -> list[str]:
    """The viewer's tiles, and how many the others still have to place (C5)."""
    own = [] if view.seat == SPECTATOR else [f"You have  {' '.join(view.hand) or 'placed all your tiles'}"]
    others = [
        f"{name_of(view.seat, seat)} has {count}" for seat, count in enumerate(view.hand_counts) if seat != view.seat
    ]
    return [*own, f"In hand   {', '.join(others)}"]


def table(view: View) -> list[str]:
    """A row for each group and a column for each seat, with as much detail as there is room for."""
    width = {2: 28, 3: 18, 4: 17}[view.seats]
    label_width, wall = (6, "│") if view.seats == 4 else (11, " │ ")
    heads = [f"{'*' if seat == view.turn else ' '} {name_of(view.seat, seat)}" for seat in range(view.seats)]
    heads = [f"{head}{'points':>{width - len(head)}}" for head in heads]
    rows = [["", *heads]]
    for groups in zip(*(sheet.groups for sheet in view.sheets), strict=True):
        label = groups[0].name if view.seats < 4 else short_name(groups[0].name)
        rows.append([label, *(group_cell(group, width) for group in groups)])
    totals = [total_cell(view.sheets[seat], view.totals[seat], width) for seat in range(view.seats)]
    rows.append(["Total", *totals])
    lines = [wall.join([row[0].ljust(label_width), *(cell.ljust(width) for cell in row[1:])]) for row in rows]
    rule = wall.replace(" ", "─").replace("│", "┼").join(["─" * label_width, *["─" * width] * view.seats])
    return [lines[0], rule, *lines[1:-1], rule, lines[-1]]


def short_name(name: str) -> str:
    """A group's name where room is scarce: "3 Kind", "House"."""
    return f"{name[0]} Kind" if name.endswith("Kind") else name.split()[-1]


def group_cell(group: Group, width: int) -> str:
    """The tiles of a group, then its points, or what it still takes if there is room to say so."""
    tiles = " ".join(box_text(group, k) for k in range(group.size)).ljust(TILES_WIDTH)
    room = width - TILES_WIDTH
    if group.full:
        return f"{tiles}{group.points:>{room}}"
    news = f"takes {still_taken(group)}"
    return f"{tiles}  {news}" if len(news) + 2 <= room else tiles


def box_text(group: Group, k: int) -> str:
    """A tile, or an empty box with the number printed on it if there is one."""
    tile = group.tiles[k]
    return tile or (f"·{group.numbers[k]}" if group.numbers else " ·")


def still_taken(group: Group) -> str:
    """The faces a group still takes, in the fewest words: "any", "red", "26"."""
    colours = {tile[0] for tile in group.takes}
    numbers = sorted({tile[1] for tile in group.takes})
    if len(numbers) == 6:
        return "any" if len(colours) == 2 else "red" if colours == {"r"} else "black"
    return "".join(numbers)


def total_cell(sheet: Sheet, points: int, width: int) -> str:
    """Boxes filled, the bonus for filling all (C13), and the total."""
    filled = sum(tile is not None for group in sheet.groups for tile in group.tiles)
    boxes = f"all {BOXES}: +{sheet.bonus}" if sheet.full else f"{filled}/{BOXES} boxes"
    return f"{boxes}{points:>{width - len(boxes)}}"
