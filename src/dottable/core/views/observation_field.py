"""Names and bounds for the numbers of an observation, which a game's `observe` writes."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dottable.core.primitives.record import Array

if TYPE_CHECKING:
    from dottable.core.game import Game

MAX_OBSERVATION_VALUE = 32_767
"""The highest number in an observation, whose numbers are int16."""


class ObservationField(NamedTuple):
    """Consecutive numbers of an observation with one meaning; each lies between `low` and `high`."""

    name: str
    high: int
    meaning: str
    shape: tuple[int, ...] = ()
    """Shape of the array; empty for a single number."""
    low: int = 0

    @property
    def size(self) -> int:
        """Count of integers in the field: the product of the shape, 1 for a single integer."""
        return prod(self.shape)


def observation_fields_of(game: Game) -> tuple[ObservationField, ...]:
    """Return the fields of a game's observation in order; a single field if the game names none."""
    if game.observation_fields is not None:
        return game.observation_fields.FIELDS
    size = game.knowledge.OBSERVATION_SIZE
    return (
        ObservationField(
            "observation", MAX_OBSERVATION_VALUE, "What the seat knows.", (size,), low=-MAX_OBSERVATION_VALUE
        ),
    )


def field_offsets(fields: tuple[ObservationField, ...]) -> Iterator[tuple[int, ObservationField]]:
    """Yield (index, field): the index of a field's first integer in an observation, and the field."""
    at = 0
    for field in fields:
        yield at, field
        at += field.size


def observation_bounds(fields: tuple[ObservationField, ...]) -> tuple[Array, Array]:
    """Return two int16 arrays: the lowest and the highest possible value of every integer of an observation."""
    sizes = [field.size for field in fields]
    low = np.repeat(np.array([field.low for field in fields], np.int16), sizes)
    high = np.repeat(np.array([field.high for field in fields], np.int16), sizes)
    return low, high


def split_by_field(fields: tuple[ObservationField, ...], observation: Array) -> dict[str, Array]:
    """Return the parts of an observation (or of a batch of them) by field name, as array views."""
    rows = observation.shape[:-1]
    return {
        field.name: observation[..., at : at + field.size].reshape((*rows, *field.shape))
        for at, field in field_offsets(fields)
    }
