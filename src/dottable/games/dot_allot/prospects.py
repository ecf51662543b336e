"""What the groups of a round in progress promise, from what became of such groups in many rounds."""

from __future__ import annotations

import numpy as np

MOST = 27
"""No side has more cells that count."""
UNIT = 16
POINT = 1024
REACH = 2
"""What a group that can still grow is counted larger."""
SHARP = 16 * UNIT
"""Beyond this difference a colour is as good as decided."""

WEIGHTS = np.array(
    [
        [
            [0, 12, 0, 0, -12, 0, 0, 0, 6],
            [-2.35, 3.63, -0.23, 0.69, 0.04, -0.77, -2.19, -1.58, 2.13],
            [1.79, 1.62, -0.05, -0.0, -0.55, -0.23, -1.42, 0.0, 1.07],
            [-0.46, 1.5, 0.04, -0.17, -0.11, -0.06, -1.12, 0.0, 0.87],
            [1.62, 0.76, -0.01, 0.0, -0.37, -0.15, -0.78, 0.0, 0.73],
            [-0.41, 0.78, -0.16, 0.13, -0.13, -0.09, -0.63, 0.0, 0.66],
            [1.39, 0.37, -0.32, 0.3, -0.12, 0.18, -0.84, 0.0, 0.58],
            [0.38, 0.5, -0.09, 0.04, -0.11, 0.4, -0.62, 0.0, 0.54],
        ],
        [
            [0, 12, 0, 0, -12, 0, 0, 0, 6],
            [-1.15, 6.74, -0.51, 0.78, -0.91, -0.81, -4.14, -1.88, 3.64],
            [2.08, 2.46, -0.46, 0.43, -1.33, -0.42, -2.02, 0.0, 1.92],
            [0.53, 2.29, -0.14, -0.06, -0.57, -0.01, -1.82, 0.0, 1.54],
            [1.85, 1.04, -0.41, 0.43, -0.73, -0.3, -1.23, 0.0, 1.3],
            [-0.06, 0.92, -0.72, 0.59, -0.41, 0.09, -1.09, 0.0, 1.18],
            [1.38, 0.8, -0.73, 0.51, -0.38, 0.13, -1.08, 0.0, 1.08],
            [-0.14, 0.46, 0.17, 0.14, -0.49, -0.16, -0.41, 0.0, 1.04],
        ],
    ],
    np.float64,
)
"""By orientation and the cards still to come, for the side that has just laid a card and then for the other: a
constant; the largest group that no card can change any more; the largest that reaches the last such column;
the larger of the first and REACH more than the second; for the other side all three again, and its largest
group as it shows now; at last how far a colour is from decided. An ordered logit on who won the colour, over 58,000
rounds vertically and as many horizontally, played greedily by two earlier versions of these weights, with a tenth of
the placements taken at random from the shortlist. One's own group that reaches the last column counts for
nothing: the other side cuts it off."""


OWN, OTHER = range(2)
_most, _growing = np.indices((MOST + 1, MOST + 1))
_features = np.stack([np.ones_like(_most), _most, _growing, np.maximum(_most, _growing + REACH)])
_both = np.stack([WEIGHTS[:, :, 0:4], np.insert(WEIGHTS[:, :, 4:7], 0, 0.0, axis=2)])
STRENGTH = np.rint(UNIT * np.einsum("whcf,fmg->whcmg", _both, _features)).astype(np.int64)
"""How groups speak for a side, in units of a sixteenth logit: by side (OWN has just laid a card), orientation, cards
still to come, largest group and largest growing group."""
SHOWING = np.rint(UNIT * WEIGHTS[:, :, 7]).astype(np.int64)
LEADING = np.rint(POINT / (1 + np.exp(WEIGHTS[:, :, 8, None] - np.arange(-SHARP, SHARP + 1) / UNIT))).astype(np.int64)
"""The chance to win a colour, by how much speaks for it."""

LEADS = np.array(
    [
        [(0, 0, 0, 0, 0), (0, 0.3, 0.97, 1, 1), (0, 0.3, 0.5, 0.92, 1), (0, 0.14, 0.45, 0.6, 0.9)] + 2 * [(0,) * 5],
        [
            (0, 0, 0, 0, 0),
            (0, 0.12, 1, 1, 1),
            (0, 0.16, 0.25, 0.95, 1),
            (0, 0.07, 0.2, 0.45, 0.9),
            (0, 0.05, 0.12, 0.4, 0.6),
            (0, 0.03, 0.1, 0.2, 0.4),
        ],
    ],
    np.float64,
)
"""The expected return of a lead of 0 to 4 points between two players, by orientation and rounds to come: means
over 10,000 (vertical) and 6,000 matches of greedy players, evened out. Whoever is behind by one point
draws level with every tied round (A15), so that one point is worth little and two are worth much."""
STARTING = np.array([[0, 0.17, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]], np.float64)
"""What it is worth to start the next round, from the same matches."""
SLOPES = np.array([0, 1.5, 0.9, 0.9, 0.9, 0.9], np.float64)
"""Among more than two players: the steepness of a softmax over the points, by rounds to come."""
