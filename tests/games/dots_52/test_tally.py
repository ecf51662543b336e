"""What is counted in a match: every count by the ruling it belongs to, and how counts agree with each other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.core.seats import SPECTATOR
from dottable.core.series import Series, seed_from
from dottable.core.tally import MATCH, offsets, width
from dottable.games.dots_52 import notation, tally
from dottable.games.dots_52.pieces import JACK, RANK_TEXTS
from dottable.games.dots_52.state import CALLING, ROUND_OVER, Options
from dottable.lab.notes import OWN
from dottable.lab.policy_series import PolicySeries, note_match

from .positions import GAME, new_match, play, seat_of, table, tableau

SHAPES = {count.name: count.shape for count in tally.COUNTS}
STARTS = offsets(tally.COUNTS)


def by_name(rows):
    """Rows of counts, or a single one, as arrays by name."""
    return {
        count.name: rows[..., STARTS[count.name] : STARTS[count.name] + count.size].reshape(
            rows.shape[:-1] + count.shape
        )
        for count in tally.COUNTS
    }


def counted(match, moves):
    """The counts of moves written in one line; those that stayed at nothing are left out."""
    row = np.zeros(width(tally.COUNTS), np.int32)
    for text in moves.split(", "):
        who, move = text.split()
        seat, action = seat_of(who), notation.read(move)
        tally.before(match.state, seat, action, for_rules(row))
        play(match, text)
        tally.after(match.state, seat, action, for_rules(row))
    return {name: found.tolist() for name, found in by_name(row).items() if found.any()}


def at_rank(*texts):
    """Ones at the ranks, by their texts, and nothing at the others."""
    return [int(text in texts) for text in RANK_TEXTS]


def on_rank(text):
    return at_rank(text)[:JACK]


def after_call(*tableaux, moves="p2 draw, p2 discard, clock time-up", stock="2c", **rest):
    """Seat 0 calls, and the others have their turns."""
    return counted(table(*tableaux, phase=CALLING, stock=stock, pile="6d", **rest), f"p1 call, {moves}")


def reasons(found):
    """How the calls ended."""
    return {name: found[name] for name in ("won", "high", "tied", "beaten") if name in found}


@pytest.mark.parametrize("seed", range(4))
def test_D3_the_opener_has_the_first_turn(seed):
    match = new_match(3, seed=seed)
    opener = tally.opener(match.state)
    play(match, *(f"p{seat + 1} peek:1,2" for seat in range(3)))
    assert match.to_act == (opener,)


def test_D4_1_a_put_is_an_exchange_for_the_drawn_card():
    found = counted(table("7s 2h", "9h", pile="5d", stock="8c 8c"), "p1 draw, p1 put:2")
    assert (found["puts"], found["exchanges"]) == (1, 1)
    assert "takes" not in found
    assert "discards" not in found
    assert found["offered"] == [at_rank("8"), at_rank("5")]
    assert found["chosen"] == [at_rank("8"), at_rank()]
    assert found["exchanged"] == [at_rank(), at_rank("2"), at_rank(), at_rank(), at_rank()]


def test_D4_2_a_take_is_an_exchange_for_the_card_on_the_pile():
    found = counted(table("7s 2h", "9h", pile="4d 5d"), "p1 take:1")
    assert (found["takes"], found["exchanges"]) == (1, 1)
    assert found["offered"] == found["chosen"] == [at_rank(), at_rank("5")]
    assert found["exchanged"][0] == at_rank("7")


def test_D4_3_a_discard_refuses_both_cards():
    found = counted(table("7s 2h", "9h", pile="5d", stock="8c 8c"), "p1 draw, p1 discard")
    assert found["discards"] == 1
    assert found["offered"] == [at_rank("8"), at_rank("5")]
    assert "chosen" not in found
    assert "exchanges" not in found


def test_D2_without_a_pile_only_the_drawn_card_is_to_be_had():
    found = counted(table("7s", "9h", stock="8c 8c"), "p1 draw, p1 put:1")
    assert found["offered"] == [at_rank("8"), at_rank()]


def test_D6_nothing_is_to_be_had_for_a_player_without_cards():
    found = counted(table("", "9h", pile="5d", stock="8c 8c"), "p1 draw, p1 discard")
    assert found["discards"] == 1
    assert "offered" not in found


@pytest.mark.parametrize("place", [5, 6])
def test_D8_places_of_penalty_cards_are_counted_together(place):
    found = counted(table("7s 2h -- 3h 4h Kd", "9h", pile="5d"), f"p1 take:{place}")
    assert found["exchanged"][4] == at_rank("4" if place == 5 else "K")


@pytest.mark.parametrize(
    ("card", "use", "powers"),
    [("Js", "swap:1, p1 target:2,1", [1, 0, 0]), ("Qs", "look:2,1", [0, 1, 0]), ("Ks", "look:1,1", [0, 0, 1])],
)
def test_D5_a_power_is_counted_with_its_court_card(card, use, powers):
    found = counted(table("7s", "9h", drawn=card, pile="5d"), f"p1 discard, p1 {use}")
    assert found["courts"] == found["powers"] == powers
    assert found["court_cards"] == 1
    assert found.get("swaps", 0) == powers[0]
    assert "declined" not in found
    assert "lapsed" not in found


@pytest.mark.parametrize("moves", ["p1 decline", "p1 swap:1, p1 decline"])
def test_D5_a_declined_power_is_not_used(moves):
    found = counted(table("7s", "9h", drawn="Js", pile="5d"), f"p1 discard, {moves}")
    assert (found["courts"], found["declined"]) == ([1, 0, 0], 1)
    assert "powers" not in found
    assert "swaps" not in found


@pytest.mark.parametrize(("card", "own", "other"), [("Js", "7s", ""), ("Qs", "7s", "--"), ("Ks", "", "9h")])
def test_D5_a_power_without_a_target_lapses(card, own, other):
    found = counted(table(own, other, drawn=card, pile="5d"), "p1 discard")
    assert (found["court_cards"], found["lapsed"]) == (1, 1)


@pytest.mark.parametrize("drawn", ["Js", "2c"])
def test_D5_a_court_card_is_not_counted_when_it_is_put_or_comes_out_of_a_tableau(drawn):
    found = counted(table("Kh", "9h", drawn=drawn, pile="5d"), "p1 put:1")
    assert "court_cards" not in found
    assert "windows" not in found


@pytest.mark.parametrize(("other", "is_good"), [("9h", False), ("7h", False), ("6h", True), ("10h", True)])
def test_D5_a_good_swap_brings_a_card_of_fewer_points(other, is_good):
    found = counted(table("7s", other, drawn="Js", pile="5d"), "p1 discard, p1 swap:1, p1 target:2,1")
    assert found["swaps"] == 1
    assert found.get("good_swaps", 0) == is_good


@pytest.mark.parametrize(("target", "is_raid"), [("2,1", False), ("3,1", True)])
def test_D12_a_jack_that_takes_a_card_of_the_caller_is_a_raid(target, is_raid):
    match = table("7s", "9h", "10s", drawn="Js", pile="5d", caller=2)
    assert counted(match, f"p1 discard, p1 swap:1, p1 target:{target}").get("raids", 0) == is_raid


def test_D12_without_a_call_there_is_no_raid():
    match = table("7s", "9h", drawn="Js", pile="5d")
    assert "raids" not in counted(match, "p1 discard, p1 swap:1, p1 target:2,1")


def test_D7_a_right_snap_is_counted_with_its_rank():
    found = counted(table("2h", "3h 7h", drawn="7c", pile="5d"), "p1 discard, p2 snap:2")
    assert found["revealed"] == found["snapped"] == on_rank("7")
    assert (found["windows"], found["chances"], found["attempts"], found["right"]) == (1, 1, 1, 1)
    assert "wrong" not in found
    assert "late" not in found


def test_D7_a_chance_is_missed_when_nobody_snaps():
    found = counted(table("2h", "3h 7h", drawn="7c", pile="5d"), "p1 discard, clock time-up")
    assert (found["windows"], found["chances"]) == (1, 1)
    assert "attempts" not in found
    assert "snapped" not in found


@pytest.mark.parametrize("card", ["10c", "Ac"])
def test_D7_without_the_rank_in_a_tableau_there_is_no_chance(card):
    found = counted(table("2h -- 9d", "3h 7h", drawn=card, pile="5d"), "p1 discard")
    assert found["revealed"] == on_rank(card[:-1])
    assert "chances" not in found


def test_D7_two_cards_of_the_rank_are_one_chance():
    assert counted(table("7h", "7s 7d", drawn="7c", pile="5d"), "p1 discard")["chances"] == 1


def test_D7_without_cards_there_is_no_window():
    assert "windows" not in counted(table("", "--", drawn="7c", pile="5d"), "p1 discard")


def test_D7_a_card_of_the_player_who_revealed_it_is_a_chance_too():
    found = counted(table("7h 7s", "3d", drawn="4c", pile="5d"), "p1 put:1, p1 snap:2")
    assert (found["chances"], found["right"]) == (1, 1)


def test_D8_a_wrong_snap_costs_a_card():
    found = counted(table("2h", "3h 8h", drawn="7c", pile="5d"), "p1 discard, p2 snap:2")
    assert (found["attempts"], found["wrong"], found["penalties"]) == (1, 1, 1)
    assert "right" not in found


def test_D8_a_right_card_that_comes_too_late_is_neither_right_nor_wrong():
    match = table("7s 2h", "7h 3h", drawn="7c", pile="5d")
    found = counted(match, "p1 discard, p1 snap:1, p2 snap:1")
    assert (found["attempts"], found["right"], found["late"]) == (2, 1, 1)
    assert found["snapped"] == on_rank("7")
    assert "wrong" not in found
    assert "penalties" not in found


def test_D8_a_wrong_card_that_comes_too_late_is_wrong():
    match = table("7s 2h", "7h 3h", drawn="7c", pile="5d")
    found = counted(match, "p1 discard, p1 snap:1, p2 snap:2")
    assert (found["attempts"], found["right"], found["wrong"], found["penalties"]) == (2, 1, 1, 1)
    assert "late" not in found


def test_D15_a_penalty_that_is_skipped_is_not_counted():
    found = counted(table("2h", "3h", drawn="7c", stock=""), "p1 discard, p2 snap:1")
    assert found["wrong"] == 1
    assert "penalties" not in found


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


def test_D13_the_points_of_a_round_are_counted_in_steps_of_five():
    found = after_call("2s 3s", "Kh Kd")
    assert found["scored"] == [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert (found["tableaux"], found["totals"]) == (2, 31)
    assert after_call("6s 4s", "Kh")["scored"] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(("cards", "place"), [("5h", 1), ("6h", 2), ("Kh Kd Kc Jh", 10), ("Kh Kd Kc Qh", 11)])
def test_D13_a_step_ends_with_a_full_five(cards, place):
    assert after_call("10s", cards)["scored"] == [int(k in (0, place)) for k in range(12)]


def test_D6_a_tableau_without_a_card_at_the_reveal_is_counted():
    found = after_call("2s", "--")
    assert (found["tableaux"], found["empty"]) == (2, 1)
    assert "empty" not in after_call("2s", "3d")


def test_D12_a_round_is_counted_with_all_its_turns():
    match = table("7s", "9h", "8d", pile="5d", stock="Kc Kc Kc")
    found = counted(match, "p1 take:1, clock time-up, p1 call, p2 take:1, clock time-up")
    assert "rounds" not in found
    match = table("7s", "9h", "8d", pile="5d", stock="Kc Kc Kc")
    found = counted(match, "p1 take:1, clock time-up, p1 call, p2 take:1, clock time-up, p3 take:1, clock time-up")
    assert (found["rounds"], found["turns"], found["takes"]) == (1, 3, 3)
    assert "passed_over" not in found


def test_D15_a_player_who_can_do_nothing_is_passed_over():
    match = table("7s", "", "9h", pile="5d", stock="")
    found = counted(match, "p1 take:1, clock time-up, p1 call, p3 take:1, clock time-up")
    assert (found["turns"], found["takes"], found["passed_over"]) == (3, 2, 1)


def test_D15_new_stocks_are_counted():
    assert "rebuilds" not in after_call("2s", "Kh", stock="2c")
    match = table("2s", "Kh", phase=CALLING, pile="Qd 8d 6d", stock="")
    assert counted(match, "p1 call, p2 draw, p2 put:1")["rebuilds"] == 1


def test_D16_a_round_without_a_call_is_counted():
    match = table("7s", "9h", phase=CALLING, turn=1, pile="5d")
    match.state.turns = 119
    found = counted(match, "p2 end")
    assert (found["rounds"], found["no_call"], found["turns"]) == (1, 1, 120)
    assert "calls" not in found
    assert reasons(found) == {}


def ended(scores, *tableaux, round_number=1):
    """The counts of the last turn after seat 0 has called, with these points so far."""
    match = table(*tableaux, phase=CALLING, stock="2c", pile="Kc")
    match.state.round_number = round_number
    for seat, points in enumerate(scores):
        match.state.scores[seat] = points
    return counted(match, "p1 call, p2 draw, p2 discard, clock time-up")


def test_D14_a_match_may_end_with_a_lost_call():
    assert ended([60, 30], "3s", "2h")["lost_at_last"] == 1
    assert "lost_at_last" not in ended([20, 30], "3s", "2h")
    assert "lost_at_last" not in ended([20, 90], "2s", "Kh")


@pytest.mark.parametrize(("scores", "number", "is_cut_off"), [([20, 30], 200, 1), ([20, 90], 200, 0), ([20, 90], 1, 0)])
def test_D18_a_match_is_cut_off_if_nobody_has_reached_100(scores, number, is_cut_off):
    assert ended(scores, "2s", "Kh", round_number=number).get("cut_off", 0) == is_cut_off


STYLES = [
    ("random", 2, {}),
    ("random", 8, {"lock_caller": True}),
    ("greedy", 2, {}),
    ("greedy", 3, {"snap_seconds": 1}),
    ("greedy", 4, {"lock_caller": True}),
    ("greedy", 6, {"memory": False}),
]
MATCHES = 150


def a_series(bot, seats, options):
    rest = {"seats": seats, "options": Options(**options), "seed": seed_from("tally")}
    return PolicySeries(GAME, bots=[bot] * seats, is_noted=True, **rest)


@pytest.fixture(scope="module", params=STYLES, ids=lambda style: f"{style[0]}-{style[1]}")
def noted(request):
    """The seats, options, scores and counts of a series."""
    bot, seats, options = request.param
    results = a_series(bot, seats, options).play(0, MATCHES)
    return seats, options, results.scores, by_name(results.notes[:, OWN:])


def total_of(counts):
    """The sum of a count in every match."""
    return counts.reshape(len(counts), -1).sum(axis=1)


def test_turns_add_up(noted):
    _, _, _, n = noted
    assert (n["puts"] + n["takes"] + n["discards"] + n["passed_over"] == n["turns"]).all()
    assert (n["puts"] + n["takes"] == n["exchanges"]).all()
    assert (total_of(n["exchanged"]) == n["exchanges"]).all()
    assert (n["chosen"].sum(axis=2) == np.stack([n["puts"], n["takes"]], axis=1)).all()
    assert (n["passed_over"] >= 0).all()


def test_powers_add_up(noted):
    _, options, _, n = noted
    assert (total_of(n["courts"]) == n["court_cards"]).all()
    assert (total_of(n["powers"]) + n["declined"] + n["lapsed"] == n["court_cards"]).all()
    assert (n["powers"][:, 0] == n["swaps"]).all()
    assert (n["raids"] <= n["swaps"]).all()
    assert not (options.get("lock_caller") and n["raids"].any())  # D12


def test_snaps_add_up(noted):
    _, _, _, n = noted
    assert (n["right"] + n["wrong"] + n["late"] == n["attempts"]).all()
    assert (total_of(n["snapped"]) == n["right"]).all()
    assert (total_of(n["revealed"]) == n["windows"]).all()
    assert (n["penalties"] <= n["wrong"]).all()


def test_calls_add_up(noted):
    _, _, _, n = noted
    assert (n["calls"] + n["no_call"] == n["rounds"]).all()
    assert (n["won"] + n["high"] + n["tied"] + n["beaten"] == n["calls"]).all()
    assert (total_of(n["called"]) == n["calls"]).all()
    assert (total_of(n["held"]) == n["won"]).all()
    assert (n["called"][:, 10] == n["high"]).all()


def test_points_agree_with_the_scores(noted):
    seats, _, scores, n = noted
    assert (n["tableaux"] == seats * n["rounds"]).all()
    assert (total_of(n["scored"]) == n["tableaux"]).all()
    steps = n["scored"] * np.arange(12) * tally.STEP
    rest = n["scored"][:, 1:].sum(axis=1) * (tally.STEP - 1)
    assert (steps.sum(axis=1) - rest <= scores.sum(axis=1)).all()
    assert (scores.sum(axis=1)[n["scored"][:, 11] == 0] <= steps.sum(axis=1)[n["scored"][:, 11] == 0]).all()


SHARES = [shown for shown in (*tally.FIGURES, *tally.CHARTS) if shown.is_share]


@pytest.mark.parametrize("shown", SHARES, ids=lambda shown: shown.name)
def test_no_share_is_above_one(noted, shown):
    *_, n = noted
    whole = n[shown.over] if shown.over != MATCH else np.ones(MATCHES, np.int32)
    part = n[shown.count]
    assert (part <= whole.reshape(whole.shape + (1,) * (part.ndim - whole.ndim))).all()
    assert (part >= 0).all()


def test_taking_notes_changes_nothing():
    seen = a_series("random", 3, {})
    plain = Series(GAME, seats=3, options=seen.options, seed=seen.seed).play(0, MATCHES)
    found = seen.play(0, MATCHES)
    assert (found.scores == plain.scores).all()
    assert (found.steps == plain.steps).all()


SAME = {
    "puts": "put",
    "takes": "take",
    "discards": "discard",
    "attempts": "snap",
    "right": "right",
    "penalties": "penalties",
    "declined": "decline",
    "swaps": "target",
    "calls": "call",
    "won": "call won",
    "no_call": "no call",
    "totals": "totals",
    "empty": "empty",
}
"""The names of counts here and in a recount."""


def recounted(match: Match, moves):
    """Count again in another way: by the cards on the table before and after a move, and by what all are told."""
    n = Counter()
    for seat, action, at_ms in moves:
        verb = notation.write(action).partition(":")[0]
        had = held(match, seat) if verb == "snap" else 0
        assert match.apply(seat, action, at_ms) is None
        n[verb] += 1
        if verb == "snap":
            n["right"] += held(match, seat) == had - 1
            n["penalties"] += held(match, seat) == had + 1
        if match.state.phase >= ROUND_OVER:
            result = match.view(SPECTATOR).result
            n[result.outcome] += 1
            n["totals"] += sum(result.totals)
            n["points"] += sum(result.points)
            n["empty"] += sum(held(match, player) == 0 for player in range(match.seats))
    return n


def held(match: Match, seat):
    """How many cards a seat has."""
    return sum(card != "--" for card in tableau(match, seat).split())


@pytest.mark.parametrize(("bot", "seats", "options"), STYLES[1:4])
def test_a_recount_by_what_is_on_the_table_agrees(bot, seats, options):
    series = a_series(bot, seats, options)
    for index in range(3):
        match = series.record(index)
        found = by_name(note_match(match)[OWN:])
        again = recounted(series.match(index)[0], match.moves)
        for name, there in SAME.items():
            assert found[name] == again[there], name
        assert sum(match.scores()) == again["points"]


def test_labels_fit_what_is_counted():
    for chart in tally.CHARTS:
        shape = SHAPES[chart.count]
        assert len(chart.labels) == shape[-1]
        assert (len(chart.row_labels),) * (len(shape) - 1) == shape[:-1]
        assert chart.over in SHAPES
    for figure in tally.FIGURES:
        assert SHAPES[figure.count] == ()
        assert figure.over == MATCH or SHAPES[figure.over] == ()
