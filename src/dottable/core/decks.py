"""Decks as data: the pieces of a game in a TOML file that a person can edit.

A game with a deck has a `deck.py` that turns such a file into whole numbers, which its `setup`
finds in the settings behind the options. A deck is known by the hash of those numbers.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from dottable.core.errors import DottableError

if TYPE_CHECKING:
    from dottable.core.game import Game

MOST_BYTES = 256 * 1024


class BadDeck(DottableError):
    """A deck file that is wrong; the sentence says where."""


@dataclass(frozen=True)
class Deck:
    """A deck that was read and found right."""

    name: str
    text: str = field(repr=False)
    """The file as a person wrote it; a log carries it."""
    numbers: tuple[int, ...] = field(repr=False)

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(np.array(self.numbers, "<i4").tobytes()).hexdigest()


class DeckModule(Protocol):
    """`deck.py` of a game that plays with a deck."""

    HOUSE: str
    """The file name of the deck that comes with the game, in its own folder."""

    def read(self, table: dict[str, Any], text: str, /) -> list[int]:
        """The deck's whole numbers, always the same count; BadDeck says what is wrong and where."""

    def draw_cards(self, numbers: tuple[int, ...], /) -> Iterator[tuple[str, str]]:
        """Every card as a file name without ending, and an SVG picture."""


def read_deck(game: Game, text: str, name: str) -> Deck:
    """A deck from the text of a file; BadDeck names the file and what is wrong in it."""
    if len(text.encode()) > MOST_BYTES:
        raise BadDeck(f"{name}: a deck file has at most {MOST_BYTES // 1024} kB.")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDeck(f"{name}: this is no TOML: {error}.") from None
    try:
        return Deck(name, text, tuple(game.deck.read(table, text)))
    except BadDeck as error:
        raise BadDeck(f"{name}: {error}") from None


def load_deck(game: Game, path: Path) -> Deck:
    """A deck from a file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadDeck(f"{path.name}: a deck file has at most {MOST_BYTES // 1024} kB.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadDeck(f"{path}: the file cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadDeck(f"{path.name}: a deck file is plain UTF-8 text.") from None
    return read_deck(game, text, path.name)


def house_deck(game: Game) -> Deck:
    """The deck that comes with the game."""
    return load_deck(game, game.folder / game.deck.HOUSE)
