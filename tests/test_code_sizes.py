"""Bounds on the source: one name per class, short functions, few parameters, short files.

A function's lines are counted from `def` to its last line, with its docstring and without its decorators.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from math import ceil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50
USUAL_FUNCTION_LINES = 18
"""Bound on the lines of 95 % of all functions."""
MAX_PARAMETERS = 8
"""Bound on the parameters of a function, without `self` and `cls`."""
SHARED_CLASS_NAMES = {
    "Options": "Every game has a class of this name, because the contract asks for it.",
    "View": "Every game has a class of this name, because the contract asks for it.",
}
"""Names that several classes may share, each with the reason."""


@cache
def sources() -> dict[str, ast.Module]:
    """Return the syntax tree of every Python file that players run, by path."""
    paths = [*(ROOT / "src").rglob("*.py"), *(ROOT / "web" / "src").rglob("*.py")]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in paths}


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Yield every function with its path and name."""
    for path, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path}: {node.name}", node


def function_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    assert function.end_lineno is not None
    return function.end_lineno - function.lineno + 1


def parameter_count(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    starred = [each for each in (arguments.vararg, arguments.kwarg) if each is not None]
    return len([each for each in (*named, *starred) if each.arg not in ("self", "cls")])


def test_no_two_classes_share_a_name():
    places = defaultdict(list)
    server = {path: tree for path, tree in sources().items() if path.startswith("src")}  # the page has counterparts
    for path, tree in server.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path)
    shared = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in shared.items() if name not in SHARED_CLASS_NAMES} == {}
    assert set(SHARED_CLASS_NAMES) <= set(shared), "Remove the names that are no longer shared."


def test_files_are_short():
    lengths = {path: len((ROOT / path).read_text("utf-8").splitlines()) for path in sources()}
    assert {path: count for path, count in lengths.items() if count > MAX_FILE_LINES} == {}


def test_functions_are_short():
    lengths = {place: function_lines(function) for place, function in functions()}
    assert {place: count for place, count in lengths.items() if count > MAX_FUNCTION_LINES} == {}
    in_order = sorted(function_lines(function) for _, function in functions())
    assert in_order[ceil(0.95 * len(in_order)) - 1] <= USUAL_FUNCTION_LINES


def test_functions_have_few_parameters():
    counts = {place: parameter_count(function) for place, function in functions()}
    assert {place: count for place, count in counts.items() if count > MAX_PARAMETERS} == {}
