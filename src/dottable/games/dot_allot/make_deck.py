"""Makes decks by a seed (A3): `python -m dottable.games.dot_allot.make_deck SEED > deck.toml`.

Every card has as many dots of each colour; swapping cells until enough equal neighbours lie side by
side gathers the colours into clusters (A20). `tuning.py` says what can be wished for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random

from dottable.games.dot_allot.grids import Grid, turns
from dottable.games.dot_allot.pieces import CARDS, EMPTY, LETTERS, TRACK_HEIGHT, TRACK_WIDTH

HOUSE_SEED = 20
"""Chosen among many by sharp play, see docs/decisions/0012-house-deck-of-dot-allot.md."""
SIZE = TRACK_WIDTH * TRACK_HEIGHT
RIM = tuple(
    k for k in range(SIZE) if k % TRACK_WIDTH in (0, TRACK_WIDTH - 1) or k // TRACK_WIDTH in (0, TRACK_HEIGHT - 1)
)
"""The cells along the edges of a card; its first column as it lies is always one of its edges."""
MORE_PAIRS = 4
"""How many more equal neighbours than wished for a card may have."""
SWAPS = 5000
"""After so many a face is begun anew."""


@dataclass(frozen=True)
class Wish:
    """What a deck should be like. Unless told, it is like that of the house."""

    empty_cells: int = 2
    """Cells of a card without a dot, at least; the others are shared evenly by the colours."""
    full_rim: int = 1
    """1 if no cell along the edges of a card may be empty, 0 if any may."""
    pairs: int = 22
    """Neighbours of one colour on a card, at least: 18 come by pure chance, 40 would be three blocks."""
    track: int = 12038
    """The number of the track card: it has its own luck."""


HOUSE_WISH = Wish()

HEADER = """\
# Dot Allot: a deck made by make_deck.py from seed {seed}
# ({wish}). Edit it, or type in the faces of your own cards.
#
# A grid has one letter for each cell: b blue, r red, y yellow, and a point where there is no dot.
# It shows the dark side of a card; the light side is its mirror image. There are one track card,
# always 5 columns by 7 rows, and 17 playing cards, all of one shape. No two playing cards may be
# equal, however they are turned or mirrored. The track card is written as it lies vertically: the
# player who starts the match sits below it and the first round begins at its left column. Laid
# horizontally, it makes a quarter turn to the right.

# Columns and rows of the playing cards, each from 1 to 7.
shape = [{width}, {height}]

[colours]
blue = "#4c8fe0"
red = "#e0564f"
yellow = "#e8b92e"
"""


def make(seed: int, wish: Wish = HOUSE_WISH) -> str:
    """A deck as the text of a TOML file, always the same for the same seed and wish."""
    wished = ", ".join(f"{part.name} {getattr(wish, part.name)}" for part in fields(wish))
    header = HEADER.format(seed=seed, wish=wished, width=TRACK_WIDTH, height=TRACK_HEIGHT)
    cards = make_cards(Random(seed), wish)
    tables = [table("[track]", make_track(Random(wish.track))), *(table("[[card]]", grid) for grid in cards)]
    return "\n".join((header, *tables))


def table(header: str, grid: Grid) -> str:
    rows = "\n".join(grid)
    return f'{header}\ndots = """\n{rows}\n"""\n'


def below(luck: Random, bound: int) -> int:
    """A number in 0..bound-1, from the one call whose outcome Python promises never to change."""
    return int(luck.random() * bound)


def shuffled(luck: Random, letters: str) -> str:
    left = list(letters)
    return "".join(left.pop(below(luck, len(left))) for _ in letters)


def make_cards(luck: Random, wish: Wish) -> Iterator[Grid]:
    """Faces that differ under every rotation and mirroring."""
    seen: set[Grid] = set()
    while len(seen) < CARDS:
        grid = make_face(luck, wish)
        if min(turns(grid)) not in seen:
            seen.add(min(turns(grid)))
            yield grid


def make_face(luck: Random, wish: Wish) -> Grid:
    """A dense face with its colours in clusters, the same number of dots in each."""
    wanted = wish.pairs + below(luck, MORE_PAIRS + 1)
    while True:
        cells = scatter(luck, wish)
        if gather(luck, cells, wanted):
            return tuple("".join(cells[row : row + TRACK_WIDTH]) for row in range(0, SIZE, TRACK_WIDTH))


def scatter(luck: Random, wish: Wish) -> list[str]:
    """Dots and empty cells wherever they fall."""
    each = (SIZE - wish.empty_cells) // len(LETTERS)
    free = [k for k in range(SIZE) if not (wish.full_rim and k in RIM)]
    empty = {free.pop(below(luck, len(free))) for _ in range(SIZE - each * len(LETTERS))}
    dots = iter(shuffled(luck, LETTERS * each))
    return [EMPTY if k in empty else next(dots) for k in range(SIZE)]


def gather(luck: Random, cells: list[str], wanted: int) -> bool:
    """Swap dots until so many neighbours are of one colour; False if luck does not help."""
    dotted = [k for k, cell in enumerate(cells) if cell != EMPTY]
    pairs = count_pairs(cells)
    for _ in range(SWAPS):
        if pairs >= wanted:
            return True
        a, b = dotted[below(luck, len(dotted))], dotted[below(luck, len(dotted))]
        cells[a], cells[b] = cells[b], cells[a]
        now = count_pairs(cells)
        if now < pairs:
            cells[a], cells[b] = cells[b], cells[a]
        else:
            pairs = now
    return False


def count_pairs(cells: list[str]) -> int:
    """Neighbours of one colour, side by side or one above the other."""
    count = 0
    for k, cell in enumerate(cells):
        right = k % TRACK_WIDTH < TRACK_WIDTH - 1 and cells[k + 1] == cell
        below_it = k + TRACK_WIDTH < len(cells) and cells[k + TRACK_WIDTH] == cell
        count += (right + below_it) * (cell != EMPTY)
    return count


def make_track(luck: Random) -> Grid:
    """A track that keeps A4 both ways round; its grey row and column are empty.

    Vertical, column 1 holds red and blue below, blue and yellow above, and column 2 blue and yellow
    on both sides. Horizontal, the last two rows do the same, read from the right. Together that
    leaves no choice in the lower left corner.

    The last round decides most matches, and it is good to start it. So its column is made to even
    that out (A20): vertical, its starter has three dots of one colour; horizontal, the top row has
    the same two dots on both sides.
    """
    pair = shuffled(luck, "by")
    left, next_to_it = (pair[k] + shuffled(luck, pair[1 - k] + "by"[below(luck, 2)]) for k in range(2))
    free = "".join(LETTERS[below(luck, 3)] for _ in range(4))
    right = (pair[0], *free[:2])
    upper = (f"{left[k]}{next_to_it[k]}.{right[k]}{pair[1]}" for k in range(3))
    lower = (f"rb.{free[2:]}", f"by.{shuffled(luck, 'by')}", f"by.{shuffled(luck, 'rb')}")
    return (*upper, EMPTY * TRACK_WIDTH, *lower)


if __name__ == "__main__":
    sys.stdout.write(make(int(sys.argv[1]) if len(sys.argv) > 1 else HOUSE_SEED))
