"""Pictures of the pack."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from dottable.games.dots_52.deck.card_svg import (
    POWER_SIGNS,
    SUIT_LETTERS,
    SUIT_SHAPES,
    card_pictures,
    draw_pictures,
)
from dottable.games.dots_52.pieces import POINTS_BY_RANK, RANK_TEXTS, SUIT_SYMBOLS
from tests.conftest import ROOT
from tests.present import present

FOLDER = ROOT / "docs" / "rules" / "pictures" / "dots_52"
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = list(card_pictures())
MOST_BYTES = 6000
CORNERS = 2


def words_in(name):
    return [element.text for element in ET.fromstring(dict(DRAWN)[name]).iter(f"{SVG}text")]


def test_there_are_52_cards_and_the_back():
    assert [name for name, _ in DRAWN] == [*(f"{rank}{suit}" for rank in RANK_TEXTS for suit in SUIT_LETTERS), "back"]


def test_no_two_pictures_are_equal():
    assert len({picture for _, picture in DRAWN}) == 53


def test_the_same_pictures_are_drawn_every_time():
    assert list(card_pictures()) == DRAWN


@pytest.mark.parametrize("picture", [pytest.param(picture, id=name) for name, picture in DRAWN])
def test_a_picture_stands_alone_has_a_title_and_is_small(picture):
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert len(present(root.get("viewBox")).split()) == 4
    assert root[0].tag == f"{SVG}title"
    assert root[0].text
    assert "href" not in picture
    assert "url(" not in picture
    assert picture.count("http") == 1  # the name space
    assert len(picture.encode()) < MOST_BYTES


def test_titles_name_every_card():
    titles = [ET.fromstring(picture)[0].text for _, picture in DRAWN]
    assert len(set(titles)) == 53
    assert titles[0] == "Ace of Spades"
    assert titles[38] == "10 of Diamonds"


def test_suits_are_drawn_and_never_set_in_a_font():
    assert len(SUIT_SHAPES) == len(set(SUIT_SHAPES)) == 4
    assert not any(suit in picture for suit in SUIT_SYMBOLS for _, picture in DRAWN)


@pytest.mark.parametrize("rank", range(13))
@pytest.mark.parametrize("suit", range(4))
def test_a_card_shows_its_suit_as_often_as_its_rank_says(rank, suit):
    picture = dict(DRAWN)[f"{RANK_TEXTS[rank]}{SUIT_LETTERS[suit]}"]
    in_the_middle = rank + 1 if rank < 10 else 1
    assert picture.count(SUIT_SHAPES[suit]) == in_the_middle + CORNERS


@pytest.mark.parametrize("rank", range(13))
def test_D1_a_card_says_what_it_counts(rank):
    points = int(POINTS_BY_RANK[rank])
    assert words_in(f"{RANK_TEXTS[rank]}h")[-1] == ("1 point" if points == 1 else f"{points} points")


@pytest.mark.parametrize("rank", range(10, 13))
def test_D5_a_court_card_shows_its_power(rank):
    sign, words = POWER_SIGNS[rank]
    assert sign in dict(DRAWN)[f"{RANK_TEXTS[rank]}c"]
    assert words in words_in(f"{RANK_TEXTS[rank]}c")


def test_the_rules_page_has_the_pictures_as_they_are_drawn_now():
    assert {file.stem: file.read_text(encoding="utf-8") for file in FOLDER.iterdir()} == dict(draw_pictures())


def test_the_rules_page_shows_every_picture_of_its_folder():
    page = (ROOT / "docs" / "rules" / "dots_52.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(pictures/dots_52/(\w+)\.svg\)", page)) == {name for name, _ in draw_pictures()}
