"""The colours of a deck (B3): names, paints and places, and how records hold them as integers."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from dottable.games.dots_72.pieces import COLOUR_COUNT, COLOUR_LETTERS, HOUSE_COLOURS, MAX_NAME_BYTES, NAME_WORDS


class PlacedColour(NamedTuple):
    """A colour of a deck and its place (0 to 7), which decides its letter in card codes and its shape in pictures."""

    place: int
    name: str
    paint: str
    """The paint as `#rrggbb`."""

    @property
    def letter(self) -> str:
        """The letter that stands for the colour in card codes, such as `r`."""
        return COLOUR_LETTERS[self.place]


PlacedColours = tuple[PlacedColour, ...]


def place_colours(paints: dict[str, str]) -> PlacedColours:
    """Return colours with their places, in the order of places; `paints` has a paint for every name.

    A colour gets the place of its first letter if it is free, else of another letter of its name, else any.
    """
    places: dict[str, int] = {}
    for letters_used in (1, MAX_NAME_BYTES, 0):
        for name in paints:
            wanted = name.lower()[:letters_used] if letters_used else COLOUR_LETTERS
            free = [place for place in map(COLOUR_LETTERS.find, wanted) if place >= 0 and place not in places.values()]
            if name not in places and free:
                places[name] = free[0]
    return tuple(sorted(PlacedColour(place, name, paints[name]) for name, place in places.items()))


def encode_colours(colours: PlacedColours) -> list[int]:
    """Return five integers for every place: the paint, then the name in NAME_WORDS parts; zeros for a free place."""
    numbers = [0] * COLOUR_COUNT * (1 + NAME_WORDS)
    for colour in colours:
        name = np.frombuffer(colour.name.encode().ljust(MAX_NAME_BYTES, b"\0"), "<i4")
        at = colour.place * (1 + NAME_WORDS)
        numbers[at : at + 1 + NAME_WORDS] = [int(colour.paint[1:], 16), *name.tolist()]
    return numbers


@lru_cache(64)
def decode_colours(paints: tuple[int, ...], names: tuple[tuple[int, ...], ...]) -> PlacedColours:
    """Return the colours of a deck from the fields `paints` and `colour_names` of a record."""
    found = []
    for place, (paint, words) in enumerate(zip(paints, names, strict=True)):
        name = b"".join([(word & 0xFFFFFFFF).to_bytes(4, "little") for word in words]).rstrip(b"\0").decode()
        if name:
            found.append(PlacedColour(place, name, f"#{paint:06x}"))
    return tuple(found)


def colours_from_numbers(numbers: tuple[int, ...]) -> PlacedColours:
    """Return the colours at the end of a deck's integers."""
    rows = np.array(numbers[-COLOUR_COUNT * (1 + NAME_WORDS) :]).reshape(COLOUR_COUNT, 1 + NAME_WORDS).tolist()
    return decode_colours(tuple(row[0] for row in rows), tuple(tuple(row[1:]) for row in rows))


HOUSE_PLACED_COLOURS = place_colours(HOUSE_COLOURS)
