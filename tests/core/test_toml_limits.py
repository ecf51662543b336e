"""TOML from strangers is bounded before it is parsed, in linear time."""

from __future__ import annotations

import tomllib
import tracemalloc

import pytest

from dottable.core.deck_files import BadDeck, read_deck
from dottable.core.registry import find_game, installed_games
from dottable.core.toml_limits import MAX_KEY_PARTS, MAX_NESTING_DEPTH, TOML_TOKEN_PATTERN, TomlTooComplex, check_toml

KB = 1024
HOSTILE = {
    "a dotted key": ".".join(["a"] * 20_000) + "=1",
    "a dotted key with spaces": " . ".join(["a"] * 10_000) + " = 1",
    "a dotted key in quotes": ".".join(['"a"'] * 10_000) + "=1",
    "a dotted table header": "[" + ".".join(["a"] * 20_000) + "]",
    "a dotted key in an inline table": "x = {" + ".".join(["a"] * 20_000) + "=1}",
    "nested arrays": "x = " + "[" * 25_000 + "]" * 25_000,
    "nested inline tables": "x = " + "{a=" * 12_000 + "1" + "}" * 12_000,
    "a long integer": "x = " + "9" * 20_000,
    "a long integer with underscores": "x = " + "9_9" * 10_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused_with_its_line(text):
    with pytest.raises(TomlTooComplex, match=r"^Line 2: "):
        check_toml(f"# a deck\n{text}\n")


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_deck_with_hostile_text_costs_little_memory(text):
    tracemalloc.start()
    try:
        with pytest.raises(BadDeck, match="Line 1: "):
            read_deck(find_game("dots_72"), text, "bad.toml")
        assert tracemalloc.get_traced_memory()[1] < 4 * KB * KB
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text",
    ['x = "' + "a." * 9_000 + '"', "x = '" + "[" * 9_000 + "'", "# " + "a." * 9_000, 'x = """' + "9" * 9_000 + '"""'],
)
def test_strings_and_comments_may_hold_anything(text):
    check_toml(text)
    tomllib.loads(text)


def test_a_text_within_the_limits_passes():
    key = ".".join("abcdefgh"[:MAX_KEY_PARTS])
    check_toml(
        f"{key} = 1\nx = {'[' * MAX_NESTING_DEPTH}1.5{']' * MAX_NESTING_DEPTH}\ny = 1979-05-27T07:32:00.999999Z\n"
    )


def test_unfinished_strings_are_left_to_the_parser():
    check_toml('x = "abc\ny = """ def\n')


@pytest.mark.parametrize("rest", ['\\"' * 1_000, "[" * 1_000, "'" * 1_000])
def test_an_unfinished_string_is_one_token_so_that_no_text_is_scanned_twice(rest):
    assert len(list(TOML_TOKEN_PATTERN.finditer('"' + rest))) == 1


def test_house_decks_are_within_the_limits():
    decks = [game.house_deck for game in installed_games().values() if game.house_deck is not None]
    assert decks
    for deck in decks:
        check_toml(deck.text)
