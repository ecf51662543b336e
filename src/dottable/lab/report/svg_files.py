"""Writes the plots of a report as SVG files, for slides and other documents."""

from __future__ import annotations

import re
from pathlib import Path

from dottable.lab.report.charts.plot_rendering import Plot, render_plot
from dottable.lab.report.page_model import ReportPage
from dottable.lab.report.stylesheet import stylesheet

SVG_NAMESPACE = "http://www.w3.org/2000/svg"
PIXELS_PER_UNIT = 1.25
"""Pixels per SVG unit, for programs that show a picture at its natural size."""


def svg_texts_by_file_name(page: ReportPage) -> dict[str, str]:
    """Return the SVG text of every plot by file name. Each includes the style sheet with light and dark themes."""
    files: dict[str, str] = {}
    for section in page.sections:
        plots = [block for block in section.blocks if isinstance(block, Plot)]
        for plot in plots:
            name = f"{section.slug}-{file_name_slug(plot.title)}"
            files[name] = with_stylesheet(str(render_plot(plot, name, plots).picture))
    return files


def with_stylesheet(svg: str) -> str:
    """Return an SVG text with its namespace, its size and the style sheet.

    The root element gets the class `picture`, which the rules of the style sheet need.
    """
    opening, end, rest = svg.partition(">")
    width, height = (PIXELS_PER_UNIT * float(side) for side in re.findall(r'viewBox="0 0 (\S+) (\S+)"', opening)[0])
    size = f'width="{width:g}" height="{height:g}" class="picture" style="margin: 0; max-width: none"'
    return f'{opening} {size} xmlns="{SVG_NAMESPACE}"{end}<style>{stylesheet()}</style>{rest}\n'


def file_name_slug(title: str) -> str:
    """Return a title in a form that can be part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def write_svg_files(page: ReportPage, folder: Path) -> int:
    """Write every plot of a page to a folder. Return the number of files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = svg_texts_by_file_name(page)
    for name, svg in files.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    return len(files)
