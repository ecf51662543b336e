"""The drill (E13): a timer, and own times kept between runs."""

from __future__ import annotations

from itertools import count, islice

from dottable.core.registry import find
from dottable.games.dobble_connect import drill
from dottable.terminal.drill import Drill
from tests.terminal.typist import Typist

DECK = find("dobble_connect").house_deck


def run(tmp_path, *answers, pairs=3, seconds=2.0):
    ticks = count(0, seconds)
    console = Typist(*answers)
    drilling = Drill(DECK, seed="x", times_file=tmp_path / "times.json", console=console, clock=lambda: next(ticks))
    return drilling.run(pairs), console.shown


def right_answers(n):
    return [pair.shared for pair in islice(drill.pairs(DECK, "x"), n)]


def test_E13_right_answers_are_timed_and_kept(tmp_path):
    summary, shown = run(tmp_path, *right_answers(3))
    assert (summary.right, summary.wrong, summary.median_ms) == (3, 0, 2000)
    assert "Your first run" in shown
    assert drill.load(tmp_path / "times.json").best_median_ms == 2000


def test_E13_a_better_run_is_told(tmp_path):
    run(tmp_path, *right_answers(3), seconds=3.0)
    _, shown = run(tmp_path, *right_answers(3), seconds=1.0)
    assert "Your best run so far (before: 3.00 s)" in shown
    _, shown = run(tmp_path, *right_answers(3), seconds=2.0)
    assert "Your best run: 1.00 s." in shown
    assert len(drill.load(tmp_path / "times.json").runs) == 3


def test_E13_a_wrong_symbol_is_corrected_and_nonsense_asked_again(tmp_path):
    pair = next(drill.pairs(DECK, "x"))
    wrong = next(name for name in pair.left_symbols if name != pair.shared)
    summary, shown = run(tmp_path, "nonsense", wrong, pairs=1)
    assert (summary.right, summary.wrong) == (0, 1)
    assert f"it is the {pair.shared}" in shown
    assert "Name a symbol of the left card" in shown


def test_E13_leaving_early_keeps_what_was_done(tmp_path):
    summary, _ = run(tmp_path, *right_answers(1), "q", pairs=9)
    assert summary.right == 1
    assert len(drill.load(tmp_path / "times.json").runs) == 1
