"""The deck: rulings B1-B4, its file and what can be wrong in it, the pictures."""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dottable.core.decks import BadDeck, load_deck, read_deck
from dottable.core.matches.log import read_log, verify, write_log
from dottable.core.matches.match import Match
from dottable.games.dots_72.deck import generate
from dottable.games.dots_72.pieces import CARD_CODES
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
    assert sentence.startswith("my.toml: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.removeprefix("my.toml: ")


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
    assert generate.house_text() == HOUSE


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
            "DOTS card 2, green: this has to be a whole number from 1 to 20, not 99.",
        ),
        ("{ red = 1, green = 9 }", "{ red = 1 }", "DOTS card 2: a DOTS card has dots of 2 to 4 colours, not 1."),
        (
            "{ red = 1, green = 9 }",
            "{ red = 3, blue = 8 }",
            "DOTS card 4: it is the same as card 2; all have to be different.",
        ),
        ("{ red = 1, green = 9 }", "7", "DOTS card 2: write its dots colour by colour, like { red = 2, blue = 5 }."),
        ("[wilds]", "[jokers]", "a deck has no part called 'jokers'; its parts are swatches, numbers, wilds and dots."),
        ("[swatches]", "[[swatches]]", "swatches: this has to be a table, headed [swatches]."),
    ],
)
def test_B3_a_wrong_deck_is_told_in_one_sentence(old, new, sentence):
    assert complaint(changed(old, new)) == sentence


def test_B3_missing_parts_are_named():
    assert complaint("") == "the part [swatches] is missing."
    assert (
        complaint(HOUSE[HOUSE.index("# How many Swatch") :]) == "the part dots is missing: the list of the DOTS cards."
    )
    assert "has to be a list" in complaint("dots = 3\n" + HOUSE[HOUSE.index("# How many Swatch") :])


def test_B3_a_very_long_value_is_cut_off():
    assert len(complaint(changed("\nred = 3", f'\nred = "{"3" * 5000}"'))) < 120


def test_B3_broken_toml_is_told_with_its_line():
    assert "line 8" in complaint(changed("dots = [", "dots = = ["))


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
    assert verify(read_log(write_log(match))).state_bytes == match.state_bytes


def test_every_card_has_a_picture_that_names_it():
    pictures = dict(GAME.deck.card_pictures(present(GAME.house_deck).numbers))
    assert list(pictures) == list(CARD_CODES)
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
