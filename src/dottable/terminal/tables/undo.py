"""Taking a move back, if it showed the player nothing new."""

from __future__ import annotations

import secrets

import msgspec

from dottable.core.matches.match import Match, Move
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array

DETERMINIZED_SAMPLE_COUNT = 24
"""Determinized matches that a move is tried in. A new card goes unnoticed only if all of them show the same one."""


def revealed_nothing(before: Match, move: Move, after: Match) -> bool:
    """Return whether the move showed its player nothing that was unknown before it.

    The move is made in matches that are determinized from the player's knowledge. It revealed nothing if the player's
    view after it is the same in all of them.
    """
    seen = msgspec.json.encode(after.view(move.seat))
    for _ in range(DETERMINIZED_SAMPLE_COUNT):
        g = chance.generator()
        chance.start(rule_array(g), rule_array(chance.key_from_seed(secrets.token_bytes(32))))
        sample = before.determinize(move.seat, g)
        if sample.apply(*move) or msgspec.json.encode(sample.view(move.seat)) != seen:
            return False
    return True
