"""Statistics: hand-counted positions, a match recounted from views alone, and identities over many matches."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import total_size
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.primitives.record import rule_array
from dottable.core.primitives.seats import SPECTATOR
from dottable.games.dot_allot.lab import event_counting, statistics
from dottable.games.dot_allot.state import DEAL, Options
from dottable.games.dot_allot.view import notation
from dottable.lab.series.policy_series import PolicySeries, match_statistics
from dottable.lab.statistics.metrics import MatchStatistics
from tests.games.dot_allot.positions import (
    GAME,
    THREE_CELL_FACES,
    arrange_seats_and_hands,
    finish_round,
    new_match,
    one_row_deck,
)
from tests.present import present
from tests.sizes import full_only

compiles_series = full_only("compiling series takes 30 s")
EMPTY_ROW = "." * 9
CARD_NUMBER_BY_FACE = {row: k + 1 for k, row in enumerate(THREE_CELL_FACES)}
COUNT_BY_NAME = {count.name: (statistics.COUNT_INDEX[count.name], count) for count in statistics.COUNTS}


class NamedCounts:
    """An array of counts with access by name."""

    def __init__(self) -> None:
        self.numbers = np.zeros(total_size(statistics.COUNTS), np.int32)

    def __getitem__(self, name: str) -> np.ndarray | int:
        at, count = COUNT_BY_NAME[name]
        return self.numbers[at : at + count.size].reshape(count.shape) if count.shape else int(self.numbers[at])


def counts_of_moves(match, *moves):
    """Return the counts of some moves, each by the seat at turn; check that counting changes no state."""
    found = NamedCounts()
    for text in moves:
        seat, action = match.to_act[0], notation.read_action(text)
        before = match.state_bytes
        event_counting.count_before_move(match.state, seat, action, rule_array(found.numbers))
        assert match.state_bytes == before
        assert match.apply(seat, action) is None
        before = match.state_bytes
        event_counting.count_after_move(match.state, seat, action, rule_array(found.numbers))
        assert match.state_bytes == before
    return found


def counts_of_ended_round(*rows, number=1, totals=(0, 0), seats=2, **options):
    """Return the counts of a round that ended with these cells visible; seat 0 sits below the grey row."""
    match = arrange_seats_and_hands(new_match(seats, **options), hands=("1 2 3 4", "5 6 7 8"))
    match.state.round_index = number - 1
    for seat, points in enumerate(totals):
        match.state.totals[seat] = points
    finish_round(match, *rows)
    found = NamedCounts()
    event_counting.count_after_move(match.state, 0, int(match.state.laid[7]), rule_array(found.numbers))
    return found


def three_cell_match(first, second="r..", **options):
    """Return a match with cards of three columns and one row; seat 0 begins and sits below."""
    hands = tuple(" ".join(str(CARD_NUMBER_BY_FACE[row]) for row in hand.split()) for hand in (first, second))
    return arrange_seats_and_hands(new_match(2, deck=one_row_deck(), **options), hands=hands)


def placement_notation(face, top, turn="0"):
    return f"{CARD_NUMBER_BY_FACE[face]}@{turn}{top - 1:+d}"


def test_A10_dots_are_given_to_the_opponent_or_kept():
    match = three_cell_match("rr. b.b", "r..")
    found = counts_of_moves(
        match, placement_notation("rr.", 3), placement_notation("r..", 3, "270"), placement_notation("b.b", 3, "90")
    )
    assert found["turns"] == 3
    assert found["given"] == 2 + 1 + 1  # the last one has a dot on row 3, and one on row 5
    assert found["kept"] == 0 + 0 + 1


def test_A10_a_dot_on_the_grey_row_is_neither_given_nor_kept():
    found = counts_of_moves(three_cell_match("bb."), placement_notation("bb.", 3, "90"))
    assert (found["given"], found["kept"]) == (1, 0)


def test_A11_a_reverse_face_is_a_flip():
    match = three_cell_match("rr. bb.", "r..")
    found = counts_of_moves(
        match,
        placement_notation("rr.", 3, "0r"),
        placement_notation("r..", 3, "270"),
        placement_notation("bb.", 3, "90"),
    )
    assert found["flips"] == 1
    assert found["quarters"].tolist() == [1, 1, 0, 1]


def test_A12_a_turn_without_a_dot_to_give_is_waived():
    found = counts_of_moves(three_cell_match("..."), placement_notation("...", 2))
    assert (found["waived"], found["turns"], found["given"]) == (1, 1, 0)
    assert counts_of_moves(three_cell_match("rr."), placement_notation("rr.", 2))["waived"] == 0


def test_A13_a_card_that_joins_a_group_changes_the_lead_in_its_colour():
    # Two yellow dots on row 2 of column 1 and 2 become three with one on row 3; all else stays as large.
    assert counts_of_moves(three_cell_match("y.y"), placement_notation("y.y", 3))["turned"].tolist() == [
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ]
    assert counts_of_moves(three_cell_match("rr."), placement_notation("rr.", 2))["turned"].sum() == 0


def test_A13_groups_points_and_leads_of_a_round():
    found = counts_of_ended_round("bb..rrr..", EMPTY_ROW, "...y.....", EMPTY_ROW, "bbbb.rr..", EMPTY_ROW, EMPTY_ROW)
    assert (found["rounds"], found["colours"], found["groups"], found["hands"]) == (1, 3, 6, 2)
    assert found["dots_in_groups"] == 2 + 3 + 1 + 4 + 2 + 0
    assert found["sizes"].tolist() == [1, 1, 2, 1, 1, *[0] * 8]
    assert (found["points"], found["lead"], found["tied"]) == (3, 2 + 1 + 1, 0)
    assert found["outcomes"].tolist() == [[1, 0, 0], [0, 1, 1], [0, 0, 0], [0, 0, 0]]
    assert (found["rounds_decided"], found["rounds_won"], found["rounds_tied"]) == (1, 0, 0)


def test_A13_equal_groups_are_tied_even_if_there_are_none():
    found = counts_of_ended_round("bb.......", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "bb.r.....", EMPTY_ROW, EMPTY_ROW)
    assert found["tied"] == 2
    assert found["outcomes"].tolist() == [[0, 1, 0], [0, 0, 0], [1, 0, 1], [0, 0, 0]]
    assert (found["rounds_decided"], found["rounds_won"]) == (1, 1)


def test_A13_groups_beyond_the_last_bar_share_it():
    found = counts_of_ended_round(EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "b" * 9, "b" * 9, EMPTY_ROW)
    assert found["sizes"].tolist() == [5, *[0] * 11, 1]
    assert found["dots_in_groups"] == 18


def test_A8_in_the_second_half_the_starter_sits_above():
    rows = (EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "bb.r.....", EMPTY_ROW, EMPTY_ROW)
    assert counts_of_ended_round(*rows, number=2)["by_round"].tolist() == [[0, 2, 0, 0, 0, 0], [0] * 6]
    found = counts_of_ended_round(*rows, number=3)
    assert found["by_round"].tolist() == [[0] * 6, [0, 0, 2, 0, 0, 0]]
    assert found["played"].tolist() == [[0, 0, 1, 0, 0, 0]] * 2
    assert (found["rounds_decided"], found["rounds_won"]) == (1, 0)


def test_A14_dots_belong_to_the_card_that_lies_on_top():
    # Cards 1 to 8 of the house deck lie one column apart, so that each of them shows one column.
    found = counts_of_ended_round("bbr......", EMPTY_ROW, "...y.....", "rrrrrrrrr", EMPTY_ROW, "bbb.....b", EMPTY_ROW)
    assert found["showing"].tolist() == [2, 2, 2, 1, 0, 0, 0, 0, 1, *[0] * 9]
    assert found["scoring"].tolist() == [1, 1, 2, 1, *[0] * 14]  # three blue below; above one red and one yellow
    assert found["used"].tolist() == [1] * 9 + [0] * 9
    shown = {(0, 0), (0, 1), (0, 2), (2, 3), (5, 0), (5, 1), (5, 2), (5, 8)}
    assert set(zip(*np.nonzero(found["cells_showing"]), strict=True)) == shown
    scoring = {(0, 2), (2, 3), (5, 0), (5, 1), (5, 2)}
    assert set(zip(*np.nonzero(found["cells_scoring"]), strict=True)) == scoring
    assert found["cells_covered"].tolist() == [[0, *[1] * 8]] * 7


def test_A14_of_two_groups_that_are_as_large_one_scores():
    found = counts_of_ended_round(EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, "bb.bb....", EMPTY_ROW, EMPTY_ROW)
    assert found["scoring"].sum() == found["cells_scoring"].sum() == 2


def test_A15_the_bonus_of_a_tied_round_is_counted():
    assert counts_of_ended_round(*[EMPTY_ROW] * 7, totals=(2, 1))["bonuses"] == 1
    level = counts_of_ended_round(*[EMPTY_ROW] * 7, totals=(1, 1))
    assert (level["bonuses"], level["rounds_tied"]) == (0, 1)


def test_A18_a_larger_group_that_is_locked_brings_nothing():
    rows = ("y........", EMPTY_ROW, EMPTY_ROW, EMPTY_ROW, ".yyy.....", EMPTY_ROW, EMPTY_ROW)
    found = counts_of_ended_round(*rows, scoring="colour-locked")
    assert (found["barred"], found["points"], found["tied"], found["lead"]) == (1, 0, 2, 0)
    assert found["outcomes"].tolist() == [[0, 0, 0], [0, 0, 0], [1, 1, 0], [0, 0, 1]]
    assert found["scoring"].sum() == 0
    assert counts_of_ended_round(*rows)["barred"] == 0


@pytest.mark.parametrize(("winner", "stayed"), [(0, 0), (1, 1)])
def test_A19_a_newcomer_stays_who_wins_the_round(winner, stayed):
    rows = [EMPTY_ROW] * 7
    rows[4 if winner == 0 else 0] = "b........"
    found = counts_of_ended_round(*rows, seats=3, number=2)  # side 1 counts as the newcomer
    assert (found["returning"], found["stayed"]) == (1, stayed)
    assert counts_of_ended_round(*rows, seats=3, number=1)["returning"] == 0
    assert counts_of_ended_round(*rows, seats=2, number=2)["returning"] == 0


def run_series(bots="greedy", seats=2, **options):
    return PolicySeries(
        SeriesConfig(GAME, seats=seats, options=Options(**options), seed=seed_from("dots")),
        [bots] * seats,
        has_statistics=True,
    )


@compiles_series
@pytest.mark.parametrize("orientation", ["vertical", "horizontal"])
@pytest.mark.parametrize("side", ["dark", "light"])
def test_a_match_counted_again_from_public_views(orientation, side):
    """The recount uses views only, neither the statistics nor the rules."""
    played = run_series(orientation=orientation, side=side)
    match, again = played.played_match(5), played.match(5)[0]
    counts: Counter[str] = Counter()
    showing = np.zeros(18, int)
    for seat, action, at_ms in match.moves:
        again.apply(seat, action, at_ms)
        view = again.view(SPECTATOR)
        if action == DEAL:
            continue
        card = view.placements[-1]
        other = next(side for side in view.sides if side.seat != seat)
        dots = [(card.row + row, cell) for row, cells in enumerate(card.face) for cell in cells if cell != "."]
        counts["given"] += sum(row in other.rows for row, _ in dots)
        counts["flips"] += card.reverse
        if view.result is not None:
            first, second = (list(sizes.values()) for sizes in view.result.groups)
            counts["tied"] += sum(a == b for a, b in zip(first, second, strict=True))
            counts["dots_in_groups"] += sum(first) + sum(second)
            counts["points"] += sum(view.result.points)
            counts["bonuses"] += view.result.bonus is not None
            count_dots_showing(view, showing)
    recorded = MatchStatistics(played, played.play(5, 1))
    assert {name: recorded.counts_by_name[name][0] for name in counts} == counts
    assert recorded.counts_by_name["showing"][0].tolist() == showing.tolist()
    assert (match_statistics(match) == recorded.rows[0]).all()


def count_dots_showing(view, showing):
    """Lay the cards one after the other and return whose dots stay visible."""
    scoring = [row for side in view.sides for row in side.rows]
    owner = dict.fromkeys(product(scoring, range(view.start_column + 8)), 0)
    for card in view.placements:
        column = card.column - 1
        for y, x in product(range(len(card.face)), range(len(card.face[0]))):
            if (card.row + y, column + x) in owner:
                owner[card.row + y, column + x] = card.number
    for (row, column), number in owner.items():
        showing[number] += view.visible[row - 1][column] != "."


@compiles_series
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (2, {"orientation": "horizontal"}),
        (2, {"scoring": "colour-locked", "side": "light"}),
        (3, {"scoring": "colour-locked", "orientation": "horizontal"}),
        (5, {}),
        (7, {"side": "light"}),
    ],
)
@pytest.mark.parametrize("bots", ["random", "greedy"])
def test_counts_agree_with_each_other_and_with_the_scores(bots, seats, options):
    recorded = MatchStatistics(played := run_series(bots, seats, **options), played.play(0, 150))
    counts = recorded.counts_by_name
    rounds = 6 if options.get("orientation") == "horizontal" or seats > 5 else 4
    outcomes, cells = counts["outcomes"].sum(axis=2), (1, 2)
    assert (counts["rounds"] == rounds).all()
    assert (counts["turns"] == 8 * rounds).all()
    assert (counts["rounds_decided"] + counts["rounds_tied"] == rounds).all()
    assert (counts["points"] + counts["bonuses"] == recorded.scores.sum(axis=1)).all()
    assert (counts["by_round"].sum(axis=cells) == counts["points"]).all()
    assert (outcomes.sum(axis=1) == counts["colours"]).all()
    assert (outcomes[:, statistics.GROUPS_EQUAL] == counts["tied"]).all()
    assert (outcomes[:, statistics.LARGER_GROUP_CANNOT_SCORE] == counts["barred"]).all()
    assert (counts["sizes"].sum(axis=1) == counts["groups"]).all()
    assert (counts["turned"][:, 7] == counts["turned_last"]).all()
    assert (counts["quarters"].sum(axis=1) == counts["turns"]).all()
    assert (counts["used"].sum(axis=1) == 9 * rounds).all()
    # Dots of the track left of the starting column count too (A14), and the charts by cell begin at that column.
    for of_cards, of_cells in (("showing", "cells_showing"), ("scoring", "cells_scoring")):
        left = counts[of_cards].sum(axis=1) - counts[of_cells].sum(axis=cells)
        assert (left >= 0).all()
        assert (left <= counts[of_cards][:, 0]).all()
    assert (counts["cells_scoring"] <= counts["cells_showing"]).all()
    assert (counts["cells_covered"][:, :, 0] == 0).all(), "the starting column stays visible (A9)"
    assert (counts["flips"] <= counts["hands"]).all()
    assert (counts["given"] >= counts["turns"]).all(), "every card gives a dot (A10)"
    assert (counts["refused"] < counts["reaching"]).all()
    assert (counts["reaching"] <= counts["covering"]).all()
    assert (counts["waived"] == 0).all()
    assert (counts["returning"] == (rounds - 1 if seats > 2 else 0)).all()
    assert (counts["stayed"] <= counts["returning"]).all()
    assert counts["barred"].any() == ("scoring" in options)


@compiles_series
def test_shares_are_never_above_one():
    for options in ({}, {"orientation": "horizontal", "scoring": "colour-locked"}):
        recorded = MatchStatistics(played := run_series("random", 3, **options), played.play(0, 200))
        for metric in statistics.METRICS:
            if metric.is_share:
                assert 0 <= present(recorded.metrics[metric.name].estimate).value <= 1
        for chart in statistics.CHARTS:
            if chart.is_share:
                total, over = (
                    recorded.counts_by_name[chart.count].sum(axis=0),
                    recorded.denominators(chart.over).sum(axis=0),
                )
                assert (total <= over).all()
