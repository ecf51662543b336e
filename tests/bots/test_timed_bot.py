"""Reaction models: plausible times, errors at the given rates, and only legal actions."""

from __future__ import annotations

from random import Random
from statistics import median

import msgspec
import pytest

from dottable.bots.bot import Budget, Choice
from dottable.bots.random_bot import RandomBot
from dottable.bots.seat_access import SeatAccess
from dottable.bots.timing.reaction_time import MIN_REACTION_MS
from dottable.bots.timing.timed_bot import (
    MAX_THINKING_MS,
    MIN_COMPARISON_MS,
    MIN_THINKING_MS,
    REACTION_MODELS,
    ReactionModel,
    TimedBot,
    min_reaction_ms,
)
from dottable.core.registry import installed_games
from dottable.games.dots_52.view import notation
from tests.bots.positions import positions
from tests.games.dobble_connect.positions import claim, lay, new_match, right_place
from tests.games.dots_52.positions import play, table

WITHOUT_ERRORS = ReactionModel(median_ms=1000)
MEDIAN_1_MS = ReactionModel(median_ms=1)


def dobble_match_and_access(cards=0):
    """Return a match of Dobble Connect with `cards` in a row beside the starting card, and access to a seat."""
    match = new_match()
    for k in range(cards):
        lay(match, k % 2, f"{k}{'e' if k == 0 else 'ne'}")
    return match, SeatAccess(match, 0)


def snap_window_access(**options):
    """Return access to a seat in a snap window of Dots 52. Its first card matches, the others do not."""
    match = table("7s Kh 2d", "3c 4c 5c", drawn="7h", **options)
    return SeatAccess(play(match, "p1 discard"), 0)


SNAP_1, SNAP_2, PASS = map(notation.read_action, ("snap:1", "snap:2", "pass"))


SAMPLE_COUNT = 1000


def sampled_times_ms(reaction, access, count=300):
    rng = Random(1)
    return [reaction.sample_ms(access.game, access.legal(), rng) for _ in range(count)]


def actions_made(reaction, access, action, count=SAMPLE_COUNT):
    rng = Random(2)
    return [reaction.with_human_error(access, action, rng) for _ in range(count)]


def test_no_claim_is_faster_than_the_minimum_comparison_time():
    _, access = dobble_match_and_access()
    assert min(sampled_times_ms(MEDIAN_1_MS, access)) == MIN_COMPARISON_MS
    assert min(sampled_times_ms(REACTION_MODELS["master"], access)) >= MIN_COMPARISON_MS


def test_no_snap_is_faster_than_the_minimum_reaction_time():
    assert min(sampled_times_ms(MEDIAN_1_MS, snap_window_access())) == MIN_REACTION_MS


def test_more_cards_on_the_table_take_longer_to_scan():
    scanning = ReactionModel(median_ms=1000, scan_ms=50)
    (_, few), (_, many) = dobble_match_and_access(1), dobble_match_and_access(9)
    assert median(sampled_times_ms(scanning, few)) == pytest.approx(1050, abs=60)
    assert median(sampled_times_ms(scanning, many)) == pytest.approx(1450, abs=80)


def test_a_snap_is_faster_than_a_claim():
    _, access = dobble_match_and_access()
    assert (
        median(sampled_times_ms(WITHOUT_ERRORS, snap_window_access()))
        < median(sampled_times_ms(WITHOUT_ERRORS, access)) - 300
    )


def test_every_level_is_faster_than_the_one_below():
    _, access = dobble_match_and_access(5)
    medians = [median(sampled_times_ms(reaction, access)) for reaction in REACTION_MODELS.values()]
    assert medians == sorted(medians, reverse=True)
    assert len(set(medians)) == len(medians)


@pytest.mark.parametrize("slug", [slug for slug, game in installed_games().items() if not game.races])
def test_a_move_without_a_race_takes_a_thinking_time(slug):
    for match, seat in positions(slug, 4):
        access = SeatAccess(match, seat)
        for reaction in REACTION_MODELS.values():
            drawn = sampled_times_ms(reaction, access, 20)
            assert MIN_THINKING_MS <= min(drawn) <= max(drawn) <= MAX_THINKING_MS


def test_more_choices_take_longer():
    two = SeatAccess(play(table("7s Kh", "3c 4c", drawn="Kd"), "p1 discard", "p1 decline"), 0)
    many = SeatAccess(table("7s Kh 2d 3d 4d 5d 6d 8d", "3c 4c", pile="9c"), 0)
    assert median(sampled_times_ms(WITHOUT_ERRORS, two)) < median(sampled_times_ms(WITHOUT_ERRORS, many))


def test_E7_a_wrong_claim_names_a_wrong_symbol_at_the_same_place():
    match, access = dobble_match_and_access(3)
    action = claim(match, 0, "1e")
    slips = set(actions_made(ReactionModel(median_ms=1, wrong_claim_rate=1.0), access, action))
    assert slips == {action - right_place(match, 0, 1) + k for k in range(10)} - {action}
    assert slips <= set(access.legal())


def test_wrong_claims_occur_at_the_given_rate():
    match, access = dobble_match_and_access(3)
    action = claim(match, 0, "1e")
    wrong = [
        other
        for other in actions_made(ReactionModel(median_ms=1, wrong_claim_rate=0.1), access, action)
        if other != action
    ]
    assert len(wrong) == pytest.approx(SAMPLE_COUNT / 10, abs=40)


def test_without_error_rates_the_intended_action_is_made():
    match, access = dobble_match_and_access(3)
    assert set(actions_made(WITHOUT_ERRORS, access, claim(match, 0, "1e"))) == {claim(match, 0, "1e")}
    assert set(actions_made(WITHOUT_ERRORS, snap_window_access(), SNAP_1)) == {SNAP_1}
    assert set(actions_made(WITHOUT_ERRORS, snap_window_access(), PASS)) == {PASS}


def test_D7_a_missed_snap_is_a_pass():
    missing = ReactionModel(median_ms=1, miss_rate=0.2)
    done = actions_made(missing, snap_window_access(), SNAP_1)
    assert set(done) == {SNAP_1, PASS}
    assert done.count(PASS) == pytest.approx(SAMPLE_COUNT / 5, abs=50)


def test_D8_a_false_alarm_snaps_an_own_card():
    alarmed = ReactionModel(median_ms=1, false_alarm_rate=0.2)
    done = actions_made(alarmed, snap_window_access(), PASS)
    assert {SNAP_1, SNAP_2, PASS} < set(done)
    assert SAMPLE_COUNT - done.count(PASS) == pytest.approx(SAMPLE_COUNT / 5, abs=50)


def test_D8_a_wrong_claim_snaps_another_own_card():
    assert SNAP_1 not in actions_made(ReactionModel(median_ms=1, wrong_claim_rate=1.0), snap_window_access(), SNAP_1)


def test_D8_a_turn_is_no_race_though_a_late_snap_is_possible():
    match = table("7s Kh 2d", "7c 4c 5c", drawn="7h")
    access = SeatAccess(play(match, "p1 discard", "p2 snap:1"), 0)
    assert SNAP_1 in match.legal(0)
    assert SNAP_1 not in access.legal()
    end = notation.read_action("end")
    clumsy = ReactionModel(median_ms=1, wrong_claim_rate=1.0, false_alarm_rate=1.0, miss_rate=1.0)
    assert set(actions_made(clumsy, access, end)) == {end}
    assert min_reaction_ms(access.game, access.legal()) == 0


def test_D8_there_are_no_errors_outside_a_race():
    access = SeatAccess(table("7s Kh 2d", "3c 4c 5c", pile="9c"), 0)
    clumsy = ReactionModel(median_ms=1, wrong_claim_rate=1.0, false_alarm_rate=1.0, miss_rate=1.0)
    assert all(set(actions_made(clumsy, access, action, 20)) == {action} for action in access.legal())


@pytest.mark.parametrize("slug", list(installed_games()))
def test_errors_are_legal_actions(slug):
    clumsy = TimedBot(
        RandomBot(), ReactionModel(median_ms=1, wrong_claim_rate=0.5, false_alarm_rate=0.5, miss_rate=0.5)
    )
    for match, seat in positions(slug, 12):
        for k in range(5):
            assert clumsy.choose(SeatAccess(match, seat), Budget(), bytes([k])).action in match.legal(seat)


def test_a_timed_bot_is_reproducible():
    match, access = dobble_match_and_access(2)
    bot = TimedBot(RandomBot(), REACTION_MODELS["casual"])
    first = bot.choose(access, Budget(), b"seed")
    assert isinstance(first, Choice)
    assert bot.choose(SeatAccess(match, 0), Budget(), b"seed") == first
    assert len({bot.choose(access, Budget(), bytes([k])).after_ms for k in range(20)}) > 10


def test_a_reaction_model_can_be_adjusted_for_one_game():
    assert (
        msgspec.structs.replace(REACTION_MODELS["sharp"], wrong_claim_rate=0.0).median_ms
        == REACTION_MODELS["sharp"].median_ms
    )
