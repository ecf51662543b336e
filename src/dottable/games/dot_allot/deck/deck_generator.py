"""Generates decks from a seed (A3): `python -m dottable.games.dot_allot.deck.deck_generator SEED > deck.toml`.

A deck has four kinds of cards. Solid cards show one colour. Two-colour and three-colour cards have a dot in every cell,
gathered into clusters by hill climbing on swaps. Sparse cards have a single dot, so that most places on the opponent's
side give no dot (A10, A20). `lab.tuning` offers the fields of a recipe as knobs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from random import Random

from dottable.games.dot_allot.deck.card_grids import Grid, rotations_of_both_sides
from dottable.games.dot_allot.deck.track_enumeration import track_from_number
from dottable.games.dot_allot.pieces import CARD_COUNT, COLOUR_LETTERS, EMPTY_CELL, TRACK_HEIGHT, TRACK_WIDTH

HOUSE_SEED = 1
"""Seed of the house deck (docs/decisions/0020-dot-allot-house-deck-and-track.md)."""
CELLS_PER_CARD = TRACK_WIDTH * TRACK_HEIGHT
INNER_CELLS = tuple(
    k
    for k in range(CELLS_PER_CARD)
    if 0 < k % TRACK_WIDTH < TRACK_WIDTH - 1 and 0 < k // TRACK_WIDTH < TRACK_HEIGHT - 1
)
"""Indices of the cells that touch no edge of a card. In any pose, the first column of a card is one of its edges."""
COLOUR_ORDERS = ("bry", "ryb", "ybr", "byr", "rby", "yrb")
"""Orders of the colours on clustered cards, used in turn. A two-colour card uses the first two colours."""
MAX_SWAPS = 5000
"""Number of swaps after which hill climbing restarts with a new face."""


@dataclass(frozen=True)
class AllotDeckRecipe:
    """The properties of a generated deck. The defaults are those of the house deck."""

    solid_cards: int = 9
    """Number of cards with one colour. One inner cell of each is empty, so that all cards differ."""
    two_colour_cards: int = 3
    """Number of cards with two colours. The remaining cards have three."""
    sparse_cards: int = 5
    """Number of cards with a single dot."""
    two_colour_pairs: int = 48
    """Minimum number of neighbouring cells of equal colour on a two-colour card: 29 by chance, 58 if solid."""
    three_colour_pairs: int = 26
    """Minimum number of neighbouring cells of equal colour on a three-colour card: 19 by chance."""
    track: int = 11749369644
    """Number of the track card (`track.track_from_number`)."""


HOUSE_RECIPE = AllotDeckRecipe()

FILE_HEADER = """\
# Dot Allot: a deck made by dottable.games.dot_allot.deck.deck_generator from seed {seed}
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
    """Return a deck as the text of a TOML file. Equal seeds and recipes give equal texts."""
    listed = ", ".join(f"{part.name} {getattr(recipe, part.name)}" for part in fields(recipe))
    header = FILE_HEADER.format(seed=seed, recipe=listed, width=TRACK_WIDTH, height=TRACK_HEIGHT)
    cards = generate_cards(Random(seed), recipe)
    tables = [
        toml_table("[track]", track_from_number(recipe.track)),
        *(toml_table("[[card]]", grid) for grid in cards),
    ]
    return "\n".join((header, *tables))


def toml_table(header: str, grid: Grid) -> str:
    """Return a table of the TOML file with the rows of a grid."""
    rows = "\n".join(grid)
    return f'{header}\ndots = """\n{rows}\n"""\n'


def random_below(rng: Random, bound: int) -> int:
    """Return a random integer below `bound`, by a method whose results are the same in all Python versions."""
    return int(rng.random() * bound)


def shuffled_letters(rng: Random, letters: str) -> str:
    """Return the letters in random order."""
    left = list(letters)
    return "".join(left.pop(random_below(rng, len(left))) for _ in letters)


def generate_cards(rng: Random, recipe: AllotDeckRecipe) -> Iterator[Grid]:
    """Yield faces that differ under every rotation and mirroring, kind by kind."""
    three_colour_cards = CARD_COUNT - recipe.solid_cards - recipe.two_colour_cards - recipe.sparse_cards
    seen: set[Grid] = set()
    for generate_face, count in (
        (generate_solid_face, recipe.solid_cards),
        (generate_two_colour_face, recipe.two_colour_cards),
        (generate_three_colour_face, three_colour_cards),
        (generate_sparse_face, recipe.sparse_cards),
    ):
        for index in range(count):
            grid = generate_face(rng, index, recipe)
            while min(rotations_of_both_sides(grid)) in seen:
                grid = generate_face(rng, index, recipe)
            seen.add(min(rotations_of_both_sides(grid)))
            yield grid


def generate_solid_face(rng: Random, index: int, recipe: AllotDeckRecipe) -> Grid:
    """Return a face of one colour with an empty inner cell. `index` chooses the colour."""
    cells = [COLOUR_LETTERS[index % len(COLOUR_LETTERS)]] * CELLS_PER_CARD
    cells[INNER_CELLS[random_below(rng, len(INNER_CELLS))]] = EMPTY_CELL
    return grid_of_cells(cells)


def generate_two_colour_face(rng: Random, index: int, recipe: AllotDeckRecipe) -> Grid:
    """Return a face with clusters of two colours. `index` chooses them."""
    colours = COLOUR_ORDERS[index % len(COLOUR_ORDERS)]
    return clustered_face(rng, colours[0] * 18 + colours[1] * 17, recipe.two_colour_pairs)


def generate_three_colour_face(rng: Random, index: int, recipe: AllotDeckRecipe) -> Grid:
    """Return a face with clusters of all colours. `index` chooses the colour with the fewest dots."""
    colours = COLOUR_ORDERS[index % len(COLOUR_ORDERS)]
    return clustered_face(rng, colours[0] * 12 + colours[1] * 12 + colours[2] * 11, recipe.three_colour_pairs)


def generate_sparse_face(rng: Random, index: int, recipe: AllotDeckRecipe) -> Grid:
    """Return a face with a single dot that touches no edge. `index` chooses its colour."""
    cells = [EMPTY_CELL] * CELLS_PER_CARD
    cells[INNER_CELLS[random_below(rng, len(INNER_CELLS))]] = COLOUR_LETTERS[index % len(COLOUR_LETTERS)]
    return grid_of_cells(cells)


def clustered_face(rng: Random, letters: str, wanted_pairs: int) -> Grid:
    """Return a face with these dots, one per cell, gathered into clusters."""
    while True:
        cells = list(shuffled_letters(rng, letters))
        if cluster_colours(rng, cells, wanted_pairs):
            return grid_of_cells(cells)


def grid_of_cells(cells: list[str]) -> Grid:
    """Return the cells of a card, listed row by row, as a grid."""
    return tuple("".join(cells[row : row + TRACK_WIDTH]) for row in range(0, CELLS_PER_CARD, TRACK_WIDTH))


def cluster_colours(rng: Random, cells: list[str], wanted_pairs: int) -> bool:
    """Swap dots by hill climbing until there are `wanted` pairs. Return False if MAX_SWAPS swaps do not suffice."""
    dotted = [k for k, cell in enumerate(cells) if cell != EMPTY_CELL]
    pairs = count_same_colour_pairs(cells)
    for _ in range(MAX_SWAPS):
        if pairs >= wanted_pairs:
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
    """Return the number of pairs of neighbouring cells with the same colour."""
    count = 0
    for k, cell in enumerate(cells):
        right = k % TRACK_WIDTH < TRACK_WIDTH - 1 and cells[k + 1] == cell
        below_it = k + TRACK_WIDTH < len(cells) and cells[k + TRACK_WIDTH] == cell
        count += (right + below_it) * (cell != EMPTY_CELL)
    return count


if __name__ == "__main__":
    sys.stdout.write(generate_deck(int(sys.argv[1]) if len(sys.argv) > 1 else HOUSE_SEED))
