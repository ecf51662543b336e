"""Draw the pictures of the README: `python -m tests.web.board_pictures` (needs Pillow)."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.running_server import RunningServer, run_server
from tests.web import chromium
from tests.web.board_steps import BOARD_STEPS
from tests.web.browser_sessions import BrowserSessions

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
BOARDS = [
    ("dot_allot", "light", 3),
    ("dots_72", "dark", 1),
    ("dot_tiles", "light", 7),
    ("dots_52", "dark", 4),
    ("dobble_connect", "light", 4),
]
"""Games from left to right, with their theme and the number of steps before the picture."""
SIZE = (293, 634)
"""Size of a board in pixels: three quarters of a phone's."""
MARGIN = 15
GROUND = "#e8e4d8"
SETTLE_MS = 1200
LAST_STEP = {"dot_allot": ".choice.legal"}
"""What is pressed after the steps, by game."""


def board_image(up: RunningServer, browser: Browser, game: str, theme: str, steps: int) -> Image.Image:
    """Return a picture of a phone with a match that has just begun."""
    sessions = BrowserSessions(browser)
    sessions.url = up.url
    person = sessions.open("Ann", width=390, height=844, theme=theme)
    player = up.create_player("Ann")
    person.goto("/about")
    person.page.evaluate("me => localStorage.setItem('dottable.me', JSON.stringify(me))", player)
    done = '{"isDone": true, "seen": []}'
    person.page.evaluate("([key, done]) => localStorage.setItem(key, done)", [f"dottable.guide.{game}", done])
    table = up.create_table(player, game, seats=2, bots=["newcomer"], starts=True)["table"]
    person.goto(f"/table/{table}")
    made = 0
    while made < steps:
        made += BOARD_STEPS[game](person.page)
        person.page.wait_for_timeout(20)
    person.page.get_by_test_id("status").filter(has_text="Waiting for").wait_for(state="detached")
    if game in LAST_STEP:
        person.page.locator(LAST_STEP[game]).first.click()
    person.page.wait_for_timeout(SETTLE_MS)
    image = picture(person.page)
    sessions.close_all()
    return image


def picture(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def draw_boards(up: RunningServer, browser: Browser) -> Image.Image:
    """Return the five boards side by side."""
    width, height = SIZE
    row = Image.new("RGB", (len(BOARDS) * (width + MARGIN) + MARGIN, height + 2 * MARGIN), GROUND)
    for n, (game, theme, steps) in enumerate(BOARDS):
        image = board_image(up, browser, game, theme, steps).resize(SIZE, Image.Resampling.LANCZOS)
        row.paste(image, (MARGIN + n * (width + MARGIN), MARGIN))
    return row


def draw_home(up: RunningServer, browser: Browser) -> Image.Image:
    page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.goto(up.url)
    page.wait_for_load_state("networkidle")
    return picture(page)


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium.executable_path(), args=chromium.FLAGS)
        with run_server(Path(folder) / "dottable.db") as up:
            images = {"boards": draw_boards(up, browser), "home": draw_home(up, browser)}
        for name, image in images.items():
            image.quantize(256, kmeans=3).save(FOLDER / f"{name}.png", optimize=True)
        browser.close()


if __name__ == "__main__":
    main()
