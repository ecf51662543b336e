"""Decks: the pieces of a game in a TOML file that a person can edit.

The module `deck` of a game turns such a file into integers, which `setup` receives after the options. The hash of those
integers identifies the deck.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dottable.core.contract import DeckWarnings
from dottable.core.errors import DottableError
from dottable.core.toml_limits import TomlTooComplex, check_toml
from dottable.core.toml_line_numbers import TomlPath, line_of_unclosed, line_of_value

if TYPE_CHECKING:
    from dottable.core.game import Game

MAX_DECK_BYTES = 64 * 1024
"""Largest size of a deck file in bytes; the largest deck that comes with a game has 13 kB."""
TOML_POSITION_PATTERN = re.compile(r"\(at line (\d+), column (\d+)\)")
"""Matches line and column in an error message of `tomllib`."""


class BadDeck(DottableError):
    """An invalid deck file. The text says what is wrong and where.

    A reader gives the path of the wrong value as `at`, like ("card", 3, "dots"); `read_deck` adds file and line.
    """

    def __init__(self, sentence: str, *, at: TomlPath = ()) -> None:
        super().__init__(sentence)
        self.at = at


class DeckWarning(NamedTuple):
    """Something in a valid deck that may be a mistake, and the path of the value."""

    sentence: str
    at: TomlPath


class CardText(NamedTuple):
    """One card of a deck as text, for proofreading."""

    name: str
    copies: int
    lines: tuple[str, ...]
    """Everything printed on the card."""


@dataclass(frozen=True)
class Deck:
    """A deck whose file was read and found valid: its cards as integers, and the text of the file."""

    name: str
    """File name of the deck."""
    text: str = field(repr=False)
    """Content of the TOML file. The log of a match holds a copy."""
    numbers: tuple[int, ...] = field(repr=False)
    """The deck as integers, as `setup` receives it."""
    warnings: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """Sentences about what may be a mistake, with file and line."""

    @property
    def content_hash(self) -> str:
        """SHA-256 of the integers, in hexadecimal. It identifies the deck in logs."""
        return hashlib.sha256(np.array(self.numbers, "<i4").tobytes()).hexdigest()


def read_deck(game: Game, text: str, name: str) -> Deck:
    """Return the deck in a TOML text. Raise BadDeck if it is invalid; `name` is the file name for the message."""
    find_warnings = game.deck.find_warnings if isinstance(game.deck, DeckWarnings) else None
    return Deck(name, text, *parse_deck(game.deck.read, find_warnings, text, name))


def parse_deck(
    read: Callable[[dict[str, Any], str], list[int]],
    find_warnings: Callable[[dict[str, Any]], list[DeckWarning]] | None,
    text: str,
    name: str,
) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the integers of a deck and the warnings about it, by the two functions of its game. Raises BadDeck."""
    if len(text.encode()) > MAX_DECK_BYTES:
        raise BadDeck(f"{name}: the file is larger than {MAX_DECK_BYTES // 1024} kB.")
    try:
        check_toml(text)
        table = tomllib.loads(text)
    except TomlTooComplex as error:
        raise BadDeck(f"{name}: {error}") from None
    except ValueError as error:  # TOMLDecodeError, and what the parser raises for impossible dates
        raise BadDeck(toml_error_sentence(name, text, str(error))) from None
    try:
        numbers = tuple(read(table, text))
    except BadDeck as error:
        raise BadDeck(sentence_with_line(name, text, str(error), error.at)) from None
    warnings = find_warnings(table) if find_warnings else []
    return numbers, tuple(sentence_with_line(name, text, *warning) for warning in warnings)


def sentence_with_line(name: str, text: str, sentence: str, at: TomlPath) -> str:
    """Return "file, line n: sentence", with the line of the value at the TOML path `at`.

    Without a line if it is unknown.
    """
    line = line_of_value(text, at)
    return f"{name}: {sentence}" if line is None else f"{name}, line {line}: {sentence}"


def toml_error_sentence(name: str, text: str, error: str) -> str:
    """Return a sentence about a text that is not valid TOML, with the line of the error or of an unclosed bracket."""
    found = TOML_POSITION_PATTERN.search(error)
    if found:
        reason = error[: found.start()].strip()
        return f"{name}, line {found[1]}: The file is not valid TOML: {reason} (column {found[2]})."
    line = line_of_unclosed(text)
    if line is not None:
        return f"{name}, line {line}: The file is not valid TOML: what is opened here is never closed."
    return f"{name}, line {text.count(chr(10)) + 1}: The file is not valid TOML: {error}."


def load_deck(game: Game, path: Path) -> Deck:
    """Return the deck in a file. Raise BadDeck if the file cannot be read or the deck is invalid."""
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
    """Read and return the deck that comes with the game."""
    return load_deck(game, game.folder / "deck" / game.deck.HOUSE_DECK_FILE)
