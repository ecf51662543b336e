"""The plots of a report as files of their own, for slides, walls and other pages."""

from __future__ import annotations

import re
from pathlib import Path

from dottable.lab.report.charts import Plot, drawn
from dottable.lab.report.contents import Page

STYLE = Path(__file__).with_name("page.css")
NAMESPACE = "http://www.w3.org/2000/svg"


def pictures_of(page: Page) -> dict[str, str]:
    """Every plot by a name for its file: SVG that brings its colours along, light and dark."""
    style = STYLE.read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for section in page.sections:
        plots = [block for block in section.blocks if isinstance(block, Plot)]
        for plot in plots:
            name = f"{section.slug}-{slug_of(plot.title)}"
            picture = drawn(plot, name, plots).picture
            found[name] = styled(str(picture), style)
    return found


def styled(svg: str, style: str) -> str:
    """A picture with its style inside."""
    opening, end, rest = svg.partition(">")
    return f'{opening} xmlns="{NAMESPACE}"{end}<style>{style}svg {{ font-family: var(--font); }}</style>{rest}\n'


def slug_of(title: str) -> str:
    """A title as a part of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def write_pictures(page: Page, folder: Path) -> int:
    """Write every plot into a folder; how many there are."""
    folder.mkdir(parents=True, exist_ok=True)
    found = pictures_of(page)
    for name, svg in found.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    return len(found)
