"""`dottable deck` and playing with a deck of one's own."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from dottable.cli import main
from dottable.core.registry import installed_games
from tests.present import present

SLUGS_WITH_DECK = [slug for slug, game in installed_games().items() if game.has_deck]


@pytest.mark.parametrize("slug", list(installed_games()))
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
    game = installed_games()[slug]
    assert main(["deck", "check", slug, str(game.folder / "deck" / game.deck.HOUSE_DECK_FILE)]) == 0
    assert game.house_deck is not None
    assert game.house_deck.content_hash in capsys.readouterr().out


@pytest.mark.parametrize("slug", SLUGS_WITH_DECK)
@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("broken.toml", b"a = [1,\nb", "broken.toml, line 2: The file is not valid TOML: "),
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
        "dottable: DOT: Dice or Tiles has no deck files: its pieces are fixed.",
        "dottable: DOT: Dice or Tiles has no deck files. Leave out --deck.",
    ]


def test_a_deck_file_that_is_not_there(capsys):
    assert main(["deck", "check", "dots_72", "/no/such/deck.toml"]) == 2
    assert "the file cannot be read: No such file or directory." in capsys.readouterr().err


def test_make_says_how_to_begin_where_nothing_can_be_generated(capsys):
    assert main(["deck", "make", "dobble_connect"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "dottable: Decks for Dobble Connect cannot be generated. Begin with a copy of the house deck: "
        "dottable deck copy dobble_connect --out own.toml"
    ]


@pytest.mark.parametrize("slug", SLUGS_WITH_DECK)
def test_copy_writes_the_house_deck_with_its_notes(slug, tmp_path, capsys):
    own = tmp_path / "own.toml"
    assert main(["deck", "copy", slug, "--out", str(own)]) == 0
    assert main(["deck", "copy", slug]) == 0
    assert own.read_text(encoding="utf-8") == capsys.readouterr().out
    assert own.read_text(encoding="utf-8").startswith("#")
    assert main(["deck", "check", slug, str(own)]) == 0


def test_copy_does_not_replace_a_file_unless_asked(tmp_path, capsys):
    own = tmp_path / "own.toml"
    own.write_text("mine")
    assert main(["deck", "copy", "dots_72", "--out", str(own)]) == 2
    assert "exists already. Choose another file, or add --force to replace it." in capsys.readouterr().err
    assert own.read_text() == "mine"
    assert main(["deck", "copy", "dots_72", "--out", str(own), "--force"]) == 0
    assert own.read_text() != "mine"


def test_copy_of_a_game_without_decks_says_so(capsys):
    assert main(["deck", "copy", "dots_52"]) == 2
    assert "has no deck files: its pieces are fixed." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("slug", "count", "card"),
    [
        ("dot_allot", "18 cards, all different", "\n  card 17\n    1 dot: 0 blue, 1 red, 0 yellow\n    . . "),
        ("dots_72", "72 cards, 43 different", "\n  4 x g8: green 8\n"),
        ("dobble_connect", "90 cards, all different", "\n  pink 1\n    eagle, avocado, smartwatch, dice, clover\n    "),
    ],
)
def test_show_prints_every_card_for_proofreading(slug, count, card, capsys):
    assert main(["deck", "show", slug]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0].startswith(f"{installed_games()[slug].title}: {count}, deck house.toml (")
    assert card in shown


@pytest.mark.parametrize("slug", SLUGS_WITH_DECK)
def test_show_prints_as_json_what_is_on_every_card(slug, capsys):
    assert main(["deck", "show", slug, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["total"] == sum(card["copies"] for card in report["cards"])
    assert len({(card["name"], *card["lines"]) for card in report["cards"]}) == len(report["cards"])
    assert report["warnings"] == []


def test_a_warning_is_shown_by_check_show_and_simulate(tmp_path, capsys):
    text = present(installed_games()["dot_allot"].house_deck).text
    first, _second, *rest = text.split("[[card]]")[1:]
    own = tmp_path / "own.toml"
    own.write_text("[[card]]".join([text.split("[[card]]")[0], first, first, *rest]))
    for command in (["deck", "check", "dot_allot", str(own)], ["deck", "show", "dot_allot", "--deck", str(own)]):
        assert main(command) == 0
        assert "Warning: own.toml, line " in capsys.readouterr().out
    assert main(["simulate", "dot_allot", "--matches", "1", "--seed", "1", "--deck", str(own), "--json"]) == 0
    shown = capsys.readouterr()
    assert "Card 2 equals card 1 when turned or mirrored. Is one of them a mistake?" in shown.err
    json.loads(shown.out)
    assert main(["deck", "show", "dot_allot", "--deck", str(own)]) == 0
    assert "18 cards, 17 different" in capsys.readouterr().out
