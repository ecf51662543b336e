"""Counts of calls, by ruling."""

from __future__ import annotations

import pytest

from dottable.games.dots_52.state import CALLING
from tests.games.dots_52.lab.counting import after_call, counted, reasons
from tests.games.dots_52.positions import table


@pytest.mark.parametrize(("cards", "points"), [("10s", 0), ("5s 4s", 9), ("6s 4s", 10), ("Ks Kd", 10)])
def test_D11_the_callers_total_is_counted_at_the_call(cards, points):
    found = after_call(cards, "Kh Qh")
    assert found["calls"] == 1
    assert found["called"] == [int(place == points) for place in range(11)]


def test_D11_a_call_is_blind_if_the_caller_does_not_know_all_own_cards():
    match = table("2s --", "Kh", phase=CALLING, pile="6d")
    match.state.known_by[0, 0] = 1
    assert "blind" not in counted(match, "p1 call")
    match = table("2s 3s", "Kh", phase=CALLING, pile="6d")
    match.state.known_by[0, 0] = 1
    assert counted(match, "p1 call")["blind"] == 1


@pytest.mark.parametrize(
    ("cards", "other", "why"),
    [
        ("2s 3s", "6h", "won"),
        ("2s 3s", "5h", "tied"),
        ("2s 3s", "4h", "beaten"),
        ("2s 3s", "", "beaten"),
        ("6s 4s", "Kh", "high"),
        ("6s 4s", "Ah", "high"),
    ],
)
def test_D13_every_call_ends_in_one_way(cards, other, why):
    found = after_call(cards, other)
    assert reasons(found) == {why: 1}
    assert found.get("held") == ([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0] if why == "won" else None)


def test_D13_the_lowest_of_several_others_counts():
    found = after_call(
        "2s 3s", "5h", "4h", moves="p2 draw, p2 discard, p2 decline, p3 draw, p3 discard, p3 decline", stock="Kc Kc Kc"
    )
    assert reasons(found) == {"beaten": 1}


def test_D11_a_call_with_10_is_high_though_less_is_shown_at_the_reveal():
    found = after_call("6s 4s", "Kh Kd", moves="p2 draw, p2 discard, p1 snap:1", stock="6c")
    assert found["called"][10] == 1
    assert found["totals"] == 4 + 26
    assert reasons(found) == {"high": 1}


def test_D11_a_won_call_is_counted_by_its_total_at_the_call():
    found = after_call("2s 4s", "Kh Kd", moves="p2 draw, p2 discard, p1 snap:1, p2 pass", stock="5c 5c")
    assert found["totals"] == 11 + 26
    assert found["called"] == found["held"] == [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
