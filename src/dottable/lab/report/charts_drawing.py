"""SVG by plain Python: a plotting library brings neither the page's themes nor words for those who cannot see it.

All charts are WIDTH units wide, about the pixels that a phone has for them. Letters are a little larger there than on a
wide screen (page.css), so they are measured at the larger size.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, tostring

from markupsafe import Markup

from dottable.lab.report.wording import NOTHING

WIDTH = 360.0
LETTER = 13.0
"""The size of letters."""
LINE = 15.0
"""From one line of text to the next."""
GAP = 6.0
WIDTHS = {
    "\N{NARROW NO-BREAK SPACE}": 0.25,
    **dict.fromkeys("iljI.,:;'|! ", 0.34),
    **dict.fromkeys('frt()[]-"', 0.46),
    **dict.fromkeys("+<>=\N{MINUS SIGN}", 0.86),
    **dict.fromkeys("mwMW%@…", 0.98),
}
USUAL, UPPER, FULL = 0.64, 0.74, 1.0
"""Of other letters, by the size of letters, in a wide font; those of Chinese and the like are as wide as high."""
BOLD = 1.12
"""How much wider bold letters are."""
BLANK_HEIGHT = 80.0


@dataclass(frozen=True)
class Key:
    """An entry of a legend: which mark, and what it means."""

    mark: str
    words: str


@dataclass(frozen=True)
class Scale:
    """The legend of a heat map."""

    low: str
    high: str


@dataclass(frozen=True)
class Table:
    """The numbers of a chart, as rows of words."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The first of each names the row."""


@dataclass(frozen=True)
class Chart:
    """A picture, what its marks mean, and its numbers."""

    svg: Element
    table: Table
    keys: tuple[Key, ...] = ()
    scale: Scale | None = None


def canvas(height: float) -> Element:
    """A drawing of WIDTH by height units."""
    return Element("svg", {"viewBox": f"0 0 {_plain(WIDTH)} {_plain(height)}", "role": "img"})


def blank() -> Element:
    """A chart of nothing, which says so."""
    svg = canvas(BLANK_HEIGHT)
    write(svg, NOTHING, WIDTH / 2, BLANK_HEIGHT / 2, "soft middle")
    return svg


def height_of(svg: Element) -> float:
    return float(svg.get("viewBox", "").split()[-1])


def mark(parent: Element, tag: str, css: str, **places: float | str) -> Element:
    """Add a shape of a class."""
    attributes = {
        name.replace("_", "-"): value if isinstance(value, str) else _plain(value) for name, value in places.items()
    }
    return SubElement(parent, tag, {"class": css, **attributes})


def write(parent: Element, text: str, x: float, y: float, css: str = "") -> Element:
    """Add a text whose middle line is at y."""
    element = mark(parent, "text", css, x=x, y=y, dy="0.35em")
    element.text = text
    return element


def explain(element: Element, words: str) -> None:
    """Say it when somebody points there."""
    SubElement(element, "title").text = words


def markup(svg: Element) -> Markup:
    return Markup(tostring(svg, encoding="unicode"))


def width_of(text: str) -> float:
    """About how wide a text gets; rather too wide than too narrow."""
    return LETTER * sum(_width(letter) for letter in text)


def lines_of(text: str, room: float, most: int) -> list[str]:
    """A text in lines that fit; what is too long ends in an ellipsis."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width_of(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [_shortened(line, room) for line in lines]


def is_cut(text: str, lines: list[str]) -> bool:
    return " ".join(lines) != " ".join(text.split())


def _shortened(text: str, room: float) -> str:
    if width_of(text) <= room:
        return text
    while text and width_of(text + "…") > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _width(letter: str) -> float:
    if ord(letter) > 0x2E80:
        return FULL
    return WIDTHS.get(letter, UPPER if letter.isupper() else USUAL)


def _plain(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
