"""A few backups under load; `python -m tests.server.live.backup_drill` makes many."""

from __future__ import annotations

import asyncio

from tests.server.live.backup_drill import BackupDrill


def test_a_backup_under_load_misses_no_acknowledged_move(tmp_path):
    drill = BackupDrill(str(tmp_path / "live.db"), tmp_path)
    asyncio.run(drill.back_up(2))
    assert drill.counts["backups"] == 2
    assert drill.counts["missing"] == 0
    assert drill.counts["acknowledged"] > 10
