"""Lines of the values in a TOML text."""

from __future__ import annotations

import tomllib

import pytest

from dottable.core.registry import installed_games
from dottable.core.toml_line_numbers import TomlLineReader, line_of_unclosed, line_of_value
from tests.present import present

TEXT = """\
# a comment with ] and "quotes
title = "one [line]"  # and = more
sizes = [5, 7]

cards = [ # rows
  ["a", 'b'],   # first

  [
    "c", # inside
    "d#",
  ],
]
point = { x = 1, "long key" = { z = [1, 2] } }

[part]
count = 3
more.deep = true

[[card]]
dots = \"\"\"
ab
cd
\"\"\"

[[card]]
dots = '''ef
gh'''
[card.extra]
note = "x"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("title",), 2),
        (("sizes", 1), 3),
        (("cards",), 5),
        (("cards", 0, 1), 6),
        (("cards", 1), 8),
        (("cards", 1, 1), 10),
        (("point", "x"), 13),
        (("point", "long key", "z", 1), 13),
        (("part",), 15),
        (("part", "count"), 16),
        (("part", "more", "deep"), 17),
        (("card", 0), 19),
        (("card", 0, "dots"), 20),
        (("card", 0, "dots", 0), 21),
        (("card", 0, "dots", 1), 22),
        (("card", 1, "dots", 0), 26),
        (("card", 1, "dots", 1), 27),
        (("card", 1, "extra", "note"), 29),
    ],
)
def test_every_value_has_its_line(path, line):
    assert line_of_value(TEXT, path) == line


def test_a_missing_value_has_the_line_of_what_is_around_it():
    assert line_of_value(TEXT, ("part", "nothing")) == 15
    assert line_of_value(TEXT, ("cards", 9, 3)) == 5
    assert line_of_value(TEXT, ("nothing",)) is None
    assert line_of_value(TEXT, ()) is None


def test_a_text_that_is_no_toml_has_no_lines():
    assert line_of_value("a = [1, 2", ("a",)) is None


@pytest.mark.parametrize("slug", [slug for slug, game in installed_games().items() if game.has_deck])
def test_all_values_of_the_house_decks_are_found(slug):
    text = present(installed_games()[slug].house_deck).text
    lines = TomlLineReader(text).lines

    def check(value, path):
        assert path in lines
        if isinstance(value, dict):
            for key, inner in value.items():
                check(inner, (*path, key))
        elif isinstance(value, list):
            for k, inner in enumerate(value):
                check(inner, (*path, k))

    for key, value in tomllib.loads(text).items():
        check(value, (key,))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = [\n 1,\n", 1),
        ("a = 1\nb = [[1],\n [2]", 2),
        ('a = 1\nb = """\nx', 2),
        ("a = {b = [1]", 1),
        ("a = 1", None),
    ],
)
def test_an_unclosed_bracket_or_string_is_found(text, line):
    assert line_of_unclosed(text) == line
