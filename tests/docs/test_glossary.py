"""Every name that docs/glossary.md gives for a term exists in the file that it gives."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

ROWS = re.findall(
    r"^\| ([^|]+) \| [^|]+ \| `([^`|]+)`(?: `(\w+)`)? \|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M
)


@pytest.mark.parametrize(("term", "path", "name"), ROWS, ids=[row[0] for row in ROWS])
def test_the_code_of_a_term_exists(term, path, name):
    source = ROOT / path if path.startswith("tests/") else ROOT / "src" / "dottable" / path
    assert re.search(rf"\b{name}\b", source.read_text("utf-8")), term


def test_the_glossary_has_at_least_thirty_terms():
    assert len(ROWS) >= 30
