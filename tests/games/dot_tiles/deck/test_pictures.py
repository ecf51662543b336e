"""The tiles and the sheet as pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from dottable.games.dot_tiles.deck.tile_svg import (
    EXAMPLE_POINTS,
    EXAMPLE_SHEET,
    card_pictures,
    draw_rules_page_pictures,
)
from dottable.games.dot_tiles.pieces import FIRST_BOX_OF_GROUP, GROUP_COUNT, GROUP_SIZES
from dottable.games.dot_tiles.view.notation import DESTINATION_CODES, FACE_BY_NOTATION
from tests.conftest import ROOT
from tests.games.dot_tiles.positions import match_at
from tests.present import present

PICTURE_FOLDER = ROOT / "docs" / "rules" / "pictures" / "dot_tiles"
SVG_NAMESPACE = "{http://www.w3.org/2000/svg}"
DRAWN_PICTURES = [
    *card_pictures(),
    *((name, picture) for name, picture in draw_rules_page_pictures() if name == "example"),
]
MAX_PICTURE_BYTES = 6000


def test_there_are_twelve_tiles_and_the_sheet():
    assert [name for name, _ in card_pictures()] == [*FACE_BY_NOTATION, "sheet"]


def test_no_two_pictures_are_equal():
    assert len({picture for _, picture in DRAWN_PICTURES}) == len(DRAWN_PICTURES) == 14


def test_the_same_pictures_are_drawn_every_time():
    assert list(card_pictures()) == list(card_pictures())
    assert list(draw_rules_page_pictures()) == list(draw_rules_page_pictures())


@pytest.mark.parametrize("picture", [pytest.param(picture, id=name) for name, picture in DRAWN_PICTURES])
def test_a_picture_stands_alone_has_a_title_and_is_small(picture):
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG_NAMESPACE}svg"
    assert len(present(root.get("viewBox")).split()) == 4
    assert root[0].tag == f"{SVG_NAMESPACE}title"
    assert root[0].text
    assert "href" not in picture
    assert "url(" not in picture
    assert picture.count("http") == 1  # the name space
    assert len(picture.encode()) < MAX_PICTURE_BYTES


@pytest.mark.parametrize(("number", "letter"), [(n, c) for n in range(1, 7) for c in "rb"])
def test_a_tile_has_as_many_pips_as_its_number_says_and_the_number_too(number, letter):
    root = ET.fromstring(dict(DRAWN_PICTURES)[f"{letter}{number}"])
    assert present(present(root.find(f"{SVG_NAMESPACE}path")).get("d")).count("M") == number
    assert root.findtext(f"{SVG_NAMESPACE}text") == str(number)


@pytest.mark.parametrize("number", range(1, 7))
def test_colour_is_never_alone(number):
    red, black = (ET.fromstring(dict(DRAWN_PICTURES)[f"{letter}{number}"]) for letter in "rb")
    for tag, look in (("path", "stroke-linecap"), ("rect", "fill")):
        first, second = (present(root.find(f"{SVG_NAMESPACE}{tag}")).get(look) for root in (red, black))
        assert first != second


def test_the_sheet_has_thirty_boxes_and_the_example_one_empty():
    for name, empty in (("sheet", 30), ("example", 1)):
        boxes = [
            group.findall(f"{SVG_NAMESPACE}rect")
            for group in ET.fromstring(dict(DRAWN_PICTURES)[name]).findall(f"{SVG_NAMESPACE}g")[1:]
        ]
        assert len(boxes[0]) == empty
        assert sum(map(len, boxes)) == 30


def test_C12_the_example_of_the_rules_page_is_counted_rightly():
    rows = [
        EXAMPLE_SHEET[FIRST_BOX_OF_GROUP[group] : FIRST_BOX_OF_GROUP[group] + GROUP_SIZES[group]]
        for group in range(GROUP_COUNT)
    ]
    sheet = " ".join(
        f"{tile}:{DESTINATION_CODES[k]}" for k, row in enumerate(rows) for tile in row if tile in FACE_BY_NOTATION
    )
    match = match_at(sheet, drawn="r1")
    assert tuple(group.points for group in match.view(0).sheets[0].groups) == EXAMPLE_POINTS
    assert match.scores()[0] == sum(EXAMPLE_POINTS) == 149


def test_the_rules_page_has_the_pictures_as_they_are_drawn_now():
    assert {file.stem: file.read_text(encoding="utf-8") for file in PICTURE_FOLDER.iterdir()} == dict(
        draw_rules_page_pictures()
    )


def test_the_rules_page_shows_every_picture_of_its_folder():
    page = (ROOT / "docs" / "rules" / "dot_tiles.md").read_text(encoding="utf-8")
    assert set(re.findall(r"\(pictures/dot_tiles/(\w+)\.svg\)", page)) == {
        name for name, _ in draw_rules_page_pictures()
    }
