"""Choosing an action step by step: which card, then which turn of it, then where."""

from __future__ import annotations

from typing import NamedTuple


class ActionStep(NamedTuple):
    """One step of a choice: the question to the player, and the answer that leads to the action."""

    question: str
    answer: str
    """Short text for a list. Actions that differ in a later step only have the same answer here."""


class LessonText(NamedTuple):
    """One message of the guide in a first match."""

    id: str
    text: str
