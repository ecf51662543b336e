"""The generated TypeScript types are current. Run `npm run types` in web/ after changing messages or views."""

from __future__ import annotations

from pathlib import Path

import pytest

from dottable.server.protocol.typescript_types import typescript_files, write_typescript_files

TYPES = Path(__file__).parents[3] / "web" / "src" / "types"
MADE = typescript_files()


@pytest.mark.parametrize("name", sorted(MADE))
def test_a_file_is_up_to_date(name):
    assert (TYPES / name).read_text(encoding="utf-8") == MADE[name], "run `npm run types` in web/"


def test_no_outdated_type_files_exist():
    assert {path.name for path in TYPES.glob("*.ts")} == set(MADE)


def test_writing_deletes_outdated_files(tmp_path):
    (tmp_path / "gone.ts").write_text("old")
    write_typescript_files(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(MADE)
