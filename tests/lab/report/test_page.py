"""A report is one well-formed page that holds all it should, in words too, and nothing from elsewhere."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from dottable.lab.report.charts import Plot, chart_of
from dottable.lab.report.charts_heat import STEPS
from dottable.lab.report.contents import Figures, Page
from dottable.lab.report.page import FOLDER, render
from dottable.lab.report.wording import said
from tests.lab.report.pages import COMPARED, EMPTY, NASTY, ONE, SEATS, TWO
from tests.lab.report.parsing import Node, tree_of
from tests.lab.report.searches import MISSED

PAGES = {"one": ONE, "two": TWO, "empty": EMPTY, "frontier": MISSED}


@pytest.fixture(params=list(PAGES))
def page(request: pytest.FixtureRequest) -> Page:
    return PAGES[request.param]


def plain(text: str) -> str:
    return " ".join(text.split())


def rows_of(table: Node) -> list[list[str]]:
    return [[plain(cell.text) for cell in row.all("th", "td")] for row in table.one("tbody").all("tr")]


def test_a_page_is_well_formed_and_ordered(page: Page) -> None:
    tree = tree_of(render(page))
    html = tree.one("html")
    assert html.attributes["lang"] == "en"
    assert plain(tree.one("h1").text) == plain(page.title)
    levels = [int(node.tag[1]) for node in tree.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [node.attributes["id"] for node in tree.all() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    references = {
        node.attributes[name].lstrip("#") for node in tree.all() for name in REFERENCES & set(node.attributes)
    }
    assert {part for reference in references for part in reference.split()} <= set(ids)


REFERENCES = {"href", "aria-labelledby", "aria-describedby"}


def test_a_page_needs_nothing_else(page: Page) -> None:
    html = render(page)
    tree = tree_of(html)
    assert not list(tree.all("script", "link", "img", "iframe", "object"))
    assert "http" not in html
    assert "@import" not in html
    assert set(re.findall(r"url\(([^)]*)\)", html)) <= {"#hatch", "#thin-hatch"}
    assert not [
        name for node in tree.all() for name in node.attributes if name in ("src", "srcset") or name[:2] == "on"
    ]


def test_all_text_is_escaped() -> None:
    html = render(TWO)
    assert "<script" not in html
    seen = {
        node.tag for node in tree_of(html).all() if any(NASTY in part for part in node.inside if isinstance(part, str))
    }
    assert seen >= {"title", "h1", "h2", "p", "dt", "dd", "li", "th", "span", "code", "a"}


def test_every_plot_has_a_title_a_description_and_its_numbers(page: Page) -> None:
    tree = tree_of(render(page))
    figures = {plain(node.one("h3").text): node for node in tree.all("figure")}
    plots = [block for section in page.sections for block in section.blocks if isinstance(block, Plot)]
    assert len(figures) == len(list(tree.all("figure"))) == len(plots)
    for plot in plots:
        figure = figures[plain(plot.title)]
        (svg,) = figure.having("role", "img")
        title, words = (svg.having("id", svg.attributes[f"aria-{name}by"])[0] for name in ("labelled", "described"))
        assert (title.tag, title.text, words.tag, words.text) == ("title", plot.title, "desc", plot.words)
        table = figure.one("table")
        assert table.one("caption").text == plot.title
        assert rows_of(table) == [[plain(cell) for cell in row] for row in chart_of(plot).table.rows]
        assert all(cell.attributes["scope"] == "col" for cell in table.one("thead").all("th"))
        assert all(cell.attributes["scope"] == "row" for cell in table.one("tbody").all("th"))


def test_numbers_of_a_plot_are_those_that_were_given() -> None:
    tree = tree_of(render(ONE))
    figure = next(node for node in tree.all("figure") if node.one("h3").text == "Who wins")
    expected = [
        [label, *map(plain, said(estimate, is_share=True))]
        for label, estimate in zip(SEATS.labels, SEATS.values[0], strict=True)
    ]
    assert rows_of(figure.one("table")) == expected
    drawn = [plain(node.text) for node in figure.having("class", "value")]
    assert drawn == [row[1] for row in expected]


def test_figures_tell_value_and_interval_and_ruling() -> None:
    tree = tree_of(render(ONE))
    table = tree.having("id", "fair-figures-1")[0].one("table")
    assert rows_of(table) == [
        ["Tiles burned in a turn C7", "11.3 %", "10.9 to 11.7 %"],
        ["Turns in a match", "61.2", "60.8 to 61.6"],
        ["Points of the winner C12", "1,234", "1,222 to 1,247"],
        ["Swaps that nobody could make C6", "no data", ""],
        ["Matches without an end C8", "0.0 %", "0.0 to 0.0 %"],
    ]


def test_compared_figures_say_what_changed_by_a_word() -> None:
    tree = tree_of(render(TWO))
    table = tree.having("id", "change-figures-1")[0].one("table")
    assert [plain(cell.text) for cell in table.one("thead").all("th")] == [
        "Figure",
        "printed rules",
        "two swaps",
        "Difference",
    ]
    first, second, third, _ = rows_of(table)
    minus = "\N{MINUS SIGN}"
    assert first == [
        "Tiles burned in a turn C7 changed",
        "11.3 % 10.9 to 11.7 %",
        "8.2 % 7.9 to 8.5 %",
        f"{minus}3.1 pp {minus}3.5 to {minus}2.7 pp",
    ]
    assert "changed" not in second[0]
    assert third[1:] == ["50.0 % 49.0 to 51.0 %", "no data", "no data"]
    assert [row.is_changed for row in COMPARED.rows].count(True) == len(table.having("class", "mark"))


def test_many_series_without_differences_have_a_column_each() -> None:
    row = COMPARED.rows[0]
    levels = Figures("Levels", ("a", "b", "c"), (type(row)("x", "", (None, None, row.values[0]), is_share=True),))
    section = type(ONE.sections[0])("levels", "Levels?", (), (levels,))
    table = tree_of(render(Page("t", "", (), (), (section,), ""))).having("id", "levels-figures-1")[0].one("table")
    assert rows_of(table) == [["x", "no data", "no data", "11.3 % 10.9 to 11.7 %"]]


def test_tables_can_be_scrolled_by_keyboard(page: Page) -> None:
    tree = tree_of(render(page))
    regions = tree.having("class", "scroll")
    assert all(node.attributes["tabindex"] == "0" and node.attributes["role"] == "region" for node in regions)
    assert all(node.attributes.keys() & {"aria-label", "aria-labelledby"} for node in regions)
    assert sum(1 for node in regions if node.tag == "div") == len(list(tree.all("table")))


def test_the_contents_lead_to_every_section(page: Page) -> None:
    nav = tree_of(render(page)).one("nav")
    links = [(link.attributes["href"], link.text) for link in nav.all("a")]
    assert links == [(f"#{section.slug}", section.title) for section in page.sections]


def test_findings_notes_and_command_are_there() -> None:
    tree = tree_of(render(ONE))
    text = plain(tree.one("body").text)
    for sentence in (
        *ONE.findings,
        *ONE.notes,
        ONE.command,
        *(answer for one in ONE.sections for answer in one.answer),
    ):
        assert plain(sentence) in text.replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_a_page_of_nothing_says_so() -> None:
    tree = tree_of(render(TWO))
    nothing = tree.having("id", "nothing")[0]
    assert len([node for node in nothing.all("text") if node.text == "no data"]) == 7
    assert len(nothing.having("class", "nothing")) == 2


# Colours


def channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = (channel(int(colour[k : k + 2], 16)) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def themes() -> dict[str, dict[str, str]]:
    """The colours of page.css."""
    light, dark = re.findall(r":root \{(.*?)\}", (FOLDER / "page.css").read_text(), re.DOTALL)[:2]
    first = dict(re.findall(r"--([\w-]+): (#\w{6});", light))
    return {"light": first, "dark": first | dict(re.findall(r"--([\w-]+): (#\w{6});", dark))}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_values_on_boards_can_be_read(theme: str) -> None:
    colours, css = themes()[theme], (FOLDER / "page.css").read_text()
    assert f".heat-{STEPS - 1} {{" in css
    assert f".heat-{STEPS} {{" not in css
    for step in range(STEPS):
        (ink,) = re.findall(rf"\.ink-{step}\b[^{{]*\{{\s*fill: var\(--([\w-]+)\)", css)
        assert contrast(colours[f"heat-{step}"], colours[ink]) >= 4.5, step


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_can_be_seen(theme: str) -> None:
    colours = themes()[theme]
    for mark in ("first", "second", "strong-line"):
        assert contrast(colours[mark], colours["raised"]) >= 3, mark
    for text in ("ink", "soft", "accent"):
        assert contrast(colours[text], colours["raised"]) >= 4.5, text
    assert contrast(colours["ink"], colours["first"]) >= 3, "an interval on a bar"


def test_stronger_heat_is_further_from_the_ground() -> None:
    for colours in themes().values():
        ground = colours["raised"]
        steps = [contrast(colours[f"heat-{step}"], ground) for step in range(STEPS)]
        assert steps == sorted(steps)
