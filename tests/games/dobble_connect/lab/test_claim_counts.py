"""Counts of teams and claims in small positions."""

from __future__ import annotations

import pytest

from dottable.core.primitives.seats import CLOCK
from dottable.games.dobble_connect.lab import statistics
from dottable.games.dobble_connect.rules import flow as rules
from tests.games.dobble_connect.lab.counting import PINK_ROW, UNLOCK, counted
from tests.games.dobble_connect.positions import claim, new_match


def test_E5_there_is_no_opener():
    assert statistics.opening_seat(new_match().state) == -1


@pytest.mark.parametrize(("seats", "sides"), [(2, [0, 1]), (5, [0, 1, 0, 1, 0]), (7, [0, 1, 2, 0, 1, 2, 0])])
def test_E3_a_team_is_one_side(seats, sides):
    s = new_match(seats).state
    assert [statistics.team_of_seat(s, seat) for seat in range(seats)] == sides


def test_E5_a_right_claim_is_counted_where_its_card_lies():
    table = counted().lay(0, "0ne").lay(1, "1ne")
    assert table.nonzero() == {"claims": 2, "cards": 2}
    assert table.places("map") == {(1, -1): 1, (2, -2): 1}


def test_E6_the_map_ends_a_few_steps_from_the_centre():
    far = statistics.MAP_RADIUS
    row = " ".join(f"{'po'[k % 2]}{k + 1}@{k},0" for k in range(1, far))
    table = counted(row, tops="p20 o20", packs=("p19", "o19"))
    table.lay(0, f"{far - 1}e").lay(1, f"{far}e")
    assert table.places("map") == {(far, 0): 1}
    assert (table["cards"], table["off_map"]) == (2, 1)


def test_E6_the_map_is_a_hexagon_and_no_square():
    corner = statistics.MAP_RADIUS - 1  # both coordinates are small enough, but the way is twice as long
    table = counted(f"p5@{corner},{corner}", tops="p1 o1").lay(0, "1e")
    assert (table.places("map"), table["off_map"]) == ({}, 1)


def test_E7_a_wrong_claim_is_counted_with_its_lock():
    table = counted().err(0, "0e", 0)
    assert table.nonzero() == {"claims": 1, "wrong": 1, "locks": 1}
    assert table.places("map") == {}


def test_E7_without_locks_a_wrong_claim_is_only_wrong():
    table = counted(lock_seconds=0).err(0, "0e", 0).err(0, "0e", 0)
    assert table.nonzero() == {"claims": 2, "wrong": 2}


def test_E7_cards_laid_while_a_player_is_locked():
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
    assert table.match.apply(1, theirs).code == rules.TOO_LATE_REFUSAL
    assert table.nonzero() == {"claims": 1, "cards": 1}
