"""Made-up reports: what a page may hold, in one series and in two."""

from __future__ import annotations

from math import exp

from dottable.lab.estimates import Estimate
from dottable.lab.report.contents import BarPlot, Figures, Grid, Hexagons, Histogram, Page, Row, Section

NASTY = "<script>alert('x')</script> & \"so on\""
CARDS = (*(f"d{k}" for k in range(1, 20)), "a card with an uncommonly long name that nobody could print beside its bar")


def around(value: float, reach: float) -> Estimate:
    return Estimate(value, value - reach, value + reach)


def bell(count: int, middle: float, width: float) -> tuple[float, ...]:
    """Shares that add up to one."""
    heights = [exp(-(((k + 0.5 - middle) / width) ** 2)) for k in range(count)]
    return tuple(height / sum(heights) for height in heights)


SEATS = BarPlot(
    "Who wins",
    "How often each seat wins. The first wins a little more than its share.",
    ("first seat", "second seat", "third seat", "fourth seat"),
    ("now",),
    ((around(0.31, 0.012), around(0.25, 0.011), around(0.235, 0.011), around(0.205, 0.01)),),
    is_share=True,
    reference=0.25,
    note="A tie is shared among those who tie.",
)
PAIRS = BarPlot(
    "Points by group",
    "Mean points that a group brings, before and after.",
    ("Kinds", "Odds", "Flush", "Straight"),
    ("printed rules", "two swaps"),
    (
        (around(12.4, 0.4), around(3.31, 0.2), None, around(7.05, 0.3)),
        (around(13.9, 0.4), around(3.35, 0.2), around(9.2, 0.9), around(8.8, 0.35)),
    ),
)
MANY = BarPlot(
    "Every card",
    "How much more often whoever holds a card wins.",
    CARDS,
    ("now",),
    (tuple(around(0.08 - 0.008 * k, 0.011) for k in range(len(CARDS))),),
)
MANY_PAIRS = BarPlot(
    "Every card, compared",
    "How often each card is laid.",
    (*CARDS[:9], NASTY),
    ("printed rules", NASTY),
    (
        tuple(around(0.92 - 0.07 * k, 0.03) for k in range(10)),
        (None, *(around(0.88 - 0.06 * k, 0.03) for k in range(1, 10))),
    ),
    is_share=True,
    reference=0.5,
)
UNITS = Histogram(
    "Rounds", "Most matches take five or six rounds.", tuple(range(1, 14)), ("now",), (bell(12, 5.2, 2.6),), "rounds"
)
POINTS = Histogram(
    "Points at the end",
    "How many points a player has at the end, before and after.",
    tuple(range(-20, 225, 5)),
    ("printed rules", "two swaps"),
    (bell(48, 22, 9), bell(48, 27, 11)),
    "points",
)
LOGS = Histogram(
    "Moves in a match",
    "Most matches take 65 to 128 moves; some never seem to end.",
    (1, 2, 3, 5, 9, 17, 33, 65, 129, 257, 513),
    ("now",),
    (bell(10, 7.2, 2.0),),
    "moves",
    is_log=True,
    note="Every bar is twice as wide as the one before.",
)
BOARD = Grid(
    "Where cards are laid",
    "The middle of the track is used most.",
    ("1", "2", "3", "4", "5"),
    tuple(f"row {r}" for r in range(1, 8)),
    tuple(tuple(0.25 * exp(-(r * r + c * c) / 6) if r else None for c in range(-2, 3)) for r in range(-3, 4)),
    is_share=True,
)
NAMES = Grid(
    "Which set is made of what",
    "How many sets of each colour use a card.",
    ("red discs", "blue squares", "yellow rings", "green stripes", "wild"),
    ("Swatch", "Number", "DOTS", NASTY),
    ((12.0, 3.0, 4.0, 55.0, 1.0), (0.0, 33.0, 14.0, 5.0, 2.0), (9.0, 7.0, 81.0, 64.0, 3.0), (1.0, 2.0, 3.0, 4.0, 5.0)),
)


def hexagons(radius: int, *, is_share: bool) -> Hexagons:
    span = range(-radius, radius + 1)
    values = tuple(
        tuple(exp(-(q * q + r * r + q * r) / 9) if abs(q + r) <= radius else None for q in span) for r in span
    )
    return Hexagons(f"Where cards lie, up to {radius} away", "Cards crowd around the centre.", values, is_share)


FIGURES = Figures(
    "Turns",
    ("now",),
    (
        Row("Tiles burned in a turn", "C7", (around(0.113, 0.004),), is_share=True),
        Row("Turns in a match", "", (around(61.234, 0.41),)),
        Row("Points of the winner", "C12", (around(1234.5, 12.3),)),
        Row("Swaps that nobody could make", "C6", (None,)),
        Row("Matches without an end", "C8", (Estimate(0.0, 0.0, 0.0003),), is_share=True),
    ),
    note="Counted over 10,000 matches.",
)
COMPARED = Figures(
    "What changed",
    ("printed rules", "two swaps"),
    (
        Row(
            "Tiles burned in a turn",
            "C7",
            (around(0.113, 0.004), around(0.082, 0.003)),
            is_share=True,
            difference=around(-0.031, 0.004),
            is_changed=True,
        ),
        Row("Turns in a match", "", (around(61.2, 0.41), around(61.3, 0.4)), difference=around(0.1, 0.5)),
        Row("Wins of the first seat", "", (around(0.5, 0.01), None), is_share=True),
        Row(
            f"Escaped {NASTY}",
            NASTY,
            (around(-0.00001, 0.2), around(0.0, 0.2)),
            difference=around(-0.00001, 0.00002),
            is_share=True,
        ),
    ),
)
ONE = Page(
    "DOT: Dice or Tiles",
    "How four steady bots play it by the printed rules",
    (("matches", "10,000"), ("seats", "4"), ("bots", "steady"), ("seed", "7"), ("options", "as printed")),
    (
        "The first seat wins 31.0 % of the matches, more than its fair share of 25 %.",
        "A turn burns a tile in 11.3 % of the cases; that is often, and it is never fun.",
        "Matches take 61 turns, about 18 minutes for people.",
    ),
    (
        Section(
            "fair",
            "Is it fair?",
            ("Not quite: who begins wins more often.", "The gap shrinks when players are strong."),
            (SEATS, FIGURES, UNITS),
        ),
        Section("length", "How long does it take?", ("Between 55 and 68 turns.",), (LOGS, FIGURES)),
        Section("cards", "Which cards count?", ("Those of many dots.",), (hexagons(2, is_share=True), MANY)),
        Section("board", "What is used?", (), (BOARD, NAMES, hexagons(8, is_share=False))),
    ),
    "dottable report dot_tiles --seats 4 --matches 10000 --seed 7 --bots steady,steady,steady,steady --out report.html",
    ("Every figure comes from matches that bots played; people may play differently.",),
)
TWO = Page(
    f"Two swaps {NASTY}",
    f"What changes {NASTY}",
    ((f"matches {NASTY}", f"10,000 {NASTY}"),),
    (f"Fewer tiles burn: 8.2 % instead of 11.3 %. {NASTY}",),
    (
        Section("change", f"What changes? {NASTY}", (f"Burning gets rarer. {NASTY}",), (PAIRS, POINTS, COMPARED)),
        Section("cards", "Which cards?", (), (MANY_PAIRS,)),
        Section(
            "nothing",
            "What about nothing?",
            ("There was nothing.",),
            (
                BarPlot("No bars", "Nothing was measured.", ("a", "b"), ("now",), ((None, None),)),
                BarPlot("No labels", "There are no labels.", (), ("now",), ((),)),
                Histogram("No sizes", "Nothing came.", (), ("now",), ((),), "points"),
                Histogram("No counts", "Nothing came.", (0, 1, 2), ("now",), ((0.0, 0.0),), "points"),
                Grid("No board", "There is none.", (), (), ()),
                Grid("No values", "There are none.", ("a",), ("b",), ((None,),)),
                Hexagons("No hexagons", "There are none.", ((None,),)),
                Figures("No figures", ("now",), ()),
                Figures("No figures either", ("before", "after"), ()),
            ),
        ),
        Section("empty", "And what about this?", (), ()),
    ),
    f"dottable report {NASTY}",
)
EMPTY = Page("Nothing", "", (), (), (), "")
