"""A report in a real browser: no serious violation found by axe, no overlapping text, and screenshots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dottable.lab.report.html_page import render_page
from tests.lab.report.sample_pages import ONE_SERIES_PAGE, TWO_SERIES_PAGE
from tests.lab.report.sample_tuning_pages import MISSED_TARGETS_PAGE
from tests.sizes import sized
from tests.web import chromium
from tests.web.browser_sessions import BrowserSessions, Person
from tests.web.test_screens import axe_violations, check_screen

PAGES = {"one": ONE_SERIES_PAGE, "two": TWO_SERIES_PAGE, "frontier": MISSED_TARGETS_PAGE}
FIND_OVERLAPPING_TEXTS = """
() => [...document.querySelectorAll('svg[role=img]')].flatMap(svg => {
    const box = svg.getBoundingClientRect(), found = [];
    const texts = [...svg.querySelectorAll('text')].map(t => ({words: t.textContent, at: t.getBoundingClientRect()}));
    texts.forEach((a, k) => {
        if (a.at.left < box.left - 1 || a.at.right > box.right + 1) found.push(`${a.words} leaves the picture`);
        for (const b of texts.slice(k + 1)) {
            const across = Math.min(a.at.right, b.at.right) - Math.max(a.at.left, b.at.left);
            const down = Math.min(a.at.bottom, b.at.bottom) - Math.max(a.at.top, b.at.top);
            if (across > 1 && down > 3) found.push(`${a.words} lies on ${b.words}`);
        }
    });
    return found.map(words => `${svg.querySelector('title').textContent}: ${words}`);
})
"""
"""Line boxes are a little taller than letters, so neighbouring lines may share some pixels."""


def missing_requirement() -> str | None:
    """Return why reports cannot be tested in a browser and how to fix it, or None."""
    if chromium.executable_path() is None:
        return "Chromium was not found. Install it: apt-get install chromium"
    if not chromium.AXE_SCRIPT_PATH.exists():
        return "axe-core is not installed. Install it: make web (needs Node 20)"
    return None


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserSessions]:
    """Return browser sessions whose address is a folder of reports."""
    missing = missing_requirement()
    if missing and not chromium.IS_BROWSER_REQUIRED:
        pytest.skip(missing)
    assert missing is None, missing
    from playwright.sync_api import sync_playwright

    folder = tmp_path_factory.mktemp("reports")
    for name, page in PAGES.items():
        (folder / f"{name}.html").write_text(render_page(page), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.executable_path(), args=chromium.FLAGS)
        sessions = BrowserSessions(browser)
        sessions.url = folder.as_uri()
        yield sessions
        browser.close()


@pytest.fixture(params=list(PAGES))
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def reader(sessions: BrowserSessions, name: str) -> Iterator[Person]:
    """Return a person with an open report."""
    person = sessions.open("Dana", width=1440, height=900)
    person.goto(f"/{name}.html")
    yield person
    sessions.close_all()


@pytest.fixture(scope="module")
def screenshot_folder() -> Path:
    folder = Path(__file__).parents[3] / "build" / "screenshots" / "report"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_all_sizes_and_themes(reader: Person, screenshot_folder: Path, name: str) -> None:
    check_screen(reader, screenshot_folder, name)
    reader.page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert axe_violations(reader) == [], "with all numbers open"
    for theme, width in sized([("dark", 360)], [("light", 1440), ("dark", 1440), ("light", 360)]):
        reader.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        reader.page.set_viewport_size({"width": width, "height": 900})
        reader.page.reload()
        reader.page.screenshot(path=screenshot_folder / f"{name}-whole-{width}-{theme}.png", full_page=True)


def test_texts_do_not_overlap(reader: Person) -> None:
    for width in (360, 899, 900, 1440):
        reader.page.set_viewport_size({"width": width, "height": 900})
        assert reader.page.evaluate(FIND_OVERLAPPING_TEXTS) == [], f"{width} px wide"


@pytest.mark.parametrize("name", ["one", "two"])
def test_two_plots_stand_side_by_side_on_a_wide_screen_only(reader: Person) -> None:
    def tops() -> set[float]:
        boxes = reader.page.locator(".plots").first.locator(".plot").all()
        assert len(boxes) == 2
        return {box.bounding_box()["y"] for box in boxes}  # type: ignore[index]

    assert len(tops()) == 1
    reader.page.set_viewport_size({"width": 360, "height": 640})
    assert len(tops()) == 2


def test_a_keyboard_skips_to_the_report_and_opens_numbers(reader: Person) -> None:
    page = reader.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the report"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "report"
    summary = page.locator("details:not([open]) summary").first
    table = page.locator("details:not([open]) table").first.element_handle()
    assert table is not None
    assert not table.is_visible()
    summary.focus()
    page.keyboard.press("Enter")
    assert table.is_visible()


def test_paper_is_light_and_keeps_plots_whole(reader: Person, screenshot_folder: Path, name: str) -> None:
    page = reader.page
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    styles = page.evaluate("[...document.querySelectorAll('.plot')].map(one => getComputedStyle(one).breakInside)")
    assert set(styles) == {"avoid"}
    assert page.evaluate(FIND_OVERLAPPING_TEXTS) == []
    page.pdf(path=screenshot_folder / f"{name}.pdf", prefer_css_page_size=True)
    made = (screenshot_folder / f"{name}.pdf").read_bytes()
    assert b"/MediaBox [0 0 594.95996 841.91998]" in made or b"/MediaBox [0 0 595" in made, "A4"
    page.set_viewport_size({"width": 690, "height": 980})
    page.screenshot(path=screenshot_folder / f"{name}-print.png", full_page=True)
