"""The deck: rulings E1 and E2, the projective plane, invalid deck files, and the pictures."""

from __future__ import annotations

import json
import re
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, product
from math import cos, hypot, pi, sin
from random import Random

import pytest

from dottable.core.deck_files import BadDeck, load_deck, read_deck
from dottable.core.matches.match import Match
from dottable.games.dobble_connect.deck import card_svg as picture
from dottable.games.dobble_connect.deck import projective_plane as plane
from dottable.games.dobble_connect.deck.deck_file_reader import card_pictures, card_texts
from dottable.games.dobble_connect.pieces import CARD_KINDS, COLOURS, SYMBOL_NAMES, card_name
from tests.games.dobble_connect.positions import CARDS, GAME
from tests.present import present

HOUSE = (GAME.folder / "deck" / "house.toml").read_text(encoding="utf-8")


def test_E1_ninety_cards_with_ten_of_91_symbols():
    assert len(CARDS) == 90
    assert all(len(set(symbols)) == 10 for symbols in CARDS)
    assert {symbol for symbols in CARDS for symbol in symbols} == set(range(91))


def test_E1_all_4005_pairs_share_exactly_one_symbol():
    pairs = list(combinations(CARDS, 2))
    assert len(pairs) == 4005
    assert all(len(set(a) & set(b)) == 1 for a, b in pairs)


def test_E1_every_symbol_is_on_nine_or_ten_cards():
    counts = Counter(symbol for symbols in CARDS for symbol in symbols)
    assert Counter(counts.values()) == {10: 81, 9: 10}


def test_E1_the_field_has_nine_elements_and_no_divisors_of_zero():
    elements = range(9)
    assert all(plane.multiply_gf9(x, plane.FIELD_ONE) == x for x in elements)
    assert all(plane.add_gf9(x, y) == plane.add_gf9(y, x) for x, y in product(elements, repeat=2))
    assert all((plane.multiply_gf9(x, y) == 0) == (x == 0 or y == 0) for x, y in product(elements, repeat=2))
    for x, y, z in product(elements, repeat=3):
        assert plane.multiply_gf9(x, plane.add_gf9(y, z)) == plane.add_gf9(
            plane.multiply_gf9(x, y), plane.multiply_gf9(x, z)
        )
        assert plane.multiply_gf9(x, plane.multiply_gf9(y, z)) == plane.multiply_gf9(plane.multiply_gf9(x, y), z)


def test_E1_arithmetic_modulo_9_would_not_do():
    assert any(x * y % 9 == 0 for x, y in product(range(1, 9), repeat=2))


def test_E1_the_plane_has_91_lines_of_ten_points_that_meet_once():
    lines = plane.lines_as_points()
    assert len(lines) == 91
    assert all(len(line) == 10 for line in lines)
    assert all(len(set(a) & set(b)) == 1 for a, b in combinations(lines, 2))


def test_E1_the_house_deck_is_what_the_generator_writes():
    assert plane.house_deck_text() == HOUSE


def test_E2_twenty_cards_of_each_colour_and_ten_starting_cards():
    table = tomllib.loads(HOUSE)
    assert {kind: len(rows) for kind, rows in table.items()} == {**dict.fromkeys(COLOURS, 20), "start": 10}
    assert (card_name(0), card_name(19), card_name(20), card_name(79), card_name(89)) == (
        "pink 1",
        "pink 20",
        "orange 1",
        "blue 20",
        "start 10",
    )


def deck_text(table):
    rows = (
        (kind, "\n".join(f"  {json.dumps(row, ensure_ascii=False)}," for row in rows)) for kind, rows in table.items()
    )
    return "".join(f"{kind} = [\n{text}\n]\n" for kind, text in rows)


def change(edit):
    """Return the house deck as a file, after an edit of its table."""
    table = tomllib.loads(HOUSE)
    edit(table)
    return deck_text(table)


def complaint(text):
    with pytest.raises(BadDeck) as found:
        read_deck(GAME, text, "mine.toml")
    sentence = str(found.value)
    assert sentence.startswith(("mine.toml: ", "mine.toml, line "))
    assert "\n" not in sentence
    return sentence.removeprefix("mine.toml: ").removeprefix("mine.toml, ")


def swap_symbols(table):
    """Exchange two symbols between two cards. Other pairs then share no symbol or two."""
    a, b = table["pink"][0], table["blue"][4]
    table["pink"][0] = [b[0] if name == a[0] else name for name in a]


def test_a_deck_of_ones_own_is_played_with():
    table = tomllib.loads(HOUSE)
    names = dict(zip(SYMBOL_NAMES, Random(1).sample(SYMBOL_NAMES, 91), strict=True))
    mine = {kind: [[names[name] for name in reversed(row)] for row in rows] for kind, rows in table.items()}
    deck = read_deck(GAME, deck_text(mine), "mine.toml")
    assert deck.content_hash != present(GAME.house_deck).content_hash
    match = Match(GAME, seats=2, deck=deck, seed=bytes(32), salt=b"")
    top = match.view(0).players[0].top
    assert list(top.symbols) == mine[top.kind][int(top.name.split()[1]) - 1]


def test_comments_and_order_of_colours_do_not_change_the_deck():
    table = tomllib.loads(HOUSE)
    turned = {kind: table[kind] for kind in reversed(CARD_KINDS)}
    assert read_deck(GAME, deck_text(turned), "mine.toml").content_hash == present(GAME.house_deck).content_hash


def test_E1_the_check_names_the_pair_that_shares_two_symbols_or_none():
    sentence = complaint(change(swap_symbols))
    assert re.match(r"line \d+: pink 1 and ", sentence)
    assert " share " in sentence


def test_E1_the_check_names_both_symbols_of_a_bad_pair():
    # Two cards that shared `shared` now share a second one; whoever had that symbol with pink 1 complains too.
    def add_shared(table):
        first, second = table["pink"][0], table["pink"][1]
        other = next(name for name in second if name not in first)
        gone = next(name for name in first if name not in second)
        table["pink"][0] = [other if name == gone else name for name in first]

    sentence = complaint(change(add_shared))
    assert sentence.startswith("line 3: pink 1 and pink 2 share 2 symbols, not one: ")


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda t: t["pink"].pop(), "line 1: there should be 20 pink cards, not 19."),
        (lambda t: t["start"].append(t["start"][0]), "line 89: there should be 10 start cards, not 11."),
        (
            lambda t: t.update(red=t.pop("pink")),
            "line 79: 'red' is no kind of card; there are pink, orange, green, blue and start cards.",
        ),
        (lambda t: t.pop("green"), "'green' should be a list of cards."),
        (lambda t: t["orange"][6].pop(), "line 30: orange 7 should have 10 symbols, not 9."),
        (lambda t: t["blue"][3].append("cat"), "line 71: blue 4 should have 10 symbols, not 11."),
        (lambda t: t["blue"].__setitem__(3, ["cat", [1]]), "line 71: blue 4 should be a list of names of symbols."),
        (lambda t: t["green"].__setitem__(0, "cat"), "line 46: green 1 should be a list of names of symbols."),
        (lambda t: t["green"].__setitem__(19, t["pink"][4]), "line 65: pink 5 and green 20 are the same card."),
    ],
)
def test_a_wrong_deck_names_the_card(edit, sentence):
    assert complaint(change(edit)) == sentence


def test_a_symbol_twice_on_a_card_is_named():
    def repeat(table):
        table["pink"][2][1] = table["pink"][2][0]

    name = tomllib.loads(HOUSE)["pink"][2][0]
    assert complaint(change(repeat)) == f"line 4: pink 3 has the symbol '{name}' twice."


def test_an_unknown_symbol_is_named_with_a_guess():
    def misspell(table):
        table["start"][9][0] = "capibara"

    assert (
        complaint(change(misspell))
        == "line 99: start 10 has a symbol 'capibara' that does not exist; did you mean 'capybara'?"
    )


def test_a_file_that_is_no_toml_names_the_line():
    assert complaint("pink = [\n oops").startswith("line 2: The file is not valid TOML: ")
    assert complaint('pink = [\n "cat",') == "line 1: The file is not valid TOML: what is opened here is never closed."


def test_a_card_is_shown_with_its_symbols_in_the_order_of_the_file():
    texts = list(card_texts(present(GAME.house_deck).numbers))
    assert [text.name for text in texts[:20:19]] == ["pink 1", "pink 20"]
    assert len(texts) == 90
    assert ", ".join(texts[0].lines).split(", ") == tomllib.loads(HOUSE)["pink"][0]


def test_a_huge_file_is_refused_unread(tmp_path):
    path = tmp_path / "huge.toml"
    path.write_text("#" * 300_000)
    with pytest.raises(BadDeck, match="larger than 64 kB"):
        load_deck(GAME, path)


def test_every_symbol_has_a_name_and_a_drawing_of_its_own():
    assert len(set(SYMBOL_NAMES)) == 91
    assert len({name.casefold() for name in SYMBOL_NAMES}) == 91
    drawings = picture.symbol_drawings()
    assert tuple(drawings) == SYMBOL_NAMES
    assert len(set(drawings.values())) == 91


def test_every_drawing_is_well_formed_and_refers_to_nothing():
    for body in picture.symbol_drawings().values():
        ET.fromstring(f"<svg>{body}</svg>")
        assert "url(" not in body
        assert " id=" not in body
        assert "<script" not in body
        assert "href" not in body


def test_the_notice_credits_the_drawings():
    notice = (GAME.folder / "deck" / "NOTICE").read_text()
    assert "fluent-emoji-flat" in notice
    assert "MIT License" in notice
    sources = json.loads((GAME.folder / "deck" / "symbols.json").read_text(encoding="utf-8"))["symbols"]
    assert {symbol["from"].split(":")[0] for symbol in sources.values()} == {"fluent-emoji-flat", "own"}


@pytest.fixture(scope="module")
def pictures():
    return dict(card_pictures(present(GAME.house_deck).numbers))


def test_every_card_is_drawn_with_its_ten_symbols(pictures):
    assert len(pictures) == 90
    for number, svg in enumerate(pictures.values()):
        root = ET.fromstring(svg)
        titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert titles == [SYMBOL_NAMES[symbol] for symbol in CARDS[number]]
        assert root.get("aria-label") == card_name(number)


def test_a_colour_shows_as_letter_and_border_too(pictures):
    letters = {
        name: present(ET.fromstring(svg).find("{http://www.w3.org/2000/svg}text")).text
        for name, svg in pictures.items()
    }
    assert (letters["pink-01"], letters["orange-20"], letters["green-07"]) == ("P", "O", "G")
    assert (letters["blue-11"], letters["start-10"]) == ("B", "S")
    borders = {picture.draw_border(kind).replace(picture.COLOUR_BY_CARD_KIND[kind], "") for kind in range(4)}
    assert len(borders) == 4


def test_the_same_card_is_drawn_the_same_way_every_time(pictures):
    assert picture.draw_card(3, CARDS[3]) == pictures["pink-04"]


def test_symbols_differ_in_size_and_overlap_neither_each_other_nor_the_border():
    for seed in range(0, 90, 3):
        circles = picture.place_circles(Random(seed))
        assert max(c.radius for c in circles) > 1.5 * min(c.radius for c in circles) > 0
        for a, b in combinations([*circles, picture.Circle(*picture.LETTER_CIRCLE)], 2):
            assert hypot(a.x - b.x, a.y - b.y) >= a.radius + b.radius - 1e-6
        for c, k in product(circles, range(6)):
            assert c.x * cos(k * pi / 3) + c.y * sin(k * pi / 3) + c.radius <= picture.INNER_RADIUS + 1e-6
