"""Generator of decks from a seed (A3): `python -m dottable.games.dot_allot.deck.generate SEED > deck.toml`.

Every card has the same number of dots of each colour. Hill climbing on swaps of cells gathers the colours into
clusters (A20). `lab.tuning` offers the fields of a recipe as knobs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random

from dottable.games.dot_allot.deck.grids import Grid, rotations_of_both_sides
from dottable.games.dot_allot.pieces import CARD_COUNT, COLOUR_LETTERS, EMPTY_CELL, TRACK_HEIGHT, TRACK_WIDTH

HOUSE_SEED = 20
"""Seed of the house deck, chosen by matches of `sharp` bots (docs/decisions/0012-house-deck-of-dot-allot.md)."""
CELLS_PER_CARD = TRACK_WIDTH * TRACK_HEIGHT
EDGE_CELLS = tuple(
    k
    for k in range(CELLS_PER_CARD)
    if k % TRACK_WIDTH in (0, TRACK_WIDTH - 1) or k // TRACK_WIDTH in (0, TRACK_HEIGHT - 1)
)
"""Cells along the edges of a card. In any pose the first column of a card is one of its edges."""
MAX_EXTRA_PAIRS = 4
"""A card gets a random number of pairs beyond the recipe's minimum, at most this many."""
MAX_SWAPS = 5000
"""Number of swaps after which hill climbing restarts with a new face."""


@dataclass(frozen=True)
class AllotDeckRecipe:
    """The properties of a generated deck. The defaults are those of the house deck."""

    empty_cells: int = 2
    """Least number of cells of a card without a dot. The colours share the others evenly."""
    full_rim: int = 1
    """1 if no cell along the edges of a card may be empty, 0 if any may."""
    pairs: int = 22
    """Least number of pairs of neighbouring cells of one colour: 18 come by chance, three solid blocks have 40."""
    track: int = 12038
    """Seed of the track card."""


HOUSE_RECIPE = AllotDeckRecipe()

FILE_HEADER = """\
# Dot Allot: a deck made by dottable.games.dot_allot.deck.generate from seed {seed}
# ({recipe}). Edit it, or type in the faces of your own cards.
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


def generate_deck(seed: int, recipe: AllotDeckRecipe = HOUSE_RECIPE) -> str:
    """Return a deck as the text of a TOML file; equal seeds and recipes give equal texts."""
    listed = ", ".join(f"{part.name} {getattr(recipe, part.name)}" for part in fields(recipe))
    header = FILE_HEADER.format(seed=seed, recipe=listed, width=TRACK_WIDTH, height=TRACK_HEIGHT)
    cards = generate_cards(Random(seed), recipe)
    tables = [
        toml_table("[track]", generate_track(Random(recipe.track))),
        *(toml_table("[[card]]", grid) for grid in cards),
    ]
    return "\n".join((header, *tables))


def toml_table(header: str, grid: Grid) -> str:
    """Return a table of the TOML file with the rows of a grid."""
    rows = "\n".join(grid)
    return f'{header}\ndots = """\n{rows}\n"""\n'


def random_below(rng: Random, bound: int) -> int:
    """Return a random integer below `bound`, by the one method whose results never change between Python versions."""
    return int(rng.random() * bound)


def shuffled_letters(rng: Random, letters: str) -> str:
    """Return the letters in random order."""
    left = list(letters)
    return "".join(left.pop(random_below(rng, len(left))) for _ in letters)


def generate_cards(rng: Random, recipe: AllotDeckRecipe) -> Iterator[Grid]:
    """Yield faces that differ under every rotation and mirroring."""
    seen: set[Grid] = set()
    while len(seen) < CARD_COUNT:
        grid = generate_face(rng, recipe)
        if min(rotations_of_both_sides(grid)) not in seen:
            seen.add(min(rotations_of_both_sides(grid)))
            yield grid


def generate_face(rng: Random, recipe: AllotDeckRecipe) -> Grid:
    """Return a face with clusters of colours and the same number of dots of each colour."""
    wanted = recipe.pairs + random_below(rng, MAX_EXTRA_PAIRS + 1)
    while True:
        cells = random_cells(rng, recipe)
        if cluster_colours(rng, cells, wanted):
            return tuple("".join(cells[row : row + TRACK_WIDTH]) for row in range(0, CELLS_PER_CARD, TRACK_WIDTH))


def random_cells(rng: Random, recipe: AllotDeckRecipe) -> list[str]:
    """Return the cells of a face with dots and empty cells in random order."""
    each = (CELLS_PER_CARD - recipe.empty_cells) // len(COLOUR_LETTERS)
    free = [k for k in range(CELLS_PER_CARD) if not (recipe.full_rim and k in EDGE_CELLS)]
    empty = {free.pop(random_below(rng, len(free))) for _ in range(CELLS_PER_CARD - each * len(COLOUR_LETTERS))}
    dots = iter(shuffled_letters(rng, COLOUR_LETTERS * each))
    return [EMPTY_CELL if k in empty else next(dots) for k in range(CELLS_PER_CARD)]


def cluster_colours(rng: Random, cells: list[str], wanted: int) -> bool:
    """Swap dots by hill climbing until there are `wanted` pairs; return False after MAX_SWAPS."""
    dotted = [k for k, cell in enumerate(cells) if cell != EMPTY_CELL]
    pairs = count_same_colour_pairs(cells)
    for _ in range(MAX_SWAPS):
        if pairs >= wanted:
            return True
        a, b = dotted[random_below(rng, len(dotted))], dotted[random_below(rng, len(dotted))]
        cells[a], cells[b] = cells[b], cells[a]
        now = count_same_colour_pairs(cells)
        if now < pairs:
            cells[a], cells[b] = cells[b], cells[a]
        else:
            pairs = now
    return False


def count_same_colour_pairs(cells: list[str]) -> int:
    """Return the number of pairs of neighbouring cells of one colour."""
    count = 0
    for k, cell in enumerate(cells):
        right = k % TRACK_WIDTH < TRACK_WIDTH - 1 and cells[k + 1] == cell
        below_it = k + TRACK_WIDTH < len(cells) and cells[k + TRACK_WIDTH] == cell
        count += (right + below_it) * (cell != EMPTY_CELL)
    return count


def generate_track(rng: Random) -> Grid:
    """Return a track card that keeps A4 in both orientations, with an empty grey row and column.

    Vertical, column 1 holds red and blue below, and blue and yellow above. Column 2 holds blue and
    yellow on both sides. Horizontal, the last two rows do the same, read from the right. Together
    that determines the lower left corner.

    The last round decides most matches, and starting it is an advantage. The dots of its column
    compensate for that (A20): vertical, its starter has three dots of one colour; horizontal, the
    top row has the same two dots on both sides.
    """
    pair = shuffled_letters(rng, "by")
    left, next_to_it = (pair[k] + shuffled_letters(rng, pair[1 - k] + "by"[random_below(rng, 2)]) for k in range(2))
    free = "".join(COLOUR_LETTERS[random_below(rng, 3)] for _ in range(4))
    right = (pair[0], *free[:2])
    upper = (f"{left[k]}{next_to_it[k]}.{right[k]}{pair[1]}" for k in range(3))
    lower = (f"rb.{free[2:]}", f"by.{shuffled_letters(rng, 'by')}", f"by.{shuffled_letters(rng, 'rb')}")
    return (*upper, EMPTY_CELL * TRACK_WIDTH, *lower)


if __name__ == "__main__":
    sys.stdout.write(generate_deck(int(sys.argv[1]) if len(sys.argv) > 1 else HOUSE_SEED))
