"""A report is one well-formed, complete and accessible page without external files."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from dottable.lab.report.charts.colour_scale import COLOUR_STEPS
from dottable.lab.report.charts.plot_rendering import Plot, draw_plot
from dottable.lab.report.html_page import render_page
from dottable.lab.report.number_format import format_estimate
from dottable.lab.report.page_model import MetricTable, ReportPage
from dottable.lab.report.stylesheet import stylesheet
from tests.lab.report.html_parsing import HtmlNode, parse_html
from tests.lab.report.sample_pages import (
    COMPARISON_TABLE,
    EMPTY_PAGE,
    ONE_SERIES_PAGE,
    SEAT_BARS,
    TEXT_TO_ESCAPE,
    TWO_SERIES_PAGE,
)
from tests.lab.report.sample_tuning_pages import MISSED_TARGETS_PAGE

PAGES = {"one": ONE_SERIES_PAGE, "two": TWO_SERIES_PAGE, "empty": EMPTY_PAGE, "frontier": MISSED_TARGETS_PAGE}


@pytest.fixture(params=list(PAGES))
def page(request: pytest.FixtureRequest) -> ReportPage:
    return PAGES[request.param]


def collapse_whitespace(text: str) -> str:
    return " ".join(text.split())


def rows_of(table: HtmlNode) -> list[list[str]]:
    return [
        [collapse_whitespace(cell.text) for cell in row.descendants("th", "td")]
        for row in table.only_descendant("tbody").descendants("tr")
    ]


def test_a_page_is_well_formed_and_ordered(page: ReportPage) -> None:
    tree = parse_html(render_page(page))
    html = tree.only_descendant("html")
    assert html.attributes["lang"] == "en"
    assert collapse_whitespace(tree.only_descendant("h1").text) == collapse_whitespace(page.title)
    levels = [int(node.tag[1]) for node in tree.descendants("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    ids = [node.attributes["id"] for node in tree.descendants() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    references = {
        node.attributes[name].lstrip("#")
        for node in tree.descendants()
        for name in ID_REFERENCE_ATTRIBUTES & set(node.attributes)
    }
    assert {part for reference in references for part in reference.split()} <= set(ids)


ID_REFERENCE_ATTRIBUTES = {"href", "aria-labelledby", "aria-describedby"}


def test_a_page_needs_no_other_file(page: ReportPage) -> None:
    html = render_page(page)
    tree = parse_html(html)
    assert not list(tree.descendants("script", "link", "img", "iframe", "object"))
    assert "http" not in html
    assert "@import" not in html
    assert set(re.findall(r"url\(([^)]*)\)", html)) <= {"#hatch", "#thin-hatch"}
    assert not [
        name for node in tree.descendants() for name in node.attributes if name in ("src", "srcset") or name[:2] == "on"
    ]


def test_all_text_is_escaped() -> None:
    html = render_page(TWO_SERIES_PAGE)
    assert "<script" not in html
    seen = {
        node.tag
        for node in parse_html(html).descendants()
        if any(TEXT_TO_ESCAPE in part for part in node.children if isinstance(part, str))
    }
    assert seen >= {"title", "h1", "h2", "p", "dt", "dd", "li", "th", "span", "code", "a"}


def test_every_plot_has_a_title_a_description_and_its_numbers(page: ReportPage) -> None:
    tree = parse_html(render_page(page))
    figures = {collapse_whitespace(node.only_descendant("h3").text): node for node in tree.descendants("figure")}
    plots = [block for section in page.sections for block in section.blocks if isinstance(block, Plot)]
    assert len(figures) == len(list(tree.descendants("figure"))) == len(plots)
    for plot in plots:
        figure = figures[collapse_whitespace(plot.title)]
        (svg,) = figure.descendants_with("role", "img")
        title, description = (
            svg.descendants_with("id", svg.attributes[f"aria-{name}by"])[0] for name in ("labelled", "described")
        )
        assert (title.tag, title.text, description.tag, description.text) == (
            "title",
            plot.title,
            "desc",
            plot.description,
        )
        table = figure.only_descendant("table")
        assert table.only_descendant("caption").text == plot.title
        assert rows_of(table) == [[collapse_whitespace(cell) for cell in row] for row in draw_plot(plot).table.rows]
        assert all(cell.attributes["scope"] == "col" for cell in table.only_descendant("thead").descendants("th"))
        assert all(cell.attributes["scope"] == "row" for cell in table.only_descendant("tbody").descendants("th"))


def test_numbers_of_a_plot_are_those_of_its_data() -> None:
    tree = parse_html(render_page(ONE_SERIES_PAGE))
    figure = next(node for node in tree.descendants("figure") if node.only_descendant("h3").text == "Who wins")
    expected = [
        [label, *map(collapse_whitespace, format_estimate(estimate, is_share=True))]
        for label, estimate in zip(SEAT_BARS.labels, SEAT_BARS.values[0], strict=True)
    ]
    assert rows_of(figure.only_descendant("table")) == expected
    drawn = [collapse_whitespace(node.text) for node in figure.descendants_with("class", "value")]
    assert drawn == [row[1] for row in expected]


def test_metrics_have_value_interval_and_ruling() -> None:
    tree = parse_html(render_page(ONE_SERIES_PAGE))
    table = tree.descendants_with("id", "fair-metrics-1")[0].only_descendant("table")
    assert rows_of(table) == [
        ["Tiles burned in a turn C7", "11.3 %", "10.9 to 11.7 %"],
        ["Turns in a match", "61.2", "60.8 to 61.6"],
        ["Points of the winner C12", "1,234", "1,222 to 1,247"],
        ["Swaps that nobody could make C6", "no data", ""],
        ["Matches without an end C8", "0.0 %", "0.0 to 0.0 %"],
    ]


def test_changed_metrics_are_marked_by_a_word() -> None:
    tree = parse_html(render_page(TWO_SERIES_PAGE))
    table = tree.descendants_with("id", "change-metrics-1")[0].only_descendant("table")
    assert [collapse_whitespace(cell.text) for cell in table.only_descendant("thead").descendants("th")] == [
        "Metric",
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
    assert [row.is_changed for row in COMPARISON_TABLE.rows].count(True) == len(table.descendants_with("class", "mark"))


def test_many_series_without_differences_have_a_column_each() -> None:
    row = COMPARISON_TABLE.rows[0]
    levels = MetricTable("Levels", ("a", "b", "c"), (type(row)("x", "", (None, None, row.values[0]), is_share=True),))
    section = type(ONE_SERIES_PAGE.sections[0])("levels", "Levels?", (), (levels,))
    table = (
        parse_html(render_page(ReportPage("t", "", (), (), (section,), "")))
        .descendants_with("id", "levels-metrics-1")[0]
        .only_descendant("table")
    )
    assert rows_of(table) == [["x", "no data", "no data", "11.3 % 10.9 to 11.7 %"]]


def test_tables_can_be_scrolled_by_keyboard(page: ReportPage) -> None:
    tree = parse_html(render_page(page))
    regions = tree.descendants_with("class", "scroll")
    assert all(node.attributes["tabindex"] == "0" and node.attributes["role"] == "region" for node in regions)
    assert all(node.attributes.keys() & {"aria-label", "aria-labelledby"} for node in regions)
    assert sum(1 for node in regions if node.tag == "div") == len(list(tree.descendants("table")))


def test_the_contents_lead_to_every_section(page: ReportPage) -> None:
    nav = parse_html(render_page(page)).only_descendant("nav")
    links = [(link.attributes["href"], link.text) for link in nav.descendants("a")]
    assert links == [(f"#{section.slug}", section.title) for section in page.sections]


def test_findings_notes_and_command_are_shown() -> None:
    tree = parse_html(render_page(ONE_SERIES_PAGE))
    text = collapse_whitespace(tree.only_descendant("body").text)
    for sentence in (
        *ONE_SERIES_PAGE.findings,
        *ONE_SERIES_PAGE.notes,
        ONE_SERIES_PAGE.command,
        *(answer for one in ONE_SERIES_PAGE.sections for answer in one.answer),
    ):
        assert collapse_whitespace(sentence) in text.replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_empty_blocks_say_no_data() -> None:
    tree = parse_html(render_page(TWO_SERIES_PAGE))
    nothing = tree.descendants_with("id", "nothing")[0]
    assert len([node for node in nothing.descendants("text") if node.text == "no data"]) == 7
    assert len(nothing.descendants_with("class", "nothing")) == 2


# Colours


def linear_channel(value: int) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = (linear_channel(int(colour[k : k + 2], 16)) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours_by_theme() -> dict[str, dict[str, str]]:
    """Return the colours of the style sheet by theme and name."""
    light, dark = re.findall(r":root \{(.*?)\}", stylesheet(), re.DOTALL)[:2]
    first = dict(re.findall(r"--([\w-]+): (#\w{6});", light))
    return {"light": first, "dark": first | dict(re.findall(r"--([\w-]+): (#\w{6});", dark))}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_values_on_heat_maps_have_enough_contrast(theme: str) -> None:
    colours, css = colours_by_theme()[theme], stylesheet()
    assert f".heat-{COLOUR_STEPS - 1} {{" in css
    assert f".heat-{COLOUR_STEPS} {{" not in css
    for step in range(COLOUR_STEPS):
        (ink,) = re.findall(rf"\.ink-{step}\b[^{{]*\{{\s*fill: var\(--([\w-]+)\)", css)
        assert contrast(colours[f"heat-{step}"], colours[ink]) >= 4.5, step


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_have_enough_contrast(theme: str) -> None:
    colours = colours_by_theme()[theme]
    for mark in ("first", "second", "strong-line"):
        assert contrast(colours[mark], colours["raised"]) >= 3, mark
    for text in ("ink", "soft", "accent"):
        assert contrast(colours[text], colours["raised"]) >= 4.5, text
    assert contrast(colours["ink"], colours["first"]) >= 3, "an interval on a bar"


def test_stronger_colours_have_more_contrast() -> None:
    for colours in colours_by_theme().values():
        ground = colours["raised"]
        steps = [contrast(colours[f"heat-{step}"], ground) for step in range(COLOUR_STEPS)]
        assert steps == sorted(steps)
