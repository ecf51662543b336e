"""Counts of whole matches: recounted from the views, and checked by sums that must agree."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dottable.core.lab.statistics_definitions import PER_MATCH
from dottable.core.matches.seeded_series import SeriesConfig, seed_from
from dottable.core.primitives.seats import CLOCK, SPECTATOR
from dottable.games.dobble_connect.lab import statistics
from dottable.games.dobble_connect.pieces import COLOURS
from dottable.games.dobble_connect.state import Options
from dottable.lab.series.policy_series import PolicySeries, match_statistics
from dottable.lab.statistics.statistics_columns import COLUMN_OFFSETS, FIRST_GAME_COLUMN, OPENER_COLUMN
from tests.games.dobble_connect import oracle
from tests.games.dobble_connect.lab.counting import DEAL, NOTES_FOR_THE_NEXT_MOVE, SHAPES
from tests.games.dobble_connect.positions import GAME, new_match
from tests.sizes import full_only

compiles_series = full_only("compiling series takes 25 s")
TABLES = [
    (2, {}),
    (3, {"lock_seconds": 0}),
    (4, {}),
    (4, {"teams": "4", "points": 5}),
    (5, {"lock_seconds": 10}),
    (7, {"points": 1}),
    (8, {}),
]


def series(seats, bots, settings):
    return PolicySeries(
        SeriesConfig(GAME, seats=seats, options=Options(**settings), seed=seed_from("tally")),
        [bots] * seats,
        has_statistics=True,
    )


def columns(notes):
    """Return the numbers of every count, by match."""
    own = notes[:, FIRST_GAME_COLUMN:].astype(np.int64)
    return {
        c.name: own[:, statistics.COUNT_INDEX[c.name] : statistics.COUNT_INDEX[c.name] + c.size]
        for c in statistics.COUNTS
    }


@compiles_series
def test_E3_the_lead_changes_between_teams():
    notes = series(6, "greedy", {}).play(0, 200).statistics
    assert notes[:, COLUMN_OFFSETS["lead_changes"]].mean() > 0.3
    assert set(notes[:, COLUMN_OFFSETS["halfway_leader"]].tolist()) == {-1, 0, 1, 2}


@compiles_series
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_sums_agree_over_many_matches(seats, settings, bots):
    results = series(seats, bots, settings).play(0, 60)
    notes, found = results.statistics, columns(results.statistics)
    one = {name: numbers[:, 0] for name, numbers in found.items() if not SHAPES[name]}
    several = {name: numbers.sum(axis=1) for name, numbers in found.items() if SHAPES[name]}
    teams = int(new_match(seats, **settings).state.teams)

    def agree(left, right):
        np.testing.assert_array_equal(left, right)

    agree(notes[:, OPENER_COLUMN], -1)
    agree(one["rounds"], one["points"] + one["played_out"] + one["given_up"])
    agree(one["claims"], one["cards"] + one["wrong"])
    agree(notes[:, COLUMN_OFFSETS["decisions"]], one["claims"] + one["rounds"] - 1)
    agree(one["locks"], 0 if settings.get("lock_seconds") == 0 else one["wrong"] - one["given_up"])
    agree(one["dealt"], one["cards"] + one["unlaid"])
    agree(one["dealt"], 20 * teams * one["rounds"])
    agree(one["owed"], one["handed_over"] + one["kept_back"])
    agree(one["packs"], seats * one["rounds"])
    agree(several["packs_left"], one["packs"])
    agree(several["lengths"], one["rounds"])
    agree(several["scored"], one["points"])
    agree(several["directions"], one["lines"])
    agree(several["map"] + one["off_map"], one["cards"])
    agree(found["scored"][:, :teams], results.scores[:, :teams])
    assert (found["scored"][:, teams:] == 0).all()
    assert (several["last_cards"] <= one["points"]).all()
    assert (found["last_cards"] <= found["map"]).all()
    assert (one["lines"] - one["points"] >= one["two_ways"]).all()
    wins = one["unwon"] == 0
    goal = int(new_match(seats, **settings).state.goal)
    agree(found["scored"].max(axis=1)[wins], goal)
    if bots == "greedy":
        assert one["wrong"].sum() == 0
    else:
        assert abs(one["wrong"].sum() / one["claims"].sum() - 0.9) < 0.01  # nine of ten symbols are wrong


@compiles_series
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_no_share_is_above_one(seats, settings, bots):
    found = columns(series(seats, bots, settings).play(100, 40).statistics)
    found[PER_MATCH] = np.ones((40, 1), np.int64)
    shown = [drawn for drawn in (*statistics.METRICS, *statistics.CHARTS) if drawn.is_share]
    assert shown
    for drawn in shown:
        assert (found[drawn.count] <= found[drawn.over]).all(), drawn.name


def test_every_figure_and_chart_shows_a_count():
    for metric in statistics.METRICS:
        assert SHAPES[metric.count] == ()
        assert SHAPES.get(metric.over, ()) == ()
    for chart in statistics.CHARTS:
        wanted = () if chart.kind == "hexagons" else SHAPES[chart.count]
        assert (len(chart.labels),) == wanted if wanted else chart.labels == ()
        assert SHAPES.get(chart.over, ()) in ((), SHAPES[chart.count])


def test_every_count_is_shown_or_needed():
    shown = {name for drawn in (*statistics.METRICS, *statistics.CHARTS) for name in (drawn.count, drawn.over)}
    assert set(SHAPES) - shown == NOTES_FOR_THE_NEXT_MOVE


@compiles_series
def test_the_middle_of_the_map_stays_empty_for_the_starting_card():
    middle = statistics.MAP_RADIUS * statistics.MAP_WIDTH + statistics.MAP_RADIUS
    found = columns(series(4, "greedy", {}).play(0, 100).statistics)
    assert found["map"][:, middle].sum() == 0
    ring = [middle + r * statistics.MAP_WIDTH + q for q, r in oracle.SIDES]
    assert (found["map"][:, ring].sum(axis=0) > 0).all()


@compiles_series
@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(
    ("seats", "settings"),
    [(2, {"points": 2}), (3, {"points": 1}), (4, {"teams": "4", "points": 2}), (5, {"points": 2, "lock_seconds": 0})],
)
def test_the_views_of_a_match_tell_the_same(seats, settings, bots):
    matches = series(seats, bots, settings)
    for index in range(4):
        played = matches.played_match(index)
        twin, _ = matches.match(index)
        told = recount(twin, played.moves)
        recorded = {name: numbers[0].tolist() for name, numbers in columns(match_statistics(played)[None]).items()}
        for name, shape in SHAPES.items():
            if name in NOTES_FOR_THE_NEXT_MOVE:
                continue
            expected = [told[name]] if not shape else [told[name, k] for k in range(len(recorded[name]))]
            assert recorded[name] == expected, name


def recount(match, moves):
    """Return all counts of a match, from the views of a spectator around every move."""
    told: Counter[str] = Counter()
    last_scorer = None
    for move in moves:
        before = match.view(SPECTATOR)
        assert match.apply(*move) is None
        after = match.view(SPECTATOR)
        if move.action == DEAL:
            recount_gifts(told, before, after)
        elif move.seat != CLOCK:
            recount_claim(told, before, move.seat, after)
            if after.phase != "playing":
                recount_round(told, before, move.seat, after, last_scorer)
                last_scorer = after.scorer
    return told


def recount_claim(told, before, seat, after):
    told["claims"] += 1
    if len(after.table) == len(before.table):
        told["wrong"] += 1
        told["locks"] += after.players[seat].locked_until_ms is not None
        return
    laid, team = after.table[-1], before.players[seat].team
    told["cards"] += 1
    told["amid_locks"] += any(player.locked_until_ms is not None for player in before.players)
    told["foreign"] += laid.card.kind != team
    colours = {(spot.q, spot.r): spot.card.kind for spot in after.table}
    place = laid.q, laid.r
    could = [
        other.colour
        for other in after.teams
        if other.colour != laid.card.kind and oracle.makes_line({**colours, place: other.colour}, place)
    ]
    told["spoils"] += team in could
    told["blocks"] += any(colour != team for colour in could)
    told_at = "map", hexagon(place)
    told[told_at if told_at[1] is not None else "off_map"] += 1


def hexagon(place):
    """Return the index of a place on a map; None outside of it."""
    q, r = place
    radius = statistics.MAP_RADIUS
    steps = (abs(q) + abs(r) + abs(q + r)) // 2
    return (r + radius) * (2 * radius + 1) + q + radius if steps <= radius else None


def recount_round(told, before, seat, after, last_scorer):
    told["rounds"] += 1
    told["dealt"] += 20 * len(after.teams)
    told["lengths", max(0, (len(after.table) - 2) // 5)] += 1
    for player in after.players:
        left = player.pack_left + (player.top is not None)
        told["packs"] += 1
        told["unlaid"] += left
        told["packs_left", 0 if left == 0 else min(8, 1 + (left - 1) // 3)] += 1
    if after.scorer is None:
        told["played_out" if after.ended_by == "played out" else "given_up"] += 1
        told["unwon"] += after.phase == "over"
        return
    last = after.table[-1]
    told["points"] += 1
    told["scored", COLOURS.index(after.scorer)] += 1
    told["given"] += before.players[seat].team != after.scorer
    colours = {(spot.q, spot.r): spot.card.kind for spot in after.table}
    lengths = [length_along(colours, (last.q, last.r), axis) for axis in oracle.AXES]
    for axis, length in enumerate(lengths):
        told["directions", axis] += length >= 4
        told["lines"] += length >= 4
        told["long_lines"] += length >= 5
    told["two_ways"] += sum(length >= 4 for length in lengths) > 1
    if (at := hexagon((last.q, last.r))) is not None:
        told["last_cards", at] += 1
    told["chances_to_repeat"] += last_scorer is not None
    told["repeats"] += last_scorer == after.scorer


def length_along(colours, place, axis):
    """Return the number of cards of one colour in a row through a place."""
    length = 1
    for sign in (1, -1):
        k = 1
        while colours.get((place[0] + sign * k * axis[0], place[1] + sign * k * axis[1])) == colours[place]:
            k += 1
        length += k - 1
    return length


def recount_gifts(told, before, after):
    if before.scorer is not None:
        (points,) = (team.points for team in before.teams if team.colour == before.scorer)
        told["owed"] += points * (len(before.teams) - 1)
        told["kept_back"] += points * (len(before.teams) - 1) - len(after.gifts)
    told["handed_over"] += len(after.gifts)
    told["brought_home"] += sum(gift.card.split()[0] == before.scorer for gift in after.gifts)
