"""Creates the SVG elements of charts, without a plotting library.

No plotting library supports the page's light and dark themes and text for screen readers (docs/decisions/0013). All
charts are CHART_WIDTH units wide, about the width of a phone in pixels. On a phone, text is slightly larger than on a
wide screen (`templates/media_queries.css`), so text widths are computed for the larger size.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from markupsafe import Markup

from dottable.lab.report.number_format import NO_DATA

CHART_WIDTH = 360.0
FONT_SIZE = 13.0
LINE_HEIGHT = 15.0
TEXT_GAP = 6.0
LETTER_WIDTHS = {
    "\N{NARROW NO-BREAK SPACE}": 0.25,
    **dict.fromkeys("iljI.,:;'|! ", 0.34),
    **dict.fromkeys('frt()[]-"', 0.46),
    **dict.fromkeys("+<>=\N{MINUS SIGN}", 0.86),
    **dict.fromkeys("mwMW%@…", 0.98),
}
"""Widths of letters as fractions of the font size, measured in a wide font."""
DEFAULT_LETTER_WIDTH, UPPERCASE_WIDTH, CJK_WIDTH = 0.64, 0.74, 1.0
"""Widths of all other letters as fractions of the font size."""
FIRST_CJK_CODE_POINT = 0x2E80
"""Letters from this code point on count as full-width."""
BOLD_WIDTH_FACTOR = 1.12
"""Width of bold text divided by the width of normal text."""
NO_DATA_HEIGHT = 80.0


@dataclass(frozen=True)
class LegendEntry:
    """An entry of a chart's legend: a mark and its meaning."""

    mark: str
    """CSS class of the mark."""
    label: str


@dataclass(frozen=True)
class ColourLegend:
    """Labels at both ends of a heat map's colour scale."""

    low: str
    high: str


@dataclass(frozen=True)
class DataTable:
    """The numbers of a chart as a table of texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The first cell of each row is the name of the row."""


@dataclass(frozen=True)
class DrawnChart:
    """An SVG picture, its data table and its legend."""

    svg: Element
    table: DataTable
    legend: tuple[LegendEntry, ...] = ()
    colour_legend: ColourLegend | None = None


def new_svg(height: float) -> Element:
    """Return an empty SVG picture of CHART_WIDTH by `height` units."""
    return Element("svg", {"viewBox": f"0 0 {_svg_number(CHART_WIDTH)} {_svg_number(height)}", "role": "img"})


def no_data_svg() -> Element:
    """Return an SVG picture with the text "no data"."""
    svg = new_svg(NO_DATA_HEIGHT)
    add_text(svg, NO_DATA, CHART_WIDTH / 2, NO_DATA_HEIGHT / 2, "soft middle")
    return svg


def svg_height(svg: Element) -> float:
    return float(svg.get("viewBox", "").split()[-1])


def add_shape(parent: Element, tag: str, css: str, **attributes: float | str) -> Element:
    """Add a shape with the CSS class `css` to an element, and return the shape."""
    texts = {
        name.replace("_", "-"): value if isinstance(value, str) else _svg_number(value)
        for name, value in attributes.items()
    }
    return SubElement(parent, tag, {"class": css, **texts})


def add_text(parent: Element, text: str, x: float, y: float, css: str = "") -> Element:
    """Add a text that is vertically centred at y, and return its element."""
    element = add_shape(parent, "text", css, x=x, y=y, dy="0.35em")
    element.text = text
    return element


def add_tooltip(element: Element, text: str) -> None:
    SubElement(element, "title").text = text


def svg_markup(svg: Element) -> Markup:
    return Markup(tostring(svg, encoding="unicode"))


def text_width(text: str) -> float:
    """Return an upper estimate of the width of a text in SVG units."""
    return FONT_SIZE * sum(_letter_width(letter) for letter in text)


def wrap_text(text: str, width: float, max_lines: int) -> list[str]:
    """Return a text wrapped into lines of at most `width` SVG units.

    A line that is still too long ends in an ellipsis.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or text_width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > max_lines:
        lines = [*lines[: max_lines - 1], " ".join(lines[max_lines - 1 :])]
    return [_shorten_with_ellipsis(line, width) for line in lines]


def is_truncated(text: str, lines: list[str]) -> bool:
    return " ".join(lines) != " ".join(text.split())


def _shorten_with_ellipsis(text: str, width: float) -> str:
    """Return a text, cut to `width` SVG units with an ellipsis if it is longer."""
    if text_width(text) <= width:
        return text
    while text and text_width(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _letter_width(letter: str) -> float:
    if ord(letter) > FIRST_CJK_CODE_POINT:
        return CJK_WIDTH
    return LETTER_WIDTHS.get(letter, UPPERCASE_WIDTH if letter.isupper() else DEFAULT_LETTER_WIDTH)


def _svg_number(value: float) -> str:
    """Return a number as text with at most two decimals, for SVG."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
