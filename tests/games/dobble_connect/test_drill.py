"""The drill: ruling E13."""

from __future__ import annotations

from itertools import islice

import pytest

from dottable.core.errors import DottableError
from dottable.games.dobble_connect import drill
from dottable.games.dobble_connect.drill import Answer, Record, Run

from .positions import GAME


def some_pairs(count, seed=1):
    return list(islice(drill.pairs(GAME.house_deck, seed), count))


def test_E13_a_pair_is_two_different_cards_and_their_one_shared_symbol():
    for pair in some_pairs(500):
        assert pair.left != pair.right
        assert set(pair.left_symbols) & set(pair.right_symbols) == {pair.shared}


def test_E13_pairs_are_random_but_the_same_for_the_same_seed():
    assert some_pairs(20) == some_pairs(20)
    assert some_pairs(20) != some_pairs(20, seed=2)
    seen = some_pairs(4000)
    assert {pair.left for pair in seen} == {pair.right for pair in seen} == set(range(90))


def test_E13_only_the_shared_symbol_is_right():
    (pair,) = some_pairs(1)
    for symbol in pair.left_symbols:
        assert drill.judge(pair, symbol, 900) == Answer(right=symbol == pair.shared, took_ms=900)


def test_E13_a_symbol_is_named_by_place_name_or_a_clear_beginning():
    (pair,) = some_pairs(1)
    names = ("cat", "cactus", "Korean heart", "sun", "van", "fan", "dot", "dice", "nest", "wave")
    pair = drill.Pair(0, 1, names, names, "cat")
    assert drill.understand(pair, "1") == "cat"
    assert drill.understand(pair, "10") == "wave"
    assert drill.understand(pair, " CAT ") == "cat"
    assert drill.understand(pair, "korean") == "Korean heart"
    assert drill.understand(pair, "ca") is None
    assert drill.understand(pair, "d") is None
    assert drill.understand(pair, "do") == "dot"
    for text in ("", "0", "11", "999999", "pizza"):
        assert drill.understand(pair, text) is None


def test_E13_statistics_of_a_run_count_right_answers_only():
    answers = [Answer(right=True, took_ms=t) for t in (3000, 1000, 1400)] + [Answer(right=False, took_ms=10)]
    assert drill.summary(answers) == drill.Summary(right=3, wrong=1, best_ms=1000, median_ms=1400, mean_ms=1800)


def test_E13_a_run_without_a_right_answer_has_no_times():
    assert drill.summary([Answer(right=False, took_ms=5)]) == drill.Summary(0, 1, None, None, None)


def test_E13_the_record_keeps_the_best_of_all_runs():
    record = drill.with_run(Record(), "2026-01-01", [Answer(right=True, took_ms=t) for t in (900, 5000)])
    record = drill.with_run(record, "2026-01-02", [Answer(right=True, took_ms=t) for t in (1500, 1700)])
    assert record.best_ms == 900
    assert record.best_median_ms == 1600
    assert record.runs[0] == Run(day="2026-01-01", times_ms=(900, 5000), wrong=0)


def test_E13_a_run_without_answers_is_not_kept():
    assert drill.with_run(Record(), "2026-01-01", []) == Record()
    assert Record().best_ms is None
    assert Record().best_median_ms is None


def test_E13_only_the_latest_runs_are_kept():
    record = Record()
    for k in range(drill.MOST_RUNS + 5):
        record = drill.with_run(record, str(k), [Answer(right=False, took_ms=1)])
    assert len(record.runs) == drill.MOST_RUNS
    assert record.runs[-1].day == str(drill.MOST_RUNS + 4)


def test_E13_the_record_is_kept_between_runs(tmp_path):
    path = tmp_path / "deep" / "times.json"
    assert drill.load(path) == Record()
    record = drill.with_run(Record(), "2026-01-01", [Answer(right=True, took_ms=1234), Answer(right=False, took_ms=1)])
    drill.save(path, record)
    assert drill.load(path) == record
    assert [other.name for other in path.parent.iterdir()] == ["times.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"runs": [{"day": 1}]}', '{"more": 1}', "\x00"])
def test_E13_a_broken_record_is_told_and_not_overwritten(tmp_path, text):
    path = tmp_path / "times.json"
    path.write_text(text)
    with pytest.raises(DottableError, match="no record of drill times"):
        drill.load(path)
    assert path.read_text() == text


def test_E13_a_record_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DottableError, match="cannot be written"):
        drill.save(tmp_path / "file" / "times.json", Record())
    with pytest.raises(DottableError, match="cannot be read"):
        drill.load(tmp_path)
