"""Reflexes: times no person could beat, mistakes as often as told, and only legal ones."""

from __future__ import annotations

from random import Random
from statistics import median

import msgspec
import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.chair import Chair
from dottable.bots.random_bot import RandomBot
from dottable.bots.real_time import (
    FIND_FLOOR_MS,
    LONGEST_THOUGHT_MS,
    REFLEXES,
    SHORTEST_THOUGHT_MS,
    Reflexes,
    Timed,
    fastest_ms,
)
from dottable.bots.tempo import SHORTEST_MS
from dottable.core.registry import games
from tests.bots.positions import positions
from tests.games.dobble_connect.positions import claim, lay, new_match, right_place
from tests.games.dots_52.positions import notation, play, table

SURE = Reflexes(median_ms=1000)
HASTY = Reflexes(median_ms=1)


def dobble(cards=0):
    """A chair at a Dobble Connect table with so many cards in a row beside the starting card."""
    match = new_match()
    for k in range(cards):
        lay(match, k % 2, f"{k}{'e' if k == 0 else 'ne'}")
    return match, Chair(match, 0)


def snapping(**options):
    """A chair in a snap window of Dots 52: the first own card fits, the others do not."""
    match = table("7s Kh 2d", "3c 4c 5c", drawn="7h", **options)
    return Chair(play(match, "p1 discard"), 0)


SNAP_1, SNAP_2, PASS = map(notation.read, ("snap:1", "snap:2", "pass"))


COUNT = 1000


def times(reflexes, chair, action, count=300):
    luck = Random(1)
    return [reflexes.when(chair, action, luck) for _ in range(count)]


def made(reflexes, chair, action, count=COUNT):
    luck = Random(2)
    return [reflexes.slip(chair, action, luck) for _ in range(count)]


def test_nobody_claims_faster_than_a_person_finds_a_symbol():
    match, chair = dobble()
    action = claim(match, 0, "0e")
    assert min(times(HASTY, chair, action)) == FIND_FLOOR_MS
    assert min(times(REFLEXES["master"], chair, action)) >= FIND_FLOOR_MS


def test_nobody_snaps_faster_than_a_person_reacts():
    assert min(times(HASTY, snapping(), SNAP_1)) == SHORTEST_MS


def test_more_cards_on_the_table_take_longer_to_scan():
    scanning = Reflexes(median_ms=1000, scan_ms=50)
    few, many = dobble(1), dobble(9)
    assert median(times(scanning, few[1], claim(few[0], 0, "0w"))) == pytest.approx(1050, abs=60)
    assert median(times(scanning, many[1], claim(many[0], 0, "0w"))) == pytest.approx(1450, abs=80)


def test_a_remembered_card_is_snapped_sooner_than_a_symbol_is_found():
    match, chair = dobble()
    assert median(times(SURE, snapping(), SNAP_1)) < median(times(SURE, chair, claim(match, 0, "0e"))) - 300


def test_every_level_is_quicker_than_the_one_below():
    match, chair = dobble(5)
    medians = [median(times(reflexes, chair, claim(match, 0, "0w"))) for reflexes in REFLEXES.values()]
    assert medians == sorted(medians, reverse=True)
    assert len(set(medians)) == len(medians)


@pytest.mark.parametrize("slug", [slug for slug, game in games().items() if not game.races])
def test_a_move_without_hurry_takes_a_pleasant_time(slug):
    for match, seat in positions(slug, 4):
        chair = Chair(match, seat)
        for reflexes in REFLEXES.values():
            drawn = times(reflexes, chair, chair.legal()[0], 20)
            assert SHORTEST_THOUGHT_MS <= min(drawn) <= max(drawn) <= LONGEST_THOUGHT_MS


def test_more_choices_take_longer_to_weigh():
    two = Chair(play(table("7s Kh", "3c 4c", drawn="Kd"), "p1 discard", "p1 decline"), 0)
    many = Chair(table("7s Kh 2d 3d 4d 5d 6d 8d", "3c 4c", pile="9c"), 0)
    assert median(times(SURE, two, two.legal()[0])) < median(times(SURE, many, many.legal()[0]))


def test_E7_a_slip_names_a_wrong_symbol_at_the_same_place():
    match, chair = dobble(3)
    action = claim(match, 0, "1e")
    slips = set(made(Reflexes(median_ms=1, slip_rate=1.0), chair, action))
    assert slips == {action - right_place(match, 0, 1) + k for k in range(10)} - {action}
    assert slips <= set(chair.legal())


def test_slips_are_as_frequent_as_told():
    match, chair = dobble(3)
    action = claim(match, 0, "1e")
    wrong = [other for other in made(Reflexes(median_ms=1, slip_rate=0.1), chair, action) if other != action]
    assert len(wrong) == pytest.approx(COUNT / 10, abs=40)


def test_sure_hands_do_what_was_intended():
    match, chair = dobble(3)
    assert set(made(SURE, chair, claim(match, 0, "1e"))) == {claim(match, 0, "1e")}
    assert set(made(SURE, snapping(), SNAP_1)) == {SNAP_1}
    assert set(made(SURE, snapping(), PASS)) == {PASS}


def test_D7_a_missed_snap_is_a_pass():
    missing = Reflexes(median_ms=1, miss_rate=0.2)
    done = made(missing, snapping(), SNAP_1)
    assert set(done) == {SNAP_1, PASS}
    assert done.count(PASS) == pytest.approx(COUNT / 5, abs=50)


def test_D8_a_false_alarm_snaps_some_own_card():
    alarmed = Reflexes(median_ms=1, alarm_rate=0.2)
    done = made(alarmed, snapping(), PASS)
    assert {SNAP_1, SNAP_2, PASS} < set(done)
    assert COUNT - done.count(PASS) == pytest.approx(COUNT / 5, abs=50)


def test_D8_a_slip_snaps_another_own_card():
    assert SNAP_1 not in made(Reflexes(median_ms=1, slip_rate=1.0), snapping(), SNAP_1)


def test_D8_a_turn_is_no_race_though_a_late_snap_is_possible():
    match = table("7s Kh 2d", "7c 4c 5c", drawn="7h")
    chair = Chair(play(match, "p1 discard", "p2 snap:1"), 0)
    assert SNAP_1 in chair.legal()
    end = notation.read("end")
    clumsy = Reflexes(median_ms=1, slip_rate=1.0, alarm_rate=1.0, miss_rate=1.0)
    assert set(made(clumsy, chair, end)) == {end}
    assert fastest_ms(chair.game, chair.legal()) == 0


def test_D8_nobody_slips_in_a_move_without_hurry():
    chair = Chair(table("7s Kh 2d", "3c 4c 5c", pile="9c"), 0)
    clumsy = Reflexes(median_ms=1, slip_rate=1.0, alarm_rate=1.0, miss_rate=1.0)
    assert all(set(made(clumsy, chair, action, 20)) == {action} for action in chair.legal())


@pytest.mark.parametrize("slug", list(games()))
def test_whatever_slips_is_legal(slug):
    clumsy = Timed(RandomBot(), Reflexes(median_ms=1, slip_rate=0.5, alarm_rate=0.5, miss_rate=0.5))
    for match, seat in positions(slug, 12):
        for k in range(5):
            assert clumsy.choose(Chair(match, seat), Budget(), bytes([k])).action in match.legal(seat)


def test_a_timed_bot_does_the_same_for_the_same_seed():
    match, chair = dobble(2)
    bot = Timed(RandomBot(), REFLEXES["casual"])
    first = bot.choose(chair, Budget(), b"seed")
    assert isinstance(first, Choice)
    assert bot.choose(Chair(match, 0), Budget(), b"seed") == first
    assert len({bot.choose(chair, Budget(), bytes([k])).after_ms for k in range(20)}) > 10


def test_reflexes_can_be_adjusted_for_one_game():
    assert msgspec.structs.replace(REFLEXES["sharp"], slip_rate=0.0).median_ms == REFLEXES["sharp"].median_ms
