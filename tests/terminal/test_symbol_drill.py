"""The drill (E13): timed answers, saved between runs."""

from __future__ import annotations

from itertools import count, islice

from dottable.core.registry import find_game
from dottable.games.dobble_connect.deck.drill_pairs import card_pairs
from dottable.terminal.symbol_drill import Drill
from dottable.terminal.symbol_drill_times import load_drill_record
from tests.present import present
from tests.terminal.scripted_console import ScriptedConsole

HOUSE_DECK = present(find_game("dobble_connect").house_deck)


def run_drill(tmp_path, *answers, pairs=3, seconds=2.0):
    ticks = count(0, seconds)
    console = ScriptedConsole(*answers)
    drilling = Drill(
        HOUSE_DECK, seed="x", times_file=tmp_path / "times.json", console=console, clock=lambda: next(ticks)
    )
    return drilling.run_drill(pairs), console.shown


def right_answers(n):
    return [pair.shared for pair in islice(card_pairs(HOUSE_DECK, "x"), n)]


def test_E13_right_answers_are_timed_and_kept(tmp_path):
    summary, shown = run_drill(tmp_path, *right_answers(3))
    assert (summary.right, summary.wrong, summary.median_ms) == (3, 0, 2000)
    assert "Your first run" in shown
    assert load_drill_record(tmp_path / "times.json").best_median_ms == 2000


def test_E13_a_better_run_is_announced(tmp_path):
    run_drill(tmp_path, *right_answers(3), seconds=3.0)
    _, shown = run_drill(tmp_path, *right_answers(3), seconds=1.0)
    assert "Your best run so far (before: 3.00 s)" in shown
    _, shown = run_drill(tmp_path, *right_answers(3), seconds=2.0)
    assert "Your best run: 1.00 s." in shown
    assert len(load_drill_record(tmp_path / "times.json").runs) == 3


def test_E13_a_wrong_symbol_is_corrected_and_unknown_text_asked_again(tmp_path):
    pair = next(card_pairs(HOUSE_DECK, "x"))
    wrong = next(name for name in pair.left_symbols if name != pair.shared)
    summary, shown = run_drill(tmp_path, "nonsense", wrong, pairs=1)
    assert (summary.right, summary.wrong) == (0, 1)
    assert f"it is the {pair.shared}" in shown
    assert "Unknown symbol. Type the number or name" in shown


def test_E13_only_the_shared_symbol_is_right(tmp_path):
    pair = next(card_pairs(HOUSE_DECK, "x"))
    for symbol in pair.left_symbols:
        summary, _ = run_drill(tmp_path, symbol, pairs=1)
        assert summary.right == (symbol == pair.shared)


def test_E13_leaving_early_keeps_the_answers_so_far(tmp_path):
    summary, _ = run_drill(tmp_path, *right_answers(1), "q", pairs=9)
    assert summary.right == 1
    assert len(load_drill_record(tmp_path / "times.json").runs) == 1
