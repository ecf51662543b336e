"""Hashes of sources: code counts, comments and docstrings do not."""

from pathlib import Path

import pytest

from dottable.core.portable.source_hash import code_hash, source_hash

SOURCE = 'def f(x):\n    """Return x."""\n    return x + 1  # one\n'


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Return x."""', '"""Return the next number."""'),
        ("  # one", ""),
        ("\n    return", "\n\n    # next\n    return"),
    ],
)
def test_comments_and_docstrings_do_not_change_the_hash_of_code(tmp_path: Path, old: str, new: str) -> None:
    before, after = written(tmp_path, "a.py", SOURCE), written(tmp_path, "b.py", SOURCE.replace(old, new))
    assert code_hash(before) == code_hash(after)
    assert source_hash(before) != source_hash(after)


@pytest.mark.parametrize(
    ("old", "new"), [("x + 1", "x + 2"), ("return x + 1", "x = x + 1"), ("    return", "    x\n    return")]
)
def test_code_changes_the_hash_of_code(tmp_path: Path, old: str, new: str) -> None:
    before, after = written(tmp_path, "a.py", SOURCE), written(tmp_path, "b.py", SOURCE.replace(old, new))
    assert code_hash(before) != code_hash(after)


def test_line_ends_of_a_system_do_not_count(tmp_path: Path) -> None:
    unix, windows = written(tmp_path, "a.py", SOURCE), written(tmp_path, "b.py", SOURCE.replace("\n", "\r\n"))
    assert source_hash(unix) == source_hash(windows)


def test_a_table_counts_as_a_whole(tmp_path: Path) -> None:
    before, after = written(tmp_path, "a.toml", "x = 1\n"), written(tmp_path, "b.toml", "x = 1 # one\n")
    assert code_hash(before) != code_hash(after)
