"""Sample reports with one series and with two."""

from __future__ import annotations

from math import exp

from dottable.lab.report.page_model import (
    BarPlot,
    GridHeatMap,
    HexHeatMap,
    Histogram,
    MetricRow,
    MetricTable,
    ReportPage,
    ReportSection,
)
from dottable.lab.statistics.estimates import Estimate

TEXT_TO_ESCAPE = "<script>alert('x')</script> & \"so on\""
CARD_LABELS = (
    *(f"d{k}" for k in range(1, 20)),
    "a card with an uncommonly long name that nobody could print beside its bar",
)


def estimate_around(value: float, half_width: float) -> Estimate:
    return Estimate(value, value - half_width, value + half_width)


def bell_shaped_shares(count: int, middle: float, width: float) -> tuple[float, ...]:
    """Return bell-shaped shares that sum to one."""
    heights = [exp(-(((k + 0.5 - middle) / width) ** 2)) for k in range(count)]
    return tuple(height / sum(heights) for height in heights)


SEAT_BARS = BarPlot(
    "Who wins",
    "How often each seat wins. The first wins a little more than its share.",
    ("first seat", "second seat", "third seat", "fourth seat"),
    ("now",),
    (
        (
            estimate_around(0.31, 0.012),
            estimate_around(0.25, 0.011),
            estimate_around(0.235, 0.011),
            estimate_around(0.205, 0.01),
        ),
    ),
    is_share=True,
    reference=0.25,
    note="A tie is shared among those who tie.",
)
PAIRED_BARS = BarPlot(
    "Points by group",
    "Mean points that a group brings, before and after.",
    ("Kinds", "Odds", "Flush", "Straight"),
    ("printed rules", "two swaps"),
    (
        (estimate_around(12.4, 0.4), estimate_around(3.31, 0.2), None, estimate_around(7.05, 0.3)),
        (estimate_around(13.9, 0.4), estimate_around(3.35, 0.2), estimate_around(9.2, 0.9), estimate_around(8.8, 0.35)),
    ),
)
MANY_BARS = BarPlot(
    "Every card",
    "How much more often the holder of a card wins.",
    CARD_LABELS,
    ("now",),
    (tuple(estimate_around(0.08 - 0.008 * k, 0.011) for k in range(len(CARD_LABELS))),),
)
MANY_PAIRED_BARS = BarPlot(
    "Every card, compared",
    "How often each card is laid.",
    (*CARD_LABELS[:9], TEXT_TO_ESCAPE),
    ("printed rules", TEXT_TO_ESCAPE),
    (
        tuple(estimate_around(0.92 - 0.07 * k, 0.03) for k in range(10)),
        (None, *(estimate_around(0.88 - 0.06 * k, 0.03) for k in range(1, 10))),
    ),
    is_share=True,
    reference=0.5,
)
UNIT_BIN_HISTOGRAM = Histogram(
    "Rounds",
    "Most matches take five or six rounds.",
    tuple(range(1, 14)),
    ("now",),
    (bell_shaped_shares(12, 5.2, 2.6),),
    "rounds",
)
POINTS_HISTOGRAM = Histogram(
    "Points at the end",
    "How many points a player has at the end, before and after.",
    tuple(range(-20, 225, 5)),
    ("printed rules", "two swaps"),
    (bell_shaped_shares(48, 22, 9), bell_shaped_shares(48, 27, 11)),
    "points",
)
LOG_HISTOGRAM = Histogram(
    "Moves in a match",
    "Most matches take 65 to 128 moves; some never seem to end.",
    (1, 2, 3, 5, 9, 17, 33, 65, 129, 257, 513),
    ("now",),
    (bell_shaped_shares(10, 7.2, 2.0),),
    "moves",
    is_log=True,
    note="Every bar is twice as wide as the one before.",
)
BOARD_HEAT_MAP = GridHeatMap(
    "Where cards are laid",
    "The middle of the track is used most.",
    ("1", "2", "3", "4", "5"),
    tuple(f"row {r}" for r in range(1, 8)),
    tuple(tuple(0.25 * exp(-(r * r + c * c) / 6) if r else None for c in range(-2, 3)) for r in range(-3, 4)),
    is_share=True,
)
LONG_LABEL_HEAT_MAP = GridHeatMap(
    "Which set is made of what",
    "How many sets of each colour use a card.",
    ("red discs", "blue squares", "yellow rings", "green stripes", "wild"),
    ("Swatch", "Number", "DOTS", TEXT_TO_ESCAPE),
    ((12.0, 3.0, 4.0, 55.0, 1.0), (0.0, 33.0, 14.0, 5.0, 2.0), (9.0, 7.0, 81.0, 64.0, 3.0), (1.0, 2.0, 3.0, 4.0, 5.0)),
)


def hexagon_heat_map(radius: int, *, is_share: bool) -> HexHeatMap:
    span = range(-radius, radius + 1)
    values = tuple(
        tuple(exp(-(q * q + r * r + q * r) / 9) if abs(q + r) <= radius else None for q in span) for r in span
    )
    return HexHeatMap(f"Where cards lie, up to {radius} away", "Cards crowd around the centre.", values, is_share)


METRIC_TABLE = MetricTable(
    "Turns",
    ("now",),
    (
        MetricRow("Tiles burned in a turn", "C7", (estimate_around(0.113, 0.004),), is_share=True),
        MetricRow("Turns in a match", "", (estimate_around(61.234, 0.41),)),
        MetricRow("Points of the winner", "C12", (estimate_around(1234.5, 12.3),)),
        MetricRow("Swaps that nobody could make", "C6", (None,)),
        MetricRow("Matches without an end", "C8", (Estimate(0.0, 0.0, 0.0003),), is_share=True),
    ),
    note="Counted over 10,000 matches.",
)
COMPARISON_TABLE = MetricTable(
    "What changed",
    ("printed rules", "two swaps"),
    (
        MetricRow(
            "Tiles burned in a turn",
            "C7",
            (estimate_around(0.113, 0.004), estimate_around(0.082, 0.003)),
            is_share=True,
            difference=estimate_around(-0.031, 0.004),
            is_changed=True,
        ),
        MetricRow(
            "Turns in a match",
            "",
            (estimate_around(61.2, 0.41), estimate_around(61.3, 0.4)),
            difference=estimate_around(0.1, 0.5),
        ),
        MetricRow("Wins of the first seat", "", (estimate_around(0.5, 0.01), None), is_share=True),
        MetricRow(
            f"Escaped {TEXT_TO_ESCAPE}",
            TEXT_TO_ESCAPE,
            (estimate_around(-0.00001, 0.2), estimate_around(0.0, 0.2)),
            difference=estimate_around(-0.00001, 0.00002),
            is_share=True,
        ),
    ),
)
ONE_SERIES_PAGE = ReportPage(
    "DOT: Dice or Tiles",
    "How four steady bots play it by the printed rules",
    (("matches", "10,000"), ("seats", "4"), ("bots", "steady"), ("seed", "7"), ("options", "as printed")),
    (
        "The first seat wins 31.0 % of the matches, more than its fair share of 25 %.",
        "A turn burns a tile in 11.3 % of the cases; that is often, and it is never fun.",
        "Matches take 61 turns, about 18 minutes for people.",
    ),
    (
        ReportSection(
            "fair",
            "Is it fair?",
            ("Not quite: who begins wins more often.", "The gap shrinks when players are strong."),
            (SEAT_BARS, METRIC_TABLE, UNIT_BIN_HISTOGRAM),
        ),
        ReportSection("length", "How long does it take?", ("Between 55 and 68 turns.",), (LOG_HISTOGRAM, METRIC_TABLE)),
        ReportSection(
            "cards", "Which cards count?", ("Those of many dots.",), (hexagon_heat_map(2, is_share=True), MANY_BARS)
        ),
        ReportSection(
            "board", "What is used?", (), (BOARD_HEAT_MAP, LONG_LABEL_HEAT_MAP, hexagon_heat_map(8, is_share=False))
        ),
    ),
    "dottable report dot_tiles --seats 4 --matches 10000 --seed 7 --bots steady,steady,steady,steady --out report.html",
    ("Every value comes from matches between bots; people may play differently.",),
)
TWO_SERIES_PAGE = ReportPage(
    f"Two swaps {TEXT_TO_ESCAPE}",
    f"What changes {TEXT_TO_ESCAPE}",
    ((f"matches {TEXT_TO_ESCAPE}", f"10,000 {TEXT_TO_ESCAPE}"),),
    (f"Fewer tiles burn: 8.2 % instead of 11.3 %. {TEXT_TO_ESCAPE}",),
    (
        ReportSection(
            "change",
            f"What changes? {TEXT_TO_ESCAPE}",
            (f"Burning gets rarer. {TEXT_TO_ESCAPE}",),
            (PAIRED_BARS, POINTS_HISTOGRAM, COMPARISON_TABLE),
        ),
        ReportSection("cards", "Which cards?", (), (MANY_PAIRED_BARS,)),
        ReportSection(
            "nothing",
            "What about nothing?",
            ("There was nothing.",),
            (
                BarPlot("No bars", "Nothing was measured.", ("a", "b"), ("now",), ((None, None),)),
                BarPlot("No labels", "There are no labels.", (), ("now",), ((),)),
                Histogram("No sizes", "Nothing came.", (), ("now",), ((),), "points"),
                Histogram("No counts", "Nothing came.", (0, 1, 2), ("now",), ((0.0, 0.0),), "points"),
                GridHeatMap("No board", "There is none.", (), (), ()),
                GridHeatMap("No values", "There are none.", ("a",), ("b",), ((None,),)),
                HexHeatMap("No hexagons", "There are none.", ((None,),)),
                MetricTable("No metrics", ("now",), ()),
                MetricTable("No metrics either", ("before", "after"), ()),
            ),
        ),
        ReportSection("empty", "And what about this?", (), ()),
    ),
    f"dottable report {TEXT_TO_ESCAPE}",
)
EMPTY_PAGE = ReportPage("Nothing", "", (), (), (), "")
