"""Taking a move back, as long as it told the player nothing new."""

from __future__ import annotations

import secrets

import msgspec

from dottable.core import chance
from dottable.core.match import Match, Move
from dottable.core.record import for_rules

TWINS = 24


def revealed_nothing(before: Match, move: Move, after: Match) -> bool:
    """Whether the mover could have foretold everything seen after the move.

    The move is made in matches imagined from what the mover knew: if each of them looks the
    same afterwards, nothing was revealed.
    """
    seen = msgspec.json.encode(after.view(move.seat))
    for _ in range(TWINS):
        g = chance.generator()
        chance.start(for_rules(g), for_rules(chance.key_of(secrets.token_bytes(32))))
        twin = before.imagine(move.seat, g)
        if twin.apply(*move) or msgspec.json.encode(twin.view(move.seat)) != seen:
            return False
    return True
