"""Reasons and known facts of the games: made from what the seat knew, and shown where a move was worse."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, cast

import pytest
from msgspec.structs import replace

from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.chance import seeded_generator
from dottable.core.registry import find_game
from dottable.core.views.move_reason import MoveReason, how_often, mean_text, significant_gain
from dottable.games.dot_allot.view import study_facts as allot_facts
from dottable.games.dot_tiles.view import study_facts as tiles_facts
from dottable.games.dots_52.state import ACTIONS as ACTIONS_52
from dottable.games.dots_52.view import study_facts as dots_facts
from dottable.games.dots_52.view.study_facts import deals_in_words, ways_by_total
from dottable.games.dots_72.state import ACTIONS as ACTIONS_72
from dottable.games.dots_72.view import study_facts as dots_72_facts
from dottable.games.dots_72.view.own_sets import NeededPair, OwnSet
from dottable.study import reasons
from dottable.study.hints import idea_sentence
from dottable.study.reasons import (
    all_reasons,
    game_reasons,
    quoted,
    reason_text,
    reasons_from_sampled_deals,
    reasons_from_simulations,
)
from dottable.study.review import decisions_of
from dottable.study.simulated_ends import simulated_ends
from tests.games.dot_tiles.positions import match_at
from tests.study.finished import TURN_BASED, finished_match


def decisions(slug: str):
    return list(decisions_of(finished_match(slug)))[::5]


@pytest.mark.parametrize("slug", TURN_BASED)
def test_facts_are_the_same_with_other_hidden_cards(slug):
    again = (match := finished_match(slug)).before_first_move()
    told = 0
    for n, move in enumerate(match.moves[:60]):
        if move.seat in again.to_act and len(again.offered_actions(move.seat)) > 1:
            twin = again.determinize(move.seat, seeded_generator(bytes([n] * 32)))
            facts = [facts_of(one, move.seat, move.action) for one in (again, twin)]
            assert facts[0] == facts[1]
            told += any(facts[0][0])
        again.apply(*move)
    assert told


def facts_of(match: Match, seat: int, played: int):
    access = SeatAccess(match, seat)
    view, hooks = access.view(), cast("Any", match.game.view)
    reasons = [game_reasons(access, view, other, played) for other in access.legal()[:4] if other != played]
    return reasons, hooks.known_facts(view)


@pytest.mark.parametrize("slug", TURN_BASED)
def test_clauses_and_facts_are_plain_text(slug):
    hooks = cast("Any", find_game(slug).view)
    for one in decisions(slug):
        view = one.access.view()
        other = next(action for action in one.access.legal() if action != one.played)
        for reason in game_reasons(one.access, view, one.played, other):
            assert reason.better or reason.played
            assert not reason.better.endswith(".")
            assert not reason.played.endswith(".")
            assert "move" not in reason.better  # hints use this half
        assert all(fact.endswith(".") for fact in hooks.known_facts(view))


def test_a_tile_that_completes_a_group_says_so():
    match = match_at(drawn="r1", bag="r6 r6 b2")
    access = SeatAccess(match, match.to_act[0])
    notation = {match.game.view.write_action(action): action for action in access.legal()}
    reasons = game_reasons(access, access.view(), notation["r1:1k"], notation["r1:odds"])
    assert reasons[0] == MoveReason("you complete 1 of a Kind for 2 points")


def test_the_idea_of_a_hint_names_a_reason_before_the_move():
    match = match_at(drawn="r1", bag="r6 r6 b2")
    access = SeatAccess(match, match.to_act[0])
    notation = {match.game.view.write_action(action): action for action in access.legal()}
    idea = idea_sentence(access, notation["r1:1k"], notation["r1:odds"])
    assert idea == "The drawn tile completes 1 of a Kind."


def test_ways_to_draw_cards_are_counted_exactly():
    points = [0, 1, 1, 5, 13]
    for cards in range(4):
        expected = Counter(sum(chosen) for chosen in combinations(points, cards))
        assert ways_by_total(points, cards) == expected


def test_a_call_that_must_fail_says_so():
    calls = [one for one in decisions_of(finished_match("dots_52")) if "call" in texts(one)]
    told = [clauses_for(one, best="end", played="call") for one in calls]
    high = [reasons for one, reasons in zip(calls, told, strict=True) if one.access.view().known_total.is_call_lost]
    assert high
    assert all("; a call needs less than 10" in reasons[0].played for reasons in high)
    assert all("a failed call costs you 50 points" in reasons[0].played for reasons in told)
    assert all(told)


def test_a_discard_that_completes_a_set_of_the_next_player_says_how_often():
    told = [
        reasons_from_sampled_deals(one.access, one.access.view(), discards[0], discards[-1])
        for one in decisions("dots_72")
        if len(discards := [n for n in one.access.legal() if write(one)(n).startswith("discard")]) > 1
    ]
    found = [reasons[0] for reasons in told if reasons]
    assert found
    assert all(" completes a set for Player " in one.better and " possible hands" in one.played for one in found)
    assert len(found) < len(told)


def write(decision):
    return decision.access.game.view.write_action


def texts(decision):
    return [write(decision)(action) for action in decision.access.legal()]


def clauses_for(decision, best: str, played: str):
    actions = dict(zip(texts(decision), decision.access.legal(), strict=True))
    return game_reasons(decision.access, decision.access.view(), actions[best], actions[played])


def test_a_reason_names_the_better_move_first():
    assert reason_text(MoveReason("you win", "you lose")) == "With the better move you win; with your move you lose."
    assert reason_text(MoveReason("you win")) == "With the better move you win."
    assert reason_text(MoveReason(played="you lose")) == "With your move you lose."
    assert quoted('Call "Dots"') == "“Call ‘Dots’”"


def test_only_a_gain_beyond_chance_counts():
    assert significant_gain([1.0] * 100, [0.0] * 50 + [1.0] * 50) == 0.5
    assert significant_gain([1.0, 0.0] * 50, [0.0, 1.0] * 50) == 0
    assert significant_gain([0.0] * 100, [1.0] * 100) == 0  # never speaks for the played move
    assert [how_often(values) for values in ([0.0, 1.0], [0.0], [1.0])] == ["in 1 of 2", "in none of 1", "in all 1"]
    assert [mean_text([1.0, 2.0]), mean_text([2.0])] == ["1.5", "2"]


@pytest.mark.parametrize("slug", TURN_BASED)
def test_simulated_ends_are_those_of_finished_rounds(slug):
    access = decisions(slug)[0].access
    ends = [simulated_ends(access, action, 3) for action in (access.legal()[0], access.legal()[0])]
    assert ends[0] == ends[1]
    assert all("over" in end.phase for end in ends[0])
    assert len({str(end) for end in ends[0]}) > 1


def lost_and_won_calls():
    """Return the view of seat 0 before the first move, at the end of a round that seat 1 lost, and that it won."""
    again = (match := finished_match("dots_52")).before_first_move()
    found, start = {}, again.view(0)
    for move in match.moves:
        again.apply(*move)
        if (result := again.view(0).result) is not None and result.caller == 1:
            found[result.outcome] = again.view(0)
    return start, found["call lost"], found["call won"]


def test_calls_that_fail_more_often_are_a_reason():
    start, lost, won = lost_and_won_calls()
    found = dots_facts.reasons_from_simulations(start, 0, 0, [lost] * 6 + [won] * 4, [won] * 10)
    better = "Player 2 calls too soon and fails in 6 of 10 simulated rounds (50 points for Player 2 each time)"
    assert found[0] == MoveReason(better, "in none of 10")
    caller = replace(start, seat=1)
    found = dots_facts.reasons_from_simulations(caller, 0, 0, [won] * 10, [lost] * 10)
    assert found[0].better == "you call and fail in none of 10 simulated rounds (50 points for you each time)"
    assert dots_facts.reasons_from_simulations(start, 0, 0, [won] * 10, [won] * 10) == ()


def test_a_card_that_the_caller_took_from_the_pile_is_named():
    start, lost, won = lost_and_won_calls()
    taken = next(place.card for place in lost.tableaux[1] if place.present)
    own = with_own_cards(start, (taken, "5♠"))
    put_in_first_place = int(ACTIONS_52.encode("put", 0))
    found = dots_facts.reasons_from_simulations(own, put_in_first_place, 0, [lost] * 10, [won] * 10)
    who = f"Player 2, who mostly takes your {taken} from the pile, calls too soon and fails"
    assert found[0].better.startswith(f"{who} in all 10 simulated rounds")
    hidden = with_own_cards(start, (None, "5♠"))  # a card that the seat did not know is never named
    found = dots_facts.reasons_from_simulations(hidden, put_in_first_place, 0, [lost] * 10, [won] * 10)
    assert found[0].better.startswith("Player 2 calls too soon and fails in all 10")


def test_hands_won_in_simulation_are_a_reason():
    again = (match := finished_match("dots_72")).before_first_move()
    ends = {}
    for move in match.moves:
        again.apply(*move)
        if (result := again.view(0).result) is not None and result.caller is not None:
            ends[result.caller] = again.view(0)
    view = match.before_first_move().view(0)
    found = dots_72_facts.reasons_from_simulations(view, 0, 0, [ends[0]] * 10, [ends[1]] * 10)
    assert found == (MoveReason("you win in all 10 simulated hands", "in none of 10", is_outcome=True),)
    assert dots_72_facts.reasons_from_simulations(view, 0, 0, [ends[1]] * 10, [ends[0]] * 10) == ()


def test_a_new_pair_of_own_cards_is_a_reason():
    view = decisions("dots_52")[0].access.view()
    pair, single = (with_own_cards(view, cards) for cards in (("6♣", "6♥", "Q♠"), ("6♥", "5♠", "Q♥")))
    reason = dots_facts.pair_reasons(pair, single)[0]
    text = "you hold the 6♣ and the 6♥: once one of them goes to the pile, you can snap the other onto it"
    assert reason.better == text
    assert dots_facts.pair_reasons(pair, pair) == ()
    assert dots_facts.own_pairs(with_own_cards(view, ("Q♠", "Q♥", None))) == []


def with_own_cards(view, cards):
    """Return a view with these cards in the viewer's places."""
    slots = tuple(replace(view.tableaux[0][0], place=n + 1, card=card) for n, card in enumerate(cards))
    return replace(view, tableaux=tuple(slots if seat == view.seat else old for seat, old in enumerate(view.tableaux)))


def test_shares_of_deals_are_told_in_words():
    assert [deals_in_words(share) for share in (0.96, 0.5, 0.34, 0.1, 0.01)] == [
        "nearly all",
        "about half of the",
        "about one of three",
        "1 of 10",
        "hardly any",
    ]


def test_colours_won_in_simulated_rounds_are_a_reason():
    access = decisions("dot_allot")[0].access
    view = access.view()
    end = simulated_ends(access, access.legal()[0], 1)[0]
    red = {view.seat: (5, 2), 1 - view.seat: (2, 5)}
    won, lost = (with_red_groups(end, red[seat], view.seat) for seat in (view.seat, 1 - view.seat))
    found = allot_facts.reasons_from_simulations(view, 0, 0, [won] * 10, [lost] * 10)
    text = "you win the point for red in all 10 simulated rounds (5 dots against 2 of Player 2 on average)"
    assert found[0] == MoveReason(text, "in none of 10 (2 dots against 5 of Player 2 on average)")
    assert not any("point for red" in one.better for one in found[1:])  # the other side's loss would say the same


def test_reasons_that_only_say_who_wins_come_last(monkeypatch):
    decision = decisions("dots_72")[0]
    outcome, cause = MoveReason("you win", "you lose", is_outcome=True), MoveReason("you have a whole set")
    monkeypatch.setattr(reasons, "reasons_from_simulations", lambda *_: (outcome,))
    monkeypatch.setattr(reasons, "reasons_from_sampled_deals", lambda *_: (cause,))
    monkeypatch.setattr(reasons, "game_reasons", lambda *_: ())
    assert all_reasons(decision.access, decision.access.view(), 0, 0) == [cause, outcome]


def with_red_groups(end, sizes, seat):
    """Return the end of a round in which `seat` and the other side have red groups of these sizes."""
    by_seat = {seat: sizes[0], 1 - seat: sizes[1]}
    sides = [replace(side, groups={**side.groups, "red": by_seat[side.seat]}) for side in end.sides]
    return replace(end, sides=tuple(sides))


def test_points_of_groups_in_simulated_matches_are_a_reason():
    match = match_at(drawn="r1", bag="r6 r6 b2")
    access = SeatAccess(match, match.to_act[0])
    view = access.view()
    better, worse = (with_first_group(view, points) for points in (6, 2))
    reasons = tiles_facts.reasons_from_simulations(view, 0, 0, [better] * 10, [worse] * 10)
    assert reasons[0] == MoveReason("your group 1 of a Kind brings you 6 points on average", "2")
    assert not any("one colour" in one.better for one in reasons)  # 1 of a Kind always has one colour


def with_first_group(view, points):
    """Return a view in which the viewer's first group is complete for these points."""
    sheet = view.sheets[view.seat]
    first = replace(sheet.groups[0], full=True, points=points)
    own = replace(sheet, groups=(first, *sheet.groups[1:]))
    return replace(view, sheets=tuple(own if n == view.seat else one for n, one in enumerate(view.sheets)))


def test_a_missing_card_of_a_set_is_named():
    view = decisions("dots_72")[0].access.view()
    needs = (NeededPair("y", 2), NeededPair("g", 4))
    lacking = {
        missing: dots_72_facts.needed_text(view, OwnSet(("y", "d12"), 0, missing, needs))
        for missing in ("number", "swatch", "dots")
    }
    assert lacking == {
        "number": "the yellow 2 or the green 4",
        "swatch": "the yellow Swatch or the green Swatch",
        "dots": "a DOTS card with 2 yellow or 4 green",
    }


def test_two_whole_sets_are_named_together():
    view = decisions("dots_72")[0].access.view()
    first, second = (OwnSet((colour, f"{colour}2", "wd"), 50, None, ()) for colour in ("y", "g"))
    draw = int(ACTIONS_72.encode("draw"))
    found = dots_72_facts.reasons_on_sets(view, [first, second], [first], draw)
    sets = " and ".join(f"(the {name} Swatch, the {name} 2 and the Wild DOTS card)" for name in ("yellow", "green"))
    assert found[0].better == f"both your sets are whole, so that you can call: {sets}"
    found = dots_72_facts.reasons_on_sets(view, [first], [], draw)
    assert found[0].better == "you have a whole set, the yellow Swatch, the yellow 2 and the Wild DOTS card"


def test_tentative_reasons_of_the_position_are_left_out_next_to_simulated_ones():
    with_simulated = 0
    for one in decisions("dot_allot")[:6]:
        other = next(action for action in one.access.legal() if action != one.played)
        reasons = all_reasons(one.access, one.access.view(), one.played, other)
        simulated = reasons_from_simulations(one.access, one.access.view(), one.played, other)
        with_simulated += bool(simulated)
        assert set(simulated) <= set(reasons)
        assert not (simulated and any(reason.is_tentative for reason in reasons))
    assert with_simulated
