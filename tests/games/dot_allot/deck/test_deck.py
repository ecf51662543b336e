"""Deck files: the house deck (A1-A4, A20), what is wrong with a file and where, and pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from dottable.core.deck_files import MAX_DECK_BYTES, BadDeck, load_deck, read_deck
from dottable.core.matches.match_log import read_log, verify_log, write_log
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.games.dot_allot.deck import deck_file_reader as deck
from dottable.games.dot_allot.deck.deck_generator import HOUSE_RECIPE, HOUSE_SEED, generate_deck
from dottable.games.dot_allot.deck.rules_page_pictures import draw_rules_page_pictures
from dottable.games.dot_allot.deck.track_enumeration import (
    GREY_CODE_COUNT,
    all_outer_cells,
    track_from_number,
    track_number,
)
from dottable.games.dot_allot.lab import tuning
from dottable.games.dot_allot.state import Options
from dottable.lab.series.policy_series import PolicySeries
from dottable.lab.statistics.metrics import MatchStatistics
from tests.conftest import ROOT
from tests.games.dot_allot import oracle
from tests.games.dot_allot.positions import (
    GAME,
    THREE_CELL_FACES,
    deck_text,
    make_deck,
    new_match,
    one_row_deck,
    play_randomly,
)
from tests.present import present
from tests.sizes import sized

MATCH_COUNT = sized(300, 3000)
HOUSE = present(GAME.house_deck)
HOUSE_TEXT = HOUSE.text
HOUSE_LINES = HOUSE_TEXT.split("\n")


def line_of(card, row):
    """Return the line number of a row of a card, both counted from 1."""
    headers = [k for k, line in enumerate(HOUSE_LINES) if line == "[[card]]"]
    return headers[card - 1] + 2 + row


def house_text_with_line(number, line):
    """Return the text of the house deck with one line changed."""
    return "\n".join([*HOUSE_LINES[: number - 1], line, *HOUSE_LINES[number:]])


def bad_deck_message(text):
    with pytest.raises(BadDeck) as caught:
        read_deck(GAME, text, "mine.toml")
    sentence = str(caught.value)
    assert sentence.startswith(("mine.toml: ", "mine.toml, line "))
    assert sentence.endswith(".")
    return sentence.removeprefix("mine.toml: ").removeprefix("mine.toml, ")


def test_A1_there_are_17_cards_and_a_track_card_in_three_colours():
    cards = deck.decode_cards(HOUSE.numbers)
    assert len(cards) == 17
    assert set("".join(row for card in cards for row in card)) == set("bry.")


def test_A2_all_cards_have_five_columns_and_seven_rows():
    for grid in (deck.decode_track(HOUSE.numbers), *deck.decode_cards(HOUSE.numbers)):
        assert [len(row) for row in grid] == [5] * 7


def test_A3_the_house_deck_is_what_the_generator_makes_of_its_seed():
    assert generate_deck(HOUSE_SEED) == HOUSE_TEXT


def test_A3_no_two_cards_are_equal_under_any_rotation_or_mirroring():
    seen: set[tuple[str, ...]] = set()
    for card in deck.decode_cards(HOUSE.numbers):
        turned = {
            oracle.posed(card, degrees, reverse=reverse) for degrees in (0, 90, 180, 270) for reverse in (False, True)
        }
        assert not turned & seen
        seen |= turned


@pytest.mark.parametrize("seed", [HOUSE_SEED, 1, 2, 3])
def test_A3_a_made_deck_can_be_played_and_its_colours_are_balanced(seed):
    made = read_deck(GAME, generate_deck(seed), "made.toml")
    counts = Counter("".join(row for card in deck.decode_cards(made.numbers) for row in card))
    dots = [counts[letter] for letter in "bry"]
    assert max(dots) - min(dots) <= 1
    assert made.content_hash == read_deck(GAME, generate_deck(seed), "again.toml").content_hash


def test_A3_knobs_that_are_not_turned_stand_as_in_the_house_deck():
    assert tuning.make_deck_text(HOUSE_SEED, {}) == HOUSE_TEXT
    assert tuning.make_deck_text(HOUSE_SEED, {knob.name: knob.house for knob in tuning.KNOBS}) == HOUSE_TEXT


def test_A3_every_track_has_a_number_that_can_be_asked_for():
    made = read_deck(GAME, tuning.make_deck_text(HOUSE_SEED, {"track": 5201}), "made.toml")
    assert deck.decode_cards(made.numbers) == deck.decode_cards(HOUSE.numbers)
    assert deck.decode_track(made.numbers) != deck.decode_track(HOUSE.numbers)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("sparkle", 1, "Unknown knob 'sparkle'"),
        ("sparse_cards", 99, "sparse_cards cannot be 99"),
        ("track", -1, "There is no track -1"),
        ("track", 10**12, "There is no track 1000000000000"),
    ],
)
def test_A3_what_a_knob_cannot_do_is_refused(name, value, said):
    with pytest.raises(BadDeck, match=said):
        tuning.make_deck_text(1, {name: value})


@pytest.mark.parametrize("seed", [HOUSE_SEED, 1, 2])
@pytest.mark.parametrize("sparse_cards", [3, 5])
def test_A20_other_cards_have_dots_along_all_edges_and_sparse_cards_a_single_dot(seed, sparse_cards):
    made = read_deck(GAME, tuning.make_deck_text(seed, {"sparse_cards": sparse_cards}), "made.toml")
    cards = deck.decode_cards(made.numbers)
    for card in cards[: 17 - sparse_cards]:
        assert "." not in card[0] + card[-1] + "".join(row[0] + row[-1] for row in card)
    for card in cards[17 - sparse_cards :]:
        assert sum(cell != "." for row in card for cell in row) == 1


def random_track(seed):
    """Return a random track of those that the generator can make."""
    rng = Random(seed)
    return track_from_number(rng.randrange(len(all_outer_cells()) * GREY_CODE_COUNT))


@pytest.mark.parametrize("horizontal", [False, True])
def test_A20_both_sides_have_equally_many_colours_in_every_starting_column(horizontal):
    for seed in range(200):
        table = oracle.set_up(random_track(seed), (), horizontal=horizontal, light=False, locked=False)
        for number in range(table.columns - 1):
            column = table.start(number)
            counts = [len({table.track[row][column] for row in table.rows_of(side)} - {"."}) for side in (0, 1)]
            assert counts[0] == counts[1] > 0


def test_A20_a_track_can_be_found_again_by_its_number():
    for seed in range(50):
        track = random_track(seed)
        assert track_from_number(track_number(track)) == track


def test_A20_a_step_of_the_search_changes_a_few_cells_of_the_track_or_the_cards():
    rng, house = Random(1), {knob.name: knob.house for knob in tuning.KNOBS}
    seeds, tracks = set(), set()
    for _ in range(100):
        seed, knobs = tuning.vary_deck(HOUSE_SEED, house, rng)
        assert (seed, knobs) != (HOUSE_SEED, house)
        seeds.add(seed)
        tracks.add(knobs["track"])
        before, after = ("".join(track_from_number(k["track"])) for k in (house, knobs))
        assert sum(a != b for a, b in zip(before, after, strict=True)) <= 4
    assert len(seeds) > 3
    assert len(tracks) > 20


def test_A3_other_seeds_make_other_decks():
    assert len({generate_deck(seed) for seed in range(5)}) == 5


@pytest.mark.parametrize("seed", [HOUSE_SEED, *range(20)])
@pytest.mark.parametrize("horizontal", [False, True])
def test_A4_the_track_keeps_the_example_of_the_source_both_ways_round(seed, horizontal):
    track = deck.decode_track(read_deck(GAME, generate_deck(seed), "made.toml").numbers)
    table = oracle.set_up(track, (), horizontal=horizontal, light=False, locked=False)
    found = [[{table.track[row][column] for row in table.rows_of(side)} for side in (0, 1)] for column in (0, 1)]
    assert found == [[{"r", "b"}, {"b", "y"}], [{"b", "y"}, {"b", "y"}]]


def same_colour_pairs(card):
    """Return the number of neighbouring cells of a full card that have the same colour."""
    pairs = [(a, b) for row in (*card, *deck.transposed(card)) for a, b in pairwise(row)]
    return sum(a == b for a, b in pairs)


def test_A20_the_house_deck_has_solid_clustered_and_sparse_cards():
    cards = deck.decode_cards(HOUSE.numbers)
    colours = [set("".join(card)) - {"."} for card in cards]
    assert [len(found) for found in colours] == [1] * 9 + [2] * 3 + [1] * 5
    assert [sum(row.count(".") for row in card) for card in cards] == [1] * 9 + [0] * 3 + [34] * 5
    assert all(same_colour_pairs(card) >= HOUSE_RECIPE.two_colour_pairs for card in cards[9:12])


def test_A20_three_colour_cards_are_clustered():
    made = read_deck(GAME, tuning.make_deck_text(1, {"solid_cards": 3, "three_colour_pairs": 30}), "made.toml")
    cards = deck.decode_cards(made.numbers)[6:12]
    assert [len(set("".join(card))) for card in cards] == [3] * 6
    assert all(same_colour_pairs(card) >= 30 for card in cards)


@pytest.mark.parametrize(("orientation", "most_tied"), [("vertical", 0.25), ("horizontal", 0.35)])
@pytest.mark.parametrize("side", ["dark", "light"])
@pytest.mark.parametrize("scoring", ["standard", "colour-locked"])
def test_A20_greedy_play_is_near_the_targets(orientation, most_tied, side, scoring):
    """Who is favoured is not tested: that takes strong players and thousands of matches (docs/balance)."""
    options = Options(orientation=orientation, side=side, scoring=scoring)
    series = PolicySeries(
        SeriesConfig(GAME, seats=2, options=options, seed=seed_from("A20")), ["greedy"] * 2, has_statistics=True
    )
    recorded = MatchStatistics(series, series.play(0, MATCH_COUNT))
    found = {name: present(recorded.metrics[name].estimate).value for name in ("tied", "group", "refused")}
    assert found["tied"] < most_tied + 0.03
    assert 2.95 < found["group"] < 7
    assert found["refused"] > 0.14
    assert recorded.counts_by_name["waived"].sum() == 0


def test_a_changed_cell_makes_another_deck():
    number = line_of(10, 3)  # a card with two colours
    swapped = house_text_with_line(number, HOUSE_LINES[number - 1][::-1])
    assert read_deck(GAME, swapped, "x").content_hash != HOUSE.content_hash


def test_capitals_and_indents_are_read_too():
    text = house_text_with_line(line_of(1, 1), f"  {HOUSE_LINES[line_of(1, 1) - 1].upper()}  ")
    assert read_deck(GAME, text, "x").numbers == HOUSE.numbers


def test_an_unknown_colour_is_named_with_card_and_line():
    number = line_of(4, 3)
    text = house_text_with_line(number, "g" + HOUSE_LINES[number - 1][1:])
    assert bad_deck_message(text) == (
        f"line {number}: Card 4, row 3: 'g' is no colour; write b, r, y, or . for an empty cell."
    )


@pytest.mark.parametrize(("row", "said"), [("bry", "3 cells"), ("bryrbr", "6 cells"), ("b", "1 cell")])
def test_a_ragged_row_is_named_with_card_and_line(row, said):
    number = line_of(17, 7)
    message = bad_deck_message(house_text_with_line(number, row))
    assert message == f"line {number}: Card 17, row 7: the row has {said}, not 5."


def test_a_ragged_track_is_named_with_its_line():
    number = HOUSE_LINES.index("[track]") + 4
    assert (
        bad_deck_message(house_text_with_line(number, "br"))
        == f"line {number}: The track card, row 2: the row has 2 cells, not 5."
    )


def test_a_missing_row_is_named_with_its_card():
    number = line_of(2, 5)
    text = "\n".join([*HOUSE_LINES[: number - 1], *HOUSE_LINES[number:]])
    assert bad_deck_message(text) == f"line {line_of(2, 1) - 1}: Card 2: the card has 6 rows, not 7."


def test_a_card_too_few_or_too_many_is_counted():
    last = HOUSE_TEXT.rindex("[[card]]")
    assert "There are 16 playing cards, not 17;" in bad_deck_message(HOUSE_TEXT[:last])
    extra = HOUSE_TEXT + '[[card]]\ndots = """\n' + "bbbbb\n" * 7 + '"""\n'
    line = HOUSE_TEXT.count("\n") + 1
    assert bad_deck_message(extra).startswith(f"line {line}: There are 18 playing cards, not 17;")


@pytest.mark.parametrize(("degrees", "reverse"), [(0, False), (180, False), (180, True)])
def test_A3_a_card_of_an_own_deck_may_equal_another_one_and_is_warned_about(degrees, reverse):
    twin = oracle.posed(deck.decode_cards(HOUSE.numbers)[1], degrees, reverse=reverse)
    first = line_of(9, 1)
    text = "\n".join([*HOUSE_LINES[: first - 1], *twin, *HOUSE_LINES[first + 6 :]])
    own = read_deck(GAME, text, "mine.toml")
    header = first - 2
    assert own.warnings == (
        f"mine.toml, line {header}: Card 9 equals card 2 when turned or mirrored. Is one of them a mistake?",
    )
    match = new_match(seed=1, deck=own)
    for _ in play_randomly(match, Random(1)):
        pass
    assert verify_log(read_log(write_log(match))).state_bytes == match.state_bytes


def test_A3_the_house_deck_has_no_warnings():
    assert HOUSE.warnings == ()


def test_A3_square_cards_are_compared_after_quarter_turns_too():
    cards = [("br", ".."), (".b", ".r"), *((row[:2], row[1:]) for row in THREE_CELL_FACES[2:])]
    (warning, *_) = read_deck(GAME, deck_text(cards), "mine.toml").warnings
    assert "Card 2 equals card 1 when turned or mirrored" in warning


def test_rows_may_have_spaces():
    number = line_of(1, 1)
    assert (
        read_deck(GAME, house_text_with_line(number, " ".join(HOUSE_LINES[number - 1])), "x").numbers == HOUSE.numbers
    )
    tight = house_text_with_line(number, HOUSE_LINES[number - 1][:2] + " " + HOUSE_LINES[number - 1][2:])
    assert read_deck(GAME, tight, "x").numbers == HOUSE.numbers


def test_a_card_is_shown_with_its_dots_and_counts():
    texts = list(deck.card_texts(HOUSE.numbers))
    assert [text.name for text in texts] == ["track", *(f"card {k}" for k in range(1, 18))]
    grid = deck.decode_cards(HOUSE.numbers)[4]
    counts = ", ".join(f"{''.join(grid).count(name[0])} {name}" for name in ("blue", "red", "yellow"))
    assert texts[5].lines == (f"34 dots: {counts}", *(" ".join(row) for row in grid))


def test_broken_toml_is_told_with_its_line():
    sentence = bad_deck_message(house_text_with_line(line_of(1, 1) - 1, "dots = "))
    assert sentence.startswith(f"line {line_of(1, 1) - 1}: The file is not valid TOML: ")


def test_a_huge_file_is_refused():
    assert "larger than 64 kB" in bad_deck_message(HOUSE_TEXT + "#" * MAX_DECK_BYTES)


@pytest.mark.parametrize("shape", ["[5]", "[0, 7]", "[5, 8]", '"5x7"', "[5.0, 7]", "[true, 7]"])
def test_a_shape_out_of_its_limits_is_refused(shape):
    text = HOUSE_TEXT.replace("shape = [5, 7]", f"shape = {shape}")
    line = HOUSE_LINES.index("shape = [5, 7]") + 1
    expected = f"line {line}: The shape must be [columns, rows], each from 1 to 7, like shape = [5, 7]."
    assert bad_deck_message(text) == expected


def test_without_a_shape_cards_are_like_the_track():
    assert read_deck(GAME, HOUSE_TEXT.replace("shape = [5, 7]", ""), "x").numbers == HOUSE.numbers


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[colours]", "[colors]", "The file has an unknown key 'colors'"),
        ("blue =", "azure =", "The [colours] table has an unknown key 'azure'"),
        ('blue = "#', 'blue = "', "The ink of blue must be a # and six hexadecimal digits"),
        ("[track]\ndots", "[track]\nface", "The track card: there are no dots"),
        ("[track]", "[trek]", "The file has an unknown key 'trek'"),
    ],
)
def test_unknown_and_missing_keys_are_named(old, new, said):
    text = HOUSE_TEXT.replace(old, new, 1)
    line = text[: text.index(new)].count("\n") + 1
    assert bad_deck_message(text).startswith(f"line {line}: {said}")


def test_a_file_without_colours_or_cards_is_refused():
    assert bad_deck_message("").startswith("There is no [colours] table")
    assert bad_deck_message(HOUSE_TEXT[: HOUSE_TEXT.index("[[card]]")]).startswith("There are 0 playing cards")


def test_cards_written_in_one_line_are_still_named():
    cards = ", ".join(f'{{dots = "{row}"}}' for row in [*THREE_CELL_FACES[:16], "bqb"])
    head = deck_text([(row,) for row in THREE_CELL_FACES]).split("[[card]]")[0]
    sentence = bad_deck_message(f"card = [{cards}]\n{head}")
    assert sentence.startswith("line 1: Card 17, row 1: 'q' is no colour")


def test_a_file_is_loaded_by_its_path(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(HOUSE_TEXT)
    assert load_deck(GAME, path).numbers == HOUSE.numbers
    with pytest.raises(BadDeck, match="cannot be read"):
        load_deck(GAME, tmp_path / "none.toml")


@pytest.mark.parametrize(("width", "height"), [(1, 3), (3, 1), (2, 7), (7, 7)])
def test_decks_of_any_shape_can_be_played_to_the_end_and_logged(width, height):
    cards = []
    for k, row in enumerate(THREE_CELL_FACES):
        cells = (row * 17)[: width * height - 1] + "bry"[k % 3] if width * height > 3 else row
        cards.append(tuple(cells[width * y : width * (y + 1)] for y in range(height)))
    match = new_match(seed=1, deck=make_deck(cards))
    for _ in play_randomly(match, Random(1)):
        pass
    assert verify_log(read_log(write_log(match))).state_bytes == match.state_bytes


def test_a_log_with_a_deck_of_ones_own_replays():
    match = new_match(seed=1, deck=one_row_deck())
    assert present(verify_log(read_log(write_log(match))).deck).numbers == one_row_deck().numbers


def test_pictures_show_every_dot_in_the_shape_of_its_colour():
    pictures = dict(deck.card_pictures(HOUSE.numbers))
    assert len(pictures) == 18
    for name, grid in zip(pictures, [deck.decode_track(HOUSE.numbers), *deck.decode_cards(HOUSE.numbers)], strict=True):
        root = ET.fromstring(pictures[name])
        tags = Counter(child.tag.split("}")[1] for child in root)
        letters = Counter("".join(grid))
        assert tags["circle"] == letters["b"]
        assert tags["path"] == letters["r"] + letters["y"]
        assert pictures[name].count("evenodd") == letters["y"]  # rings
        assert tags["rect"] == (3 if name == "track-dark" else 1)


def test_both_sides_are_drawn_on_request():
    pictures = dict(deck.card_pictures(HOUSE.numbers, both_sides=True))
    assert len(pictures) == 36
    assert pictures["card-03-dark"] != pictures["card-03-light"]


def test_the_pictures_of_the_rules_page_are_those_of_the_house_deck():
    folder = ROOT / "docs" / "rules" / "pictures" / "dot_allot"
    assert {path.stem: path.read_text() for path in folder.glob("*.svg")} == dict(draw_rules_page_pictures())
