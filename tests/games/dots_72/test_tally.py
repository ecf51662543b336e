"""What is counted in a match: every count by the ruling it belongs to, and how counts agree with each other."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dottable.core.match import Match
from dottable.core.record import for_rules
from dottable.core.series import Series, seed_from
from dottable.core.tally import MATCH, offsets, width
from dottable.games.dots_72 import notation, tally
from dottable.games.dots_72.state import Options
from dottable.games.dots_72.tally import HAND_POINTS, MOMENTS, SORTS, WAYS
from dottable.lab.notes import OWN
from dottable.lab.policy_series import PolicySeries

from .positions import COMPLETE, GAME, NOTHING, new_match, play, table

OTHER = "y y g g y2 g2"
STARTS = offsets(tally.COUNTS)
SHAPES = {count.name: count.shape for count in tally.COUNTS}
SCRATCH = ("picked_now", "turns_now", "fresh_now")
COLOURS = ("red", "blue", "yellow", "green")


def by_name(rows):
    """Rows of counts, or a single one, as arrays by name."""
    return {
        count.name: rows[..., STARTS[count.name] : STARTS[count.name] + count.size].reshape(
            rows.shape[:-1] + count.shape
        )
        for count in tally.COUNTS
    }


class Counted:
    """A match whose moves are counted while they are played; what was counted comes out by name."""

    def __init__(self, match):
        self.match, self.row = match, np.zeros(width(tally.COUNTS), np.int32)

    def play(self, *texts):
        for text in texts:
            seat, action = self.match.to_act[0], notation.read(text)
            self.count(tally.before, seat, action)
            play(self.match, text)
            self.count(tally.after, seat, action)
        return self

    def count(self, function, seat, action):
        whole = self.match.state_bytes
        function(self.match.state, seat, action, for_rules(self.row))
        assert self.match.state_bytes == whole, "counting changes nothing"

    def __getitem__(self, name):
        found = by_name(self.row)[name]
        return int(found) if found.ndim == 0 else found.tolist()

    def all(self, *names):
        return tuple(self[name] for name in names)

    def cards(self, way):
        """The sorts of cards that something was done with, and how often."""
        return {sort: n for sort, n in zip(SORTS, self["cards"][WAYS.index(way)], strict=True) if n}

    def pairs(self):
        """The sets, as "red 2"."""
        return Counter(
            {f"{colour} {2 * k + 2}": n for colour, row in zip(COLOURS, self["pairs"], strict=True)
             for k, n in enumerate(row) if n}
        )  # fmt: skip

    def moments(self):
        return {moment: n for moment, n in zip(MOMENTS, self["moments"], strict=True) if n}


def counted(match, *texts):
    return Counted(match).play(*texts)


def used_up(*hands, seats=2, **more):
    """Seat 0 is about to draw the last card of the pile; the discards are y8 on top, then b4 and r4."""
    return table(*hands, seats=seats, pile="b2", discards="y8 b4 r4", **more)


def called(cards):
    """A call with six cards."""
    return counted(table(cards, OTHER), "call")


@pytest.mark.parametrize("seed", range(4))
def test_B5_the_opener_has_the_first_turn(seed):
    match = new_match(5, seed=seed)
    assert match.to_act == (tally.opener(match.state),)


def test_B6_a_draw_is_a_turn():
    found = counted(table(NOTHING, pile="b2 g6"), "draw", "discard:r8")
    assert found.all("turns", "draws", "takes", "offers", "draws_returned") == (1, 1, 0, 1, 0)
    assert found.cards("taken") == {}
    assert found.cards("discarded") == {"8": 1}


def test_B6_a_take_is_a_turn():
    found = counted(table(NOTHING, discards="b2 g6"), "take", "discard:r")
    assert found.all("turns", "draws", "takes", "offers", "takes_returned") == (1, 0, 1, 1, 0)
    assert found.cards("taken") == {"2": 1}
    assert found.cards("discarded") == {"Swatch": 1}


def test_B6_a_taken_card_that_goes_back_is_counted():
    found = counted(table(NOTHING, discards="b2 g6"), "take", "discard:b2")
    assert found.all("takes_returned", "draws_returned") == (1, 0)


@pytest.mark.parametrize("discard", ["discard:b2", "call:b2"])
def test_B6_a_drawn_card_that_is_discarded_at_once_is_counted(discard):
    found = counted(table(NOTHING, pile="b2 g6"), "draw", discard)
    assert found.all("takes_returned", "draws_returned") == (0, 1)


def test_B6_an_equal_card_counts_as_the_drawn_one():
    found = counted(table("r r r8 r8 r8 y6", pile="r8 g6"), "draw", "discard:r8")
    assert found["draws_returned"] == 1


def test_B6_the_card_of_the_turn_before_is_not_the_drawn_one():
    found = counted(table(NOTHING, OTHER, pile="b2 g6 g8"), "draw", "discard:r8", "draw", "discard:y")
    found.play("draw", "discard:b2")
    assert found["draws_returned"] == 0


def test_B6_without_discards_nothing_is_offered():
    found = counted(table(NOTHING, discards=""), "draw", "discard:r8")
    assert found.all("turns", "offers", "must_draw") == (1, 0, 0)


def test_B15_a_turn_that_has_to_draw_is_counted():
    found = counted(table(NOTHING, OTHER, discards="b2 g6"), *["take", "discard:b2"] * 12)
    assert found.all("takes", "offers", "must_draw") == (12, 12, 0)
    found.play("draw")
    assert found.all("turns", "offers", "must_draw") == (13, 12, 1)


def test_B7_a_call_after_the_discard():
    found = counted(table(f"{COMPLETE} y4", OTHER), "call:y4")
    assert found.all("calls", "wins", "wrong_calls", "start_wins", "complete", "held_back") == (1, 1, 0, 0, 1, 0)
    assert found.moments() == {"after the discard": 1}


def test_B7_a_call_with_the_hand_as_dealt():
    found = counted(table(COMPLETE, OTHER), "call")
    assert found.all("calls", "wins", "start_wins", "complete", "turns") == (1, 1, 1, 0, 0)
    assert found.moments() == {"with the hand as dealt": 1}


def test_B7_the_last_player_too_may_call_with_the_hand_as_dealt():
    found = counted(table(OTHER, COMPLETE, pile="b2 g6"), "draw", "discard:b2", "call")
    assert found.moments() == {"with the hand as dealt": 1}


def test_B7_a_call_with_a_passed_card():
    match = used_up("y y g g y2 d4", "r r8 d3 b b8 y6")
    found = counted(match, "draw", "discard:b2", "pass:d4", "pass:y6", "call")
    assert found.moments() == {"with a passed card": 1}


def test_B7_a_complete_hand_may_be_held_back_and_called_later():
    found = counted(table(COMPLETE, OTHER, pile="b2 g6 g8"), "draw", "discard:b2")
    assert found.all("complete", "held_back", "calls") == (1, 1, 0)
    found.play("draw", "discard:y", "call")
    assert found.all("complete", "held_back", "wins") == (1, 1, 1)
    assert found.moments() == {"at another turn's start": 1}


def test_B7_an_incomplete_hand_is_not_held_back():
    assert counted(table(NOTHING, pile="b2 g6"), "draw", "discard:b2").all("complete", "held_back") == (0, 0)


@pytest.mark.parametrize("call", [["call"], ["draw", "call:r8"]])
def test_B9_a_wrong_call_is_counted(call):
    found = counted(table(NOTHING, OTHER), *call)
    assert found.all("calls", "wrong_calls", "wins", "hands") == (1, 1, 0, 0)


def test_B9_a_wrong_and_a_right_call_in_one_turn():
    found = counted(table("r r8 d3 b b8 y2", pile="d4 g6"), "call", "draw", "call:y2")
    assert found.all("calls", "wrong_calls", "wins") == (2, 1, 1)


def test_B9_a_wrong_call_that_makes_the_hand_void_wins_nothing():
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs, match.state.caller = 4, 0
    found = counted(match, "draw", "call:b2")
    assert found.all("wrong_calls", "wins", "void_hands", "hands") == (1, 0, 1, 1)


def test_B10_a_turn_over_and_the_passed_cards_are_counted():
    found = counted(used_up(NOTHING, OTHER, "b b b y4 ws d9", seats=3), "draw", "discard:b2")
    assert found.all("turn_overs", "passes") == (1, 0)
    found.play("pass:r8", "pass:y2", "pass:d9")
    assert found.all("turn_overs", "passes") == (1, 3)
    assert found.cards("passed") == {"8": 1, "2": 1, "matchless DOTS": 1}
    assert found.cards("discarded") == {"2": 1}


def test_B10_a_turn_over_is_counted_with_reshuffle_too():
    assert counted(used_up(NOTHING, OTHER, reshuffle=True), "draw", "discard:b2")["turn_overs"] == 1


def test_B13_a_hand_that_ends_the_match_is_counted():
    match = table(COMPLETE, OTHER)
    match.state.scores[0] = 450
    assert counted(match, "call").all("hands", "wins", "void_hands", "void_ends") == (1, 1, 0, 0)


def test_B13_hands_add_up():
    found = counted(table(COMPLETE, OTHER), "call", "deal")
    assert found.all("hands", "turns_now", "fresh_now") == (1, 0, 0)
    found.play("draw")
    assert found.all("hands", "turns", "turns_now", "fresh_now") == (1, 1, 1, 1)


@pytest.mark.parametrize(("before", "ends"), [(0, 0), (1, 0), (2, 1)])
def test_B14_a_void_hand_is_counted_and_the_third_ends_the_match(before, ends):
    match = used_up(NOTHING, OTHER)
    match.state.turn_overs, match.state.void_hands = 4, before
    found = counted(match, "draw", "discard:b2")
    assert found.all("hands", "wins", "void_hands", "void_ends", "turn_overs") == (1, 0, 1, ends, 0)


@pytest.mark.parametrize(
    ("cards", "pairs"),
    [
        ("r r2 d6 b b8 d3", {"red 2": 1, "blue 8": 1}),
        ("g g6 d14 y y4 d11", {"green 6": 1, "yellow 4": 1}),
        ("r r8 d3 r r8 d19", {"red 8": 2}),
        ("ws r8 d3 b b6 d5", {"red 8": 1, "blue 6": 1}),
    ],
)
def test_B8_sets_are_counted_by_colour_and_number(cards, pairs):
    found = called(cards)
    assert found.pairs() == pairs
    assert found.all("sets", "all_wild", "twos") == (2, 0, pairs.get("red 2", 0))


def test_B8_the_dots_cards_of_a_winning_hand_are_counted():
    found = called("r r2 d6 b b8 d3")
    assert [k + 1 for k, n in enumerate(found["dots_cards"]) if n] == [3, 6]
    assert found.cards("called with") == {"Swatch": 2, "2": 1, "8": 1, "DOTS": 2}


def test_B8_wilds_of_a_winning_hand_are_counted():
    found = called("ws r8 wd b wn d5")
    assert found.all("wild_wins", "wilds") == (1, 3)
    assert [k + 1 for k, n in enumerate(found["dots_cards"]) if n] == [5]
    assert called(COMPLETE).all("wild_wins", "wilds") == (0, 0)


def test_B11_a_set_of_all_wilds_has_no_number():
    found = called("ws wn wd b b6 d5")
    assert found.all("sets", "all_wild", "twos", "points") == (2, 1, 0, 300)
    assert found.pairs() == {"blue 6": 1}


def test_B11_a_doubled_hand_is_counted():
    assert called("r r2 d6 r r6 d5").all("doubled", "points") == (1, 300)
    assert called("ws r2 d6 r r6 d5").all("doubled", "points") == (0, 150)


@pytest.mark.parametrize(
    ("cards", "points"),
    [(COMPLETE, 50), ("r r2 d6 b b8 d3", 125), ("r r8 d3 r r6 d5", 150), ("ws wn wd b b8 d3", 275)],
)
def test_B11_the_points_of_a_hand_are_counted_by_their_size(cards, points):
    found = called(cards)
    assert found["points"] == points
    assert [size for size, n in zip(HAND_POINTS, found["hand_points"], strict=True) if n] == [points]


@pytest.mark.parametrize(
    ("cards", "pair"),
    [
        ("r wn d6 b b8 d3", "red 2"),
        ("ws wn d6 b b8 d3", "red 2"),  # not eight yellow dots
        ("r wn wd b b8 d3", "red 2"),
        ("ws wn d11 b b8 d3", "yellow 4"),  # as good as the red 6 and the green 4
    ],
)
def test_B12_a_wild_counts_as_what_it_stands_for(cards, pair):
    assert called(cards).pairs() == {pair: 1, "blue 8": 1}


@pytest.mark.parametrize("place", [0, 1, 2])
def test_B5_a_win_is_counted_by_the_place_in_the_order_of_play(place):
    hands = [OTHER, "y g y4 y4 y6 y6"][:place]
    turns = ["draw", "discard:b2", "draw", "discard:b4"][: 2 * place]
    found = counted(table(*hands, COMPLETE, seats=4, pile="b2 b4 g6"), *turns, "call")
    assert found["places"] == [int(k == place) for k in range(6)]
    assert found["starter_wins"] == (place == 0)


def test_a_hand_is_counted_by_the_number_of_its_turns():
    turns = ["take", "discard:y8"] * 5
    assert counted(table(COMPLETE, OTHER), *turns[:8], "call")["hand_turns"] == [1] + [0] * 10
    assert counted(table(OTHER, COMPLETE), *turns, "call")["hand_turns"] == [0, 1] + [0] * 9


@pytest.mark.parametrize(("turns", "place"), [(49, 9), (50, 10), (54, 10), (300, 10)])
def test_the_longest_hands_are_counted_together(turns, place):
    found = Counted(table(COMPLETE, OTHER))
    found.row[STARTS["turns_now"]] = turns
    found.play("call")
    assert [k for k, n in enumerate(found["hand_turns"]) if n] == [place]
    assert found["turns_now"] == 0


@pytest.mark.parametrize(
    ("code", "sort"),
    [
        ("g", "Swatch"), ("r2", "2"), ("g4", "4"), ("y6", "6"), ("b8", "8"), ("d1", "DOTS"), ("d20", "DOTS"),
        ("d2", "matchless DOTS"), ("d9", "matchless DOTS"),
        ("ws", "Wild Swatch"), ("wn", "Wild Number"), ("wd", "Wild DOTS"),
    ],
)  # fmt: skip
def test_B1_every_card_is_of_a_sort(code, sort):
    found = counted(table(NOTHING, discards=code), "take", f"discard:{code}")
    assert found.cards("taken") == found.cards("discarded") == {sort: 1}


STYLES = [("random", 2, False), ("random", 6, True), ("greedy", 2, False), ("greedy", 4, True), ("greedy", 6, False)]


def a_series(bot, seats, reshuffle):
    return PolicySeries(
        GAME,
        seats=seats,
        options=Options(reshuffle=reshuffle),
        seed=seed_from("tally"),
        bots=[bot] * seats,
        is_noted=True,
    )


@pytest.fixture(scope="module", params=STYLES, ids=lambda style: f"{style[0]}-{style[1]}")
def noted(request):
    """The counts of some hundred matches, with their seats and results."""
    results = a_series(*request.param).play(0, 60 if request.param[0] == "random" else 150)
    return request.param[1], results, by_name(results.notes[:, OWN:])


def total(counts):
    """All entries of a count, match by match."""
    return counts.reshape(len(counts), -1).sum(axis=1)


def way(counts, name):
    """The cards that one thing was done with, by sort."""
    return counts["cards"][:, WAYS.index(name)]


def same(*counts):
    for other in counts[1:]:
        np.testing.assert_array_equal(counts[0], other)


def test_turns_add_up(noted):
    _, _, counts = noted
    same(counts["turns"], counts["draws"] + counts["takes"], total(way(counts, "discarded")))
    same(counts["takes"], total(way(counts, "taken")))
    assert (counts["takes"] <= counts["offers"]).all()
    assert (counts["offers"] + counts["must_draw"] <= counts["turns"]).all()
    assert (counts["turns"] > 0).all()


def test_steps_add_up(noted):
    _, results, counts = noted
    start_calls = results.steps - (2 * counts["turns"] + counts["passes"] + counts["hands"] - 1)
    assert (counts["start_wins"] <= start_calls).all()
    assert (start_calls <= counts["calls"]).all()


def test_hands_add_up(noted):
    _, _, counts = noted
    same(counts["hands"], counts["wins"] + counts["void_hands"], total(counts["hand_turns"]))
    assert (counts["turn_overs"] <= 4 * counts["hands"]).all()
    assert (counts["turn_overs"] >= 4 * counts["void_hands"]).all()
    assert (3 * counts["void_ends"] <= counts["void_hands"]).all()


def test_cards_that_are_passed_add_up(noted):
    seats, _, counts = noted
    same(counts["passes"], seats * counts["turn_overs"], total(way(counts, "passed")))


def test_calls_add_up(noted):
    _, _, counts = noted
    same(counts["calls"], counts["wrong_calls"] + counts["wins"])
    same(counts["wins"], total(counts["moments"]), total(counts["places"]), total(counts["hand_points"]))
    same(counts["start_wins"], total(counts["moments"][:, 1:]))
    same(counts["starter_wins"], counts["places"][:, 0])
    same(counts["complete"], counts["held_back"] + counts["moments"][:, 0])


def test_places_are_those_of_the_players(noted):
    seats, _, counts = noted
    assert counts["places"][:, seats:].sum() == 0
    assert (counts["places"][:, :seats].sum(axis=0) > 0).all()


def test_points_are_what_the_match_scores(noted):
    _, results, counts = noted
    same(counts["points"], counts["hand_points"] @ np.array(HAND_POINTS), results.scores.sum(axis=1))


def test_matches_end_by_500_points_or_by_void_hands(noted):
    _, results, counts = noted
    same(counts["void_ends"], results.scores.max(axis=1) < 500)


def test_sets_add_up(noted):
    _, _, counts = noted
    same(counts["sets"], 2 * counts["wins"], total(counts["pairs"]) + counts["all_wild"])
    same(counts["twos"], counts["pairs"][:, :, 0].sum(axis=1))
    same(total(way(counts, "called with")), 6 * counts["wins"])
    same(way(counts, "called with")[:, SORTS.index("DOTS")], total(counts["dots_cards"]))
    same(way(counts, "called with")[:, SORTS.index("Wild Swatch") :].sum(axis=1), counts["wilds"])
    assert way(counts, "called with")[:, SORTS.index("matchless DOTS")].sum() == 0
    assert (counts["doubled"] + counts["wild_wins"] <= counts["wins"]).all()
    assert (counts["wild_wins"] <= counts["wilds"]).all()


def test_nothing_is_left_in_the_scratch_counts(noted):
    _, _, counts = noted
    assert all(counts[name].sum() == 0 for name in SCRATCH)


def test_shares_are_parts(noted):
    _, results, counts = noted
    ones = np.ones(len(results.steps))
    for figure in tally.FIGURES:
        if figure.is_share:
            assert (counts[figure.count] <= (ones if figure.over == MATCH else counts[figure.over])).all(), figure
    for chart in tally.CHARTS:
        if chart.is_share:
            over = counts[chart.over]
            assert (counts[chart.count].reshape(len(ones), -1) <= over[:, None]).all(), chart


def told(match):
    """What the views of a match tell of its hands, move by move, counted another way."""
    found = Counter()
    replay = Match(GAME, seats=match.seats, options=match.options, seed=match.seed, salt=b"")
    for move in match.moves:
        before = replay.state.scores.tolist()
        assert replay.apply(move.seat, move.action, move.at_ms) is None
        found[GAME.state.ACTIONS.decode(move.action)[0]] += 1
        if replay.state.scores.tolist() != before:
            result = replay.view(move.seat).result
            found["wins"] += 1
            found["points"] += result.points
            found["doubled"] += result.doubled
            found["twos"] += sum(three.points == 100 for three in result.sets)
            found["all_wild"] += sum(three.points == 250 for three in result.sets)
            found["wilds"] += sum(code.startswith("w") for three in result.sets for code in three.cards)
            for three in result.sets:
                found.update(code for code in three.cards if code in tally.CHARTS[3].labels)
    return found


@pytest.mark.parametrize("style", [("random", 3, False), ("greedy", 2, False)], ids=lambda style: style[0])
def test_counts_agree_with_what_players_are_told(style):
    series = a_series(*style)
    match = series.record(5)
    counts = {name: found[0] for name, found in by_name(series.play(5, 1).notes[:, OWN:]).items()}
    found = told(match)
    assert counts["draws"] == found["draw"]
    assert counts["takes"] == found["take"]
    assert counts["calls"] == found["call"] + found["discard_and_call"]
    assert counts["turns"] == found["discard"] + found["discard_and_call"]
    assert counts["passes"] == found["pass_"]
    assert counts["hands"] == found["deal"] + 1
    for name in ("wins", "points", "doubled", "twos", "all_wild", "wilds"):
        assert counts[name] == found[name], name
    assert counts["dots_cards"].tolist() == [found[code] for code in tally.CHARTS[3].labels]
    assert counts["wins"] > 0


def test_counting_changes_no_match():
    series = a_series("random", 2, False)
    plain = Series(GAME, seats=2, options=Options(), seed=seed_from("tally")).play(0, 20)
    noted = series.play(0, 20)
    same(plain.steps, noted.steps)
    same(plain.scores, noted.scores)


def test_figures_and_charts_name_counts_and_rulings():
    names = {*SHAPES, MATCH}
    assert len(SHAPES) == len(tally.COUNTS)
    for figure in tally.FIGURES:
        assert {figure.count, figure.over} <= names
        assert SHAPES[figure.count] == SHAPES.get(figure.over, ()) == ()
        assert figure.rule.startswith("B")
    for chart in tally.CHARTS:
        shape = SHAPES[chart.count]
        assert shape[-1] == len(chart.labels)
        assert len(shape) == (2 if chart.kind == "grid" else 1)
        assert chart.kind != "grid" or shape[0] == len(chart.row_labels)
        assert SHAPES.get(chart.over, ()) in ((), shape)
    assert len({figure.name for figure in tally.FIGURES}) == len(tally.FIGURES)
    assert len({chart.name for chart in tally.CHARTS}) == len(tally.CHARTS)
