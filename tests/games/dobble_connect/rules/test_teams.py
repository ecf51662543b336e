"""Teams and packs: rulings E3 and E4."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from dottable.core.errors import BadOption
from dottable.core.options import list_options, read_options
from dottable.games.dobble_connect.pieces import NO_CARD
from dottable.games.dobble_connect.rules.teams_and_packs import team_count
from dottable.games.dobble_connect.state import TEAM_CHOICES, Options
from tests.games.dobble_connect.positions import deal, deck_of, fill_round, lay, new_match, position
from tests.games.dobble_connect.rules.test_rounds import end_round_without_winner

SEATS = range(2, 9)


def sizes(seats, teams):
    """Return the number of players of each team."""
    match = new_match(seats, teams=teams)
    return sorted(Counter(int(match.state.team[seat]) for seat in range(seats)).values(), reverse=True)


@pytest.mark.parametrize(
    ("seats", "teams"),
    [
        (2, [1, 1]),
        (3, [1, 1, 1]),
        (4, [2, 2]),
        (5, [3, 2]),
        (6, [2, 2, 2]),
        (7, [3, 2, 2]),
        (8, [2, 2, 2, 2]),
    ],
)
def test_E3_the_rulebook_says_who_plays_alone_and_who_in_teams(seats, teams):
    assert sizes(seats, "rulebook") == teams


@pytest.mark.parametrize(
    ("seats", "teams", "players"),
    [
        (3, "2", [2, 1]),
        (4, "4", [1, 1, 1, 1]),
        (4, "3", [2, 1, 1]),
        (5, "3", [2, 2, 1]),
        (5, "4", [2, 1, 1, 1]),
        (6, "2", [3, 3]),
        (6, "4", [2, 2, 1, 1]),
        (7, "4", [2, 2, 2, 1]),
        (8, "3", [3, 3, 2]),
    ],
)
def test_E3_other_splits_are_a_choice(seats, teams, players):
    assert sizes(seats, teams) == players


@pytest.mark.parametrize("teams", ["2", "3", "4"])
@pytest.mark.parametrize("seats", SEATS)
def test_E3_every_choice_gives_two_to_four_teams_of_one_to_three(seats, teams):
    players = sizes(seats, teams)
    assert 2 <= len(players) <= 4
    assert sum(players) == seats
    assert 1 <= min(players) <= max(players) <= 3
    assert max(players) - min(players) <= 1


@pytest.mark.parametrize("teams", ["3", "4"])
def test_E3_more_teams_than_players_become_as_many_as_players(teams):
    assert sizes(2, teams) == [1, 1]


@pytest.mark.parametrize(("seats", "players"), [(7, [3, 2, 2]), (8, [3, 3, 2])])
def test_E3_too_few_teams_become_as_many_as_are_needed(seats, players):
    assert sizes(seats, "2") == players


def test_E3_the_choices_are_numbered_as_the_rules_count_them():
    (choices,) = [option.choices for option in list_options(Options) if option.name == "teams"]
    assert choices == TEAM_CHOICES
    assert [team_count(8, choice) for choice in range(4)] == [3, 3, 4, 4]


def test_E3_seats_join_the_teams_in_turn():
    view = new_match(7).view(0)
    assert [(team.colour, team.seats) for team in view.teams] == [
        ("pink", (0, 3, 6)),
        ("orange", (1, 4)),
        ("green", (2, 5)),
    ]


@pytest.mark.parametrize(
    ("letters", "teams"),
    [
        ("PPPO", [("pink", (0, 1, 2)), ("orange", (3,))]),
        ("BGGB", [("green", (1, 2)), ("blue", (0, 3))]),
        ("OB", [("orange", (0,)), ("blue", (1,))]),
        ("BBBGGGOO", [("orange", (6, 7)), ("green", (3, 4, 5)), ("blue", (0, 1, 2))]),
    ],
)
def test_E3_players_choose_who_is_with_whom_and_each_teams_colour(letters, teams):
    view = new_match(len(letters), teams=letters).view(0)
    assert [(team.colour, team.seats) for team in view.teams] == teams
    assert view.options.teams == letters
    assert all(name.startswith(team.colour) for team in view.teams for name in team.face_down)


def test_E3_letters_may_be_small():
    assert read_options(Options, {"teams": "pgg"}).teams == "PGG"


@pytest.mark.parametrize(
    ("letters", "seats", "sentence"),
    [
        ("PP", 2, "teams=PP: All players are in team pink. There must be at least 2 teams."),
        ("OOOOB", 5, "teams=OOOOB: Team orange has 4 players. A team has at most 3."),
        ("PPO", 4, "teams=PPO has 3 letters for 4 seats. Write one per seat."),
    ],
)
def test_E3_a_split_that_is_not_allowed_is_refused_in_one_sentence(letters, seats, sentence):
    with pytest.raises(BadOption) as caught:
        new_match(seats, teams=letters)
    assert str(caught.value) == sentence


def test_E3_an_unknown_value_of_teams_names_the_possible_ones():
    with pytest.raises(BadOption, match=r"Invalid value 'PPX' .* like PPPO\."):
        read_options(Options, {"teams": "PPX"})


def test_E4_the_remainder_goes_to_the_first_seats_of_a_chosen_team():
    view = new_match(5, teams="OPPBP").view(0)
    assert [player.pack_left + 1 for player in view.players] == [20, 7, 7, 20, 6]


def test_E10_the_first_player_of_the_scoring_team_deals():
    match = position(
        "b2@1,0 b3@2,0 b4@3,0", seats=3, teams="POB", tops="p1 o1 b1", packs=("p2", "o2", "b5"), points=(0, 0, 0)
    )
    lay(match, 2, "3e")
    assert match.view(0).scorer == "blue"
    assert match.to_act == (2,)


def test_E9_colours_without_players_give_no_cards():
    match = position("b2@1,0 b3@2,0 b4@3,0", teams="PB", tops="p1 b1", packs=("p2 p3", "b5"), points=(0, 1))
    deal(lay(match, 1, "3e"))
    view = match.view(0)
    assert [gift.giver for gift in view.gifts] == ["pink", "pink"]
    assert [team.colour for team in view.teams] == ["pink", "blue"]


def test_E2_each_team_plays_with_the_twenty_cards_of_its_colour():
    match = new_match(3)
    assert [deck_of(match, team) for team in range(3)] == [{f"{letter}{k}" for k in range(1, 21)} for letter in "pog"]


@pytest.mark.parametrize("seats", SEATS)
def test_E4_a_deck_is_dealt_into_equal_packs_the_remainder_to_the_first(seats):
    match = new_match(seats)
    for team in match.view(0).teams:
        packs = [match.view(0).players[seat].pack_left + 1 for seat in team.seats]
        assert sum(packs) == 20
        assert packs == sorted(packs, reverse=True)
        assert max(packs) - min(packs) <= 1


def test_E4_three_players_share_twenty_cards_as_7_7_6():
    view = new_match(5).view(0)
    assert [view.players[seat].pack_left + 1 for seat in view.teams[0].seats] == [7, 7, 6]


def test_E4_the_top_card_is_turned_up_for_all_to_see():
    match = new_match(4)
    tops = [player.top.name for player in match.view(0).players]
    assert all(tops)
    for viewer in (-1, 1, 2, 3):
        assert [player.top.name for player in match.view(viewer).players] == tops


def test_E4_a_player_may_get_no_card_when_the_team_has_few():
    match = position(seats=5, tops="p1 o1 - o2 -", packs=("", "o3"), points=(0, 0))
    end_round_without_winner(match)
    deal(match)
    tops = [int(match.state.top[seat]) for seat in (0, 2, 4)]
    assert tops[0] == 0
    assert tops[1:] == [NO_CARD, NO_CARD]
    assert match.to_act == (0, 1, 3)


def test_E4_the_packs_hold_what_lies_face_down():
    match = new_match(7, seed=3)
    for round_number in range(3):
        view = match.view(0)
        for team in view.teams:
            assert sum(view.players[seat].pack_left for seat in team.seats) == len(team.face_down)
        deal(fill_round(match, Random(round_number)))
