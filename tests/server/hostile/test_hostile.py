"""No hostile input makes the server fail, grow or become slow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.hostile.kinds import Kind
from tests.server.hostile.running import MAX_GROWTH_MB, MAX_HEALTH_MS, all_kinds, run_kind
from tests.server.hostile.target import Target

MIN_KINDS = 60


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A warm server process; afterwards its growth and its log are checked."""
    up = Target(tmp_path_factory.mktemp("hostile"))
    try:
        up.warm_up()
        before = up.memory_mb()
        yield up
        assert up.process.poll() is None, up.error_log()
        growth = up.kept_memory_mb(before + MAX_GROWTH_MB) - before
        assert growth < MAX_GROWTH_MB, f"{growth:.0f} MB more than {before:.0f}: {up.memory_by_process_mb()}"
        assert "Traceback" not in up.error_log(), up.error_log()
    finally:
        up.stop()


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_a_hostile_kind_is_refused_without_harm(target: Target, kind: Kind):
    result = run_kind(target, kind)
    assert result.statuses
    assert not result.bad_statuses, result
    assert result.health_ms <= MAX_HEALTH_MS, result


def test_there_are_enough_kinds():
    assert len(all_kinds()) >= MIN_KINDS
