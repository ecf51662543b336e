"""Draw the pictures of docs/design.md from the design gallery: `python -m tests.web.design_pictures` (needs Pillow)."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Page, sync_playwright

from tests.server.running_server import run_server
from tests.web import chromium

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SECTIONS = {
    "tokens": ("stage-tokens", "stage-tokens"),
    "kit": ("stage-kit", "stage-kit"),
    "ends": ("stage-ends", "stage-ends"),
    "pieces": ("stage-dobble_connect", "stage-dots_72"),
}
"""The first and the last section of the gallery in each picture."""
WIDTH = 760


def section_image(page: Page, first: str, last: str) -> Image.Image:
    """Return a screenshot of the gallery from the top of one section to the end of another."""
    top, bottom = page.evaluate(
        "ids => [document.getElementById(ids[0]).offsetTop, "
        "document.getElementById(ids[1]).offsetTop + document.getElementById(ids[1]).offsetHeight]",
        [first, last],
    )
    clip: FloatRect = {"x": 0, "y": top, "width": WIDTH, "height": bottom - top + 12}
    return Image.open(io.BytesIO(page.screenshot(full_page=True, clip=clip)))


def draw(page: Page) -> None:
    """Write one picture per section, the light theme beside the dark one."""
    for name, (first, last) in SECTIONS.items():
        images = []
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            images.append(section_image(page, first, last).convert("RGB"))
        both = Image.new("RGB", (2 * WIDTH, max(image.height for image in images)))
        for n, image in enumerate(images):
            both.paste(image, (n * WIDTH, 0))
        both.quantize(256, method=Image.Quantize.MAXCOVERAGE).save(FOLDER / f"design-{name}.png", optimize=True)


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium.executable_path(), args=chromium.FLAGS)
        page = browser.new_page(viewport={"width": WIDTH, "height": 900})
        with run_server(Path(folder) / "dottable.db") as up:
            page.goto(f"{up.url}/stage")
            page.locator("#stage-dots_72").wait_for()
            page.wait_for_load_state("networkidle")
            draw(page)
        browser.close()


if __name__ == "__main__":
    main()
