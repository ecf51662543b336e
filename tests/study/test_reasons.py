"""Reasons and known facts of the games: made from what the seat knew, and shown where a move was worse."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, cast

import pytest

from dottable.bots.seat_access import SeatAccess
from dottable.core.matches.match import Match
from dottable.core.primitives.chance import seeded_generator
from dottable.core.registry import find
from dottable.games.dots_52.view.study_facts import ways_by_total
from dottable.study.hints import idea_sentence, reason_sentence
from dottable.study.reasons import game_reasons, sampled_reasons
from dottable.study.review import decisions_of
from tests.games.dot_tiles.positions import match_at
from tests.study.finished import TURN_BASED, finished_match


def decisions(slug: str):
    return list(decisions_of(finished_match(slug)))[::5]


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            "it leaves the round at 1 to 0 points for you",
            "There is a move after which the round stands 1 to 0 for you.",
        ),
        ("it completes the Run for 20 points", "There is a move that completes the Run for 20 points."),
        ("the Run then lacks 1 tile", "There is a move after which the Run lacks 1 tile."),
        ("the red groups are then 5 to 3", "There is a move after which the red groups are 5 to 3."),
        ("your cards then have 9 points", "There is a move after which your cards have 9 points."),
        ("your cards have 4 points", "Think of this: your cards have 4 points."),
    ],
)
def test_the_first_step_of_a_hint_is_understood_without_the_move(reason, sentence):
    assert reason_sentence(reason) == sentence


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
    hooks = cast("Any", find(slug).view)
    for one in decisions(slug):
        view = one.access.view()
        other = next(action for action in one.access.legal() if action != one.played)
        for clause in game_reasons(one.access, view, one.played, other):
            assert clause
            assert not clause.endswith(".")
            assert "played move" not in clause  # hints use the same clauses
        assert all(fact.endswith(".") for fact in hooks.known_facts(view))


def test_a_tile_that_completes_a_group_says_so():
    match = match_at(drawn="r1", bag="r6 r6 b2")
    access = SeatAccess(match, match.to_act[0])
    notation = {match.game.view.write_action(action): action for action in access.legal()}
    clauses = game_reasons(access, access.view(), notation["r1:1k"], notation["r1:odds"])
    assert clauses[0] == "it completes 1 of a Kind for 2 points"


def test_the_idea_of_a_hint_names_a_reason_before_the_move():
    match = match_at(drawn="r1", bag="r6 r6 b2")
    access = SeatAccess(match, match.to_act[0])
    notation = {match.game.view.write_action(action): action for action in access.legal()}
    idea = idea_sentence(access, notation["r1:1k"], notation["r1:odds"])
    assert idea == "There is a move that completes 1 of a Kind for 2 points."


def test_ways_to_draw_cards_are_counted_exactly():
    points = [0, 1, 1, 5, 13]
    for cards in range(4):
        expected = Counter(sum(chosen) for chosen in combinations(points, cards))
        assert ways_by_total(points, cards) == expected


def test_a_call_that_must_fail_says_so():
    calls = [one for one in decisions_of(finished_match("dots_52")) if "call" in texts(one)]
    told = [clauses_for(one, best="end", played="call") for one in calls]
    high = [clauses for one, clauses in zip(calls, told, strict=True) if one.access.view().known_total.is_call_lost]
    assert high
    assert all("and a call needs less than 10" in clauses[0] for clauses in high)
    assert all(told)


def test_a_discard_that_completes_a_set_of_the_next_player_says_how_often():
    told = [
        sampled_reasons(one.access, one.access.view(), discards[0], discards[-1])
        for one in decisions("dots_72")
        if len(discards := [n for n in one.access.legal() if write(one)(n).startswith("discard")]) > 1
    ]
    found = [clauses[0] for clauses in told if clauses]
    assert found
    assert all("completes a set of the next player in " in clause for clause in found)
    assert len(found) < len(told)


def write(decision):
    return decision.access.game.view.write_action


def texts(decision):
    return [write(decision)(action) for action in decision.access.legal()]


def clauses_for(decision, best: str, played: str):
    actions = dict(zip(texts(decision), decision.access.legal(), strict=True))
    return game_reasons(decision.access, decision.access.view(), actions[best], actions[played])
