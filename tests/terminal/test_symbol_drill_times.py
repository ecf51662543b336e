"""Answer times of the drill (E13) and the file that keeps them."""

from __future__ import annotations

import pytest

from dottable.core.errors import DottableError
from dottable.terminal.symbol_drill_times import (
    MAX_RUNS,
    DrillAnswer,
    DrillRecord,
    DrillRun,
    DrillSummary,
    add_run,
    load_drill_record,
    save_record,
    summarize_run,
)


def test_E13_statistics_of_a_run_count_right_answers_only():
    answers = [DrillAnswer(is_right=True, took_ms=t) for t in (3000, 1000, 1400)] + [
        DrillAnswer(is_right=False, took_ms=10)
    ]
    assert summarize_run(answers) == DrillSummary(right=3, wrong=1, best_ms=1000, median_ms=1400, mean_ms=1800)


def test_E13_a_run_without_a_right_answer_has_no_times():
    assert summarize_run([DrillAnswer(is_right=False, took_ms=5)]) == DrillSummary(0, 1, None, None, None)


def test_E13_the_record_keeps_the_best_of_all_runs():
    record = add_run(DrillRecord(), "2026-01-01", [DrillAnswer(is_right=True, took_ms=t) for t in (900, 5000)])
    record = add_run(record, "2026-01-02", [DrillAnswer(is_right=True, took_ms=t) for t in (1500, 1700)])
    assert record.best_ms == 900
    assert record.best_median_ms == 1600
    assert record.runs[0] == DrillRun(day="2026-01-01", times_ms=(900, 5000), wrong=0)


def test_E13_a_run_without_answers_is_not_kept():
    assert add_run(DrillRecord(), "2026-01-01", []) == DrillRecord()
    assert DrillRecord().best_ms is None
    assert DrillRecord().best_median_ms is None


def test_E13_only_the_latest_runs_are_kept():
    record = DrillRecord()
    for k in range(MAX_RUNS + 5):
        record = add_run(record, str(k), [DrillAnswer(is_right=False, took_ms=1)])
    assert len(record.runs) == MAX_RUNS
    assert record.runs[-1].day == str(MAX_RUNS + 4)


def test_E13_the_record_is_kept_between_runs(tmp_path):
    path = tmp_path / "deep" / "times.json"
    assert load_drill_record(path) == DrillRecord()
    record = add_run(
        DrillRecord(), "2026-01-01", [DrillAnswer(is_right=True, took_ms=1234), DrillAnswer(is_right=False, took_ms=1)]
    )
    save_record(path, record)
    assert load_drill_record(path) == record
    assert [other.name for other in path.parent.iterdir()] == ["times.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"runs": [{"day": 1}]}', '{"more": 1}', "\x00"])
def test_E13_a_broken_record_is_an_error_and_not_overwritten(tmp_path, text):
    path = tmp_path / "times.json"
    path.write_text(text)
    with pytest.raises(DottableError, match="no record of drill times"):
        load_drill_record(path)
    assert path.read_text() == text


def test_E13_a_record_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DottableError, match="cannot be written"):
        save_record(tmp_path / "file" / "times.json", DrillRecord())
    with pytest.raises(DottableError, match="cannot be read"):
        load_drill_record(tmp_path)
