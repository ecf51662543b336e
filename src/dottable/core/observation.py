"""Names for the numbers of an observation: what `knowledge.observe` writes, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dottable.core.record import Array

if TYPE_CHECKING:
    from dottable.core.game import Game

MOST = 32_767
"""The highest number that fits into an observation."""


class Field(NamedTuple):
    """Some numbers that stand next to each other and mean the same kind of thing."""

    name: str
    high: int
    meaning: str
    shape: tuple[int, ...] = ()
    """Nothing for a single number."""
    low: int = 0

    @property
    def size(self) -> int:
        return prod(self.shape)


def fields_of(game: Game) -> tuple[Field, ...]:
    """The fields of a game's observation in their order; one for all numbers if the game does not name them."""
    if game.observation is not None:
        return game.observation.FIELDS
    size = game.knowledge.OBSERVATION
    return (Field("observation", MOST, "What the seat knows.", (size,), low=-MOST),)


def places(fields: tuple[Field, ...]) -> Iterator[tuple[int, Field]]:
    """Where each field begins."""
    at = 0
    for field in fields:
        yield at, field
        at += field.size


def bounds(fields: tuple[Field, ...]) -> tuple[Array, Array]:
    """The least and the greatest value of every number."""
    sizes = [field.size for field in fields]
    low = np.repeat(np.array([field.low for field in fields], np.int16), sizes)
    high = np.repeat(np.array([field.high for field in fields], np.int16), sizes)
    return low, high


def by_name(fields: tuple[Field, ...], observation: Array) -> dict[str, Array]:
    """An observation (or many, in rows) taken apart: views by name, no copies."""
    rows = observation.shape[:-1]
    return {
        field.name: observation[..., at : at + field.size].reshape((*rows, *field.shape))
        for at, field in places(fields)
    }
