"""The deck: rulings B1-B4, its file and what can be wrong in it, the pictures."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dottable.core.deck_files import BadDeck, load_deck, read_deck
from dottable.core.matches.match import Match
from dottable.core.matches.match_log import read_log, verify_log, write_log
from dottable.games.dots_72.deck import deck_file_reader, deck_generator
from dottable.games.dots_72.deck_colours import colours_from_numbers, place_colours
from dottable.games.dots_72.pieces import CARD_CODES, COLOUR_LETTERS
from tests.games.dots_72.colour_decks import COLOUR_NAMES, colour_deck
from tests.games.dots_72.positions import GAME, cards_of, discards, new_match, pile, play, table
from tests.present import present

DOCS = Path(__file__).parents[4] / "docs" / "rules"
HOUSE = (GAME.folder / "deck" / "house.toml").read_text()
COLOURS = ("red", "blue", "yellow", "green")
PAIRS = [(colour, number) for colour in COLOURS for number in (2, 4, 6, 8)]
TABLE = tomllib.loads(HOUSE)
CARDS = TABLE["dots"]


def matches(card):
    """The pairs of colour and number that a DOTS card matches."""
    return {(colour, count) for colour, count in card.items() if count in (2, 4, 6, 8)}


def matching(colour, number):
    return sum((colour, number) in matches(card) for card in CARDS)


def changed(old, new):
    """The house deck with a piece of its text exchanged."""
    assert old in HOUSE
    return HOUSE.replace(old, new, 1)


def complaint(text):
    with pytest.raises(BadDeck) as caught:
        read_deck(GAME, text, "my.toml")
    sentence = str(caught.value)
    assert sentence.startswith("my.toml")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.partition(": ")[2]


def fault_line(text):
    """The line of the first error of a deck file."""
    with pytest.raises(BadDeck) as caught:
        read_deck(GAME, text, "my.toml")
    found = re.match(r"my\.toml, line (\d+): ", str(caught.value))
    return present(found)[1]


def test_B1_the_house_deck_has_72_cards_of_four_kinds():
    assert sum(TABLE["swatches"].values()) == 12
    assert sum(sum(counts.values()) for counts in TABLE["numbers"].values()) == 36
    assert len(CARDS) == 20
    assert sum(TABLE["wilds"].values()) == 4
    assert sum(present(GAME.house_deck).numbers[: len(CARD_CODES)]) == 72


def test_B2_each_colour_has_three_swatches_and_nine_numbers():
    assert TABLE["swatches"] == dict.fromkeys(COLOURS, 3)
    assert TABLE["numbers"] == {colour: {"2": 1, "4": 2, "6": 2, "8": 4} for colour in COLOURS}


def test_B3_the_wilds_are_one_swatch_two_numbers_and_one_dots_card():
    assert TABLE["wilds"] == {"swatch": 1, "number": 2, "dots": 1}


def test_B4_the_dots_cards_are_all_different():
    assert len({tuple(sorted(card.items())) for card in CARDS}) == 20


def test_B4_each_has_dots_of_two_to_four_colours():
    assert all(2 <= len(card) <= 4 for card in CARDS)


def test_B4_counts_may_be_odd_or_over_8():
    counts = {count for card in CARDS for count in card.values()}
    assert any(count % 2 for count in counts)
    assert max(counts) > 8


@pytest.mark.parametrize(("colour", "number"), PAIRS)
def test_B4_every_pair_is_matched(colour, number):
    assert matching(colour, number) >= 1


def test_B4_pairs_with_smaller_numbers_are_matched_by_fewer_cards():
    for smaller, larger in ((2, 4), (4, 6), (6, 8)):
        assert max(matching(c, smaller) for c in COLOURS) < min(matching(c, larger) for c in COLOURS)


def test_B4_at_least_four_cards_match_two_pairs_and_at_least_two_match_none():
    assert sum(len(matches(card)) >= 2 for card in CARDS) >= 4
    assert sum(not matches(card) for card in CARDS) >= 2


def test_the_search_still_finds_the_house_deck():
    assert deck_generator.house_text() == HOUSE


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("\nred = 3", "\nred = 2", "a deck has 12 Swatch cards; here are 11."),
        (
            "\nred = 3",
            "\npurple = 3",
            "swatches: there is no colour 'purple'; the colours are red, blue, yellow and green.",
        ),
        ("\nred = 3", '\nred = "3"', "swatches, red: this has to be a whole number from 0 to 12, not '3'."),
        ("\nred = 3", "\nred = -3", "swatches, red: this has to be a whole number from 0 to 12, not -3."),
        ("\nred = 3", "\nred = true", "swatches, red: this has to be a whole number from 0 to 12, not True."),
        ("\nred = 3", "\nred = 3.0", "swatches, red: this has to be a whole number from 0 to 12, not 3.0."),
        ("8 = 4 }", "8 = 5 }", "a deck has 36 Number cards; here are 37."),
        ("8 = 4 }", "7 = 4 }", "numbers, red: there is no number 7; the numbers are 2, 4, 6 and 8."),
        (
            "red = { 2 = 1, 4 = 2, 6 = 2, 8 = 4 }",
            "red = 9",
            "numbers, red: write how many there are of each number, like { 2 = 1, 4 = 2 }.",
        ),
        ("8 = 4 }", "8 = 99 }", "numbers, red 8: this has to be a whole number from 0 to 36, not 99."),
        (
            "blue = { 2",
            "pink = { 2",
            "numbers: there is no colour 'pink'; the colours are red, blue, yellow and green.",
        ),
        ("number = 2", "number = 1", "a deck has 4 Wild cards; here are 3."),
        ("number = 2", "joker = 2", "wilds: there is no wild 'joker'; the wilds are swatch, number and dots."),
        (
            "swatch = 1\nnumber = 2",
            "number = 3",
            "wilds: there is no wild swatch; a deck has at least one of each kind.",
        ),
        ("  { red = 1, green = 9 }, # d2\n", "", "a deck has 20 DOTS cards; here are 19."),
        (
            "{ red = 1, green = 9 }",
            "{ red = 1, pink = 9 }",
            "DOTS card 2: there is no colour 'pink'; the colours are red, blue, yellow and green.",
        ),
        (
            "{ red = 1, green = 9 }",
            "{ red = 1, green = 99 }",
            "DOTS card 2: a DOTS card has 1 to 99 dots, not 100.",
        ),
        (
            "{ red = 1, green = 9 }",
            "{ red = 1, green = 100 }",
            "DOTS card 2, green: this has to be a whole number from 0 to 99, not 100.",
        ),
        ("{ red = 1, green = 9 }", "{ }", "DOTS card 2: a DOTS card has 1 to 99 dots, not 0."),
        ("{ red = 1, green = 9 }", "{ red = 0 }", "DOTS card 2: a DOTS card has 1 to 99 dots, not 0."),
        ("{ red = 1, green = 9 }", "7", "DOTS card 2: write its dots colour by colour, like { red = 2, blue = 5 }."),
        (
            "[wilds]",
            "[jokers]",
            "a deck has no part called 'jokers'; its parts are colours, swatches, numbers, wilds and dots.",
        ),
        (
            'red = "#c8243a"',
            'red = "crimson"',
            'colours, red: write the paint as six hexadecimal digits, like "#c8243a".',
        ),
        ('red = "#c8243a"', "red = 7", 'colours, red: write the paint as six hexadecimal digits, like "#c8243a".'),
        (
            'red = "#c8243a"',
            '"<b>" = "#c8243a"',
            "colours, <b>: a name has letters, digits, spaces, hyphens and apostrophes only.",
        ),
        (
            'red = "#c8243a"',
            '"extraordinary red" = "#c8243a"',
            "colours, extraordinary red: this name is too long; use at most 16 letters without accents.",
        ),
        (
            'blue = "#1f5fa9"\nyellow = "#d99a00"\ngreen = "#1f854b"\n',
            "",
            "colours: a deck has 2 to 8 colours; here are 1.",
        ),
        (
            'red = "#c8243a"',
            "".join(f'c{n} = "#c8243a"\n' for n in range(6)),
            "colours: a deck has 2 to 8 colours; here are 9.",
        ),
        ("[swatches]", "[[swatches]]", "swatches: this has to be a table, headed [swatches]."),
    ],
)
def test_B3_a_wrong_deck_is_told_in_one_sentence(old, new, sentence):
    assert complaint(changed(old, new)) == sentence


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("{ red = 1, green = 9 }", "{ red = 1, pink = 9 }", "{ red = 1, green = 9 }"),
        ("{ red = 1, green = 9 }", "{ }", "{ red = 1, green = 9 }"),
        ("yellow = 3", 'yellow = "3"', "yellow = 3"),
        ("yellow = 3", "yellow = 4", "[swatches]"),
        ('yellow = "#d99a00"', 'yellow = "gold"', 'yellow = "#d99a00"'),
        ("number = 2", "joker = 2", "number = 2"),
        ("[wilds]", "[jokers]", "[wilds]"),
    ],
)
def test_B3_the_line_of_a_fault_is_named(old, new, at):
    assert (
        int(fault_line(changed(old, new)))
        == HOUSE[: HOUSE.index(f"\n{at}" if at[0] != "{" else at) + 1].count("\n") + 1
    )


def test_B3_missing_parts_are_named():
    assert complaint("") == "the part [swatches] is missing."
    assert (
        complaint(HOUSE[HOUSE.index("# How many Swatch") :]) == "the part dots is missing: the list of the DOTS cards."
    )
    assert "has to be a list" in complaint("dots = 3\n" + HOUSE[HOUSE.index("# How many Swatch") :])


def test_B3_a_very_long_value_is_cut_off():
    assert len(complaint(changed("\nred = 3", f'\nred = "{"3" * 5000}"'))) < 120


def test_B3_broken_toml_is_told_with_its_line():
    assert fault_line(changed("dots = [", "dots = = [")) == "8"


def test_B3_a_huge_file_is_refused(tmp_path):
    assert "64 kB" in complaint(HOUSE + "#" * 300_000)
    path = tmp_path / "huge.toml"
    path.write_text(HOUSE + "#" * 300_000)
    with pytest.raises(BadDeck, match="64 kB"):
        load_deck(GAME, path)


def own_deck():
    """A deck with other cards: no blue 2, nothing goes with a green 2, four red swatches more than usual."""
    text = changed("red = 3\nblue = 3", "red = 6\nblue = 0")
    text = text.replace("blue = { 2 = 1, 4 = 2, 6 = 2, 8 = 4 }", "blue = { 4 = 3, 6 = 2, 8 = 4 }")
    text = text.replace("{ red = 8, blue = 6, green = 2 }", "{ red = 8, blue = 6, green = 3 }")
    return read_deck(GAME, text, "own.toml")


def renamed(old, new):
    """The house deck with another name for a colour."""
    return re.sub(rf"(?m)(^| ){old} =", rf'\1"{new}" =', HOUSE)


def test_B3_a_file_without_colours_has_those_of_the_house_deck():
    older = HOUSE.replace(HOUSE[HOUSE.index("# The colours and") : HOUSE.index("# How many Swatch")], "")
    assert "\n[colours]" not in older
    assert read_deck(GAME, older, "old.toml").numbers == present(GAME.house_deck).numbers


@pytest.mark.parametrize("colours", range(2, 9))
def test_B3_a_deck_may_have_two_to_eight_colours(colours):
    deck = colour_deck(colours)
    match = new_match(2, deck=deck)
    view = match.view(0)
    assert [colour.name for colour in view.colours] == list(COLOUR_NAMES[:colours])
    assert all(len(card) == colours for card in view.dots_cards)
    assert sum(deck.numbers[: len(CARD_CODES)]) == 72


def test_B3_colours_get_the_letters_of_their_names():
    def letters(*names):
        return {each.name: each.letter for each in place_colours(dict.fromkeys(names, "#000000"))}

    assert letters("red", "blue", "yellow", "green") == {"red": "r", "blue": "b", "yellow": "y", "green": "g"}
    assert letters("green", "Pink", "purple") == {"green": "g", "Pink": "p", "purple": "r"}
    assert letters("jade", "mauve") == {"jade": "r", "mauve": "b"}
    assert len(set(letters(*(f"red {n}" for n in range(8))).values())) == 8


def test_B3_names_may_have_accents_and_spaces():
    deck = read_deck(GAME, renamed("yellow", "jaune d'or é"), "own.toml")
    assert {colour.name for colour in colours_from_numbers(deck.numbers)} == {"red", "blue", "green", "jaune d'or é"}


def test_B3_equal_dots_cards_are_copies_of_the_first():
    match = new_match(2, deck=read_deck(GAME, changed("{ red = 1, green = 9 }", "{ red = 3, blue = 8 }"), "own.toml"))
    cards = [*cards_of(match, 0), *cards_of(match, 1), *pile(match), *discards(match)]
    assert (cards.count("d2"), cards.count("d4")) == (2, 0)


def test_B3_equal_dots_cards_are_pointed_out():
    text = changed("{ red = 1, green = 9 }", "{ red = 3, blue = 8 }")
    line = text[: text.index("# d4")].count("\n") + 1
    assert read_deck(GAME, text, "my.toml").warnings == (f"my.toml, line {line}: DOTS card 4 is the same as card 2.",)
    assert present(GAME.house_deck).warnings == ()


def test_B3_every_card_can_be_proofread():
    cards = list(deck_file_reader.card_texts(present(GAME.house_deck).numbers))
    assert sum(card.copies for card in cards) == 72
    house = {card.name: (card.copies, *card.lines) for card in cards}
    assert house["r8"] == (4, "red 8")
    assert house["wn"] == (2, "Wild Number")
    assert house["d6"] == (1, "2 red, 4 blue, 8 yellow, 6 green")
    own = {card.name: card.lines[0] for card in deck_file_reader.card_texts(colour_deck(8).numbers)}
    assert own["k"] == "black Swatch"


def test_B3_a_dots_card_may_have_one_colour():
    deck = read_deck(GAME, changed("{ red = 1, green = 9 }", "{ green = 2 }"), "own.toml")
    assert play(table("g g2 d2 r r8 d3", deck=deck), "call").scores()[0] == 125


def test_B3_an_own_deck_is_played_without_compiling_anew():
    deck = own_deck()
    match = new_match(3, deck=deck)
    cards = [card for seat in range(3) for card in cards_of(match, seat)]
    cards += [*pile(match), *discards(match)]
    assert cards.count("r") == 6
    assert cards.count("b") == 0
    assert cards.count("b2") == 0
    assert len(cards) == 72
    assert deck.content_hash != present(GAME.house_deck).content_hash


def test_B8_a_wild_stands_only_for_cards_that_the_deck_has():
    def points(cards, deck):
        return play(table(cards, "y y g4 g4 y2 y4", deck=deck), "call").scores()[0]

    assert points("g g2 wd r r8 d3", None) == 125
    assert points("g g2 wd r r8 d3", own_deck()) == 0  # no DOTS card with two green dots
    assert points("g wn wd r r8 d3", own_deck()) == 75  # so the wild number is a green 4
    assert points("ws b8 d4 r r8 d3", own_deck()) == 0  # no blue swatch


def test_a_log_with_an_own_deck_verifies():
    match = Match(GAME, deck=own_deck(), seed=bytes(32), salt=bytes(16))
    for _ in range(40):
        assert match.apply(match.to_act[0], match.legal(match.to_act[0])[0]) is None
    assert verify_log(read_log(write_log(match))).state_bytes == match.state_bytes


def test_every_card_has_a_picture_that_names_it():
    pictures = dict(GAME.deck.card_pictures(present(GAME.house_deck).numbers))
    assert list(pictures) == [code for code in CARD_CODES if code[0] not in "opck"]
    for code, svg in pictures.items():
        title = ElementTree.fromstring(svg)[0].text
        assert title
        assert code in svg
        assert len(svg) < 8000


def test_a_picture_has_as_many_forms_as_the_card_has_dots():
    pictures = dict(GAME.deck.card_pictures(present(GAME.house_deck).numbers))
    for n, card in enumerate(CARDS, start=1):
        svg = pictures[f"d{n}"]
        rings = svg.count('fill="none" stroke')
        stripes = svg.count("<path")
        assert svg.count("<rect") - 1 == card.get("blue", 0)
        assert rings == card.get("yellow", 0)
        assert stripes == card.get("green", 0)
        assert svg.count("<circle") - 2 * rings - stripes == card.get("red", 0)


def test_B3_every_colour_of_eight_has_its_own_shape():
    deck = colour_deck(8)
    pictures = dict(GAME.deck.card_pictures(deck.numbers))
    shapes = {re.sub(r"#[0-9a-f]{6}", "", pictures[letter].split("</text>")[-1]) for letter in COLOUR_LETTERS}
    assert len(shapes) == 8
    for svg in pictures.values():
        ElementTree.fromstring(svg)


def test_B3_pictures_have_the_names_and_paints_of_the_file():
    text = renamed("yellow", "lemon 'n' lime").replace("#d99a00", "#ddee00")
    pictures = dict(GAME.deck.card_pictures(read_deck(GAME, text, "own.toml").numbers))
    lemon = [svg for svg in pictures.values() if "lemon &#x27;n&#x27; lime" in svg or "lemon 'n' lime Swatch" in svg]
    assert lemon
    assert all("#ddee00" in svg for svg in lemon)
    assert 'stroke="#222"' in lemon[0]  # a pale paint has an outline
    assert not any("#d99a00" in svg for svg in pictures.values())


def test_a_deck_with_missing_cards_draws_only_what_it_has():
    assert "b" not in dict(GAME.deck.card_pictures(own_deck().numbers))


def test_the_rules_page_shows_the_cards_as_they_are_drawn():
    pictures = dict(GAME.deck.card_pictures(present(GAME.house_deck).numbers))
    page = (DOCS / "dots_72.md").read_text()
    shown = {path.stem: path.read_text() for path in (DOCS / "pictures" / "dots_72").glob("*.svg")}
    assert shown
    for code, svg in shown.items():
        assert svg == pictures[code]
        assert f"pictures/dots_72/{code}.svg" in page
