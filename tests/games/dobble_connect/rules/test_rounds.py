"""Between rounds and at the end: rulings E9 to E12, and the limits that are not in the rulebook."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from dottable.games.dobble_connect.rules import flow as rules
from dottable.games.dobble_connect.state import ACTIONS
from dottable.games.dobble_connect.view import notation
from tests.games.dobble_connect.positions import (
    CARDS,
    card,
    deal,
    deck_of,
    fill_round,
    lay,
    new_match,
    position,
    table_cards,
)
from tests.present import present

PINK_LINE = "p5@1,0 p6@2,0 p7@3,0"
OWN = {letter: " ".join(f"{letter}{k}" for k in range(1, 21)) for letter in "pogb"}


def rest(letter, used):
    """Return the cards of a colour that are not used elsewhere."""
    return " ".join(name for name in OWN[letter].split() if name not in used.split())


def end_round_without_winner(match):
    """Let seat 0 lay its last card where it makes no line."""
    lay(match, 0, "0w")
    assert match.view(0).ended_by == "played out"
    return match


def scored(points=(0, 0), *, packs=None, tops="p1 o1", **settings):
    """Return a round that pink has just won, with all cards of both colours in play."""
    packs = packs or (rest("p", f"p5 p6 p7 {tops}"), rest("o", tops))
    return lay(position(PINK_LINE, tops=tops, packs=packs, points=points, **settings), 0, "3e")


def test_E9_the_scoring_team_keeps_the_starting_card():
    for seed in range(10):
        match, random, kept = new_match(3, seed=seed), Random(seed), []
        while not match.is_over:
            centre = table_cards(match)[0]
            assert centre not in kept
            fill_round(match, random)
            if match.view(0).scorer:
                kept.append(centre)
            if not match.is_over:
                deal(match)
        assert len(kept) == sum(team.points for team in match.view(0).teams)


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_E9_after_its_kth_point_a_team_receives_k_cards_from_the_other(k):
    match = scored(points=(k - 1, 2))
    deal(match)
    assert len(deck_of(match, 0)) == 20 + k
    assert len(deck_of(match, 1)) == 20 - k
    gifts = match.view(0).gifts
    assert len(gifts) == k
    assert {gift.giver for gift in gifts} == {"orange"}
    assert all(gift.card.startswith("orange ") for gift in gifts)


def test_E9_every_other_team_gives():
    packs = (rest("p", "p1 p5 p6 p7"), rest("o", "o1"), rest("g", "g1"), rest("b", "b1"))
    match = position(PINK_LINE, seats=4, teams="4", tops="p1 o1 g1 b1", packs=packs, points=(1, 0, 0, 0))
    deal(lay(match, 0, "3e"))
    assert [len(deck_of(match, team)) for team in range(4)] == [26, 18, 18, 18]
    assert Counter(gift.giver for gift in match.view(0).gifts) == {"orange": 2, "green": 2, "blue": 2}


def test_E9_the_gifts_are_random_cards_of_the_deck():
    given = set()
    for seed in range(150):
        match = deal(scored(seed=seed))
        given |= {gift.card for gift in match.view(0).gifts}
    assert given == {f"orange {k}" for k in range(1, 21)}


def test_E9_everybody_sees_which_cards_change_hands():
    match = deal(scored(points=(1, 0)))
    names = {f"o{gift.card.split()[1]}" for gift in match.view(-1).gifts}
    assert names == {name for name in deck_of(match, 0) if name[0] == "o"}
    assert match.view(1).gifts == match.view(0).gifts


def test_E9_a_deck_is_never_given_away_whole():
    match = deal(scored(points=(3, 0), packs=(rest("p", "p1 p5 p6 p7"), "o2 o3")))
    assert len(deck_of(match, 1)) == 1
    assert len(match.view(0).gifts) == 2


def test_E9_the_last_card_of_the_own_colour_is_kept():
    for seed in range(40):
        packs = (rest("p", "p1 p5 p6 p7 p8 p9"), "p8 p9")
        match = deal(scored(points=(0, 0), packs=packs, seed=seed))
        assert "o1" in deck_of(match, 1)
        assert match.view(0).gifts[0].card in ("pink 8", "pink 9")


def test_E9_nobody_receives_cards_after_a_round_without_a_winner():
    match = position(tops="p1 o1", packs=("", "o2 o3"))
    deal(end_round_without_winner(match))
    assert match.view(0).gifts == ()
    assert deck_of(match, 1) == {"o1", "o2", "o3"}


def test_E10_each_team_takes_back_its_colour_even_if_a_rival_laid_it():
    packs = ("o9 p9", "p10 o10")
    match = position(f"{PINK_LINE} o5@0,1 p8@0,2", tops="p1 o1", packs=packs, points=(0, 0))
    match.state.points[0] = 0
    lay(match, 0, "3e")
    held = deck_of(match, 0), deck_of(match, 1)
    assert held == ({"o9", "p9"}, {"o1", "p10", "o10"})
    deal(match)
    (gift,) = match.view(0).gifts
    moved = f"{gift.card[0]}{gift.card.split()[1]}"
    assert deck_of(match, 0) == {"p1", "p5", "p6", "p7", "p8", "p9", "o9", moved}
    assert deck_of(match, 1) == {"o1", "o5", "o10", "p10"} - {moved}


def test_E10_cards_still_in_a_pack_stay_with_the_team_that_holds_them():
    match = position(tops="p1 o1", packs=("", "p9 p10"))
    deal(end_round_without_winner(match))
    assert deck_of(match, 0) == {"p1"}
    assert deck_of(match, 1) == {"o1", "p9", "p10"}


def test_E10_a_turned_up_card_that_was_not_played_goes_back_into_the_deck():
    match = position(tops="p1 p20", packs=("", "o2"))
    deal(end_round_without_winner(match))
    assert deck_of(match, 1) == {"p20", "o2"}


def test_E10_decks_are_shuffled_and_dealt_again():
    tops = set()
    for seed in range(60):
        match = deal(scored(seed=seed))
        assert table_cards(match)[1:] == []
        view = match.view(0)
        assert (view.round, view.phase) == (2, "playing")
        assert view.players[0].pack_left + 1 == 21
        assert view.players[1].pack_left + 1 == 19
        tops.add(view.players[0].top.name)
    assert len(tops) > 12


def test_E10_the_table_stays_until_the_next_deal():
    match = scored()
    assert len(match.view(0).table) == 5
    assert match.to_act == (0,)
    assert match.legal(0) == [ACTIONS.encode("deal")]
    assert match.legal(1) == []


def test_E10_the_first_player_of_the_scoring_team_deals():
    match = position("o5@1,0 o6@2,0 o7@3,0", seats=5, tops="p1 o1 p2 o2 p3", packs=("p4", "o4"))
    lay(match, 3, "3e")
    assert match.to_act == (1,)
    assert rules.why_not(match.state, 0, ACTIONS.encode("deal")) == rules.ONLY_DEALER_REFUSAL
    assert present(match.refusal(1, notation.read_action("0w:1"))).code == rules.ROUND_HAS_ENDED_REFUSAL


def test_E11_a_team_that_has_played_out_ends_the_round():
    match = position(tops="p1 o1", packs=("", "o2 o3"))
    end_round_without_winner(match)
    view = match.view(0)
    assert (view.phase, view.scorer) == ("round over", None)
    assert [team.points for team in view.teams] == [0, 0]


def test_E11_a_player_without_cards_does_not_end_it_while_a_team_mate_has_some():
    match = position(seats=4, tops="p1 o1 p2 o2", packs=("p3", "o3"))
    match.state.pack_left[0], match.state.pack_left[2] = 0, 1
    lay(match, 0, "0w")
    assert match.view(0).phase == "playing"
    assert match.to_act == (1, 2, 3)
    lay(match, 2, "1w")
    assert match.view(0).phase == "playing"
    lay(match, 2, "2nw")
    assert match.view(0).ended_by == "played out"


def test_E11_a_line_with_the_last_card_is_a_line():
    match = lay(position(PINK_LINE, tops="p1 o1", packs=("", "o2")), 0, "3e")
    assert match.view(0).scorer == "pink"


def test_E11_the_next_round_has_the_same_starting_card():
    match = position(tops="p1 o1", packs=("", "o2 o3"), start="s7")
    deal(end_round_without_winner(match))
    assert table_cards(match) == ["s7"]
    assert match.view(0).round == 2


def test_E11_the_previous_dealer_deals_again():
    match = position(tops="p1 o1", packs=("", "o2 o3"))
    match.state.dealer = 1
    assert end_round_without_winner(match).to_act == (1,)


@pytest.mark.parametrize(("teams", "goal"), [("2", 5), ("3", 4), ("4", 3)])
def test_E12_points_to_win_by_the_number_of_teams(teams, goal):
    assert new_match(4, teams=teams).view(0).goal == goal


@pytest.mark.parametrize("goal", [1, 2, 3, 4, 5])
def test_E12_points_to_win_are_an_option(goal):
    assert new_match(4, teams="4", points=goal).view(0).goal == goal


def test_E12_the_match_ends_with_the_last_point():
    match = scored(points=(4, 3))
    assert match.is_over
    view = match.view(0)
    assert (view.phase, view.scorer, view.winners) == ("over", "pink", (0,))
    assert match.scores() == [5, 3]
    assert match.returns() == [1.0, -1.0]


def test_E12_all_players_of_the_team_share_the_win():
    packs = (rest("p", "p1 p2 p3 p5 p6 p7"), rest("o", "o1 o2"))
    match = position(PINK_LINE, seats=5, tops="p1 o1 p2 o2 p3", packs=packs, points=(4, 4))
    lay(match, 4, "3e")
    assert match.view(3).winners == (0, 2, 4)
    assert match.scores() == [5, 4, 5, 4, 5]
    returns = match.returns()
    assert returns[0] == returns[2] == returns[4] > 0 > returns[1] == returns[3]
    assert abs(sum(returns)) < 1e-6


def test_E12_ten_starting_cards_are_enough_by_the_rulebook():
    for teams, goal in ((2, 5), (3, 4), (4, 3)):
        assert goal + (teams - 1) * (goal - 1) <= 10


def test_E12_when_all_starting_cards_are_kept_they_come_back():
    match = scored(points=(1, 1), start="s1")
    match.state.starts_taken = 10
    last = int(match.state.starts[9])
    deal(match)
    assert match.view(0).table[0].card.kind == "start"
    assert match.state.starts_taken == 1
    assert last in match.state.starts.tolist()


def test_the_match_ends_after_sixty_rounds_and_the_most_points_win():
    match = position(tops="p1 o1", packs=("", "o2"), points=(1, 3))
    match.state.round_number = rules.MAX_ROUNDS
    end_round_without_winner(match)
    assert match.is_over
    assert match.view(0).winners == (1,)
    assert match.returns() == [-1.0, 1.0]


def test_teams_with_equal_points_share_the_win_after_sixty_rounds():
    match = position(seats=3, tops="p1 o1 g1", packs=("", "o2", "g2"), points=(2, 2, 0))
    match.state.round_number = rules.MAX_ROUNDS
    end_round_without_winner(match)
    assert match.view(0).winners == (0, 1)
    assert match.returns() == [0.25, 0.25, -0.5]


@pytest.mark.parametrize("seats", [2, 4, 7, 8])
def test_E1_pairs_share_one_symbol_in_every_order_after_transfers(seats):
    random = Random(seats)
    for seed in range(3):
        match = new_match(seats, seed=seed)
        while not match.is_over:
            fill_round(match, random)
            open_cards = [card(name) for name in table_cards(match)]
            held = [card(name) for team in range(int(match.state.teams)) for name in deck_of(match, team)]
            for a, b in combinations(open_cards + held, 2):
                assert len(set(CARDS[a]) & set(CARDS[b])) == 1
            if not match.is_over:
                deal(match)
                assert_whole(match)


def assert_whole(match):
    """Assert that every card of the colours in play is in exactly one deck."""
    teams = range(len(match.view(0).teams))
    held = [name for team in teams for name in deck_of(match, team)]
    assert sorted(held) == sorted(name for letter in "pogb"[: len(teams)] for name in OWN[letter].split())
    for team in teams:
        assert any(name[0] == "pogb"[team] for name in deck_of(match, team))
