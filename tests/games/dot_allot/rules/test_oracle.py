"""The rules against the oracle: equal legal moves, visible cells and points."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from dottable.games.dot_allot.pieces import COLOUR_COUNT
from dottable.games.dot_allot.rules.scoring import score_round
from dottable.games.dot_allot.view import notation
from tests.games.dot_allot import oracle
from tests.games.dot_allot.positions import (
    arrange_seats_and_hands,
    make_deck,
    new_match,
    one_column_deck,
    one_row_deck,
    oracle_position,
    play_randomly,
    set_hands,
    set_visible_cells,
)
from tests.sizes import sized

LAYOUT_COUNT = sized(2_000, 100_000)
POSITION_COUNT = sized(20, 1000)
MATCH_COUNT = sized(1, 10, 70)
"""Matches per combination of options, once with the house deck and once with decks of one's own: 1,120 at full size."""

OPTIONS_BY_NAME: dict[str, dict[str, Any]] = {
    f"{side} {orientation} {scoring}": {"side": side, "orientation": orientation, "scoring": scoring}
    for side in ("dark", "light")
    for orientation in ("vertical", "horizontal")
    for scoring in ("standard", "colour-locked")
}


def assert_same_position(position, match):
    """Assert that the oracle and the match agree on the public position."""
    assert match.view(0).visible == oracle.visible_grid(position)
    assert match.scores() == list(position.totals)
    assert match.view(0).queue == position.queue
    assert tuple(side.seat for side in match.view(0).sides) == position.at


def compare_whole_match(match, rng):
    """Play to the end and compare with the oracle at every step."""
    position = oracle_position(match)
    for seat, action in play_randomly(match, rng):
        assert_same_position(position, match)
        assert oracle.to_move(position) == seat
        listed = [notation.write_action(legal) for legal in match.legal(seat)]
        assert len(listed) == len(set(listed))
        assert set(listed) == oracle.legal(position)
        assert all(not match.legal(other) for other in range(match.seats) if other != seat)
        position = oracle.play(position, notation.write_action(action))
    assert_same_position(position, match)
    assert position.is_over


@pytest.mark.parametrize("name", OPTIONS_BY_NAME)
def test_the_oracle_agrees_at_every_step_of_a_match(name):
    for seed in range(MATCH_COUNT):
        compare_whole_match(new_match(2, seed=seed, **OPTIONS_BY_NAME[name]), Random(seed))


def random_own_deck(rng):
    """Return a deck with cards of a random shape and density, and dots anywhere on the track."""
    width, height = rng.randrange(1, 8), rng.randrange(1, 8)
    letters = "bry" + "." * rng.randrange(8)
    cards = [["".join(rng.choices(letters, k=width)) for _ in range(height)] for _ in range(17)]
    return make_deck(cards, ["".join(rng.choices("bry.", k=5)) for _ in range(7)])


@pytest.mark.parametrize("name", OPTIONS_BY_NAME)
def test_the_oracle_agrees_with_random_decks_of_ones_own(name):
    for seed in range(MATCH_COUNT):
        rng = Random(f"{name} {seed}")
        compare_whole_match(new_match(2, seed=seed, deck=random_own_deck(rng), **OPTIONS_BY_NAME[name]), rng)


@pytest.mark.parametrize("seats", [3, 5, 6, 7])
def test_the_oracle_agrees_with_many_players(seats):
    for seed in range(max(1, MATCH_COUNT // 5)):
        compare_whole_match(new_match(seats, seed=seed), Random(seed))


@pytest.mark.parametrize("deck", [one_row_deck, one_column_deck])
@pytest.mark.parametrize("name", ["dark vertical standard", "light horizontal standard"])
def test_the_oracle_agrees_with_decks_of_another_shape(deck, name):
    for seed in range(max(1, MATCH_COUNT // 2)):
        compare_whole_match(new_match(2, seed=seed, deck=deck(), **OPTIONS_BY_NAME[name]), Random(seed))


def random_position(seed, rng):
    """Return a match some cards into a round, with the oracle's position."""
    match = new_match(2, seed=seed, **OPTIONS_BY_NAME[rng.choice(list(OPTIONS_BY_NAME))])
    position = oracle_position(match)
    for _ in range(rng.randrange(8 + 9 * rng.randrange(4))):
        move = notation.write_action(rng.choice(match.legal(match.to_act[0])))
        assert match.apply(match.to_act[0], notation.read_action(move)) is None
        position = oracle.play(position, move)
    if position.is_round_over:
        assert match.apply(match.to_act[0], notation.read_action("deal")) is None
        position = oracle.play(position, "deal")
    return match, position


def test_A10_every_placement_of_every_card_agrees_with_the_oracle():
    rng = Random(1)
    for seed in range(POSITION_COUNT):
        match, position = random_position(seed, rng)
        turn = position.turn
        for card in range(1, 18):
            set_hands(match, *(str(card) if side == turn else "" for side in (0, 1)))
            hands: list[frozenset[int]] = [frozenset(), frozenset()]
            hands[turn] = frozenset({card})
            expected = oracle.legal(replace(position, hands=tuple(hands)))
            assert {notation.write_action(action) for action in match.legal(match.to_act[0])} == expected


def test_A13_scoring_agrees_with_the_oracle_on_random_layouts():
    rng = Random(2)
    matches = [arrange_seats_and_hands(new_match(2, **options)) for options in OPTIONS_BY_NAME.values()]
    tables = [oracle_position(match).table for match in matches]
    for k in range(LAYOUT_COUNT):
        match, table = matches[k % len(matches)], tables[k % len(matches)]
        letters = rng.choice(("bry.", "bbry.", "br", "bryy", "b......"))
        rows = tuple("".join(rng.choices(letters, k=9)) for _ in range(table.rows))
        before = match.scores()
        score_round(set_visible_cells(match, *rows).state)
        s = match.state
        for side in (0, 1):
            sizes = [oracle.largest_group_size(rows, table.rows_of(side), letter) for letter in "bry"]
            assert [int(s.largest[side, colour]) for colour in range(COLOUR_COUNT)] == sizes
        points = oracle.round_points(table, rows, 0)
        assert (int(s.round_points[0]), int(s.round_points[1])) == points
        behind = [seat for seat in (0, 1) if points[0] == points[1] and before[seat] < before[1 - seat]]
        assert match.scores() == [before[seat] + points[seat] + (seat in behind) for seat in (0, 1)]
        for seat in (0, 1):
            s.totals[seat] = rng.randrange(3)
