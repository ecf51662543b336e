"""The record of a match, its options and its actions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from dottable.core import options
from dottable.core.primitives.action_space import ActionSpace
from dottable.core.primitives.record import i1, record

TOSSES = 5


class Options(options.Options, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    luck: Annotated[int, Meta(ge=0, le=100, description="How often the coin favours who begins, in per cent.")] = 50
    colour: Annotated[Literal["gold", "silver"], Meta(description="Of the coin; it changes nothing.")] = "gold"


STATE = record(luck=i1, starter=i1, tossed=i1, won=(i1, 2))
ACTIONS = ActionSpace(toss=())
