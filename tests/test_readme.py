"""The Python examples of README.md run as they stand."""

from __future__ import annotations

import re

import pytest

from tests.conftest import ROOT

EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_of_the_readme_runs(example):
    exec(compile(example, "README.md", "exec"), {})


def test_there_are_examples():
    assert len(EXAMPLES) >= 2
