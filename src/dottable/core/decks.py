"""Decks: the pieces of a game in a TOML file that a person can edit.

The room `deck` of a game turns such a file into integers, which `setup` receives after the options. The hash of those
integers identifies the deck.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from dottable.core.errors import DottableError
from dottable.core.toml_limits import TomlTooComplex, check_toml

if TYPE_CHECKING:
    from dottable.core.game import Game

MAX_DECK_BYTES = 64 * 1024
"""Largest size of a deck file; the largest house deck has 13 kB."""


class BadDeck(DottableError):
    """An invalid deck file. The text says what is wrong and where."""


@dataclass(frozen=True)
class Deck:
    """A valid deck."""

    name: str
    text: str = field(repr=False)
    """Content of the file. The log of a match holds a copy."""
    numbers: tuple[int, ...] = field(repr=False)
    """The deck as integers, as `setup` receives it."""

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(np.array(self.numbers, "<i4").tobytes()).hexdigest()


def read_deck(game: Game, text: str, name: str) -> Deck:
    """Return the deck in a text. BadDeck names the file and the error."""
    if len(text.encode()) > MAX_DECK_BYTES:
        raise BadDeck(f"{name}: the file is larger than {MAX_DECK_BYTES // 1024} kB.")
    try:
        check_toml(text)
        table = tomllib.loads(text)
    except TomlTooComplex as error:
        raise BadDeck(f"{name}: {error}") from None
    except ValueError as error:  # TOMLDecodeError, and what the parser raises for impossible dates
        raise BadDeck(f"{name}: The file is not valid TOML: {error}.") from None
    try:
        return Deck(name, text, tuple(game.deck.read(table, text)))
    except BadDeck as error:
        raise BadDeck(f"{name}: {error}") from None


def load_deck(game: Game, path: Path) -> Deck:
    """Return the deck in a file."""
    try:
        if path.stat().st_size > MAX_DECK_BYTES:
            raise BadDeck(f"{path.name}: the file is larger than {MAX_DECK_BYTES // 1024} kB.")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadDeck(f"{path}: the file cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadDeck(f"{path.name}: the file is not UTF-8 text.") from None
    return read_deck(game, text, path.name)


def house_deck(game: Game) -> Deck:
    """Return the deck that comes with the game."""
    return load_deck(game, game.folder / "deck" / game.deck.HOUSE_DECK_FILE)
