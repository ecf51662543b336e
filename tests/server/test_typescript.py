"""The browser's types are those of this server: `npm run types` in web/ after a change of messages or views."""

from __future__ import annotations

from pathlib import Path

import pytest

from dottable.server.typescript import files, write

TYPES = Path(__file__).parents[2] / "web" / "src" / "types"
MADE = files()


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_file_is_up_to_date(name):
    assert (TYPES / name).read_text(encoding="utf-8") == MADE[name], "run `npm run types` in web/"


def test_there_are_no_others():
    assert {path.name for path in TYPES.glob("*.ts")} == set(MADE)


def test_writing_takes_old_files_away(tmp_path):
    (tmp_path / "gone.ts").write_text("old")
    write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(MADE)
