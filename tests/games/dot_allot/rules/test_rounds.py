"""Setup, the order of rounds, dealing, and more than two players (A5-A8, A17, A19)."""

from __future__ import annotations

from random import Random

import pytest

from dottable.core.options import list_options
from dottable.games.dot_allot.rules import flow
from dottable.games.dot_allot.state import Options
from tests.games.dot_allot.positions import (
    arrange_seats_and_hands,
    finish_round,
    new_match,
    play,
    play_randomly,
    play_round,
    refusal_code,
)

EMPTY_ROW = "........."
BELOW_WINS = (EMPTY_ROW,) * 4 + ("b........",) + (EMPTY_ROW,) * 2
ABOVE_WINS = ("b........",) + (EMPTY_ROW,) * 6
TIED = (EMPTY_ROW,) * 7


def card_numbers_in_hands(match):
    """Return the numbers of the cards in hand, for side 0 and side 1."""
    return [[card + 1 for card in hand if card >= 0] for hand in match.state.hand.tolist()]


def seats_at_sides(match):
    return tuple(side.seat for side in match.view(0).sides)


def test_A5_vertical_has_five_columns_seven_rows_and_four_rounds():
    view = new_match().view(0)
    assert (len(view.track[0]), len(view.track), view.rounds) == (5, 7, 4)
    assert (view.grey_row, view.grey_column) == (4, 3)


def test_A5_horizontal_has_seven_columns_five_rows_and_six_rounds():
    view = new_match(orientation="horizontal").view(0)
    assert (len(view.track[0]), len(view.track), view.rounds) == (7, 5, 6)
    assert (view.grey_row, view.grey_column) == (3, 4)


def test_A5_horizontal_is_the_vertical_track_turned_right():
    vertical, horizontal = new_match().view(0).track, new_match(orientation="horizontal").view(0).track
    assert [row[0] for row in horizontal] == list(vertical[-1])
    assert [row[-1] for row in horizontal] == list(vertical[0])


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_A5_light_shows_the_columns_of_the_track_in_the_opposite_order(orientation):
    dark, light = (new_match(orientation=orientation, side=side).view(0).track for side in ("dark", "light"))
    assert [row[::-1] for row in light] == list(dark)


def test_A1_light_cards_are_the_mirror_images_of_dark_ones():
    dark, light = (
        arrange_seats_and_hands(new_match(seed=5, side=side)).view(0).sides[0].hand for side in ("dark", "light")
    )
    for one, other in zip(dark, light, strict=True):
        assert one.number == other.number
        assert [row[::-1] for row in one.face] == list(other.face)


def test_A5_every_option_has_a_help_text_and_the_clamp_is_told():
    options = {option.name: option for option in list_options(Options)}
    assert all(option.help for option in options.values())
    assert "6 or 7 players" in options["orientation"].help


@pytest.mark.parametrize(("orientation", "count"), [("vertical", 3), ("horizontal", 2)])
def test_A6_the_rows_between_the_grey_row_and_you_are_yours(orientation, count):
    view = arrange_seats_and_hands(new_match(orientation=orientation)).view(0)
    below, above = view.sides
    assert above.rows == tuple(range(1, count + 1))
    assert below.rows == tuple(range(view.grey_row + 1, view.grey_row + 1 + count))


@pytest.mark.parametrize("seed", range(6))
def test_A7_eight_different_cards_are_in_play_four_each(seed):
    match = new_match(seed=seed)
    own, other = card_numbers_in_hands(match)
    assert len(own) == len(other) == 4
    assert len({*own, *other}) == 8
    aside = {card + 1 for card in range(17) if match.state.aside >> card & 1}
    assert aside == set(range(1, 18)) - {*own, *other}


def test_A7_every_card_comes_into_play_as_often_as_any_other():
    counts = [0] * 17
    for seed in range(600):
        for hand in card_numbers_in_hands(new_match(seed=seed)):
            for card in hand:
                counts[card - 1] += 1
    assert all(220 < count < 345 for count in counts)  # 282 expected; five sigma are 60


@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
def test_A7_the_last_four_cards_go_to_the_next_starter(orientation):
    match = new_match(seed=2, orientation=orientation)
    rng = Random(2)
    while True:
        laid = [placed.number for placed in play_round(match, rng).view(0).placements]
        if match.is_over:
            return
        play(match, "deal")
        starter = int(match.state.turn)
        assert card_numbers_in_hands(match)[starter] == sorted(laid[4:])
        assert card_numbers_in_hands(match)[1 - starter] == sorted(laid[:4])


@pytest.mark.parametrize(
    ("orientation", "columns", "starters"),
    [("vertical", [1, 2, 4, 5], [0, 0, 1, 1]), ("horizontal", [1, 2, 3, 5, 6, 7], [0, 0, 0, 1, 1, 1])],
)
def test_A8_rounds_skip_the_grey_column_and_change_the_starter_there(orientation, columns, starters):
    match = arrange_seats_and_hands(new_match(seed=4, orientation=orientation))
    seen = []
    for _ in play_randomly(match, Random(4)):
        view = match.view(0)
        if not view.placements and not view.result:
            seen.append((view.start_column, view.starter))
            assert view.turn == view.starter
    assert seen == list(zip(columns, starters, strict=True))


def test_A8_the_first_starter_comes_by_chance():
    starters = [new_match(3, seed=seed).view(0).starter for seed in range(300)]
    assert all(70 < starters.count(seat) < 130 for seat in range(3))


def test_A17_turns_alternate_and_each_player_lays_four_cards():
    match = new_match(seed=1)
    other = {0: 1, 1: 0}
    for _ in range(4):
        starter = match.view(0).starter
        seats = [placed.seat for placed in play_round(match, Random(1)).view(0).placements]
        assert seats == [starter, other[starter]] * 4
        if not match.is_over:
            play(match, "deal")


def test_the_next_starter_deals_and_nobody_else():
    match = play_round(new_match(seed=1), Random(1))
    dealer = match.view(0).turn
    assert match.to_act == (dealer,)
    assert match.legal(1 - dealer) == []
    assert refusal_code(match, "1@0+0") == flow.MUST_DEAL_REFUSAL
    assert refusal_code(play(match, "deal"), "deal") == flow.ROUND_NOT_OVER_REFUSAL


def test_A19_the_loser_goes_to_the_end_of_the_queue_and_its_head_takes_that_side():
    match = finish_round(arrange_seats_and_hands(new_match(4)), *BELOW_WINS)
    assert match.view(0).result.leaves == 1
    play(match, "deal")
    assert seats_at_sides(match) == (0, 2)
    assert match.view(0).queue == (3, 1)
    finish_round(match, *ABOVE_WINS)
    play(match, "deal")
    assert seats_at_sides(match) == (3, 2)
    assert match.view(0).queue == (1, 0)


def test_A19_the_head_of_the_queue_deals_if_the_starting_side_changes_hands():
    match = finish_round(arrange_seats_and_hands(new_match(3)), *ABOVE_WINS)
    assert match.to_act == (2,)


def test_A19_in_round_1_the_non_starter_wins_a_tie():
    match = finish_round(arrange_seats_and_hands(new_match(3)), *TIED)
    assert match.view(0).result.bonus == 1
    assert match.view(0).result.leaves == 0
    assert match.scores() == [0, 1, 0]


def test_A19_later_the_newcomer_wins_a_tie_takes_the_bonus_and_stays():
    match = play(finish_round(arrange_seats_and_hands(new_match(3)), *ABOVE_WINS), "deal")
    assert seats_at_sides(match) == (2, 1)
    match.state.totals[2] = 9  # the newcomer takes the bonus even if not behind
    finish_round(match, *TIED)
    assert match.view(0).result.bonus == 2
    play(match, "deal")
    assert seats_at_sides(match) == (2, 0)


def test_A19_totals_are_each_players_own():
    match = play(finish_round(arrange_seats_and_hands(new_match(3)), *BELOW_WINS), "deal")
    finish_round(match, *ABOVE_WINS)
    assert match.scores() == [1, 0, 1]


@pytest.mark.parametrize(
    ("seats", "orientation"), [(3, "vertical"), (5, "vertical"), (4, "horizontal"), (7, "horizontal")]
)
def test_A19_everyone_plays(seats, orientation):
    for seed in range(5):
        match = new_match(seats, seed=seed, orientation=orientation)
        played = set(seats_at_sides(match))
        for _ in play_randomly(match, Random(seed)):
            played |= set(seats_at_sides(match))
        assert played == set(range(seats))


@pytest.mark.parametrize("seats", [6, 7])
def test_A19_six_or_seven_players_always_play_horizontally(seats):
    view = new_match(seats, orientation="vertical").view(0)
    assert (len(view.track[0]), view.rounds, view.options.orientation) == (7, 6, "horizontal")


def test_A19_with_five_players_the_track_may_be_vertical():
    assert new_match(5).view(0).rounds == 4


def test_A19_equal_totals_of_many_share_the_win():
    match = arrange_seats_and_hands(new_match(3))
    match.state.round_index = 3
    match.state.totals[2] = 1
    finish_round(match, *BELOW_WINS)
    assert match.view(0).winners == (0, 2)
    assert match.returns() == pytest.approx([0.25, -0.5, 0.25])
