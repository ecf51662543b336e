"""Every link in the pages leads to a file or a heading that exists. Web addresses are not opened."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.pages import PAGES, page_name, prose_of

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)
WEB = ("http://", "https://", "mailto:")


def anchors_of(page: Path) -> set[str]:
    """Return the anchors that forges and the site make of the headings: lower case, hyphens, no punctuation."""
    anchors: set[str] = set()
    for heading in HEADING.findall(prose_of(page)):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        number = sum(
            anchor == slug or re.fullmatch(rf"{re.escape(slug)}-\d+", anchor) is not None for anchor in anchors
        )
        anchors.add(f"{slug}-{number}" if number else slug)
    return anchors


def broken_links(page: Path) -> list[str]:
    """Return the links of a page whose file or heading does not exist."""
    broken = []
    for link in LINK.findall(re.sub(r"`[^`]*`", "`", prose_of(page))):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        is_inside = target.is_relative_to(ROOT) and target.exists()
        if not link.startswith(WEB) and not (is_inside and (not anchor or anchor in anchors_of(target))):
            broken.append(link)
    return broken


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_the_links_of_a_page_lead_somewhere(page):
    assert broken_links(page) == []


def test_a_broken_link_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.docs.test_links.ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text(
        "# A title, really\n[a](#a-title-really) [b](#other) [c](none.md) [d](page.md#a-title-really)", "utf-8"
    )
    assert broken_links(page) == ["#other", "none.md"]
