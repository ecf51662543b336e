"""A wrong claim in Dobble Connect costs its player three seconds at a live table, and nothing else (E7)."""

from __future__ import annotations

from dottable.core.primitives.seats import CLOCK
from dottable.table.decisions.command_results import HeldClaim, Rejected
from tests.table.harness import TableHarness

LOCK_MS = 3000


def claim(harness: TableHarness, seat: int, *, is_right: bool) -> int:
    """Return a claim at the first free side of the starting card, with the shared symbol or another one."""
    view = harness.table.live_match().view(seat)
    top, start = view.players[seat].top, view.table[0]
    place = next(k for k, name in enumerate(top.symbols) if (name in start.card.symbols) == is_right)
    side = ("e", "ne", "nw", "w", "sw", "se").index(start.free[0])
    return harness.table.game.state.ACTIONS.encode("claim", 0, side, place)


def live_table() -> TableHarness:
    harness = TableHarness("dobble_connect", seats=3)
    harness.start()
    harness.wait(1000)
    return harness


def test_E7_a_wrong_claim_locks_for_three_seconds_by_the_clock_of_the_table() -> None:
    harness = live_table()
    match = harness.table.live_match()
    harness.move("ann", claim(harness, 0, is_right=False))
    harness.wait(0)
    while match.view(0).players[0].locked_until_ms is None:  # the race window of the claim
        harness.wait(10)
    made = match.moves[-1].at_ms
    assert match.view(0).players[0].locked_until_ms == made + LOCK_MS
    harness.wait(made + LOCK_MS - 1 - harness.table.match_ms(harness.now))
    refused = harness.move("ann", claim(harness, 0, is_right=True))
    assert isinstance(refused, Rejected)
    assert refused.sentence == "You named a wrong symbol; wait until your time is up."
    harness.wait(1)
    assert (match.moves[-1].seat, match.moves[-1].at_ms) == (CLOCK, made + LOCK_MS)
    assert isinstance(harness.move("ann", claim(harness, 0, is_right=True)), HeldClaim)
    harness.wait(1000)
    assert [move.seat for move in harness.moves if move.seat != CLOCK] == [0, 0]
    assert len(match.view(0).table) == 2


def test_E7_a_lock_takes_nothing_else_and_stops_nobody_else() -> None:
    harness = live_table()
    match = harness.table.live_match()
    before = match.view(0)
    harness.move("ann", claim(harness, 0, is_right=False))
    harness.wait(500)
    harness.move("bob", claim(harness, 1, is_right=True))
    harness.wait(500)
    after = match.view(0)
    assert len(after.table) == 2
    assert (after.players[0].top, after.players[0].pack_left) == (before.players[0].top, before.players[0].pack_left)
    assert after.phase == "playing"
    assert [team.points for team in after.teams] == [0, 0, 0]
    assert set(match.to_act) == {1, 2, CLOCK}
