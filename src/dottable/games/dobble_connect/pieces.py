"""Cards, colours and symbols (E1, E2), and the six sides of a hexagon."""

from __future__ import annotations

import numpy as np

from dottable.core.primitives.rule import rule

PLANE_ORDER = 9
"""Order of the projective plane from which the deck is built."""
SYMBOLS_PER_CARD = PLANE_ORDER + 1
COLOURS = ("pink", "orange", "green", "blue")
START_KIND = "start"
CARD_KINDS = (*COLOURS, START_KIND)
KIND_LETTERS = "POGBS"
"""Letter of every kind of card, so that kinds differ without colour."""
MAX_TEAMS = len(COLOURS)
CARDS_PER_COLOUR = 20
COLOUR_CARD_COUNT = MAX_TEAMS * CARDS_PER_COLOUR
START_CARD_COUNT = 10
CARD_COUNT = COLOUR_CARD_COUNT + START_CARD_COUNT
"""Number of cards. 0-19 are pink, 20-39 orange, 40-59 green, 60-79 blue, 80-89 starting cards."""
NO_CARD = -1

SIDE_COUNT = 6
SIDE_CODES = ("e", "ne", "nw", "w", "sw", "se")
SIDE_WORDS = ("right", "upper right", "upper left", "left", "lower left", "lower right")
SIDE_STEP_Q = np.array([1, 1, 0, -1, -1, 0], np.int64)
SIDE_STEP_R = np.array([0, -1, -1, 0, 1, 1], np.int64)
"""Step to the neighbour at each side in axial coordinates (q, r). Hexagons have a corner at the top; rows run from left
to right."""
SIDE_OF_STEP = np.array([-1, 3, 4, 2, -1, 5, 1, 0, -1], np.int64)
"""Side to which a step (q, r) leads, at index 3 * (q + 1) + r + 1; -1 if there is none."""

SYMBOL_NAMES = (
    "lightning bolt",
    "cup of coffee",
    "cactus",
    "basketball",
    "headphones",
    "skateboard",
    "heart",
    "sun",
    "pizza",
    "duck",
    "llama piñata",
    "cat",
    "pineapple",
    "popcorn",
    "hammock",
    "rainbow",
    "umbrella",
    "wave",
    "unicorn",
    "donut",
    "computer mouse",
    "eagle",
    "avocado",
    "juice box",
    "smiley",
    "DJ turntable",
    "cap",
    "flame",
    "controller",
    "jack of spades",
    "text message",
    "palm tree",
    "planet",
    "alien",
    "milkshake",
    "Korean heart",
    "moon crescent",
    "pool float",
    "instant camera",
    "slingshot",
    "ukulele",
    "cowboy boot",
    "water gun",
    "smartwatch",
    "dice",
    "clover",
    "Cthulhu",
    "cupcake",
    "mochi skewer",
    "baseball jacket",
    "sneakers",
    "backpack",
    "heart-shaped glasses",
    "lava lamp",
    "dragon",
    "bowl of ramen",
    "surfboard",
    "van",
    "ice cream cone",
    "waffle",
    "chess piece",
    "strawberry",
    "monstera leaf",
    "dumbbell",
    "tee shirt",
    "disco ball",
    "water bottle",
    "bike",
    "laptop",
    "bag of chips",
    "beach towel",
    "soda can",
    "fan",
    "scooter",
    "bucket hat",
    "roller skates",
    "stamp",
    "lemon",
    "starfish",
    "watermelon",
    "nest",
    "Dobby",
    "fish",
    "destination sign",
    "bento",
    "thumb up",
    "french fries",
    "angry volcano",
    "clapper",
    "capybara",
    "peace sign",
)


@rule
def card_colour(card: int) -> int:
    """Return the colour of a card, which is the number of its team; 4 for starting cards."""
    return card // CARDS_PER_COLOUR


def card_name(card: int) -> str:
    """Return the name of a card, numbered as in a deck file: "pink 7", "start 2"."""
    return f"{CARD_KINDS[card // CARDS_PER_COLOUR]} {card % CARDS_PER_COLOUR + 1}"
