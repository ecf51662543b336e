"""The Python examples in docs/research.md run unchanged."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_example_runs(example):
    exec(compile(example, "docs/research.md", "exec"), {})
