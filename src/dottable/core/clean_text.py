"""Cleaning of text that players enter: names and chat messages."""

from __future__ import annotations

import unicodedata

ZERO_WIDTH_JOINER = "\u200d"


def clean_text(text: str, max_characters: int) -> str:
    """Return a player's text on one line, without invisible characters and cut to `max_characters`.

    HTML is not escaped here.
    """
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(" " if c.isspace() else c for c in normal if is_visible(c))
    return " ".join(kept.split())[:max_characters].strip()


def is_visible(character: str) -> bool:
    """Return False for control characters, lone surrogates and direction marks.

    The joiner inside emoji stays visible.
    """
    return character.isspace() or character == ZERO_WIDTH_JOINER or unicodedata.category(character)[0] != "C"
