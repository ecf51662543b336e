"""Decides whether a player may undo a move: only if the move revealed nothing new to that player."""

from __future__ import annotations

import secrets

import msgspec

from dottable.core.matches.match import Match, Move
from dottable.core.primitives import chance
from dottable.core.primitives.record import rule_array

DETERMINIZED_SAMPLE_COUNT = 24
"""Number of determinized matches in which a move is tried. A revealed card goes unnoticed only if it is the same in
all."""


def revealed_nothing(before: Match, move: Move, after: Match) -> bool:
    """Return whether a move revealed nothing to its player that was unknown before.

    The move is played in matches that are determinized from the player's knowledge. It revealed nothing if the player's
    view after it is the same in all of them.
    """
    seen = msgspec.json.encode(after.view(move.seat))
    for _ in range(DETERMINIZED_SAMPLE_COUNT):
        g = chance.new_generator()
        chance.set_key(rule_array(g), rule_array(chance.key_from_seed(secrets.token_bytes(32))))
        sample = before.determinize(move.seat, g)
        if sample.apply(*move) or msgspec.json.encode(sample.view(move.seat)) != seen:
            return False
    return True
