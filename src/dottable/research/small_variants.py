"""Small variants of the games for fast research, with fewer seats, shorter episodes and smaller spaces.

The rules stay the same. A variant fixes the seats and options, may start late or end early, and keeps only a part of
the spaces. The learner is never offered an action that the variant leaves out. `docs/research.md` lists the sizes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

import numpy as np

from dottable.core.errors import DottableError
from dottable.core.game import Game
from dottable.core.primitives.record import Array
from dottable.core.views.observation_field import field_offsets, observation_fields_of

Shape = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SmallVariant:
    """Settings of a small variant. The defaults describe the whole game."""

    seats: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    opening_moves: int = 0
    """Number of moves that all seats play greedily before the episode begins."""
    ends_after_first_round: bool = False
    """Whether the episode ends with the first round. The seats with the best score win."""
    verb_shapes: Mapping[str, Shape] = field(default_factory=dict)
    """By verb: number of values to keep for each argument, starting with the lowest."""
    field_shapes: Mapping[str, Shape] = field(default_factory=dict)
    """By observation field: number of entries to keep along each axis, starting with the first."""

    def kept_actions(self, game: Game) -> Array:
        """Return the actions of the game that the variant keeps, in ascending order."""
        space = game.state.ACTIONS
        kept = [
            leading_indices(shape, self.verb_shapes.get(verb, shape)) + space.first_action(verb)
            for verb, shape in space.verbs.items()
        ]
        return np.concatenate(kept).astype(np.int32)

    def observation_columns(self, game: Game) -> Array:
        """Return the indices of the entries of an observation that the variant keeps."""
        kept = [
            leading_indices(part.shape, self.field_shapes.get(part.name, part.shape)) + at
            for at, part in field_offsets(observation_fields_of(game))
        ]
        return np.concatenate(kept).astype(np.int32)


def leading_indices(shape: Shape, kept: Shape) -> Array:
    """Return the flat indices of the entries of an array of `shape` that belong to its leading part of shape `kept`."""
    numbers = np.arange(prod(shape)).reshape(shape)
    return numbers[tuple(slice(count) for count in kept)].ravel()


UNREDUCED_VARIANT = SmallVariant()
"""The variant that keeps all options, actions and fields of a game."""
VARIANTS: Mapping[str, Mapping[str, SmallVariant]] = {
    "dobble_connect": {
        "tiny": SmallVariant(
            seats=2,
            options={"points": 1},
            verb_shapes={"claim": (24, 6, 10)},
            field_shapes={"points": (2,), "players": (2, 4), "spots": (24, 4)},
        )
    },
    "dot_allot": {
        "tiny": SmallVariant(
            seats=2,
            ends_after_first_round=True,
            field_shapes={"players": (2, 2), "track": (5, 7), "faces": (2, 4, 5, 7)},
        )
    },
    "dot_tiles": {"tiny": SmallVariant(seats=2, opening_moves=40, field_shapes={"sheets": (2, 30)})},
    "dots_52": {
        "tiny": SmallVariant(
            seats=2,
            ends_after_first_round=True,
            verb_shapes={
                "arrange": (0,),  # arranging is left out: all players see the new order, so it has no benefit
                **dict.fromkeys(("take", "put", "snap", "swap"), (8,)),
                **dict.fromkeys(("target", "look"), (2, 8)),
            },
            field_shapes={"scores": (2,), "tableaux": (2, 8), "awaited": (2,)},
        )
    },
    "dots_72": {
        "tiny": SmallVariant(
            seats=2,
            ends_after_first_round=True,
            field_shapes={"scores": (2,), "choosing": (2,), "hands": (2, 63)},
        )
    },
}
"""Small variants by game and name."""


def find_variant(game: Game, name: str | None) -> SmallVariant:
    """Return the variant of a game with this name; the whole game if the name is None."""
    if name is None:
        return UNREDUCED_VARIANT
    known = VARIANTS.get(game.slug, {})
    if name not in known:
        raise DottableError(f"Unknown variant '{name}' of {game.title}. Available: {', '.join(known) or 'none'}.")
    return known[name]
