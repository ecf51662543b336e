"""The greedy policy: always legal, the same whatever lies hidden, and sensible in positions made by hand."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dottable.bots.chair import generator_of
from dottable.core import quick
from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.games.dot_tiles import notation, policy, prospects
from dottable.games.dot_tiles.pieces import FULL_HOUSE, NO_TILE, RUN
from dottable.games.dot_tiles.state import ACTIONS

from .positions import KINDS, STUCK, new_match, table

BUFFER = for_rules(np.zeros(ACTIONS.size, np.int32))
OUT = for_rules(np.zeros(ACTIONS.size, np.int32))


def luck(number: int = 1):
    q = for_rules(quick.generator())
    quick.start(q, number, number + 1)
    return q


def advice(match: Match, seat: int | None = None) -> int:
    seat = match.to_act[0] if seat is None else seat
    return int(policy.greedy(match.state, seat, luck(), BUFFER))


def advised(match: Match) -> str:
    return notation.write(advice(match))


def listed(match: Match) -> list[int]:
    count = policy.shortlist(match.state, match.to_act[0], luck(), BUFFER, OUT)
    return [int(OUT[k]) for k in range(count)]


def positions(seats: int, number: int, *, single_colour_bonus: bool = True):
    """Every position of a match in which half the moves are random and half are the policy's."""
    match, chooser = new_match(seats, seed=number, single_colour_bonus=single_colour_bonus), Random(number)
    while not match.is_over:
        yield match
        seat = match.to_act[0]
        action = advice(match) if chooser.random() < 0.5 else chooser.choice(match.legal(seat))
        assert match.apply(seat, action) is None


@pytest.mark.parametrize("single_colour_bonus", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_policy_and_its_shortlist_are_legal_with_all_seat_counts_and_options(seats, single_colour_bonus):
    for match in positions(seats, seats, single_colour_bonus=single_colour_bonus):
        legal, chosen = match.legal(match.to_act[0]), listed(match)
        assert advice(match) in legal
        assert set(chosen) <= set(legal)
        assert len(set(chosen)) == len(chosen) > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_policy_cannot_tell_the_true_state_from_imagined_ones(seats):
    for number in range(2):
        for k, match in enumerate(positions(seats, 10 + number)):
            seat = match.to_act[0]
            for dream in range(3):
                imagined = match.imagine(seat, generator_of(bytes([k, dream] * 16)))
                assert advice(imagined) == advice(match)
                assert listed(imagined) == listed(match)


def test_the_shortlist_begins_with_what_the_policy_does():
    for match in positions(2, 5):
        assert listed(match)[0] == advice(match)


def test_it_completes_a_group_in_one_colour_rather_than_in_two_C12():
    sheet = "r6:3k r6:3k b6:2k"
    assert advised(table(sheet, drawn="r6", hot="b1", bag="r1 r2 b3 b4 r5 b5")) == "r6:3k"


def test_it_takes_the_hot_swap_tile_that_completes_a_group_C6():
    sheet = "b6:house b6:house b6:house b5:house"
    assert advised(table(sheet, drawn="r1", hot="b5", bag="r1 r2 b3 b4 r5 r4")) == "b5:house"


def test_it_does_not_leave_the_next_player_the_tile_that_completes_a_group_C6():
    mine, bag = "r2:2k", "r1 r2 b3 b4 r5 r4 b1 b2"
    rival = f"{KINDS} b1:odds b5:odds b6:evens b2:evens b6:house b6:house b6:house b5:house"
    harmless = table(mine, "", drawn="r3", hot="b5", bag=bag)
    harmful = table(mine, rival, drawn="r3", hot="b5", bag=bag)
    assert advised(harmful).startswith("b5")
    assert policy.use_of(harmful.state, 1, notation.TILES["b5"], 20, 0) > policy.use_of(
        harmless.state, 1, notation.TILES["b5"], 20, 0
    )


def test_it_burns_the_tile_that_the_next_player_could_use_C7():
    rival = "b6:house b6:house b6:house b1:house"
    match = table(STUCK, rival, drawn="b1", hot="r1", bag="r2 r4 b4")
    assert advised(match) == "b1:burn"


def test_it_counts_the_tiles_that_are_left():
    plenty = table("r4:run b5:run r6:run", drawn="r1", hot="r1", bag="r3 b3 r3 b3 r3 b3 r1 r1")
    scarce = table("r4:run b5:run r6:run", drawn="r1", hot="r1", bag="r1 b1 r2 b2 r1 b1 b4 r4")
    values = []
    for match in (plenty, scarce):
        pool = policy.unseen_tiles(match.state, 0)
        values.append(prospects.prospect(match.state, 0, RUN, NO_TILE, 30, 0, pool)[1])
    assert values[0] > values[1] == 0


def test_a_third_of_one_number_makes_a_full_house_likelier():
    match = table("r6:house b6:house", drawn="r6", hot="r1", bag="r1 b1 r2 b2 r5 b5 r6 b6 r4 b4")
    s, pool = match.state, policy.unseen_tiles(match.state, 0)
    before = prospects.prospect(s, 0, FULL_HOUSE, NO_TILE, 30, 0, pool)
    after = prospects.prospect(s, 0, FULL_HOUSE, notation.TILES["r6"], 30, 0, pool)
    assert after[0] > before[0]
    assert after[1] > before[1]


def test_the_chances_are_those_of_the_binomial_distribution():
    half = prospects.SHARES // 2
    assert prospects.CHANCES[half, 0, 7] == 1
    assert prospects.CHANCES[half, 1, 3] == pytest.approx(7 / 8)
    assert prospects.CHANCES[half, 2, 3] == pytest.approx(1 / 2)
    assert prospects.CHANCES[half, 3, 2] == 0
    assert prospects.CHANCES[0, 1, 60] == 0


def test_with_few_boxes_left_it_thinks_of_the_full_sheet_C13():
    nearly = f"{KINDS} r1:odds r3:odds r5:odds r2:evens r4:evens r6:evens b6:flush b6:flush b6:flush b6:flush b6:flush"
    sheet = f"{nearly} r5:house r5:house r6:house r6:house r3:run r4:run r5:run"
    bag = "r6 r2 b5 b6"
    hopeful = table(sheet, drawn="b1", hot="b1", bag=bag)
    early = table("", drawn="b1", hot="b1", bag=bag)
    pool = policy.unseen_tiles(hopeful.state, 0)
    assert policy.sheet_prospect(hopeful.state, 0, 40, 0, pool) > 1
    assert policy.sheet_prospect(early.state, 0, 40, 0, pool) == 0


def test_it_beats_random_play_nearly_always():
    won, chooser = 0, Random(7)
    for number in range(60):
        match = new_match(seed=100 + number)
        while not match.is_over:
            seat = match.to_act[0]
            action = advice(match) if seat == number % 2 else chooser.choice(match.legal(seat))
            assert match.apply(seat, action) is None
        won += match.returns()[number % 2] > 0
    assert won >= 56
