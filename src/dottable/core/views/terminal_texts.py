"""Types of the texts that a game gives the terminal client: steps of choosing an action, and lessons of the guide."""

from __future__ import annotations

from typing import NamedTuple


class ActionStep(NamedTuple):
    """One step of choosing an action: the question to the player, and the answer that leads to the action."""

    question: str
    answer: str
    """Short text for a list. Actions that differ only in a later step have the same answer here."""


class LessonText(NamedTuple):
    """One explanation that the guide shows during a player's first match."""

    id: str
    text: str
