"""The commands `simulate`, `report` and `deck tune`."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dottable.cli import main
from dottable.cli.console import EXIT_STATUS_INTERRUPTED
from dottable.lab import deck_search
from tests.conftest import LAST_DOT
from tests.sizes import sized

TOSSES_FOLDER = str(Path(__file__).parents[1] / "lab" / "toys" / "tosses")
REPORT_ARGUMENTS = ("report", TOSSES_FOLDER, "--levels", "none", "--matches", "3000", "--seed", "7")


def run_json(capsys, *arguments):
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_simulate_writes_rows_with_statistics(capsys, tmp_path):
    path = tmp_path / "rows.csv"
    arguments = ("simulate", "dot_tiles", "--matches", "50", "--seed", "7", "--bots", "greedy", "--statistics")
    summary = run_json(capsys, *arguments, "--out", str(path))
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert len(rows) == summary["matches"] == 50
    assert sum(int(row["score_1"]) for row in rows) / 50 == pytest.approx(summary["mean_scores"][0])
    assert all(int(row["sheets"]) == 2 for row in rows)


def test_simulate_with_ray_prints_the_same_to_the_byte(capsys):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'dottable[ray]'")
    printed = []
    for pool in (("--workers", "1"), ("--workers", "2"), ("--cluster", "ray", "--workers", "2")):
        assert main(["simulate", "dot_tiles", "--matches", "10000", "--seed", "7", *pool, "--json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == printed[2]


def test_ctrl_c_keeps_the_matches_played_so_far(tmp_path):
    """The rows and the summary are those of the first matches, as in a shorter run."""
    path = tmp_path / "rows.csv"
    command = [sys.executable, "-m", "dottable", "simulate", "dots_52", "--seed", "7", "--json"]
    running = subprocess.Popen(
        [*command, "--matches", "100000000", "--out", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "TERM": "dumb"},
    )
    part = path.with_name(path.name + ".part")
    for _ in range(600):
        if part.exists() and part.stat().st_size > 1_000_000:
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    summary = json.loads(out)
    assert running.returncode == EXIT_STATUS_INTERRUPTED
    assert f"Stopped after {summary['matches']:,} of 100,000,000 matches" in errors
    assert 0 < summary["matches"] < summary["planned"] == 100_000_000
    assert len(path.read_text().splitlines()) == summary["matches"] + 1
    again = subprocess.run([*command, "--matches", str(summary["matches"])], capture_output=True, text=True, check=True)
    assert {**json.loads(again.stdout), "planned": 100_000_000} == summary


def test_report_writes_a_page_and_prints_its_findings(capsys, tmp_path):
    path = tmp_path / "page.html"
    assert main([*REPORT_ARGUMENTS, "--option", "luck=60", "--out", str(path)]) == 0
    shown = capsys.readouterr()
    assert "Between greedy bots, beginning is a large advantage" in shown.out
    assert "Wrote the report to" in shown.err
    page = path.read_text(encoding="utf-8")
    assert "Between greedy bots, beginning is a large advantage" in page
    assert "--option luck=60" in page
    assert "<script" not in page


def test_report_writes_its_plots_too(capsys, tmp_path):
    assert main([*REPORT_ARGUMENTS, "--out", str(tmp_path / "page.html"), "--plots", str(tmp_path / "plots")]) == 0
    assert " plots to " in capsys.readouterr().err
    found = {path.name: ElementTree.fromstring(path.read_text()) for path in (tmp_path / "plots").iterdir()}
    assert "fairness-wins-by-turn-order.svg" in found
    for picture in found.values():
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert any(part.tag.endswith("title") for part in picture.iter())
        assert picture.get("class") == "picture"  # which the style sheet's rules for texts ask for


def test_report_compares_two_variants(capsys, tmp_path):
    arguments = (*REPORT_ARGUMENTS, "--vs", "luck=60", "--out", str(tmp_path / "page.html"))
    page = run_json(capsys, *arguments)
    assert page["title"] == "Tosses: luck=50 or luck=60"
    assert any(text.startswith("Tosses that favour who begins: up from") for text in page["findings"])
    assert any(text.startswith("Decided matches won by the player who begins: up from") for text in page["findings"])


def test_report_finds_no_change_without_a_difference(capsys, tmp_path):
    arguments = (*REPORT_ARGUMENTS, "--vs", "colour=silver")
    page = run_json(capsys, *arguments, "--out", str(tmp_path / "page.html"))
    assert page["findings"][0].startswith("No metric differs significantly")


def test_a_report_is_the_same_for_the_same_seed_and_any_workers(capsys, tmp_path):
    pages = []
    for workers in ("1", "2"):
        path = tmp_path / "page.html"
        levels = (
            "--levels",
            "newcomer,casual",
            "--level-matches",
            sized("2", "4"),
            "--ledger-matches",
            sized("1", "2"),
        )
        arguments = ("report", str(LAST_DOT), *levels, "--matches", "200", "--seed", "3", "--out", str(path))
        assert main([*arguments, "--workers", workers]) == 0
        capsys.readouterr()
        pages.append(path.read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    assert "casual against newcomer" in pages[0]
    assert "How much is skill, how much luck?" in pages[0]


BAD_INPUT = [
    (("simulate", "dot_tiles", "--statistics"), "Add --out FILE"),
    (("simulate", "dot_tiles", "--out", "rows.xlsx"), "ends in .parquet or .csv"),
    (("simulate", "dot_tiles", "--cluster", "spark"), "Unknown cluster 'spark'"),
    (("report", "dot_tiles", "--levels", "champion"), "Name two or more of"),
    (("report", "dot_tiles", "--out", "/nowhere/page.html"), "There is no folder"),
    (("report", "dot_tiles", "--vs", "single-colour-bonus=on"), "Both variants are the same"),
    (("report", "dot_tiles", "--vs-deck", "x.toml"), "has no deck files"),
    (("deck", "tune", "dot_tiles"), "cannot be tuned"),
    (("deck", "tune", "dot_allot", "--seeds", "many"), "are not seeds"),
    (("deck", "tune", "dot_allot", "--report", "/nowhere/page.html"), "There is no folder '/nowhere'"),
    (("deck", "tune", "dot_allot", "--knob", "sparkle=1"), "Unknown knob 'sparkle'"),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_INPUT)
def test_bad_input_is_one_sentence(capsys, arguments, message):
    assert main(list(arguments)) == 2
    assert message in capsys.readouterr().err


def test_deck_tune_finds_the_best_and_writes_it(capsys, tmp_path):
    path = tmp_path / "deck.toml"
    asked: tuple[str, ...] = ("deck", "tune", "dots_72", "--seeds", "2..3", "--matches", "40", "--confirm", "1")
    asked += ("--confirm-bots", "greedy", "--confirm-matches", "40", "--workers", "1", "--out", str(path))
    found = run_json(capsys, *asked)
    assert len(found["trials"]) == 3
    assert sum(trial["is_house"] for trial in found["trials"]) == 1
    worst = [min(trial["slacks"]) for trial in found["trials"]]
    assert worst == sorted(worst, reverse=True)
    assert any(trial["is_on_frontier"] for trial in found["trials"])
    assert "between greedy bots, played to confirm it, it m" in path.read_text("utf-8").splitlines()[0]
    assert main(["deck", "check", "dots_72", str(path)]) == 0
    capsys.readouterr()
    assert main([*asked]) == 0
    assert "meet every target" in capsys.readouterr().out


def test_deck_tune_says_that_a_deck_is_unconfirmed(capsys, tmp_path):
    path = tmp_path / "deck.toml"
    assert main([*TUNE_ARGUMENTS, "--confirm", "0", "--out", str(path)]) == 0
    shown = capsys.readouterr()
    sentence = "It is unconfirmed: only random bots have played it"
    assert sentence in shown.out
    assert sentence in shown.err
    assert sentence in path.read_text("utf-8").splitlines()[0]


TUNE_ARGUMENTS = (
    "deck",
    "tune",
    "dots_72",
    "--seeds",
    "2..3",
    "--bots",
    "random",
    "--matches",
    "20",
    "--workers",
    "1",
)


def test_deck_tune_writes_a_page(capsys, tmp_path):
    path = tmp_path / "page.html"
    assert main([*TUNE_ARGUMENTS, "--confirm", "0", "--knob", "matchless=2,3", "--report", str(path)]) == 0
    assert f"Wrote the report to {path}." in capsys.readouterr().err
    page = path.read_text(encoding="utf-8")
    assert "--seeds 2..3 --knob matchless=2,3 --matches 20 --bots random --confirm 0 --seed tune" in page
    assert "<script" not in page


def test_deck_tune_stopped_by_ctrl_c_keeps_its_trials(capsys, tmp_path, monkeypatch):
    path = tmp_path / "page.html"
    done: list[deck_search.DeckTrial] = []
    whole = deck_search.evaluate_candidate

    def stopped(*arguments, **play):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(whole(*arguments, **play))
        return done[-1]

    monkeypatch.setattr(deck_search, "evaluate_candidate", stopped)
    assert main([*TUNE_ARGUMENTS, "--report", str(path)]) == EXIT_STATUS_INTERRUPTED
    shown = capsys.readouterr()
    assert "Stopped after 2 of 3 decks." in shown.err
    assert "of 2 decks meet every target" in shown.out
    assert "The search was stopped after 2 of 3 decks between random bots" in path.read_text(encoding="utf-8")


def test_deck_tune_stopped_at_once_prints_nothing(capsys, tmp_path, monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(deck_search, "evaluate_candidate", stopped)
    assert main([*TUNE_ARGUMENTS, "--report", str(tmp_path / "page.html")]) == EXIT_STATUS_INTERRUPTED
    assert capsys.readouterr().out == ""
    assert not list(tmp_path.iterdir())
