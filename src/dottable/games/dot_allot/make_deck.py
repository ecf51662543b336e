"""Makes decks by a seed (A3): `python -m dottable.games.dot_allot.make_deck SEED > deck.toml`.

Every card has as many dots of each colour and two empty cells; swapping cells until enough equal
neighbours lie side by side gathers the colours into clusters (A20).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from dottable.games.dot_allot.grids import Grid, turns
from dottable.games.dot_allot.pieces import CARDS, EMPTY, LETTERS, TRACK_HEIGHT, TRACK_WIDTH

HOUSE_SEED = 44
"""Chosen among many by greedy play, see `deck_trial.py`."""
EMPTY_CELLS = 2
LEAST_PAIRS, MOST_PAIRS = 29, 35
"""Neighbours of one colour on a card: 18 come by pure chance, 40 would be three blocks."""

HEADER = """\
# Dot Allot: a deck made by make_deck.py from seed {seed}. Edit it, or type in the faces of your own cards.
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


def make(seed: int) -> str:
    """A deck as the text of a TOML file, always the same for the same seed."""
    luck = Random(seed)
    header = HEADER.format(seed=seed, width=TRACK_WIDTH, height=TRACK_HEIGHT)
    tables = [table("[track]", make_track(luck)), *(table("[[card]]", grid) for grid in make_cards(luck))]
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


def make_cards(luck: Random) -> Iterator[Grid]:
    """Faces that differ under every rotation and mirroring."""
    seen: set[Grid] = set()
    while len(seen) < CARDS:
        grid = make_face(luck)
        if min(turns(grid)) not in seen:
            seen.add(min(turns(grid)))
            yield grid


def make_face(luck: Random) -> Grid:
    """A dense face with its colours in clusters, the same number of dots in each."""
    size = TRACK_WIDTH * TRACK_HEIGHT
    each = (size - EMPTY_CELLS) // len(LETTERS)
    cells = list(shuffled(luck, LETTERS * each + EMPTY * (size - each * len(LETTERS))))
    wanted = LEAST_PAIRS + below(luck, MOST_PAIRS - LEAST_PAIRS + 1)
    pairs = count_pairs(cells)
    while pairs < wanted:
        a, b = below(luck, size), below(luck, size)
        cells[a], cells[b] = cells[b], cells[a]
        now = count_pairs(cells)
        if now < pairs:
            cells[a], cells[b] = cells[b], cells[a]
        else:
            pairs = now
    return tuple("".join(cells[row : row + TRACK_WIDTH]) for row in range(0, size, TRACK_WIDTH))


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
    """
    free = "".join(LETTERS[below(luck, 3)] for _ in range(8))
    left, next_to_it = (shuffled(luck, "by" + "by"[below(luck, 2)]) for _ in range(2))
    upper = (f"{left[k]}{next_to_it[k]}.{free[2 * k : 2 * k + 2]}" for k in range(3))
    lower = (f"rb.{free[6:]}", f"by.{shuffled(luck, 'by')}", f"by.{shuffled(luck, 'rb')}")
    return (*upper, EMPTY * TRACK_WIDTH, *lower)


if __name__ == "__main__":
    sys.stdout.write(make(int(sys.argv[1]) if len(sys.argv) > 1 else HOUSE_SEED))
