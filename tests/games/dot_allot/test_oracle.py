"""The rules against the independent referee: the same moves, the same table, the same points."""

from __future__ import annotations

import os
from random import Random

import pytest

from dottable.games.dot_allot import notation
from dottable.games.dot_allot.pieces import COLOURS
from dottable.games.dot_allot.scoring import score_round
from dottable.games.dot_allot.view import visible_grid

from . import oracle
from .positions import arrange, for_oracle, new_match, odd_deck, play_randomly, set_hands, show, slim_deck

FULL = os.environ.get("DOTTABLE_FULL") == "1"
LAYOUTS = 100_000 if FULL else 20_000
POSITIONS = 1000 if FULL else 200
MATCHES = 100 if FULL else 4

TABLES = {
    "vertical": {},
    "horizontal": {"orientation": "horizontal"},
    "light": {"side": "light"},
    "horizontal light": {"orientation": "horizontal", "side": "light"},
    "colour-locked": {"scoring": "colour-locked"},
}


def agree(position, match):
    """Both know the same table."""
    assert visible_grid(match.state) == oracle.visible(position)
    assert match.scores() == list(position.totals)
    assert match.view(0).queue == position.queue
    assert tuple(side.seat for side in match.view(0).sides) == position.at


def follow(match, luck):
    """Play to the end with the referee at the table."""
    position = for_oracle(match)
    for seat, action in play_randomly(match, luck):
        agree(position, match)
        assert oracle.to_move(position) == seat
        listed = [notation.write(legal) for legal in match.legal(seat)]
        assert len(listed) == len(set(listed))
        assert set(listed) == oracle.legal(position)
        assert all(not match.legal(other) for other in range(match.seats) if other != seat)
        position = oracle.play(position, notation.write(action))
    agree(position, match)
    assert position.is_over


@pytest.mark.parametrize("name", TABLES)
def test_the_referee_agrees_at_every_step_of_a_match(name):
    for seed in range(MATCHES):
        follow(new_match(2, seed=seed, **TABLES[name]), Random(seed))


@pytest.mark.parametrize("seats", [3, 5, 6, 7])
def test_the_referee_agrees_with_many_players(seats):
    for seed in range(max(1, MATCHES // 2)):
        follow(new_match(seats, seed=seed), Random(seed))


@pytest.mark.parametrize("deck", [odd_deck, slim_deck])
@pytest.mark.parametrize("name", ["vertical", "horizontal light"])
def test_the_referee_agrees_with_decks_of_another_shape(deck, name):
    for seed in range(2 * MATCHES):
        follow(new_match(2, seed=seed, deck=deck(), **TABLES[name]), Random(seed))


def random_position(seed, luck):
    """Some cards into a round, with the referee's idea of it."""
    match = new_match(2, seed=seed, **TABLES[luck.choice(list(TABLES))])
    position = for_oracle(match)
    for _ in range(luck.randrange(8 + 9 * luck.randrange(4))):
        move = notation.write(luck.choice(match.legal(match.to_act[0])))
        assert match.apply(match.to_act[0], notation.read(move)) is None
        position = oracle.play(position, move)
    if position.is_round_over:
        assert match.apply(match.to_act[0], notation.read("deal")) is None
        position = oracle.play(position, "deal")
    return match, position


def test_A10_every_placement_of_every_card_agrees_with_the_referee():
    luck = Random(1)
    for seed in range(POSITIONS):
        match, position = random_position(seed, luck)
        turn = position.turn
        for card in range(1, 18):
            set_hands(match, *(str(card) if side == turn else "" for side in (0, 1)))
            hands = [frozenset(), frozenset()]
            hands[turn] = frozenset({card})
            expected = oracle.legal(oracle.replace(position, hands=tuple(hands)))
            assert {notation.write(action) for action in match.legal(match.to_act[0])} == expected


def test_A13_scoring_agrees_with_the_referee_on_random_layouts():
    luck = Random(2)
    matches = [arrange(new_match(2, **options)) for options in TABLES.values()]
    tables = [for_oracle(match).table for match in matches]
    for k in range(LAYOUTS):
        match, table = matches[k % len(matches)], tables[k % len(matches)]
        letters = luck.choice(("bry.", "bbry.", "br", "bryy", "b......"))
        rows = tuple("".join(luck.choices(letters, k=9)) for _ in range(table.rows))
        before = match.scores()
        score_round(show(match, *rows).state)
        s = match.state
        for side in (0, 1):
            sizes = [oracle.largest(rows, table.rows_of(side), letter) for letter in "bry"]
            assert [int(s.largest[side, colour]) for colour in range(COLOURS)] == sizes
        points = oracle.round_points(table, rows)
        assert (int(s.round_points[0]), int(s.round_points[1])) == points
        behind = [seat for seat in (0, 1) if points[0] == points[1] and before[seat] < before[1 - seat]]
        assert match.scores() == [before[seat] + points[seat] + (seat in behind) for seat in (0, 1)]
        for seat in (0, 1):
            s.totals[seat] = luck.randrange(3)
