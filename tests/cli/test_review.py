"""`dottable review`: one match as text, JSON and page, and many matches together."""

from __future__ import annotations

import json

import pytest

from dottable.cli import main
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import write_log
from dottable.core.registry import find_game
from dottable.study import evaluation_settings, review
from tests.study.finished import SMALL, finished_match


@pytest.fixture(autouse=True)
def small_settings(monkeypatch):
    monkeypatch.setattr(evaluation_settings, "DEFAULT_SETTINGS", SMALL)
    monkeypatch.setattr(review.review_match, "__defaults__", (SMALL, None))


@pytest.fixture
def logs(tmp_path):
    """A folder with the logs of four matches."""
    folder = tmp_path / "logs"
    folder.mkdir()
    for seed in range(1, 5):
        match = finished_match("dot_tiles", seed=seed)
        (folder / f"{seed}.log").write_text(write_log(match, players=("Ada", "Bix")), encoding="utf-8")
    return folder


def test_a_match_is_reviewed_as_text_json_and_page(logs, tmp_path, capsys):
    page = tmp_path / "review.html"
    assert main(["review", str(logs / "1.log"), "--html", str(page)]) == 0
    text = capsys.readouterr().out
    assert "Worst move:" in text
    assert "Luck:" in text
    html = page.read_text(encoding="utf-8")
    assert "<svg" in html
    assert "<script" not in html
    assert main(["review", str(logs / "1.log"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["is_complete"], found["players"]) == (True, ["Ada", "Bix"])


def test_many_matches_give_shares_that_add_up(logs, tmp_path, capsys):
    page = tmp_path / "skill.html"
    assert main(["review", "--many", str(logs), "--json", "--workers", "1", "--html", str(page)]) == 0
    (found,) = json.loads(capsys.readouterr().out)["games"]
    shares = [found[name]["share"] for name in ("skill_share", "deal_share", "chance_share")]
    assert sum(shares) == pytest.approx(1)
    assert [one["matches"] for one in found["players"]] == [4, 4]
    assert "How much is skill, how much luck?" in page.read_text(encoding="utf-8")


def test_an_unfinished_match_is_refused(tmp_path, capsys):
    path = tmp_path / "open.log"
    path.write_text(write_log(Match(find_game("dot_tiles"), seed=bytes(32))), encoding="utf-8")
    assert main(["review", str(path)]) != 0
    assert "Only a finished match can be reviewed." in capsys.readouterr().err
