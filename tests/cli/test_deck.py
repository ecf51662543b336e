"""`dottable deck` and playing with a deck of one's own."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from dottable.cli import main
from dottable.core.registry import games

SLUGS_WITH_DECK = [slug for slug, game in games().items() if game.has_deck]


@pytest.mark.parametrize("slug", list(games()))
def test_show_draws_every_piece_as_svg(slug, tmp_path, capsys):
    assert main(["deck", "show", slug, "--svg", str(tmp_path), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    files = {path.stem for path in tmp_path.glob("*.svg")}
    assert files == set(report["pieces"])
    assert len(files) == len(report["pieces"])
    for path in tmp_path.glob("*.svg"):
        assert ET.fromstring(path.read_text(encoding="utf-8")).tag.endswith("svg")


@pytest.mark.parametrize("slug", SLUGS_WITH_DECK)
def test_a_house_deck_is_right_and_known_by_its_hash(slug, capsys):
    game = games()[slug]
    assert main(["deck", "check", slug, str(game.folder / "deck" / game.deck.HOUSE_DECK_FILE)]) == 0
    assert game.house_deck is not None
    assert game.house_deck.content_hash in capsys.readouterr().out


@pytest.mark.parametrize("slug", SLUGS_WITH_DECK)
@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("broken.toml", b"a = [1,\nb", "broken.toml: The file is not valid TOML"),
        ("huge.toml", b"#" * 300_000, "huge.toml: the file is larger than 64 kB."),
        ("binary.toml", b"\xff\xfe", "binary.toml: the file is not UTF-8 text."),
        ("empty.toml", b"", "empty.toml: "),
    ],
)
def test_a_file_that_is_no_deck_is_one_clear_sentence(slug, tmp_path, capsys, name, content, sentence):
    path = tmp_path / name
    path.write_bytes(content)
    assert main(["deck", "check", slug, str(path)]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert len(shown.err.strip().splitlines()) == 1


def test_a_made_deck_is_played_with_and_travels_in_the_log(tmp_path, capsys):
    deck = tmp_path / "own.toml"
    assert main(["deck", "make", "dot_allot", "--seed", "77", "--out", str(deck)]) == 0
    assert main(["deck", "check", "dot_allot", str(deck)]) == 0
    logs = tmp_path / "logs"
    for way in (["--deck", str(deck)], ["--option", f"deck={deck}"]):
        assert main(["simulate", "dot_allot", "--matches", "2", "--seed", "1", *way, "--logs", str(logs)]) == 0
    deck.unlink()
    files = list(logs.iterdir())
    assert len(files) == 2
    for log in files:
        assert "deck own " in log.read_text()
        assert main(["verify", str(log)]) == 0
    capsys.readouterr()


def test_make_prints_the_same_deck_for_the_same_seed(capsys):
    texts = []
    for seed in ("5", "5", "6"):
        assert main(["deck", "make", "dot_allot", "--seed", seed]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] != texts[2]


def test_what_has_no_deck_or_generator_says_so(capsys):
    assert main(["deck", "make", "dot_tiles"]) == 2
    assert main(["deck", "check", "dot_tiles", "x.toml"]) == 2
    shown = capsys.readouterr().err.splitlines()
    assert shown == [
        "dottable: Decks for DOT: Dice or Tiles cannot be generated.",
        "dottable: DOT: Dice or Tiles has no deck files. Leave out --deck.",
    ]


def test_a_deck_file_that_is_not_there(capsys):
    assert main(["deck", "check", "dots_72", "/no/such/deck.toml"]) == 2
    assert "the file cannot be read: No such file or directory." in capsys.readouterr().err
