"""The picture of a link preview: a PNG of 1200 x 630 pixels, drawn from SVG by resvg in the web client's typeface."""

from __future__ import annotations

from html import escape
from pathlib import Path
from textwrap import wrap

import resvg_py

from dottable.server.sharing.preview_content import SharedSeat, SharedTable

WIDTH, HEIGHT = 1200, 630
FONT_FILES = [str(Path(__file__).parent / f"nunito-{weight}.ttf") for weight in (600, 800)]
INK, SOFT, TABLE, TABLE_DOT, CARD, GOLD = "#1c2230", "#575d6d", "#eae4d7", "#d8d0bf", "#fffefb", "#f2b632"
MAX_SEATS_IN_PICTURE = 4
MAX_TITLE_LINE_CHARACTERS = {1: 17, 2: 19, 3: 24}
"""Maximum characters in a line of the title, by number of lines."""
TITLE_FONT_SIZES_PX = {1: 76, 2: 66, 3: 54}
"""Font size in pixels by number of lines."""
LOGO_SVG = (
    '<circle cx="11" cy="29" r="7" fill="#d33c4a"/><circle cx="29" cy="29" r="7" fill="#2f6fdb"/>'
    '<circle cx="11" cy="11" r="7" fill="#f2b632"/><circle cx="29" cy="11" r="7" fill="none" stroke="#8b8574" '
    'stroke-width="2" stroke-dasharray="3 3.3"/><circle cx="25.5" cy="14.5" r="7" fill="#1c2230"/>'
)


def draw_picture(table: SharedTable) -> bytes:
    """Return the preview picture of a table as PNG. Takes about 65 ms and holds the GIL, so call it in another
    process."""
    return resvg_py.svg_to_bytes(svg_string=picture_svg(table), skip_system_fonts=True, font_files=FONT_FILES)


def picture_svg(table: SharedTable) -> str:
    """Return the preview picture of a table as SVG."""
    lines = wrap_title(table.title)
    size = TITLE_FONT_SIZES_PX[len(lines)]
    rows = table.seats[:MAX_SEATS_IN_PICTURE]
    top = (HEIGHT - 60 - len(lines) * size * 1.12 - len(rows) * 62) / 2 + size
    title = "".join(
        f'<text x="420" y="{top + n * size * 1.12:.0f}" font-size="{size}" font-weight="800" fill="{INK}">'
        f"{escape(line)}</text>"
        for n, line in enumerate(lines)
    )
    first = top + (len(lines) - 1) * size * 1.12 + 68
    seats = "".join(seat_row_svg(seat, first + n * 62) for n, seat in enumerate(rows))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="Nunito">{background_svg()}'
        f'<g transform="translate(92 172) scale(6.6)">{LOGO_SVG}</g>{title}{seats}'
        f'<text x="420" y="566" font-size="30" font-weight="800" fill="{SOFT}">Dottable</text></svg>'
    )


def background_svg() -> str:
    """Return the SVG of the background: a table's surface with a card on it."""
    return (
        f'<defs><pattern id="dots" width="26" height="26" patternUnits="userSpaceOnUse">'
        f'<circle cx="13" cy="13" r="1.7" fill="{TABLE_DOT}"/></pattern></defs>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{TABLE}"/>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#dots)"/>'
        f'<rect x="34" y="40" width="1132" height="560" rx="44" fill="#d0c6b2"/>'
        f'<rect x="34" y="32" width="1132" height="560" rx="44" fill="{CARD}"/>'
    )


def seat_row_svg(seat: SharedSeat, y: float) -> str:
    """Return the SVG of one row: a player's dot, name and points. A winner's points are on a golden dot."""
    weight = 800 if seat.is_winner else 600
    score = (
        f'<text x="1080" y="{y + 12:.0f}" font-size="36" font-weight="{weight}" text-anchor="middle" '
        f'fill="{INK}">{escape(seat.score)}</text>'
    )
    medal = f'<rect x="1020" y="{y - 28:.0f}" width="120" height="54" rx="27" fill="{GOLD}"/>' if seat.is_winner else ""
    return (
        f'<circle cx="446" cy="{y:.0f}" r="22" fill="{seat.colour}"/>'
        f'<text x="486" y="{y + 12:.0f}" font-size="36" font-weight="{weight}" fill="{INK}">{escape(seat.name)}</text>'
        f"{medal}{score if seat.score else ''}"
    )


def wrap_title(title: str) -> list[str]:
    """Return a title as lines of the largest size at which it fits. A longer title ends in an ellipsis."""
    for count, width in MAX_TITLE_LINE_CHARACTERS.items():
        lines = wrap(title, width)
        if len(lines) <= count:
            return lines
    return [*lines[: count - 1], f"{lines[count - 1][: width - 1]}…"]
