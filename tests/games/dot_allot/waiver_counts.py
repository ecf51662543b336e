"""Random matches in compiled code that count the turns in which no card can give a dot (A12)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dottable.core.deck_files import Deck
from dottable.core.options import settings_array
from dottable.core.primitives import chance, fast_rng
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.rule import rule
from dottable.core.primitives.seats import nth_set_bit
from dottable.games.dot_allot.rules.flow import play, random_action, setup, to_act
from dottable.games.dot_allot.rules.placement import can_give_opponent_dot
from dottable.games.dot_allot.state import ACTIONS, LAYING_CARDS, STATE, Options

from .positions import GAME

__sources__ = (GAME.folder, Path(__file__).parent)


@rule
def count_waivers_kernel(states: Any, matches: int, seats: int, key: Any, numbers: Any, q: Any, buffer: Any) -> int:
    """Return the number of turns of random matches in which A12 waives the dot. Record 1 stays blank."""
    waived = 0
    for k in range(matches):
        states[0] = states[1]
        s = states[0]
        key[0] = k
        chance.set_key(s.rng, key)
        s.seats = seats
        setup(s, numbers)
        while to_act(s) != 0:
            if s.phase == LAYING_CARDS and not can_give_opponent_dot(s):
                waived += 1
            seat = nth_set_bit(to_act(s), 0)
            play(s, seat, random_action(s, seat, q, buffer), 0)
    return waived


def count_waivers_in_random_matches(deck: Deck, options: Options, matches: int, seats: int = 2) -> int:
    """Return the number of waived turns in random matches with a deck."""
    q = fast_rng.new_generator()
    fast_rng.set_seed(rule_array(q), 1, 2)
    return int(
        count_waivers_kernel(
            rule_array(np.zeros(2, STATE)),
            matches,
            seats,
            rule_array(np.zeros(chance.KEY_WORDS, np.uint32)),
            rule_array(settings_array(options, deck)),
            rule_array(q),
            rule_array(np.zeros(ACTIONS.size, np.int32)),
        )
    )
