"""Random matches in compiled code that count the turns in which no card can give a dot (A12)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from dottable.core import chance, quick
from dottable.core.decks import Deck
from dottable.core.options import settings
from dottable.core.record import for_rules
from dottable.core.rule import rule
from dottable.core.seats import nth
from dottable.games.dot_allot.placement import can_give
from dottable.games.dot_allot.rules import play, random_action, setup, to_act
from dottable.games.dot_allot.state import ACTIONS, LAYING, STATE, Options

from .positions import GAME

__sources__ = (GAME.folder, Path(__file__).parent)


@rule
def count_waivers(states: Any, matches: int, seats: int, key: Any, numbers: Any, q: Any, buffer: Any) -> int:
    """How many turns of random matches had the condition waived; record 1 stays blank."""
    waived = 0
    for k in range(matches):
        states[0] = states[1]
        s = states[0]
        key[0] = k
        chance.start(s.rng, key)
        s.seats = seats
        setup(s, numbers)
        while to_act(s) != 0:
            if s.phase == LAYING and not can_give(s):
                waived += 1
            seat = nth(to_act(s), 0)
            play(s, seat, random_action(s, seat, q, buffer), 0)
    return waived


def waivers(deck: Deck, options: Options, matches: int, seats: int = 2) -> int:
    q = quick.generator()
    quick.start(for_rules(q), 1, 2)
    return int(
        count_waivers(
            for_rules(np.zeros(2, STATE)),
            matches,
            seats,
            for_rules(np.zeros(chance.KEY_WORDS, np.uint32)),
            for_rules(settings(options, deck)),
            for_rules(q),
            for_rules(np.zeros(ACTIONS.size, np.int32)),
        )
    )
