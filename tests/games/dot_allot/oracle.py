"""A test oracle: Dot Allot in plain Python, written from the rulings A1-A19 alone.

It imports nothing from dottable. A card is a tuple of rows of letters, a move is a text:
`7@90r-2` lays card 7 turned right by 90 degrees, reversed, its top row 2 above the track.
It works cell by cell: the table is a dict from (column, row) to the topmost cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

Grid = tuple[str, ...]
Cells = dict[tuple[int, int], str]

COLOURS = {"blue": "b", "red": "r", "yellow": "y"}
MAX_OFFSET_TRIED = 15
"""Largest offset tried, beyond any that could be legal: the track and a card have at most seven rows each."""


def mirrored(grid: Grid) -> Grid:
    return tuple("".join(reversed(row)) for row in grid)


def turned_right(grid: Grid) -> Grid:
    """Return the grid turned clockwise: the lowest row becomes the first column."""
    height, width = len(grid), len(grid[0])
    return tuple("".join(grid[height - 1 - column][row] for column in range(height)) for row in range(width))


@lru_cache(4096)
def posed(grid: Grid, degrees: int, *, reverse: bool) -> Grid:
    grid = mirrored(grid) if reverse else grid
    for _ in range(degrees // 90):
        grid = turned_right(grid)
    return grid


@dataclass(frozen=True)
class Table:
    """What stays the same during a match. Faces are those that the match is played with."""

    track: Grid
    """The track as it lies: 5 columns and 7 rows, or 7 columns and 5 rows (A5)."""
    cards: tuple[Grid, ...]
    locked: bool

    @property
    def columns(self) -> int:
        return len(self.track[0])

    @property
    def rows(self) -> int:
        return len(self.track)

    def rows_of(self, side: int) -> range:
        """Return the scoring rows: side 0 sits below the grey row, side 1 above it (A6)."""
        grey = self.rows // 2
        return range(grey) if side else range(grey + 1, self.rows)

    def start(self, number: int) -> int:
        """Return the starting column of round `number`, both counted from 0 (A8)."""
        starts = [column for column in range(self.columns) if column != self.columns // 2]
        return starts[number]

    def starter(self, number: int) -> int:
        return 0 if self.start(number) < self.columns // 2 else 1


def set_up(track: Grid, cards: tuple[Grid, ...], *, horizontal: bool, light: bool, locked: bool) -> Table:
    """Return the table. Horizontal is a quarter turn to the right; light mirrors the track and every card (A5)."""
    track = turned_right(track) if horizontal else track
    return Table(mirrored(track) if light else track, tuple(mirrored(c) if light else c for c in cards), locked)


@dataclass(frozen=True)
class LaidCard:
    """A card on the table."""

    number: int
    grid: Grid
    top: int


@dataclass(frozen=True)
class Position:
    """The position of a match without its random generator."""

    table: Table
    at: tuple[int, int]
    """The seats at the two sides."""
    queue: tuple[int, ...]
    hands: tuple[frozenset[int], frozenset[int]]
    totals: tuple[int, ...]
    round: int = 0
    turn: int = 0
    reverses: frozenset[int] = frozenset()
    """Sides that have used a reverse face in this round (A11)."""
    laid: tuple[LaidCard, ...] = ()
    newcomer: int = 1
    loser: int | None = None

    @property
    def start(self) -> int:
        return self.table.start(self.round)

    @property
    def is_round_over(self) -> bool:
        return len(self.laid) == 8

    @property
    def is_over(self) -> bool:
        return self.is_round_over and self.round == self.table.columns - 2


def read_move(move: str) -> tuple[int, int, bool, int]:
    """Return card, degrees, reverse and top row of a move."""
    card, rest = move.split("@")
    sign = max(rest.find("+"), rest.find("-"))
    return int(card), int(rest[:sign].rstrip("r")), "r" in rest, int(rest[sign:])


def cells_of(grid: Grid, column: int, top: int) -> Cells:
    """Return the cells of a card by column and row of the track."""
    return {(column + x, top + y): cell for y, row in enumerate(grid) for x, cell in enumerate(row)}


def topmost_cells(p: Position) -> Cells:
    """Return the topmost cells by column and row of the track; the newest card hides those below it (A10)."""
    seen = cells_of(p.table.track, 0, 0)
    for n, laid in enumerate(p.laid, start=1):
        seen.update(cells_of(laid.grid, p.start + n, laid.top))
    return seen


def visible_grid(p: Position) -> Grid:
    """Return the visible cells of the columns that count: all up to the first column of the eighth card (A14)."""
    seen = topmost_cells(p)
    columns = range(p.start + 9)
    return tuple("".join(seen.get((column, row), ".") for column in columns) for row in range(p.table.rows))


def rows_to_cover(p: Position) -> set[int]:
    """Return the rows of the column that the next card must cover in part (A9, A10)."""
    if p.laid:
        return {p.laid[-1].top + y for y in range(len(p.laid[-1].grid))}
    return set(range(p.table.rows))


def covers_next_column(p: Position, grid: Grid, top: int) -> bool:
    return bool({top + y for y in range(len(grid))} & rows_to_cover(p))


def gives_dot(p: Position, grid: Grid, top: int) -> bool:
    """Return whether a dot lies in the opponent's rows (A10)."""
    rows = p.table.rows_of(1 - p.turn)
    return any(cell != "." and top + y in rows for y, row in enumerate(grid) for cell in row)


def all_placements(p: Position) -> Iterator[tuple[str, Grid, int]]:
    """Yield every placement of every card in hand, legal or not."""
    for number in p.hands[p.turn]:
        for reverse in (False, True)[: 1 if p.turn in p.reverses else 2]:
            for degrees in (0, 90, 180, 270):
                grid = posed(p.table.cards[number - 1], degrees, reverse=reverse)
                for top in range(-MAX_OFFSET_TRIED, MAX_OFFSET_TRIED):
                    yield f"{number}@{degrees}{'r' * reverse}{top:+d}", grid, top


def legal(p: Position) -> set[str]:
    """Return every legal move of the seat at turn."""
    if p.is_over:
        return set()
    if p.is_round_over:
        return {"deal"}
    fitting = [(move, grid, top) for move, grid, top in all_placements(p) if covers_next_column(p, grid, top)]
    giving = {move for move, grid, top in fitting if gives_dot(p, grid, top)}
    on_track = {move for move, grid, top in fitting if any(0 <= top + y < p.table.rows for y in range(len(grid)))}
    return giving or on_track  # A12


def to_move(p: Position) -> int:
    if not p.is_round_over:
        return p.at[p.turn]
    return sides_and_queue_of_next_round(p)[0][p.table.starter(p.round + 1)]


def play(p: Position, move: str) -> Position:
    if move == "deal":
        return deal_next_round(p)
    number, degrees, reverse, top = read_move(move)
    card = LaidCard(number, posed(p.table.cards[number - 1], degrees, reverse=reverse), top)
    hands = list(p.hands)
    hands[p.turn] -= {number}
    reverses = p.reverses | {p.turn} if reverse else p.reverses
    p = replace(p, hands=(hands[0], hands[1]), laid=(*p.laid, card), reverses=reverses, turn=1 - p.turn)
    return score_round(p) if p.is_round_over else p


def group_sizes(cells: set[tuple[int, int]]) -> list[int]:
    """Return the sizes of all groups joined side to side (A13)."""
    left, sizes = set(cells), []
    while left:
        edge, size = [left.pop()], 0
        while edge:
            x, y = edge.pop()
            size += 1
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        sizes.append(size)
    return sizes


def largest_group_size(grid: Grid, rows: range, letter: str) -> int:
    """Return the size of the largest group of a colour in some rows of the columns that count (A14)."""
    found = {(x, y) for y in rows for x, cell in enumerate(grid[y]) if cell == letter}
    return max(group_sizes(found), default=0)


def round_points(table: Table, grid: Grid, start: int) -> tuple[int, int]:
    """Return the points of both sides (A13; A18 if colours are locked). `start` is the starting column, from 0."""
    points = [0, 0]
    for letter in COLOURS.values():
        sizes = [largest_group_size(grid, table.rows_of(side), letter) for side in (0, 1)]
        if sizes[0] != sizes[1]:
            side = 0 if sizes[0] > sizes[1] else 1
            found = {grid[row][start] for row in table.rows_of(side)}
            points[side] += letter in found or not table.locked
    return points[0], points[1]


def score_round(p: Position) -> Position:
    """Return the position with the round scored (A13-A15, A19)."""
    points = list(round_points(p.table, visible_grid(p), p.start))
    bonus = None
    if points[0] == points[1]:
        behind = [side for side in (0, 1) if p.totals[p.at[side]] < p.totals[p.at[1 - side]]]
        bonus = p.newcomer if p.queue else behind[0] if behind else None
    if bonus is not None:
        points[bonus] += 1
    totals = list(p.totals)
    for side in (0, 1):
        totals[p.at[side]] += points[side]
    loser = (0 if points[0] < points[1] else 1) if p.queue else None
    return replace(p, totals=tuple(totals), loser=loser)


def sides_and_queue_of_next_round(p: Position) -> tuple[tuple[int, int], tuple[int, ...]]:
    """Return the seats at the sides in the next round, and the queue (A19)."""
    if p.loser is None:
        return p.at, p.queue
    at = list(p.at)
    at[p.loser] = p.queue[0]
    return (at[0], at[1]), (*p.queue[1:], p.at[p.loser])


def deal_next_round(p: Position) -> Position:
    """Return the position with the next round dealt (A7, A8)."""
    at, queue = sides_and_queue_of_next_round(p)
    first, last = (frozenset(laid.number for laid in part) for part in (p.laid[:4], p.laid[4:]))
    starter = p.table.starter(p.round + 1)
    return replace(
        p,
        at=at,
        queue=queue,
        hands=(first, last) if starter == 1 else (last, first),
        round=p.round + 1,
        turn=starter,
        reverses=frozenset(),
        laid=(),
        newcomer=p.newcomer if p.loser is None else p.loser,
        loser=None,
    )
