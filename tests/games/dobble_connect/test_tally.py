"""What is counted in a match: by hand in small positions, recounted from the views, and by sums that must agree."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from dottable.core.record import for_rules
from dottable.core.seats import CLOCK, SPECTATOR
from dottable.core.series import seed_from
from dottable.core.tally import MATCH, width
from dottable.games.dobble_connect import rules, tally
from dottable.games.dobble_connect.pieces import COLOURS
from dottable.games.dobble_connect.state import ACTIONS, Options
from dottable.lab.notes import OPENER, OWN, PLACES
from dottable.lab.policy_series import PolicySeries, note_match

from . import oracle
from .positions import GAME, claim, new_match, position

PINK_ROW = "p5@1,0 p6@2,0 p7@3,0"
DEAL, UNLOCK = ACTIONS.encode("deal"), ACTIONS.encode("unlock")
SHAPES = {count.name: count.shape for count in tally.COUNTS}
NOTES_FOR_THE_NEXT_MOVE = {"waiting", "last_scorer"}
TABLES = [
    (2, {}),
    (3, {"lock_seconds": 0}),
    (4, {}),
    (4, {"teams": "4", "points": 5}),
    (5, {"lock_seconds": 10}),
    (7, {"points": 1}),
    (8, {}),
]


class Counted:
    """A match, and what was counted in it so far."""

    def __init__(self, match):
        self.match = match
        self.numbers = for_rules(np.zeros(width(tally.COUNTS), np.int32))

    def play(self, seat, action, at_ms=None):
        tally.before(self.match.state, seat, action, self.numbers)
        refused = self.match.apply(seat, action, at_ms)
        assert refused is None, refused
        tally.after(self.match.state, seat, action, self.numbers)
        return self

    def lay(self, seat, where, at_ms=None):
        return self.play(seat, claim(self.match, seat, where), at_ms)

    def err(self, seat, where, at_ms=None):
        return self.play(seat, claim(self.match, seat, where, wrong=True), at_ms)

    def deal(self):
        return self.play(self.match.to_act[0], DEAL)

    def __getitem__(self, name):
        at, shape = tally.AT[name], SHAPES[name]
        return int(self.numbers[at]) if not shape else self.numbers.tolist()[at : at + int(np.prod(shape))]

    def nonzero(self):
        """All single counts that went up."""
        names = [name for name, shape in SHAPES.items() if not shape and name not in NOTES_FOR_THE_NEXT_MOVE]
        return {name: self[name] for name in names if self[name] != 0}

    def places(self, name):
        """The hexagons (q, r) on a map, with their counts."""
        found = np.array(self[name]).reshape(SHAPES[name])
        return {(int(q) - tally.RADIUS, int(r) - tally.RADIUS): int(found[r, q]) for r, q in np.argwhere(found)}


def counted(*args, **settings):
    return Counted(position(*args, **settings))


def test_E5_there_is_no_opener():
    assert tally.opener(new_match().state) == -1


@pytest.mark.parametrize(("seats", "sides"), [(2, [0, 1]), (5, [0, 1, 0, 1, 0]), (7, [0, 1, 2, 0, 1, 2, 0])])
def test_E3_a_team_is_one_side(seats, sides):
    s = new_match(seats).state
    assert [tally.side(s, seat) for seat in range(seats)] == sides


def test_E3_the_lead_changes_between_teams():
    notes = series(6, "greedy", {}).play(0, 200).notes
    assert notes[:, PLACES["lead_changes"]].mean() > 0.3
    assert set(notes[:, PLACES["halfway_leader"]].tolist()) == {-1, 0, 1, 2}


def test_E5_a_right_claim_is_counted_where_its_card_lies():
    table = counted().lay(0, "0ne").lay(1, "1ne")
    assert table.nonzero() == {"claims": 2, "cards": 2}
    assert table.places("map") == {(1, -1): 1, (2, -2): 1}


def test_E6_the_map_ends_a_few_steps_from_the_centre():
    far = tally.RADIUS
    row = " ".join(f"{'po'[k % 2]}{k + 1}@{k},0" for k in range(1, far))
    table = counted(row, tops="p20 o20", packs=("p19", "o19"))
    table.lay(0, f"{far - 1}e").lay(1, f"{far}e")
    assert table.places("map") == {(far, 0): 1}
    assert (table["cards"], table["off_map"]) == (2, 1)


def test_E6_the_map_is_a_hexagon_and_no_square():
    corner = tally.RADIUS - 1  # both coordinates are small enough, but the way is twice as long
    table = counted(f"p5@{corner},{corner}", tops="p1 o1").lay(0, "1e")
    assert (table.places("map"), table["off_map"]) == ({}, 1)


def test_E7_a_wrong_claim_is_counted_with_its_lock():
    table = counted().err(0, "0e", 0)
    assert table.nonzero() == {"claims": 1, "wrong": 1, "locks": 1}
    assert table.places("map") == {}


def test_E7_without_locks_a_wrong_claim_is_only_wrong():
    table = counted(lock_seconds=0).err(0, "0e", 0).err(0, "0e", 0)
    assert table.nonzero() == {"claims": 2, "wrong": 2}


def test_E7_cards_laid_while_somebody_is_locked():
    table = counted().lay(1, "0e", 0).err(0, "0w", 10).lay(1, "0nw", 20)
    table.play(CLOCK, UNLOCK, 3010).lay(1, "0sw", 3020)
    assert table.nonzero() == {"claims": 4, "wrong": 1, "locks": 1, "cards": 3, "amid_locks": 1}


def test_E7_a_card_that_ends_the_round_was_laid_amid_locks_too():
    table = counted(PINK_ROW).err(1, "0w", 0).lay(0, "3e", 10)
    assert table.match.view(0).players[1].locked_until_ms is None
    assert table["amid_locks"] == 1


def test_E7_a_claim_too_late_is_no_move_and_not_counted():
    table = counted()
    theirs = claim(table.match, 1, "0e")
    table.lay(0, "0e")
    assert table.match.apply(1, theirs).code == rules.TOO_LATE
    assert table.nonzero() == {"claims": 1, "cards": 1}


def test_a_thousand_wrong_claims_give_a_round_up():
    table = counted(lock_seconds=3)
    table.match.state.wrong = rules.MOST_WRONG - 1
    table.err(0, "0e")
    assert {name: table[name] for name in ("rounds", "given_up", "played_out", "points", "wrong", "locks")} == {
        "rounds": 1,
        "given_up": 1,
        "played_out": 0,
        "points": 0,
        "wrong": 1,
        "locks": 0,
    }
    assert table["lengths"][0] == 1


@pytest.mark.parametrize(
    ("row", "end", "direction", "last"),
    [
        (PINK_ROW, "3e", 0, (4, 0)),
        ("p5@1,-1 p6@2,-2 p7@3,-3", "3ne", 1, (4, -4)),
        ("p5@0,1 p6@0,2 p7@0,3", "3se", 2, (0, 4)),
    ],
)
def test_E8_a_line_is_counted_with_its_colour_its_direction_and_its_last_card(row, end, direction, last):
    table = counted(row).lay(0, end)
    assert (table["rounds"], table["points"], table["lines"]) == (1, 1, 1)
    assert table["scored"] == [1, 0, 0, 0]
    assert table["directions"] == [k == direction for k in range(3)]
    assert table.places("last_cards") == {last: 1}
    assert (table["given"], table["two_ways"], table["long_lines"]) == (0, 0, 0)
    assert (table["blocks"], table["spoils"]) == (0, 0)  # a line that is completed is not blocked


def test_E8_a_line_that_ends_off_the_map_is_a_point_without_a_place():
    far = tally.RADIUS
    row = " ".join(f"p{k}@{k},0" for k in range(far - 2, far + 1))
    table = counted(row, tops="p20 o1").lay(0, "3e")
    assert (table["points"], table["off_map"], table.places("last_cards")) == (1, 1, {})


def test_E8_a_point_completed_for_another_team_is_given():
    table = counted(PINK_ROW, tops="o1 p1", packs=("p2", "o2")).lay(1, "3e")
    assert table["scored"] == [1, 0, 0, 0]
    assert (table["given"], table["foreign"], table["points"], table["blocks"]) == (1, 1, 1, 0)


def test_E8_a_team_mates_point_is_not_given():
    table = counted(PINK_ROW, seats=4, tops="p1 o1 p8 o8", packs=("p2 p3", "o2 o3")).lay(2, "3e")
    assert (table["given"], table["points"], table["foreign"]) == (0, 1, 0)


def test_E8_two_lines_at_once_are_one_point_in_two_directions():
    table = counted(f"{PINK_ROW} o5@3,1 p8@4,1 p9@4,2 p10@4,3").lay(0, "3e")
    assert (table["points"], table["two_ways"], table["lines"]) == (1, 1, 2)
    assert table["directions"] == [1, 0, 1]


def test_E8_five_in_a_line_are_a_long_line():
    table = counted("p5@1,0 p6@2,0 o5@3,-1 p7@4,0 p8@5,0").lay(0, "2e")
    assert (table["points"], table["lines"], table["long_lines"]) == (1, 1, 1)


def test_E8_a_card_on_the_last_place_of_a_rivals_line_blocks_it():
    table = counted(PINK_ROW).lay(1, "3e")
    assert table.nonzero() == {"claims": 1, "cards": 1, "blocks": 1}


def test_E8_a_card_in_a_gap_of_a_rivals_line_blocks_it():
    assert counted("p5@1,0 p6@2,0 p7@4,0 o5@3,-1").lay(1, "2e")["blocks"] == 1


def test_E8_two_cards_are_no_line_to_block():
    assert counted("p5@1,0 p6@2,0").lay(1, "2e")["blocks"] == 0


def test_E8_a_rivals_card_laid_into_the_own_line_spoils_it():
    table = counted(PINK_ROW, tops="o1 p1", packs=("p2", "o2")).lay(0, "3e")
    assert (table["spoils"], table["blocks"], table["foreign"]) == (1, 0, 1)


def test_E8_one_card_can_block_two_rivals_and_is_one_block():
    rows = "o5@1,0 o6@2,0 o7@3,0 g5@4,1 g6@4,2 g7@4,3"
    table = counted(rows, seats=3, tops="p1 o1 g1", packs=("p2", "o2", "g2"), points=(0, 0, 0)).lay(0, "3e")
    assert table["blocks"] == 1


def test_E9_cards_handed_over_are_counted_at_the_deal():
    table = counted(PINK_ROW, points=(2, 0), packs=("p2 p3 p4", "o2 o3 o4 o8 o9")).lay(0, "3e")
    assert table["handed_over"] == 0
    table.deal()
    assert (table["owed"], table["handed_over"], table["kept_back"], table["brought_home"]) == (3, 3, 0, 0)


def test_E9_every_other_team_hands_over():
    packs = ("p2 p3", "o2 o3 o4", "g2 g3 g4", "b2 b3 b4")
    settings = {"seats": 4, "teams": "4", "tops": "p1 o1 g1 b1", "packs": packs, "points": (1, 0, 0, 0)}
    assert counted(PINK_ROW, **settings).lay(0, "3e").deal()["handed_over"] == 6


def test_E9_the_last_card_of_a_deck_is_kept_back():
    table = counted(PINK_ROW, points=(3, 0), packs=("p2 p3 p4", "o2 o3")).lay(0, "3e").deal()
    assert (table["owed"], table["handed_over"], table["kept_back"]) == (4, 2, 2)


def test_E9_a_handed_card_of_the_own_colour_comes_home():
    table = counted(PINK_ROW, tops="p1 o1", packs=("p2 p3", "p8 p9")).lay(0, "3e").deal()
    assert (table["handed_over"], table["brought_home"]) == (1, 1)


def test_E9_a_card_of_another_colour_is_foreign_to_who_lays_it():
    table = counted(tops="o1 o2", packs=("p2 p3", "o3")).lay(0, "0e").lay(1, "0w")
    assert (table["cards"], table["foreign"]) == (2, 1)


@pytest.mark.parametrize(("last_scorer", "chances", "repeats"), [(-1, 0, 0), (0, 1, 1), (1, 1, 0)])
def test_E9_a_point_after_a_point_may_be_the_same_teams(last_scorer, chances, repeats):
    table = counted(PINK_ROW)
    table.match.state.scorer = last_scorer
    table.lay(0, "3e")
    assert (table["chances_to_repeat"], table["repeats"]) == (chances, repeats)


def test_E10_what_is_left_in_the_packs_at_a_rounds_end():
    packs = (" ".join(f"p{k}" for k in range(8, 12)), " ".join(f"o{k}" for k in range(2, 9)))
    table = counted(PINK_ROW, tops="p1 o1", packs=packs)
    assert table["packs"] == 0
    table.lay(0, "3e")
    assert (table["packs"], table["unlaid"], table["dealt"]) == (2, 4 + 8, 40)
    assert table["packs_left"] == [0, 0, 1, 1, 0, 0, 0, 0, 0]  # 4-6 and 7-9 cards


def test_E11_a_round_that_a_team_has_played_out():
    table = counted(tops="p1 o1", packs=("", "o2 o3")).err(1, "0e").lay(0, "0w")
    assert (table["rounds"], table["played_out"], table["given_up"], table["points"]) == (1, 1, 0, 0)
    assert table["packs_left"][:2] == [1, 1]
    assert table["unlaid"] == 3
    table.deal()
    assert (table["owed"], table["handed_over"], table["kept_back"]) == (0, 0, 0)


@pytest.mark.parametrize(("cards", "bar"), [(4, 0), (5, 0), (6, 1)])
def test_E11_a_round_is_counted_by_the_cards_laid_in_it(cards, bar):
    ring = ("o2@0,-1", "o3@-1,0", "o4@-1,1", "o5@0,1", "o6@1,0")
    laid = " ".join(ring[: cards - 1])
    table = counted(laid, tops="p1 o1", packs=("", "o19")).lay(0, "0ne")
    assert table["lengths"] == [k == bar for k in range(tally.LENGTHS)]


def test_E12_a_match_without_a_winner_after_sixty_rounds_is_unwon():
    table = counted(tops="p1 o1", packs=("", "o2"), points=(1, 3))
    table.match.state.round_number = rules.MOST_ROUNDS
    assert table.lay(0, "0w")["unwon"] == 1


@pytest.mark.parametrize(("points", "unwon"), [(4, 0), (1, 1)])
def test_E12_the_last_point_wins_also_in_the_sixtieth_round(points, unwon):
    table = counted(PINK_ROW, points=(points, 3))
    table.match.state.round_number = rules.MOST_ROUNDS
    table.lay(0, "3e")
    assert table.match.is_over
    assert table["unwon"] == unwon


def test_a_match_that_goes_on_is_not_unwon():
    assert counted(PINK_ROW).lay(0, "3e")["unwon"] == 0


def test_counting_changes_no_byte_of_the_match():
    match = position(PINK_ROW)
    numbers = for_rules(np.zeros(width(tally.COUNTS), np.int32))
    for seat, action in ((1, claim(match, 1, "0w", wrong=True)), (0, claim(match, 0, "3e")), (0, DEAL)):
        for count in (tally.before, tally.after):
            held = match.state_bytes
            count(match.state, seat, action, numbers)
            assert match.state_bytes == held
            if count is tally.before:
                assert match.apply(seat, action, 0) is None


# Whole matches


def series(seats, bots, settings):
    return PolicySeries(
        GAME, seats=seats, options=Options(**settings), seed=seed_from("tally"), bots=[bots] * seats, is_noted=True
    )


def columns(notes):
    """The numbers of every count, by match."""
    own = notes[:, OWN:].astype(np.int64)
    return {c.name: own[:, tally.AT[c.name] : tally.AT[c.name] + c.size] for c in tally.COUNTS}


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_sums_agree_over_many_matches(seats, settings, bots):
    results = series(seats, bots, settings).play(0, 60)
    notes, found = results.notes, columns(results.notes)
    one = {name: numbers[:, 0] for name, numbers in found.items() if not SHAPES[name]}
    several = {name: numbers.sum(axis=1) for name, numbers in found.items() if SHAPES[name]}
    teams = int(new_match(seats, **settings).state.teams)

    def agree(left, right):
        np.testing.assert_array_equal(left, right)

    agree(notes[:, OPENER], -1)
    agree(one["rounds"], one["points"] + one["played_out"] + one["given_up"])
    agree(one["claims"], one["cards"] + one["wrong"])
    agree(notes[:, PLACES["decisions"]], one["claims"] + one["rounds"] - 1)
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


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(("seats", "settings"), TABLES)
def test_no_share_is_above_one(seats, settings, bots):
    found = columns(series(seats, bots, settings).play(100, 40).notes)
    found[MATCH] = np.ones((40, 1), np.int64)
    shown = [drawn for drawn in (*tally.FIGURES, *tally.CHARTS) if drawn.is_share]
    assert shown
    for drawn in shown:
        assert (found[drawn.count] <= found[drawn.over]).all(), drawn.name


def test_every_figure_and_chart_shows_a_count():
    for figure in tally.FIGURES:
        assert SHAPES[figure.count] == ()
        assert SHAPES.get(figure.over, ()) == ()
    for chart in tally.CHARTS:
        wanted = () if chart.kind == "hexagons" else SHAPES[chart.count]
        assert (len(chart.labels),) == wanted if wanted else chart.labels == ()
        assert SHAPES.get(chart.over, ()) in ((), SHAPES[chart.count])


def test_every_count_is_shown_or_needed():
    shown = {name for drawn in (*tally.FIGURES, *tally.CHARTS) for name in (drawn.count, drawn.over)}
    assert set(SHAPES) - shown == NOTES_FOR_THE_NEXT_MOVE


def test_the_middle_of_the_map_stays_empty_for_the_starting_card():
    middle = tally.RADIUS * tally.MAP + tally.RADIUS
    found = columns(series(4, "greedy", {}).play(0, 100).notes)
    assert found["map"][:, middle].sum() == 0
    ring = [middle + r * tally.MAP + q for q, r in oracle.SIDES]
    assert (found["map"][:, ring].sum(axis=0) > 0).all()


@pytest.mark.parametrize("bots", ["random", "greedy"])
@pytest.mark.parametrize(
    ("seats", "settings"),
    [(2, {"points": 2}), (3, {"points": 1}), (4, {"teams": "4", "points": 2}), (5, {"points": 2, "lock_seconds": 0})],
)
def test_the_views_of_a_match_tell_the_same(seats, settings, bots):
    matches = series(seats, bots, settings)
    for index in range(4):
        played = matches.record(index)
        twin, _ = matches.match(index)
        told = recount(twin, played.moves)
        noted = {name: numbers[0].tolist() for name, numbers in columns(note_match(played)[None]).items()}
        for name, shape in SHAPES.items():
            if name in NOTES_FOR_THE_NEXT_MOVE:
                continue
            expected = [told[name]] if not shape else [told[name, k] for k in range(len(noted[name]))]
            assert noted[name] == expected, name


def recount(match, moves):
    """All counts of a match, from what a spectator sees before and after every move."""
    told = Counter()
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
    """Where a place is in a list of all rows of a map; None outside of it."""
    q, r = place
    radius = tally.RADIUS
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
    """How many cards of one colour lie in a row through a place."""
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
