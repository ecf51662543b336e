"""When a discard is worth taking, keenly looked at: numbers that were fitted, see docs/bots/dots_72.md."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from dottable.core.rule import rule
from dottable.games.dots_72.appraisal import (
    BEST,
    CARDS,
    MISSING,
    STAGE,
    STEP,
    THEIRS,
    TOTAL,
    UNSEEN,
    kind_of,
    least_missed,
)
from dottable.games.dots_72.pieces import is_wild
from dottable.games.dots_72.scruples import MOST_LEFT, few_missing, hundreds_of, sort_of

PATIENCE_KEPT = np.array(
    [
        [948, 2268, 3522, 3521, 3116, 1987, 1987],
        [-1100, 1669, 3045, 3596, 2858, 1987, 1987],
        [-2813, 2265, 2795, 2696, 1363, 1987, 1987],
        [-3989, 2634, 3481, 2547, 1986, 1987, 1987],
    ],
    np.int64,
)
PATIENCE_FOR = np.array([608, -5010, -1854, -125, -647, 1360, 185, 1059, 0, 1603, 469, -548, -1577], np.int64)
"""How much better a hand has to get by a discard, keenly looked at, to take it, a logarithm in 4096ths: by the stage
and the cards that the best plan lacks with it, and by the sort of card."""
PATIENCE_THROWN = np.array([0, 0, 0, 1076, 635, -228, -115, -279, -207, -249, 819, 150, 139], np.int64)
PATIENCE_MINE = np.array([56, 313, 234, 114, 687], np.int64)
PATIENCE_THEIRS = np.array([448, 497, 565, -151, 199], np.int64)
"""The same by the sort of the card that would go for it, and by the hundreds of one's own and the best other total."""
MOST_SPREAD = 7
SPREAD = 2.885
PATIENCE_SPREAD = np.array(
    [
        [-12, -3, -223, -343, -547, -382, -596, 355],
        [1318, 628, 526, 185, 100, -473, 60, 543],
        [4, -41, 1255, 259, 285, 14, 737, 384],
        [-9, -44, 27, -69, 491, 978, 143, 643],
    ],
    np.int64,
)
"""The same by the cards that the best plan lacks, and by how far the worth is spread over the plans; see `spread`."""
PATIENCE_LEFT = np.array(
    [
        [-197, -250, 333, 0, 0, 0],
        [499, 497, 866, 880, 0, 0],
        [-123, 0, 0, 0, 0, 0],
    ],
    np.int64,
)
"""The same by kind and the number of such cards that may still come."""


@rule
def patience(s: Any, seat: int, face: int, buffer: Any) -> int:
    """How much better a hand has to get by a discard, with which it was just appraised keenly; a logarithm."""
    missing, thrown = buffer[MISSING], buffer[CARDS + least_missed(buffer, s.held[seat] + 1)]
    wanted = PATIENCE_KEPT[buffer[STAGE], missing] + PATIENCE_FOR[sort_of(s, face)]
    wanted += PATIENCE_THROWN[sort_of(s, thrown)] + PATIENCE_MINE[hundreds_of(s.scores[seat] // STEP)]
    wanted += PATIENCE_THEIRS[hundreds_of(buffer[THEIRS])] + PATIENCE_SPREAD[few_missing(missing), spread(buffer)]
    if is_wild(face):
        return wanted
    return wanted + PATIENCE_LEFT[kind_of(face), min(MOST_LEFT, buffer[UNSEEN + face])]


@rule
def spread(buffer: Any) -> int:
    """How far a hand's worth is spread over its plans: two steps for every halving of the best one's share."""
    return min(MOST_SPREAD, int(SPREAD * log((buffer[TOTAL] + 1.0) / (buffer[BEST] + 1.0))))
