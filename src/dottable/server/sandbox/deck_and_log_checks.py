"""The jobs that run in the sandbox. Each takes text from untrusted users."""

from __future__ import annotations

from msgspec import Struct

from dottable.core.deck_files import read_deck
from dottable.core.errors import BadLog
from dottable.core.matches.match_log import read_log, verify_log
from dottable.core.registry import installed_games


class CheckedDeck(Struct, frozen=True):
    """Result of checking a custom deck: content hash, cards as SVG pictures by name, and warnings."""

    content_hash: str
    cards: dict[str, str]
    warnings: list[str]
    """Warnings: what in the deck is allowed but may be a mistake, with line numbers."""


class LogCheck(Struct, frozen=True):
    """Result of verifying a log. `line` is the number of the first invalid line, from 1; None if the log is valid."""

    is_valid: bool
    sentence: str
    line: int | None = None
    game: str | None = None
    moves: int | None = None
    scores: list[int] | None = None


def check_deck(slug: str, text: str, name: str) -> CheckedDeck:
    """Return the content hash, the card pictures and the warnings of a custom deck. Raise BadDeck if it is invalid."""
    game = installed_games()[slug]
    deck = read_deck(game, text, name)
    return CheckedDeck(deck.content_hash, dict(game.deck.card_pictures(deck.numbers)), list(deck.warnings))


def validate_deck(slug: str, text: str, name: str) -> None:
    """Raise BadDeck if a custom deck is invalid."""
    read_deck(installed_games()[slug], text, name)


def check_log(text: str) -> LogCheck:
    """Return whether a log is valid and, if not, its first invalid line."""
    try:
        log = read_log(text)
        match = verify_log(log)
    except BadLog as error:
        return LogCheck(is_valid=False, sentence=str(error), line=error.line)
    return LogCheck(
        is_valid=True,
        sentence="The log is valid: seed, moves and result are correct.",
        game=log.game.slug,
        moves=len(log.moves),
        scores=match.scores(),
    )
