"""Draw the app's icons from the logo. The PNGs are committed.

Run it after the logo has changed: `.venv/bin/python web/tools/draw_app_icons.py` (needs Pillow).
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

FOLDER = Path(__file__).parents[1] / "public" / "icons"
DOTS = ((11, 29, "#d33c4a"), (29, 29, "#2f6fdb"), (11, 11, "#f2b632"), (27, 13, "#2a3040"))
RADIUS = 7.5
SUPERSAMPLING = 4


def icon(size: int, *, margin: float, background: str | None) -> Image.Image:
    """Return the logo with a margin (fraction of the side), on a background colour or transparent."""
    side = size * SUPERSAMPLING
    image = Image.new("RGBA", (side, side), background or "#00000000")
    draw = ImageDraw.Draw(image)
    unit = side * (1 - 2 * margin) / 40
    for x, y, colour in DOTS:
        box = [side * margin + unit * value for value in (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)]
        draw.ellipse(box, fill=colour)
    return image.resize((size, size), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    for size in (180, 192, 512):
        icon(size, margin=0.08, background="#faf8f3").save(FOLDER / f"dottable-{size}.png", optimize=True)
    icon(512, margin=0.2, background="#faf8f3").save(FOLDER / "dottable-maskable-512.png", optimize=True)
