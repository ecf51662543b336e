"""docs/columns.md explains every column that `dottable simulate --statistics` writes."""

from __future__ import annotations

import re

import pytest

from dottable.core.registry import installed_games
from dottable.lab.statistics.column_docs_page import column_page
from dottable.lab.statistics.statistics_columns import column_names
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "columns.md").read_text("utf-8")


def test_the_page_is_up_to_date():
    assert column_page() == PAGE, "run: python -m dottable.lab.statistics.column_docs_page > docs/columns.md"


@pytest.mark.parametrize("slug", installed_games())
def test_every_column_of_a_game_is_on_the_page(slug):
    own = PAGE.partition(f"## Statistics of `{slug}`")[2].partition("\n## ")[0]
    rows = PAGE.partition("## Statistics of `")[0] + own
    single = set(re.findall(r"`(\w+)`", rows))
    arrays = re.findall(r"`(\w+)_0` … `\1_(\d+)`", rows)
    explained = single | {f"{name}_{k}" for name, last in arrays for k in range(int(last) + 1)}
    assert set(column_names(installed_games()[slug])) <= explained


def test_entries_of_arrays_have_labels():
    assert [line.split("`")[1] for line in PAGE.splitlines() if line.endswith(" numbers |")] == ["leading_0"]
